"What the search knows of a page, and what is wrong with it: read back from the finished HTML."

import html
import posixpath
import re
from pathlib import Path
from urllib.parse import unquote

KINDS = dict.fromkeys(('thm', 'lem', 'cor', 'prp', 'cnj', 'def', 'exm', 'exr'), 'theorem')
KINDS |= {'fig': 'figure', 'tbl': 'table'}
ENTRY = re.compile(
    r'<h[2-4][^>]*?id="(?P<section>[^"]+)"(?P<class>[^>]*)>(?P<head>.*?)</h[2-4]>'
    r'|<div id="(?P<theorem>[^"]+)" class="theorem[^>]*>\s*<div class="theorem-title">(?P<name>.*?)</div>'
    r'|<figure[^>]*id="(?P<figure>[^"]+)"[^>]*>.*?<figcaption[^>]*>(?P<caption>.*?)</figcaption>',
    re.S,
)
LEFTOVERS = {
    'a formula that was not typeset': r'\$',
    'a reference that was not resolved': r'(?<![\w/.])@(?:eq|fig|tbl|thm|lem|cor|prp|def|exm)-[\w-]+',
    'a fence that was not closed': r'(?m)^\s*:{3,}',
    'attributes that were not read': r'\{[#.][A-Za-z][\w-]*',
    'a citation that was not found': r'(?<![\w.])@[a-z]+\d{4}|\[@\w+|\b\w+\?\)',
}


def plain(text: str, dollars: bool = True) -> str:
    "HTML as text, formulas between dollar signs."
    text = re.sub(r'<(script|style|svg|nav)\b.*?</\1>', ' ', text, flags=re.S)
    text = re.sub(r'<details class="(?:fold|tests)[^>]*>\s*<summary>.*?</summary>', ' ', text, flags=re.S)
    if dollars:
        text = re.sub(r'<span class="math[^>]*>(.*?)</span>', r'$\1$', text, flags=re.S)
    text = re.sub(r'</?(?:p|li|td|th|h\d|pre|div|figcaption|tr|br)\b[^>]*>', ' ', text)
    return ' '.join(html.unescape(re.sub(r'<[^>]+>', '', text)).split())


def body_of(page: str) -> str:
    body = page[page.index('<article') : page.index('</article>')]
    return re.sub(r'<p class="(?:eyebrow|notebook-links)">.*?</p>', '', body, flags=re.S)


def shortened(text: str, limit: int = 1400) -> str:
    if len(text) > limit:
        text = text[:limit].rsplit(' ', 1)[0]
        text += '$' * (text.count('$') % 2)
    return text


def search_entries(page: str, url: str) -> list:
    "A place each: the page, its sections and symbols, its statements, figures and tables."
    body = body_of(page)
    title = plain(re.search(r'<h1>(.*?)</h1>', body, re.S)[1])
    found = list(ENTRY.finditer(body))
    ends = [m.start() for m in found if m['section'] or m['theorem']] + [len(body)]
    begin = body.index('</h1>')
    out = [dict(u=url, p=title, h='', k='page', l='', x=shortened(plain(body[begin : ends[0]])))]
    for m in found:
        label = next(m[g] for g in ('section', 'theorem', 'figure') if m[g])
        kind = KINDS.get(label.partition('-')[0])
        if m['section']:
            kind = 'symbol' if 'symbol' in m['class'] else 'section'
        head, text = m['head'] or m['name'], body[m.end() : next(e for e in ends if e >= m.end())]
        if m['figure']:
            head, _, text = re.sub('<span class="caption-label.*?</span>(?:\\. )?', '', m['caption']).partition('. ')
        head = plain(head.replace('<span class="theorem-name">', '· '))
        place = dict(u=f'{url}#{label}', p=title, h=head, k=kind or 'section', l='' if m['section'] else label)
        out.append({**place, 'x': shortened(plain(text).lstrip('. '))})
    return out


def page_problems(page: str) -> list:
    "What a page tells by itself: markup left over, identifiers used twice, images without a description."
    body, out = body_of(page), []
    prose = re.sub(r'<(code|pre)\b.*?</\1>|<span class="math.*?</span>', ' ', body, flags=re.S)
    prose = plain(re.sub(r'<div class="output-html.*?</div>', ' ', prose, flags=re.S), dollars=False)
    for what, pattern in LEFTOVERS.items():
        out += [f'{what}: {prose[max(0, m.start() - 30) : m.end() + 30]!r}' for m in re.finditer(pattern, prose)][:3]
    ids = re.findall(r'<[^>]*\sid="([^"]+)"', page)
    out += [f'identifier used {ids.count(i)} times: {i}' for i in sorted(set(ids)) if ids.count(i) > 1]
    images = re.findall(r'<img\b[^>]*>', body)
    return out + [f'image without a description: {i[:80]}' for i in images if not re.search(r'alt="[^"]', i)]


def site_problems(folder: Path) -> list:
    "Links and anchors that lead nowhere, and what would be loaded over a network."
    files = {f.relative_to(folder).as_posix() for f in folder.rglob('*') if f.is_file()}
    pages = {f: (folder / f).read_text(encoding='utf-8') for f in sorted(files) if f.endswith('.html')}
    ids = {f: set(re.findall(r'<[^>]*\sid="([^"]+)"', text)) for f, text in pages.items()}
    links = {f: re.findall(r'<(\w+)\b[^>]*?\s(?:href|src)="([^"]*)"', text) for f, text in pages.items()}
    found = {(f, link_problem(f, tag, html.unescape(url), files, ids)) for f in links for tag, url in links[f]}
    return [f'{f}: {w}' for f, w in sorted(found) if w]


def link_problem(page: str, tag: str, url: str, files: set, ids: dict) -> str:
    "Empty where the link arrives."
    if url.startswith(('data:', 'mailto:')):
        return ''
    if re.match(r'[a-z]+:|//', url):
        return '' if tag == 'a' else f'loads {url} over the network'
    if url.startswith('/'):
        return f'absolute link: {url}'
    path, _, anchor = map(unquote, url.partition('#'))
    to = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    if to not in files:
        return f'broken link: {url}'
    return f'broken anchor: {url}' if anchor and to in ids and anchor not in ids[to] else ''
