-- What this project's pages have beside Quarto's markdown: verdicts in tables, folded sections, names linked by nbdev.
-- Quarto loads this filter as an extension, the offline builder after tools/site/page.lua.
local stringify = pandoc.utils.stringify
local verdicts = {within = 'good', above = 'good', holds = 'good', below = 'off', corrected = 'off', ['gap closed'] = 'off', fails = 'bad', undecided = '', ['not run'] = '', cited = '', ['not checked'] = ''}
local function raw(s) return pandoc.RawBlock('html', s) end

-- the first line about a row of a published table is a place: results/table_1.html#row-1.1
local places = {}
local function mark_rows(t)
  if not t.head.rows[1] or stringify(t.head.rows[1].cells[1].contents) ~= 'row' then return end
  for _, row in ipairs(t.bodies[1].body) do
    local name = stringify(row.cells[1].contents)
    if name:match '^[%d.]+$' and not places[name] then row.attr, places[name] = pandoc.Attr('row-' .. name), true end
  end
end

local function cell(p)
  local word = stringify(p.content)
  local look = verdicts[((word:gsub(', other data$', '')):gsub(' %([%d.+-]+ ?s?e?e?d?s?%)$', ''))]
  local first = p.content[1]
  if look then
    local alone = #p.content == 1 and first.t == 'Strong'
    return pandoc.Plain{pandoc.Span(alone and first.content or p.content, {class = 'verdict ' .. look})}
  end
  -- a verdict with a note behind it
  local shade = first and first.t == 'Strong' and verdicts[stringify(first)]
  if shade then p.content[1] = pandoc.Span(first.content, {class = 'verdict ' .. shade}); return p end
  -- a number keeps its deviation and its unit
  if word:match '^[%d.+-]+ ± [%d.]+$' or word:match '^[%d.]+ s$' then
    return pandoc.Plain(p.content:walk{Space = function() return pandoc.Str '\u{a0}' end})
  end
end

-- nbdev links names in back-ticks, also those that stand in a link already
local function link(l)
  local c = l.content
  if #c == 3 and c[1].t == 'Str' and c[1].text == '[' and c[2].t == 'Code' and c[3].t == 'Str' and c[3].text:match '^%]%(https?://' then l.content = {c[2]}; return l end
end

-- a section whose heading has the class `fold` is folded away, to the next heading of its level or above it; under
-- Quarto, which makes sections of headings, the heading stays outside and what follows it is a block of its own
local function sections(doc)
  local out, body, open = pandoc.Blocks{}, nil, nil
  local function close()
    if quarto then out:insert(pandoc.Div(body)) else out:extend(body) end
    out:insert(raw '</details>')
    body, open = nil, nil
  end
  for _, b in ipairs(doc.blocks) do
    if b.t == 'Header' and open and b.level <= open then close() end
    if b.t == 'Header' and not open and b.classes:includes 'fold' then
      open, body = b.level, pandoc.Blocks{}
      b.classes = b.classes:filter(function(c) return c ~= 'fold' end)
      if quarto then out:extend{b, raw '<details class="section"><summary>Show</summary>'}
      else out:extend{raw '<details class="section"><summary>', b, raw '</summary>'} end
    else (open and body or out):insert(b) end
  end
  if open then close() end
  doc.blocks = out
  return doc
end

-- a heading is no verdict
local function judged(t) local head = t.head; mark_rows(t); t = t:walk{Plain = cell}; t.head = head; return t end

return {{Table = judged, Link = link}, {Pandoc = sections}}
