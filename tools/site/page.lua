-- What Quarto's own filters do with the markdown of this project, for plain pandoc: numbers, theorems, callouts,
-- captions, cross references, links between notebooks; and names in back-ticks lead to their documentation.
-- Reads page and root from the metadata, and CLICA_FACTS, JSON: `names`, their addresses, and `blob`, the repository's.
local stringify = pandoc.utils.stringify
local names = {eq = 'Equation', fig = 'Figure', tbl = 'Table', thm = 'Theorem', lem = 'Lemma', cor = 'Corollary',
               prp = 'Proposition', cnj = 'Conjecture', def = 'Definition', exm = 'Example', exr = 'Exercise'}
local count, refs, cited, page, root, facts = {}, {}, {}, '', '', pandoc.json.decode(os.getenv 'CLICA_FACTS', false)

local function kind(id) local k = id:match('^(%a+)%-.'); return k and names[k] and k end
local function is_statement(k) return k and k ~= 'eq' and k ~= 'fig' and k ~= 'tbl' end
local function raw(s) return pandoc.RawBlock('html', s) end
local function number(id)
  local k = kind(id)
  if refs[id] then io.stderr:write('label used twice: ' .. id .. '\n') end
  count[k] = (count[k] or 0) + 1
  -- statements of the theory pages carry the number of their page
  local of_page = is_statement(k) and page:match('^theory/(%d+)_')
  refs[id] = (of_page and of_page .. '.' or '') .. count[k]
  return refs[id]
end

-- the number of a display formula stands outside the typeset part, so that a wide formula can scroll
local function formula(x, id)
  local place, label, n = '', '', id and number(id)
  if id then
    place = ' id="' .. id .. '"'
    label = '<a class="eqno" href="#' .. id .. '" aria-label="Equation ' .. n .. ', link to it">(' .. n .. ')</a>'
  end
  local top = pandoc.RawInline('html', '<span class="equation"' .. place .. '><span class="formula">')
  return {top, x, pandoc.RawInline('html', '</span>' .. label .. '</span>')}, false
end
local function math(m) if m.mathtype == 'DisplayMath' then return formula(m) end end
local function span(s) if kind(s.identifier) == 'eq' then return formula(s.content[1], s.identifier) end end

-- figures and tables
local function described(i, words)
  local own = i.attributes['fig-alt']
  i.attributes['fig-alt'], i.attributes.loading = nil, 'lazy'
  if own then i.caption = {pandoc.Str(own)}
  elseif #i.caption == 0 then i.caption = {pandoc.Str(words ~= '' and words or 'Plot made by the code above')} end
  return i
end
local function caption(id, words)
  if not (kind(id) and cited[id]) then return pandoc.Plain(words) end  -- a number that nothing refers to says nothing
  local label = pandoc.Span({pandoc.Str(names[kind(id)] .. '\u{a0}' .. number(id))}, {class = 'caption-label'})
  return pandoc.Plain(pandoc.Inlines{label, pandoc.Str(#words > 0 and '. ' or '')} .. words)
end
local function as_table(id, words, body)
  local top = raw('<figure class="table"' .. (id ~= '' and ' id="' .. id .. '"' or '') .. '><figcaption>')
  return {top, caption(id, words), raw '</figcaption>', body, raw '</figure>'}, false
end
local function scrolling(t)
  local id, words, head = t.identifier, t.caption.long[1], t.head.rows[1] and t.head.rows[1].cells[1]
  local first = head and stringify(head.contents) or ''
  local look = (first == 'Parameter' or first == 'Member') and ' parameters' or #t.colspecs == 2 and ' facts' or ''
  for _, row in ipairs(first == 'row' and t.bodies[1].body or {}) do  -- a published row has a page of its own
    local cell = row.cells[1]
    local to = facts.rows[stringify(cell.contents)] or facts.rows[(page:match '([%w_]+)%.ipynb$' or '') .. '.' .. stringify(cell.contents)]
    if to then cell.contents = {pandoc.Plain{pandoc.Link(cell.contents[1].content, root .. to)}} end
  end
  t.identifier, t.caption = '', {long = {}}
  local body = pandoc.Div({t}, {class = 'scroll' .. look})
  if words then return as_table(id, words.content, body) end
  return body, false
end
local function captioned(d, k)
  local last, words = d.content[#d.content], pandoc.Inlines{}
  if #d.content > 1 and last.t == 'Para' then words = d.content:remove(#d.content).content end
  if k == 'tbl' then
    return as_table(d.identifier, words, pandoc.Div(d.content:walk{traverse = 'topdown', Table = scrolling}))
  end
  local body = d.content:walk{Image = function(i) return described(i, stringify(words)) end}
  return pandoc.Figure(body, {long = {caption(d.identifier, words)}}, pandoc.Attr(d.identifier)), false
end

-- theorems, proofs, callouts; their title is their first heading, or an attribute
local function take_title(d)
  local first, given = d.content[1], d.attributes.title
  d.attributes.title = nil
  if first and first.t == 'Header' then d.content:remove(1); return first.content end
  return given and pandoc.read(given, 'markdown').blocks[1].content
end
local function statement(d, k)
  local title, n = take_title(d), number(d.identifier)
  d.classes:extend{'theorem', k}
  local head = pandoc.Inlines{pandoc.Link({names[k] .. '\u{a0}' .. n}, '#' .. d.identifier, '', {class = 'theorem-label'})}
  if title then head:extend{pandoc.Space(), pandoc.Span(title, {class = 'theorem-name'})} end
  d.content:insert(1, pandoc.Div({pandoc.Plain(head)}, {class = 'theorem-title'}))
  return d
end
local function folded(class, head, body)
  return pandoc.Blocks{raw('<details class="' .. class .. '"><summary>'), head, raw '</summary>', body, raw '</details>'}
end
local function callout(d, look)
  local title = take_title(d) or {look:sub(1, 1):upper() .. look:sub(2)}
  local head = pandoc.Plain{pandoc.Span(title, {class = 'callout-title'})}
  local body = pandoc.Div(d.content, {class = 'callout-body'})
  if d.attributes.collapse then return folded('callout ' .. look, head, body) end
  return {raw('<aside class="callout ' .. look .. '" role="note">'), head, body, raw '</aside>'}
end
local function proof(d, word)
  local title, head = take_title(d), pandoc.Inlines(word:sub(1, 1):upper() .. word:sub(2))
  if title then head = head .. {pandoc.Str ' ('} .. title .. {pandoc.Str ')'} end
  if not d.content[1] or d.content[1].t ~= 'Para' then d.content:insert(1, pandoc.Para{}) end
  d.content[1].content = pandoc.Inlines{pandoc.Emph(head .. {pandoc.Str '.'}), pandoc.Space()} .. d.content[1].content
  return d
end
local function div(d)
  local k = kind(d.identifier)
  for _, class in ipairs(d.classes) do
    local look = class:match '^callout%-(%a+)$'
    if look then return callout(d, look) end
    if class == 'proof' or class == 'remark' then return proof(d, class) end
  end
  if is_statement(k) then return statement(d, k) end
  if k then return captioned(d, k) end
end
local function code_block(b)
  local fold, words = b.attributes['code-fold'], b.attributes['code-summary'] or 'Code'
  b.attributes['code-fold'], b.attributes['code-summary'] = nil, nil
  if fold then return folded('fold' .. (words == 'Imports' and ' imports' or ''), pandoc.Plain{words}, b) end
end

-- references and links
local function cite(c)
  local out = pandoc.Inlines{}
  for i, x in ipairs(c.citations) do
    local k, n = kind(x.id), refs[x.id] or '?'
    if not k then return end
    if n == '?' then io.stderr:write('undefined reference: @' .. x.id .. '\n') end
    local text = names[k] .. '\u{a0}' .. (k == 'eq' and '(' .. n .. ')' or n)
    out:extend{pandoc.Str(i > 1 and ', ' or ''), pandoc.Link({text}, '#' .. x.id, '', {class = 'xref'})}
  end
  return out
end
local function link(l)
  local path, anchor = l.target:match '^([^#]*)(.*)$'
  if path == '' or path:match '^%a[%w+.-]*:' then return l, false end
  local file = pandoc.path.normalize(pandoc.path.join{'nbs', pandoc.path.directory(page), path})
  local up = true
  while up do file, up = file:gsub('[^/.][^/]*/%.%./', '', 1); up = up > 0 end
  if not file:match '^nbs/' then  -- a file of the repository
    local title = l.title ~= '' and l.title or file
    if facts.blob == '' then return pandoc.Span(l.content, {title = title}), false end
    l.target, l.title = facts.blob .. file .. anchor, title
  elseif path:match '%.ipynb$' or path:match '%.md$' then
    local function clean(name) return (name:lower():gsub('^%d+%w*_', '')) end
    l.target = path:gsub('%.%w+$', ''):gsub('[^/]+$', clean) .. '.html' .. anchor
  end
  return l, false
end
local function code(c)
  local to = facts.names[c.text:gsub('%(%)$', '')]
  if to then return pandoc.Link({c}, root .. to, '', {class = 'symbol'}), false end
end

return {
  {Meta = function(m) page, root = stringify(m.page), stringify(m.root) end,
   Cite = function(c) for _, x in ipairs(c.citations) do cited[x.id] = true end end},
  {traverse = 'topdown', Math = math, Span = span, Table = scrolling, Div = div},
  {traverse = 'topdown', Link = link, Code = code, Header = function(h) return h, false end, CodeBlock = code_block,
   Image = function(i) return i.attributes.loading and i or described(i, '') end},
  {Cite = cite},
}
