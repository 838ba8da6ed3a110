"""The notebooks become a folder of pages that opens from disk without a network: python tools/site/build.py [FOLDER]

Menu, bibliography and dialect are those of `_quarto.yml`, so `nbdev_docs` builds a site from the same notebooks where
Quarto is. Nothing is run: a page shows the outputs that its notebook holds. A page that did not change comes from
`build/site`; a change of the menu, of a name or of these files makes all of them anew.
"""

import argparse
import base64
import hashlib
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from configparser import ConfigParser
from functools import partial
from pathlib import Path, PurePosixPath
from urllib.parse import quote

import pypandoc
import yaml
from api import Names, page_url
from cells import document
from check import page_problems, search_entries, site_problems

HERE = Path(__file__).resolve().parent
NOT_SHARED = '*.py', 'page.*', 'README.md', 'readme', '__pycache__'  # of this folder; all pages load the rest
MARK, CACHE = '.clica-site', 'build/site'  # in a folder that may be replaced; pages already made
ROWS_FROM = 'results/*.jsonl nbs/results/*.ipynb clica_nb/repro/*.* clica_nb/repro/rows/* clica_nb/experiments/*.py'
FLAGS = '-f markdown -t html --toc --katex --wrap=none --columns=10000 --syntax-highlighting=none'.split()
ASIDE = 'Proofs', 'Studies', 'Experiments', 'Internals'  # groups that the search leaves out at first
ICON = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M7 6L3 10l4 4M13 6l4 4-4 4"/></svg>'


class Project:
    "What the pages share: settings, menu, names, and a digest of all that changes every page."

    def __init__(self, root: Path):
        parser = ConfigParser(delimiters='=')
        parser.read(root / 'settings.ini', encoding='utf-8')
        c, frame = parser['DEFAULT'], (root / '_quarto.yml').read_text(encoding='utf-8')
        public, quarto = c.getboolean('repository_is_public', fallback=True), yaml.safe_load(frame)
        self.root, self.nbs, self.title = root, root / c['nbs_path'], c['title']
        self.repo, self.blob = (c['git_url'], f'{c["git_url"]}/blob/{c["branch"]}/') if public else ('', '')
        self.bibliography, self.menu = self.nbs / quarto['bibliography'], quarto['website']['sidebar']['contents']
        self.order = {e['href']: e['text'] for e in flat(self.menu)}
        self.path = [e['href'] for i in self.menu for e in i.get('contents', [i]) if 'href' in e]  # seen at once
        groups = [g for i in self.menu for g in i.get('contents', ()) if g.get('section') in ASIDE]
        self.aside = {page_url(e['href']) for e in flat(groups)}
        told = sorted(f for pattern in ROWS_FROM.split() for f in root.glob(pattern))
        told = [f.read_text(encoding='utf-8') for f in (HERE / 'rows.py', *told)]
        self.rows = cached(root / CACHE, tuple(told), lambda: __import__('rows').row_pages(root))  # it loads PyTorch
        self.names = Names(self.nbs, [f for f in self.order if (self.nbs / f).exists()], c['lib_name'])
        self.filters = HERE / 'page.lua', root / 'nbs/_extensions/clica/clica.lua'
        own = [*sorted(HERE.glob('*.py')), HERE / 'page.html', *self.filters, self.bibliography, root / 'settings.ini']
        known = json.dumps([self.names.places, self.names.classes, [*self.rows]])
        self.digest = digest(frame, known, *(f.read_text(encoding='utf-8') for f in own))

    def navigation(self, here: str, top: str) -> str:
        "The menu as HTML, with its first level open, and the groups below it that hold the page."

        def item(i):
            if 'section' in i:
                inner = ''.join(map(item, i['contents']))
                seen = ' open' * (i in self.menu or 'aria-current' in inner)
                fold = f'<details{seen}><summary>{html.escape(i["section"])}</summary><ul>{inner}</ul></details>'
                return f'<li class="section">{fold}</li>'
            now = ' aria-current="page"' * (i['href'] == here)
            return f'<li><a href="{top}{quote(page_url(i["href"]))}"{now}>{html.escape(i["text"])}</a></li>'

        return f'<ul>{"".join(map(item, self.menu))}</ul>'

    def neighbours(self, here: str, top: str) -> str:
        "Links to the pages before and after: along what the menu shows, or along all of it from a page in a group."
        order, out = self.path if here in self.path else list(self.order), ''
        at = order.index(here) if here in order else -9
        for k, rel, word in (at - 1, 'prev', 'Previous'), (at + 1, 'next', 'Next'):
            if 0 <= k < len(order):
                text = f'<span>{word}</span> {html.escape(self.order[order[k]])}'
                out += f'<a rel="{rel}" href="{top}{quote(page_url(order[k]))}">{text}</a>'
        return out


def flat(contents: list) -> list:
    "The entries of a menu that are pages, in its order."
    return [e for i in contents for e in (flat(i['contents']) if 'section' in i else [i])]


def digest(*texts: str) -> str:
    return hashlib.sha256('\0'.join(texts).encode()).hexdigest()[:24]


def pandoc(path: str, title: str, lead: str, text: str, p: Project) -> tuple[str, str]:
    "The finished page, and what pandoc complained of."
    root, meta = '../' * path.count('/'), json.dumps(dict(title=title, description=lead) if lead else dict(title=title))
    section = next((i['section'] for i in p.menu if 'section' in i and path in [e['href'] for e in flat([i])]), '')
    icon = f'<a class="icon" href="{p.repo}" aria-label="Source repository">{ICON}</a>' * bool(p.repo)
    own = f'<a href="{quote(PurePosixPath(path).name)}" download>Download notebook</a>' * path.endswith('.ipynb')
    values = dict(nav=p.navigation(path, root), neighbours=p.neighbours(path, root), links=own, repo=icon)
    summary = html.escape(re.sub(r'[$*`\[\]\\]', '', lead or title))
    section, site = html.escape(section), html.escape(p.title)
    values |= dict(summary=summary, section=section, site=site, kind=re.match(r'\w+', path)[0])
    words, places = set(re.findall(r'[\w.]+', text)), p.names.places
    known = {w: places.get(f'{path} {w}', places.get(w)) for w in words if w in places}
    command = [pypandoc.get_pandoc_path(), *FLAGS, '--template', HERE / 'page.html']
    command += ['-M', f'page={path}', '-M', f'root={root}', '-M', 'link-citations=true']
    command += [w for f in p.filters for w in ('--lua-filter', f)]
    if re.search(r'@[a-z]+\d{4}', text + lead):  # a tenth of a second
        command += ['--citeproc', '--bibliography', p.bibliography]
        text += '\n\n## References {#bibliography .unnumbered}\n\n::: {#refs}\n:::\n'
    command += [w for k, v in values.items() for w in ('-V', f'{k}={v}')]
    rows = {f[5:-3].replace('-', '_'): page_url(f) for f in p.rows}
    env = os.environ | {'CLICA_FACTS': json.dumps(dict(names=known, rows=rows, blob=p.blob))}
    source = f'---\n{meta}\n---\n\n{text}'
    done = subprocess.run(command, input=source, env=env, capture_output=True, encoding='utf-8')
    if done.returncode:
        raise RuntimeError(f'{path}: pandoc failed: {done.stderr[-2000:]}')
    # a heading of a column that says nothing is no heading
    return re.sub(r'<th(\s[^>]*)?></th>', r'<td\1></td>', done.stdout), done.stderr


def cached(cache: Path, made_of: tuple, make) -> dict:
    "What `make` returns, from the cache where nothing that it is made of changed."
    kept = cache / f'{digest(*made_of)}.json'
    if kept.exists():
        kept.touch()
        return json.loads(kept.read_text(encoding='utf-8'))
    made = make()
    cache.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(made, ensure_ascii=False), encoding='utf-8')
    return made


def render(path: str, p: Project, cache: Path) -> dict:
    "A page with its images, its notebook, and what search and check need of it."
    source = p.rows.get(path) or (p.nbs / path).read_text(encoding='utf-8')
    return cached(cache, (path, source, p.digest), partial(finished, path, source, p))


def finished(path: str, source: str, p: Project) -> dict:
    url, files, problems = page_url(path), {}, []
    if path.endswith('.ipynb'):
        title, lead, text, images, problems = document(path, json.loads(source), p.names)
        files = {f'{url.removesuffix(".html")}_files/{k}': v for k, v in images.items()}
        files[str(PurePosixPath(url).with_name(PurePosixPath(path).name))] = source.encode()
    else:
        title, lead, text = re.match(r'\s*# (.+)\n+(?:> (.+))?((?s:.*))', source).groups('')
    page, complaints = pandoc(path, title, lead, text, p)
    problems += complaints.splitlines() + page_problems(page)
    files = {k: base64.b64encode(v).decode() for k, v in {**files, url: page.encode()}.items()}
    return dict(files=files, search=search_entries(page, url), problems=problems)


def build(root: Path, out: Path) -> list:
    "Builds the site of a clone; returns what is wrong with it, a line each."
    if out.exists() and any(out.iterdir()) and not (out / MARK).exists():
        raise SystemExit(f'{out} holds files that no build of a site wrote: an empty or a new folder is needed')
    p, cache = Project(root), root / CACHE
    there = {f.relative_to(p.nbs).as_posix() for f in p.nbs.rglob('*') if f.suffix in ('.ipynb', '.md')}
    there = {f for f in there if not re.search(r'(^|/)[._]', f)}
    pages = [*(f for f in p.order if f in there), *sorted(there - p.order.keys()), *p.rows]
    before = set(cache.glob('*'))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        made = dict(zip(pages, pool.map(partial(render, p=p, cache=cache), pages)))
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f'.{out.name}.', dir=out.parent) as stage:
        stage = Path(stage) / 'site'
        shutil.copytree(HERE, stage / 'lib', ignore=shutil.ignore_patterns(*NOT_SHARED))
        for name, data in (item for m in made.values() for item in m['files'].items()):
            (stage / name).parent.mkdir(parents=True, exist_ok=True)
            (stage / name).write_bytes(base64.b64decode(data))
        found = [e for f, m in made.items() if f not in p.rows for e in m['search']]  # a table leads to its rows
        entries = [e | dict(z=1) if e['u'].partition('#')[0] in p.aside else e for e in found]
        index = json.dumps(entries, ensure_ascii=False, separators=(',', ':'))
        (stage / 'lib/search-index.js').write_text(f'window.siteIndex = {index};\n', encoding='utf-8')
        (stage / MARK).touch()
        problems = [f'{f}: named in the menu, but there is no such page' for f in p.order if f not in there]
        problems += [f'{f}: not in the menu' for f in there - p.order.keys()]
        problems += [f'{f}: {w}' for f, m in made.items() for w in m['problems']] + site_problems(stage)
        shutil.rmtree(out, ignore_errors=True)
        shutil.move(stage, out)
    for old in sorted(before, key=lambda f: f.stat().st_mtime)[: max(0, len(before) - 3 * len(pages))]:
        old.unlink()
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('out', nargs='?', type=Path, help='folder of the site; _docs in the clone if not given')
    root = HERE.parents[1]
    out = (parser.parse_args().out or root / '_docs').absolute()
    problems = build(root, out)
    print(*(f'problem: {w}' for w in problems), f'{len(problems)} problems: {out / "index.html"}', sep='\n')
    return bool(problems)


if __name__ == '__main__':
    sys.exit(main())
