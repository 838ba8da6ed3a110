// What a page does: formulas, theme, navigation, search, previews, figures, copying. Nothing is loaded but files of this site.
(function () {
  'use strict'
  const $ = (s, e = document) => e.querySelector(s), $$ = (s, e = document) => [...e.querySelectorAll(s)]
  const html = document.documentElement, root = html.dataset.root
  const make = (tag, props = {}, ...kids) => { const e = Object.assign(document.createElement(tag), props); e.append(...kids); return e }
  const attributes = (e, a) => { for (const k in a) e.setAttribute(k, a[k]); return e }
  const store = {get: k => { try { return localStorage.getItem(k) } catch { return null } }, set: (k, v) => { try { v === null ? localStorage.removeItem(k) : localStorage.setItem(k, v) } catch { } }}

  // formulas; definitions made on a page hold for the rest of it
  const macros = {}
  const typeset = e => {
    const tex = e.textContent, display = e.classList.contains('display')
    e.dataset.tex = tex
    katex.render(tex, e, {displayMode: display, throwOnError: false, strict: 'ignore', macros, globalGroup: true})
    e.classList.add('typeset')
    // a heading of a column that is a formula has words, too
    if (e.parentElement.tagName === 'TH' && e.parentElement.childNodes.length === 1) { e.firstChild.setAttribute('aria-hidden', true); e.after(make('span', {className: 'unseen', textContent: tex.replace(/\\/g, ' ')})) }
  }
  $$('span.math').forEach(typeset)
  // a comma or full stop stays on the line of the formula before it, a bracket on that of the formula after it
  for (const e of $$('span.math.inline')) {
    if (e.offsetWidth > 260) continue
    const after = e.nextSibling, before = e.previousSibling, w = make('span', {className: 'joined'})
    const tail = after?.nodeType === 3 ? after.data.match(/^[^\s\w(]+/)?.[0] || '' : '', lead = before?.nodeType === 3 ? before.data.match(/[([“‘]+$/)?.[0] || '' : ''
    if (!tail && !lead) continue
    if (lead) before.data = before.data.slice(0, -lead.length)
    if (tail) after.data = after.data.slice(tail.length)
    e.replaceWith(w); w.append(lead, e, tail)
  }
  // a formula wider than its line breaks after all
  const hold = () => $$('article span.math.inline').forEach(e => {
    const room = e.closest('td, th') ? 0 : e.closest('p, li, div, figcaption')?.clientWidth, w = e.parentElement
    if (room && w.matches('.joined') && w.offsetWidth > room) w.classList.remove('joined')
  })
  hold(); document.fonts?.ready.then(hold)
  const reach = () => $$('.formula, .scroll, pre').forEach(e => { if (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1) attributes(e, {tabindex: 0, role: 'group', 'aria-label': e.matches('.formula') ? 'Formula, scrolls sideways' : e.matches('pre') ? 'Code, scrolls sideways' : e.scrollHeight > e.clientHeight + 1 ? 'Table, scrolls' : 'Table, scrolls sideways'}) })
  // what goes on to the right fades out there, until its end is reached
  const fade = e => { const end = () => e.classList.toggle('more', e.scrollLeft + e.clientWidth < e.scrollWidth - 2); e.addEventListener('scroll', end, {passive: true}); new ResizeObserver(end).observe(e); end(); document.fonts?.ready.then(end) }
  reach(); addEventListener('resize', reach); document.fonts?.ready.then(reach)  // a formula has its width when its fonts have arrived
  $$('.formula, .scroll, article pre').forEach(fade)
  html.dataset.ready = 'yes'
  if ($('.live')) document.head.append(make('script', {src: root + 'lib/live.js'}))

  // an option is never broken at its hyphens
  for (const c of $$('article code')) if (!c.children.length && /(^|\s)-/.test(c.textContent)) c.replaceChildren(...c.textContent.split(/(\s+)/).map(t => /^-.{1,24}$/.test(t) ? make('span', {className: 'joined'}, t) : t))

  // theme: as the system, light, dark
  const themes = [null, 'light', 'dark'], themeButton = $('.theme')
  const show = t => { t ? html.dataset.theme = t : delete html.dataset.theme; attributes(themeButton, {'aria-label': 'Theme: ' + (t || 'as the system'), title: 'Theme: ' + (t || 'as the system')}) }
  show(html.dataset.theme || null)
  themeButton.addEventListener('click', () => {
    const dark = html.dataset.theme ? html.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    const next = html.dataset.theme ? themes[(themes.indexOf(html.dataset.theme) + 1) % 3] : dark ? 'light' : 'dark'
    show(next); store.set('clica-theme', next)
  })

  // navigation
  const side = $('.side'), menu = $('.menu')
  const current = $('[aria-current]', side)
  const setMenu = open => { side.classList.toggle('open', open); menu.setAttribute('aria-expanded', open); document.body.style.overflow = open ? 'hidden' : '' }
  menu.addEventListener('click', () => setMenu(!side.classList.contains('open')))
  for (const e of [side, menu]) e.addEventListener('keydown', e => { if (e.key === 'Escape') { setMenu(false); menu.focus() } })
  matchMedia('(min-width: 56.01rem)').addEventListener('change', () => setMenu(false))
  if (current && current.offsetTop > side.clientHeight - 80) side.scrollTop = current.offsetTop - side.clientHeight / 2

  // contents: the section being read
  const entries = $$('.toc a').map(a => ({a, h: document.getElementById(decodeURIComponent(a.hash.slice(1)))})).filter(x => x.h)
  if (entries.length) {
    let waiting = false
    const spy = () => {
      waiting = false
      const end = innerHeight + scrollY > document.body.scrollHeight - 4
      let now = entries[0]
      for (const x of entries) if (x.h.getBoundingClientRect().top < 190) now = x
      if (end) now = entries.findLast(x => x.h.getBoundingClientRect().top < innerHeight) || now
      for (const x of entries) { x.a.classList.toggle('now', x === now); x === now ? x.a.setAttribute('aria-current', 'location') : x.a.removeAttribute('aria-current') }
      const toc = $('.toc'), r = now.a.getBoundingClientRect(), t = toc.getBoundingClientRect()
      if (r.bottom > t.bottom - 20 || r.top < t.top + 20) toc.scrollTop += r.top - t.top - t.height / 2
    }
    addEventListener('scroll', () => { if (!waiting) { waiting = true; requestAnimationFrame(spy) } }, {passive: true})
    spy()
  }
  // in a window without room for them beside the text they stand folded above it
  if (entries.length) {
    const list = $('.toc ul').cloneNode(true), folded = make('details', {className: 'contents'}, make('summary', {textContent: 'On this page'}), list)
    for (const a of $$('a', list)) { a.removeAttribute('id'); a.removeAttribute('aria-current'); a.classList.remove('now'); a.addEventListener('click', () => { folded.open = false }) }
    $('.page-head').after(folded)
  }
  // what comes before the first section is a section, too
  for (const h of $$('article :is(h2,h3)')) { if (h.tagName === 'H2') break; h.setAttribute('aria-level', 2) }
  for (const h of $$('article :is(h2,h3,h4)[id]')) if (!h.closest('summary')) h.append(attributes(make('a', {className: 'anchor', href: '#' + h.id, textContent: '#'}), {'aria-label': 'Link to this section'}))

  // words of code in colour
  const words_of = {
    python: /(?<co>#.*)|(?<st>[rbfu]{0,2}(?:'''[^]*?'''|"""[^]*?"""|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"))|(?<kw>\b(?:and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield|None|True|False)\b)|(?<=\b(?:def|class) +)(?<fu>\w+)|(?<![\w.])(?<dv>\d[\w.]*)|(?<name>\w+)/g,
    bash: /(?<=^|\s)(?<co>#.*)|(?<st>'[^']*'|"(?:\\.|[^"\\])*")/g
  }
  for (const [kind, pattern] of Object.entries(words_of)) for (const c of $$(`pre.${kind} code, pre.sourceCode.${kind} code`)) {
    const out = []; let at = 0
    for (const m of c.textContent.matchAll(pattern)) {
      const [look] = Object.entries(m.groups).find(([k, v]) => v !== undefined)
      if (look === 'name') continue
      out.push(c.textContent.slice(at, m.index), make('span', {className: look}, m[0])); at = m.index + m[0].length
    }
    c.replaceChildren(...out, c.textContent.slice(at))
  }

  // copying
  const copy = (button, text) => {
    const done = ok => { button.textContent = ok ? 'Copied' : 'Press Ctrl+C'; setTimeout(() => { button.textContent = 'Copy' }, 1500) }
    const old = () => { const t = make('textarea', {value: text}); document.body.append(t); t.select(); let ok = false; try { ok = document.execCommand('copy') } catch { } t.remove(); done(ok) }
    navigator.clipboard ? navigator.clipboard.writeText(text).then(() => done(true), old) : old()
  }
  const copyButton = (label, text) => { const b = attributes(make('button', {type: 'button', className: 'copy', textContent: 'Copy'}), {'aria-label': label}); b.addEventListener('click', () => copy(b, text())); return b }
  for (const pre of $$('article pre:not(.output, .signature)')) {
    let box = pre.parentElement
    if (!box.matches('div.sourceCode')) { box = make('div', {className: 'sourceCode'}); pre.replaceWith(box); box.append(pre) }
    box.append(copyButton('Copy the code', () => $('code', pre).innerText.replace(/\n$/, '')))
  }
  for (const q of $$('.equation')) q.append(copyButton('Copy the formula as TeX', () => $('.math', q).dataset.tex.trim()))

  // checks can be folded away, all at once, and all code of a page on theory or results opened; the choice is remembered
  const theory = document.body.matches('.kind-theory, .kind-results'), folds = $$(theory ? 'details.fold' : 'details.tests'), links = $('.notebook-links')
  if (folds.length && links) {
    const b = make('button', {type: 'button'}), what = theory ? 'code' : 'checks', kept = 'clica-' + what
    const say = on => { b.textContent = (on ? 'Show ' : 'Fold ') + what; b.dataset.folded = on }, fold = on => { folds.forEach(d => { d.open = !on }); say(on) }
    b.addEventListener('click', () => { const on = b.dataset.folded !== 'true'; fold(on); store.set(kept, on ? null : 'shown') })
    store.get(kept) === 'shown' ? fold(false) : say(true); links.append(b)
  }
  let closed = []
  addEventListener('beforeprint', () => {
    for (const e of $$('.formula')) if (e.scrollWidth > e.clientWidth + 1) e.style.fontSize = Math.max(.6, e.clientWidth / e.scrollWidth) + 'em'
    closed = $$('article details:not([open])' + (theory ? ':not(.fold)' : '')); closed.forEach(d => { d.open = true })
  })
  addEventListener('afterprint', () => { $$('.formula').forEach(e => { e.style.fontSize = '' }); closed.forEach(d => { d.open = false }) })
  const decoded = s => { try { return decodeURIComponent(s) } catch { return s } }
  const reveal = () => { const t = location.hash && document.getElementById(decoded(location.hash.slice(1))); for (let e = t; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true; if (t && t.closest('details')) t.scrollIntoView() }

  // figures open at full size
  let viewer
  const openFigure = img => {
    if (!viewer) {
      viewer = attributes(make('dialog', {className: 'viewer'}, make('div', {className: 'stage'}), make('figcaption'), make('button', {type: 'button', className: 'close', textContent: 'Close'})), {'aria-label': 'Figure, enlarged'})
      document.body.append(viewer)
      viewer.addEventListener('click', e => { if (e.target.matches('.stage img')) e.target.classList.toggle('full'); else if (!e.target.closest('figcaption')) viewer.close() })
    }
    const big = make('img', {src: img.src, alt: img.alt, className: img.className}), cap = img.closest('figure')?.querySelector('figcaption')
    $('.stage', viewer).replaceChildren(big)
    $('figcaption', viewer).replaceChildren(...(cap ? cap.cloneNode(true).childNodes : [img.alt]))
    viewer.showModal()
  }
  for (const img of $$('article img')) {
    if (img.closest('a')) continue
    const b = attributes(make('button', {type: 'button', className: 'zoom'}), {'aria-label': 'Enlarge: ' + img.alt})
    b.classList.toggle('wide', img.getAttribute('width') > 660)
    img.replaceWith(b); b.append(img); fade(b); b.addEventListener('click', () => openFigure(img))
  }

  // what a claim leads to is folded away: a table of claims is read by its claims
  for (const td of $$('.kind-claims td:last-child')) {
    const kinds = $$('em', td).map(e => e.textContent)
    if (kinds.length) { const d = make('details', {}, make('summary', {textContent: kinds.join(', ')}), ...td.childNodes); td.append(d) }
  }

  addEventListener('hashchange', reveal); reveal()  // when all folds are there

  // the search index is fetched when first needed
  let wanted
  const index = () => wanted ||= new Promise((ok, no) => {
    const s = make('script', {src: root + 'lib/search-index.js'})
    s.onload = () => ok(window.siteIndex.map((e, i) => prepare(e, i))); s.onerror = no
    document.head.append(s)
  })
  const fold = s => s.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase()
  const words = s => fold(s).match(/[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*/gu) || []
  const split = w => /[-._]/.test(w) ? [w, ...w.split(/[-._]+/).filter(Boolean)] : [w]
  const loose = s => fold(s).replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  const prepare = (e, i) => {
    const bag = new Map(), add = (text, weight) => { for (const w of words(text).flatMap(split)) bag.set(w, (bag.get(w) || 0) + weight) }
    const plain = e.x.replace(/\\(?:left|right|big+|mathrm|mathbf|mathbb|mathcal|operatorname|text)\b|[\\{}^_$&]/g, ' ')
    add(plain, 1); const size = [...bag.values()].reduce((a, b) => a + b, 0)
    const whole = e.k === 'page', address = e.k === 'page' ? loose(e.u.replace(/^.*\/|\.html.*$/g, '')) : '', numbered = /^(figure|table)$/.test(e.k)
    add(e.h, e.k === 'symbol' ? 14 : numbered ? 2 : 9); add(e.p, whole ? 12 : 3); add(e.l, 10); add(address.replace(/(\d) (?=\d)/g, '$1.'), 6)
    // what it is called: a page by title and by its address; a caption is no name
    const names = [e.l, numbered ? '' : whole ? e.p : e.h, address].map(loose).filter(Boolean)
    return {...e, i, bag, size, names, all: loose([e.p, e.h, plain].join(' '))}
  }
  const kindWeight = {page: 1.15, section: 1, symbol: 1.3, theorem: 1.35, figure: .95, table: 1}
  const rank = (docs, query) => {
    const vocabulary = rank.vocabulary ||= (() => { const v = new Map(); for (const d of docs) for (const w of d.bag.keys()) v.set(w, (v.get(w) || 0) + 1); return v })()
    const typed = words(query).flatMap(w => vocabulary.has(w) ? [w] : split(w).slice(/[-._]/.test(w))), asks = typed.filter(w => !empty.has(w)), q = asks.length ? asks : typed, phrase = loose(query)
    // a number is found as a whole: "row 1.1" is not in "Row 1.11"
    const says = s => /\d$/.test(phrase) ? (s + ' ').includes(phrase + ' ') : s.includes(phrase)
    if (!q.length) return []
    const groups = q.map(asked => {
      const g = new Map()
      for (const t of [asked, ...(synonyms[asked] || [])]) for (const [w, n] of vocabulary) {
        const f = (t === asked ? 1 : .6) * (w === t ? 1 : w.startsWith(t) ? (t.length > 1 && !(/\d$/.test(t) && /\d/.test(w[t.length])) ? .55 : .15) : t.length > 3 && w.includes(t) ? .25 : 0)
        if (f) g.set(w, Math.max(g.get(w) || 0, f * Math.log(1 + docs.length / n)))
      }
      return g
    })
    // what each word is worth; a word that no page has is worth nothing
    const worth = groups.map(g => Math.max(0, ...g.values())), whole = worth.reduce((a, b) => a + b, 0)
    const mean = docs.reduce((s, d) => s + d.size, 0) / docs.length, out = []
    for (const d of docs) {
      let score = 0, found = 0
      for (const [k, g] of groups.entries()) {
        let best = 0
        for (const [w, weight] of g) { const n = d.bag.get(w); if (n) best = Math.max(best, weight * n * 2.2 / (n + 1.2 * (.35 + .65 * d.size / mean))) }
        score += best
        if (best) found += worth[k]
      }
      if (!found || found < whole / 2) continue
      score *= (found / whole) ** 3  // a place with all the words comes before one with some of them
      if (q.length > 1 && says(d.all)) score *= 1.5
      if (d.names.some(says)) score *= 1.6
      if (d.names.includes(phrase)) score *= 3
      out.push({d, score: score * (kindWeight[d.k] || 1)})
    }
    // proofs, studies and internals only where they answer as well as the rest
    const best = Math.max(0, ...out.filter(x => !x.d.z).map(x => x.score))
    return out.filter(x => !x.d.z || x.score > .9 * best).sort((a, b) => b.score - a.score || a.d.i - b.d.i)
  }
  // words that every question has
  const empty = new Set('a an and are as at be by can do does for from get have how i if in instead into is it its me my need of on one or should than that the their there this to use using was what when where which why will with you your'.split(' '))
  // words for which a page may have others
  const synonyms = Object.fromEntries([
    ['neuron neural neurons neuroscience spikes calcium', 'recording counts noisy'], ['recordings session sessions trial trials', 'recording own'],
    ['installation setup', 'install'], ['cuda nvidia graphics', 'gpu'], ['slurm hpc', 'cluster'],
    ['ica', 'permutation mcc'], ['wrong mistake mistakes error errors misprint erratum', 'errata corrections fails'], ['lower differ deviate mismatch', 'fails lower'],
    ['license licence cite citation', 'cite'], ['api function functions', 'library'], ['batch batchsize', 'batch negatives'], ['many much', 'number information'], ['fast speed slow seconds', 'speed'],
    ['augmentation augmentations', 'style content'], ['simclr barlow vicreg', 'objectives'], ['lean coq verified formal', 'machine checked']
  ].flatMap(([from, to]) => from.split(' ').map(w => [w, to.split(' ').filter(t => t !== w)])))
  // text with formulas between dollars, shortened around the first word found, formulas never cut
  const pieces = text => text.split(/(\$\$[^$]*\$\$|\$[^$]*\$)/).filter(Boolean)
  const typesetText = (text, found = []) => pieces(text).flatMap(p => {
    if (p[0] === '$' && p.at(-1) === '$' && p.length > 2) {
      const s = make('span')
      try { katex.render(p.replace(/^\$+|\$+$/g, ''), s, {throwOnError: true, strict: 'ignore', macros: {...macros}}) } catch { s.textContent = p.replace(/\$/g, '') }
      return [s]
    }
    if (!found.length) return [p]
    const re = new RegExp('(' + found.map(w => w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|') + ')', 'giu')
    return p.split(re).map((t, i) => i % 2 ? make('mark', {}, t) : t)
  })
  const excerpt = (text, found, length = 190) => {
    const at = Math.max(0, ...found.map(w => fold(text).indexOf(w)).filter(i => i >= 0).slice(0, 1))
    let out = '', pos = 0, from = Math.max(0, at - 60)
    for (const p of pieces(text)) {
      const end = pos + p.length
      if (end > from && out.length < length) out += p[0] === '$' ? p : p.slice(Math.max(0, from - pos), Math.max(0, from - pos) + length - out.length)
      pos = end
    }
    return (from > 0 ? '… ' + out.replace(/^[^\s$]*\s/, '') : out) + (pos > from + out.length ? ' …' : '')
  }

  // search box
  const dialog = attributes(make('dialog', {className: 'search'}), {'aria-label': 'Search the site'})
  const input = attributes(make('input', {type: 'search', placeholder: 'Theorem, label, function, word …', autocomplete: 'off', spellcheck: false}), {role: 'combobox', 'aria-expanded': 'true', 'aria-controls': 'hits', 'aria-autocomplete': 'list', 'aria-label': 'Search the site'})
  const hits = attributes(make('ul', {className: 'hits', id: 'hits'}), {role: 'listbox', 'aria-label': 'Results'}), status = attributes(make('p', {className: 'status'}), {role: 'status', 'aria-live': 'polite'})
  dialog.append(input, hits, status); document.body.append(dialog)
  let chosen = 0
  const choose = n => {
    const li = $$('li', hits); if (!li.length) return
    chosen = (n + li.length) % li.length
    li.forEach((x, i) => x.setAttribute('aria-selected', i === chosen))
    input.setAttribute('aria-activedescendant', li[chosen].id); li[chosen].scrollIntoView({block: 'nearest'})
  }
  const search = async () => {
    const text = input.value, docs = await index().catch(() => null)
    if (text !== input.value) return
    if (!docs) { status.textContent = 'The search index could not be read.'; return }
    const found = rank(docs, text), w = words(text)
    hits.replaceChildren(...found.slice(0, 24).map(({d}, i) => {
      const a = make('a', {href: root + d.u, tabIndex: -1}, make('div', {className: 'where'}, make('span', {}, ...typesetText(d.p)), make('span', {className: 'kind'}, (d.k === 'symbol' ? 'API' : d.k[0].toUpperCase() + d.k.slice(1)) + (d.l ? ' · ' + d.l : ''))),
        make('div', {className: 'what'}, ...typesetText(d.h || d.p, w)), make('div', {className: 'words'}, ...typesetText(excerpt(d.x, w), w)))
      a.addEventListener('click', () => dialog.close())
      const li = attributes(make('li', {id: 'hit-' + i}, a), {role: 'option', 'aria-selected': 'false'})
      li.addEventListener('mousemove', () => { if (chosen !== i) choose(i) })
      return li
    }))
    input.removeAttribute('aria-activedescendant'); choose(0)
    status.textContent = !w.length ? 'Arrows choose, Enter opens, Esc closes' : found.length ? (found.length === 1 ? '1 place' : found.length + ' places') + (found.length > 24 ? ', the best 24 shown' : '') : 'Nothing found for “' + text.trim() + '”'
  }
  const openSearch = () => { if (dialog.open) return; setMenu(false); dialog.showModal(); input.select(); search() }
  $('.search-open').addEventListener('click', openSearch)
  input.addEventListener('input', search)
  input.addEventListener('keydown', e => {
    if (e.key === 'ArrowDown' || e.key === 'ArrowUp') { e.preventDefault(); choose(chosen + (e.key === 'ArrowDown' ? 1 : -1)) }
    if (e.key === 'Enter') { const a = $('[aria-selected=true] a', hits); if (a) { e.preventDefault(); a.click() } }
  })
  dialog.addEventListener('click', e => { if (e.target === dialog) dialog.close() })
  addEventListener('keydown', e => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName)
    if (!typing && !document.querySelector('dialog[open]') && (e.key === '/' && !e.ctrlKey && !e.metaKey && !e.altKey || e.key.toLowerCase() === 'k' && (e.ctrlKey || e.metaKey))) { e.preventDefault(); openSearch() }
  })

  // previews of what a link points to: on this page the thing itself, on another page what the index knows
  let box, timer, shownFor, asked
  const hide = () => { asked = null; clearTimeout(timer); timer = setTimeout(() => { box?.remove(); box = null; shownFor?.removeAttribute('aria-describedby'); shownFor = null }, 140) }
  const strip = e => { e.removeAttribute('id'); $$('[id]', e).forEach(x => x.removeAttribute('id')); $$('.zoom', e).forEach(z => z.replaceWith(...z.childNodes)); return e }
  const content = async a => {
    const same = a.hash && a.pathname === location.pathname
    if (same) {
      const t = document.getElementById(decodeURIComponent(a.hash.slice(1)))
      if (!t || !(a.matches('.xref, .footnote-ref, .eqno, [role=doc-biblioref]') || /^#(ref-|fn\d|(eq|fig|tbl|thm|lem|cor|prp|def|exm)-)/.test(a.hash))) return null
      if (t.tagName === 'TABLE') return [strip(t.cloneNode(true))]
      if (/^H\d$/.test(t.tagName)) return section(t)
      return t.tagName === 'LI' ? [...strip(t.cloneNode(true)).childNodes] : [strip(t.cloneNode(true))]
    }
    const base = new URL(root || './', location.href).pathname
    if (!a.pathname.startsWith(base) || a.protocol !== location.protocol) return null
    const docs = await index().catch(() => []), d = docs.find(x => x.u === a.pathname.slice(base.length) + a.hash)
    return d && [make('p', {className: 'where'}, ...typesetText(d.p + (d.k === 'symbol' ? '' : d.h && d.h !== d.p ? ' · ' + d.h : ''))), make('p', {}, ...(d.k === 'symbol' ? [make('code', {}, d.h), ' '] : []), ...typesetText(excerpt(d.x, [], 320)))]
  }
  const section = h => { const out = []; for (let e = h.nextElementSibling; e && out.length < 3 && !/^H[1-3]$/.test(e.tagName); e = e.nextElementSibling) if (!e.querySelector?.('.source-link')) out.push(strip(e.cloneNode(true))); return out }
  const preview = a => {
    asked = a; clearTimeout(timer)
    timer = setTimeout(async () => {
      const c = await content(a)
      if (!c || !c.length || asked !== a || !a.isConnected || shownFor === a) return
      box?.remove(); shownFor = a
      box = attributes(make('div', {className: 'preview', id: 'preview'}, ...c), {role: 'tooltip'})
      a.setAttribute('aria-describedby', 'preview')
      document.body.append(box)
      const r = a.getClientRects()[0] || a.getBoundingClientRect(), b = box.getBoundingClientRect()
      box.style.left = Math.max(16, Math.min(r.left + scrollX - 24, html.clientWidth - b.width - 16)) + 'px'
      box.style.top = (r.bottom + b.height + 12 > innerHeight && r.top > b.height + 60 ? r.top - b.height - 8 : r.bottom + 8) + scrollY + 'px'
      box.addEventListener('mouseenter', () => clearTimeout(timer)); box.addEventListener('mouseleave', hide)
    }, 220)
  }
  for (const a of $$('article a[href]')) {
    if (a.matches('.contents a, .anchor, .footnote-back, .theorem-label, .eqno, .notebook-links a, .source-link') || a.protocol !== location.protocol && !a.hash) continue
    if (matchMedia('(hover: hover)').matches) { a.addEventListener('mouseenter', () => preview(a)); a.addEventListener('mouseleave', hide) }
    a.addEventListener('focus', () => { if (a.matches(':focus-visible')) preview(a) }); a.addEventListener('blur', hide)
  }
  addEventListener('keydown', e => { if (e.key === 'Escape' && box) { box.remove(); box = null; shownFor = null } })
})()
