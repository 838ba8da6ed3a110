-- What Quarto's own filters do with the markdown this project uses, for plain pandoc: numbers, theorems, callouts,
-- captions, cross references, links between notebooks. What Quarto does not do either is in nbs/_extensions/clica/clica.lua. Reads from the metadata: root, here, site-url, repo-blob, computed-by.
local stringify = pandoc.utils.stringify
local names = {eq = 'Equation', fig = 'Figure', tbl = 'Table', lst = 'Listing', thm = 'Theorem', lem = 'Lemma', cor = 'Corollary',
               prp = 'Proposition', cnj = 'Conjecture', def = 'Definition', exm = 'Example', exr = 'Exercise'}
local theorem = {thm = true, lem = true, cor = true, prp = true, cnj = true, def = true, exm = true, exr = true}
local count, refs, labels, meta = {}, {}, {}, {}

local function kind(id) local k = id:match('^(%a+)%-.'); return k and names[k] and k end
local function raw(s) return pandoc.RawBlock('html', s) end
local function escape(s) return (s:gsub('[&<>"]', {['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;', ['"'] = '&quot;'})) end
local function warn(what) io.stderr:write('[PAGE] ' .. what .. '\n') end
local function number(id)
  local k = kind(id)
  if refs[id] then warn('label used twice: ' .. id) end
  count[k] = (count[k] or 0) + 1
  -- theorems of the theory pages carry the number of their page
  local page = theorem[k] and meta.notebook and stringify(meta.notebook):match('theory/(%d+)_')
  refs[id] = (page and page .. '.' or '') .. count[k]
  return refs[id]
end
local function plain(s) local b = pandoc.read(s, 'markdown').blocks[1]; return b and b.content or pandoc.Inlines{} end

-- the title of a div is its first heading, or its attribute
local function take_title(d)
  local h = d.content[1]
  if h and h.t == 'Header' then d.content:remove(1); return h.content end
  local t = d.attributes.title or d.attributes.name
  d.attributes.title, d.attributes.name = nil, nil
  return t and plain(t)
end

-- a display formula followed by {#eq-x}: the number stands beside it, outside the typeset part, so that a wide formula can scroll
local function computed_by(id)
  local out = ''
  for _, f in ipairs((meta['computed-by'] or {})[id] or {}) do
    out = out .. (out == '' and '' or ', ') .. '<a href="' .. escape(stringify(f.url)) .. '"><code>' .. escape(stringify(f.name)) .. '</code></a>'
  end
  return out == '' and '' or '<span class="computed-by"><span>computed by</span> ' .. out .. '</span>'
end
local function equations(p)
  local c, out, i, found = p.content, pandoc.Inlines{}, 1, false
  while i <= #c do
    local x = c[i]
    if x.t == 'Math' and x.mathtype == 'DisplayMath' then
      local j, id, tail = i + 1, nil, nil
      while c[j] and (c[j].t == 'Space' or c[j].t == 'SoftBreak') do j = j + 1 end
      if c[j] and c[j].t == 'Str' then id, tail = c[j].text:match('^{#(eq%-[%w_-]+)}(.*)$') end
      local body = '<span class="equation"' .. (id and ' id="' .. id .. '"' or '') .. '><span class="formula">'
      out:insert(pandoc.RawInline('html', body))
      out:insert(x)
      out:insert(pandoc.RawInline('html', '</span>' .. (id and '<a class="eqno" href="#' .. id .. '" aria-label="Equation ' .. number(id) .. ', link to it">(' .. refs[id] .. ')</a>' .. computed_by(id) or '') .. '</span>'))
      if id and tail ~= '' then out:insert(pandoc.Str(tail)) end
      i, found = id and j + 1 or i + 1, true
    else out:insert(x); i = i + 1 end
  end
  if found then p.content = out; return p end
end

-- captions
local function caption(id, cap)
  local n = pandoc.Span({pandoc.Str(names[kind(id)] .. '\u{a0}' .. number(id))}, {class = 'caption-label'})
  return pandoc.Inlines{n, pandoc.Str(#cap > 0 and '. ' or '')} .. cap
end
local function made_by(d)
  local c = d.attributes['made-by']
  d.attributes['made-by'] = nil
  local what = c and '<code>' .. escape(c) .. '</code>' or meta.notebook and '<a href="' .. escape(stringify(meta['notebook-url'] or '')) .. '"><code>' .. escape(stringify(meta.notebook)) .. '</code></a>'
  return what and {pandoc.RawInline('html', ' <span class="made-by">Made by ' .. what .. '.</span>')} or {}
end
local function alt(img, cap)
  local a = img.attributes['fig-alt']
  img.attributes['fig-alt'] = nil
  if a then img.caption = {pandoc.Str(a)} elseif #img.caption == 0 then img.caption = {pandoc.Str(cap ~= '' and cap or 'Plot made by the code above')} end
  return img
end
local function as_figure(id, blocks, cap, d)
  local text = stringify(cap)
  local body = pandoc.Blocks(blocks):walk{Image = function(i) return alt(i, text) end}
  return pandoc.Figure(body, {long = {pandoc.Plain(caption(id, cap) .. pandoc.Inlines(made_by(d)))}}, pandoc.Attr(id))
end
local function figure(f)
  if kind(f.identifier) ~= 'fig' then return end
  local long = f.caption.long[1]
  return as_figure(f.identifier, f.content, long and long.content or pandoc.Inlines{}, f), false
end
local function scrolling(t)
  local first = t.head.rows[1] and t.head.rows[1].cells[1]
  local name = first and stringify(first.contents) or ''
  local id, cap = t.identifier, t.caption.long[1]
  t.identifier, t.caption = '', pandoc.Caption and pandoc.Caption() or {long = {}}
  local body = pandoc.Div({t}, {class = (name == 'Parameter' or name == 'Member') and 'scroll parameters' or 'scroll'})
  if not cap then body.identifier = id; return body end
  return {raw('<figure class="table"' .. (id ~= '' and ' id="' .. id .. '"' or '') .. '><figcaption>'), pandoc.Plain(cap.content), raw '</figcaption>', body, raw '</figure>'}
end
local function tbl(t)
  if kind(t.identifier) == 'tbl' then
    local long = t.caption.long[1]
    t.caption.long = {pandoc.Plain(caption(t.identifier, long and long.content or pandoc.Inlines{}))}
  end
  return scrolling(t), false
end

local function div(d)
  local k = kind(d.identifier)
  for _, c in ipairs(d.classes) do
    local what = c:match('^callout%-(%a+)$')
    if what then
      local t = take_title(d) or pandoc.Inlines{what:sub(1, 1):upper() .. what:sub(2)}
      local head = pandoc.Plain{pandoc.Span(t, {class = 'callout-title'})}
      local fold, id = d.attributes.collapse, d.identifier ~= '' and ' id="' .. d.identifier .. '"' or ''
      local body = pandoc.Div(d.content, {class = 'callout-body'})
      if fold then return {raw('<details class="callout ' .. what .. '"' .. id .. (fold == 'false' and ' open' or '') .. '><summary>'), head, raw '</summary>', body, raw '</details>'} end
      return {raw('<aside class="callout ' .. what .. '"' .. id .. ' role="note">'), head, body, raw '</aside>'}
    elseif c == 'proof' or c == 'remark' or c == 'solution' then
      local t = take_title(d)
      local head = pandoc.Emph(pandoc.Inlines(c:sub(1, 1):upper() .. c:sub(2)) .. (t and pandoc.Inlines{pandoc.Str ' ('} .. t .. {pandoc.Str ')'} or {}) .. pandoc.Inlines{'.'})
      local b = d.content[1]
      if b and (b.t == 'Para' or b.t == 'Plain') then b.content = pandoc.Inlines{head, pandoc.Space()} .. b.content
      else d.content:insert(1, pandoc.Para{head}) end
      return d
    end
  end
  if k and theorem[k] then
    local t, n = take_title(d), number(d.identifier)
    d.classes:insert 'theorem'
    d.classes:insert(k)
    local head = pandoc.Inlines{pandoc.Link({names[k] .. '\u{a0}' .. n}, '#' .. d.identifier, '', {class = 'theorem-label'})}
    if t then head:extend{pandoc.Space(), pandoc.Span(t, {class = 'theorem-name'})} end
    d.content:insert(1, pandoc.Div({pandoc.Plain(head)}, {class = 'theorem-title'}))
    return d
  elseif k == 'tbl' then
    local last = d.content[#d.content]
    local cap = #d.content > 1 and last.t == 'Para' and d.content:remove(#d.content).content or pandoc.Inlines{}
    if d.content[1] and d.content[1].t == 'Table' then
      d.content[1].identifier, d.content[1].caption.long = d.identifier, {pandoc.Plain(caption(d.identifier, cap))}
      return scrolling(d.content[1]), false
    end
    return {raw('<figure class="table" id="' .. d.identifier .. '"><figcaption>'), pandoc.Plain(caption(d.identifier, cap)), raw '</figcaption>', pandoc.Div(d.content), raw '</figure>'}
  elseif k == 'fig' and d.content[1] then
    local last = d.content[#d.content]
    local cap = #d.content > 1 and last.t == 'Para' and d.content:remove(#d.content).content or pandoc.Inlines{}
    return as_figure(d.identifier, d.content, cap, d), false
  end
end

local function code(b)
  local fold, file, sum = b.attributes['code-fold'], b.attributes.filename, b.attributes['code-summary']
  for _, k in ipairs{'code-fold', 'code-summary', 'filename'} do b.attributes[k] = nil end
  if file then return {raw('<div class="filename">' .. escape(file) .. '</div>'), b} end
  if fold == 'true' or fold == 'show' then
    return {raw('<details class="fold' .. (sum == 'Imports' and ' imports"' or '"') .. (fold == 'show' and ' open' or '') .. '><summary>' .. escape(sum or 'Code') .. '</summary>'), b, raw '</details>'}
  end
end

-- references and links
local function cite(c)
  local out = pandoc.Inlines{}
  for i, x in ipairs(c.citations) do
    if not kind(x.id) then return end
    if not refs[x.id] then warn('undefined reference: @' .. x.id); out:insert(pandoc.Strong{'?@' .. x.id})
    else
      local pre = x.mode == 'SuppressAuthor' and pandoc.Inlines{} or (#x.prefix > 0 and x.prefix or pandoc.Inlines{names[kind(x.id)]}) .. {'\u{a0}'}
      out:extend{pandoc.Str(i > 1 and ', ' or ''), pandoc.Link(pre .. {kind(x.id) == 'eq' and '(' .. refs[x.id] .. ')' or refs[x.id]}, '#' .. x.id, '', {class = 'xref'})}
    end
  end
  return out
end
local function clean_name(n) return (n:lower():gsub('^%d+%w*_', '')) end
local function link(l)
  local root, host = stringify(meta.root or ''), stringify(meta['site-url'] or '\0')
  local t, c = l.target, l.content
  if t:sub(1, #host) == host and #host > 1 then
    l.target = root .. t:sub(#host + 1):gsub('^/', '')
    if l.content[1] and l.content[1].t == 'Code' then l.classes:insert 'symbol' end
  elseif not t:match '^%a[%w+.-]*:' and not t:match '^#' then
    local path, frag = t:match '^([^#]*)(.*)$'
    local parts = {}
    for p in (stringify(meta.here or '') .. '/' .. path):gmatch '[^/]+' do
      if p == '..' and #parts > 0 and parts[#parts] ~= '..' then table.remove(parts) elseif p ~= '.' then parts[#parts + 1] = p end
    end
    if parts[1] == '..' and parts[2] ~= '..' then
      local blob = stringify(meta['repo-blob'] or '')
      if blob == '' then return l.content end -- a file of the repository, which has no address
      l.target = blob .. table.concat(parts, '/', 2) .. frag
    elseif path:match '%.ipynb$' then l.target = path:gsub('%.ipynb$', ''):gsub('[^/]+$', clean_name) .. '.html' .. frag end
  end
  return l
end
local function header(h)
  h.content = h.content:walk{Note = function() warn 'a footnote in a heading'; return {} end}
  return h
end
-- titles come from notebooks: markup is shown as text, never run
local function no_raw(x) return x:walk{RawInline = function(r) return pandoc.Str(r.text) end} end

return {
  {Meta = function(m)
    for _, k in ipairs{'title', 'description'} do if m[k] then m[k] = pandoc.MetaInlines(no_raw(pandoc.Inlines(m[k]))) end end
    meta = m
    return m
  end},
  {traverse = 'topdown', Para = equations, Plain = equations, Figure = figure, Table = tbl, Div = div, Header = header},
  {Image = function(i) return alt(i, '') end, Link = link, CodeBlock = code},
  {Cite = cite},
}
