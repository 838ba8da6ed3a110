"""The notebooks become a folder of pages that opens from disk without a network.

    python tools/site/build.py [FOLDER] [--root CLONE] [--open]

The menu, the bibliography and the dialect are those of `_quarto.yml`, so `nbdev_docs` builds a site from the same
notebooks where Quarto is. Nothing is run: a page shows the outputs that its notebook holds. A page that did not change
comes from `build/site`; a change of the menu or of these files makes all of them anew.
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
import webbrowser
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
SHARED = 'site.css', 'site.js', 'live.js', 'icon.svg', 'katex', 'fonts'  # what all pages load
MARK = '.clica-site'  # in a folder that may be replaced
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
        self.names = Names(self.nbs, [f for f in self.order if (self.nbs / f).exists()], c['lib_name'])
        self.filters = HERE / 'page.lua', root / 'nbs/_extensions/clica/clica.lua'
        own = [*sorted(HERE.glob('*.py')), HERE / 'page.html', *self.filters, self.bibliography, root / 'settings.ini']
        known = json.dumps([self.names.places, self.names.classes])
        self.digest = digest(frame, known, *(f.read_text(encoding='utf-8') for f in own))

    def navigation(self, here: str, top: str) -> str:
        "The menu as HTML, with the sections open that hold the page."

        def item(i):
            if 'section' in i:
                inner = ''.join(map(item, i['contents']))
                fold = f'<details{" open" * ("aria-current" in inner)}><summary>{html.escape(i["section"])}</summary>'
                return f'<li class="section">{fold}<ul>{inner}</ul></details></li>'
            now = ' aria-current="page"' * (i['href'] == here)
            return f'<li><a href="{top}{quote(page_url(i["href"]))}"{now}>{html.escape(i["text"])}</a></li>'

        return f'<ul>{"".join(map(item, self.menu))}</ul>'

    def neighbours(self, here: str, top: str) -> str:
        "Links to the pages before and after."
        order, out = list(self.order), ''
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


def links(path: str, p: Project) -> str:
    "What a page offers of its notebook."
    file, out = f'{p.nbs.name}/{quote(path)}', ''
    if path.endswith('.ipynb'):
        name = html.escape(PurePosixPath(path).name)
        colab = p.blob.replace('https://github.com', 'https://colab.research.google.com/github')
        out += f'<a href="{colab}{file}">Open in Colab</a>' if colab else ''
        out += f'<a href="{quote(PurePosixPath(path).name)}" download="{name}">Download notebook</a>'
    return out + (f'<a href="{p.blob}{file}">Source</a>' if p.blob else '')


def without_outputs(text: str) -> str:
    "A notebook to be run; the page shows what it put out."
    nb = json.loads(text)
    for c in nb['cells']:
        c['source'] = ''.join(c['source'])
        if c['cell_type'] == 'code':
            c |= {'outputs': [], 'execution_count': None}
    return json.dumps(nb, ensure_ascii=False, separators=(',', ':'))


def pandoc(path: str, title: str, lead: str, text: str, p: Project) -> tuple[str, str]:
    "The finished page, and what pandoc complained of."
    root = '../' * path.count('/')
    section = next((i['section'] for i in p.menu if 'section' in i and path in [e['href'] for e in flat([i])]), '')
    head = json.dumps(dict(title=title, **(dict(description=lead) if lead else {})), ensure_ascii=False)
    icon = f'<a class="icon" href="{p.repo}" aria-label="Source repository">{ICON}</a>' if p.repo else ''
    values = dict(nav=p.navigation(path, root), neighbours=p.neighbours(path, root), links=links(path, p), repo=icon)
    values |= dict(section=html.escape(section), site=html.escape(p.title), kind=path.split('/')[0].split('.')[0])
    words, places = set(re.findall(r'[\w.]+', text)), p.names.places
    known = {w: places.get(f'{path} {w}', places.get(w)) for w in words if w in places}
    command = [pypandoc.get_pandoc_path(), '-f', 'markdown', '-t', 'html5', '--template', str(HERE / 'page.html')]
    command += [
        '--toc',
        '--toc-depth=3',
        '--katex',
        '--wrap=none',
        '--syntax-highlighting=none',
        '--columns=10000',
        '-M',
        f'page={path}',
    ]
    command += ['-M', f'root={root}', '-M', 'lang=en', '-M', 'link-citations=true']
    command += [word for f in p.filters for word in ('--lua-filter', str(f))]
    if re.search(r'@[a-z]+\d{4}', text + lead):  # a tenth of a second
        command += ['--citeproc', '--bibliography', str(p.bibliography)]
    command += [word for k, v in values.items() for word in ('-V', f'{k}={v}')]
    done = subprocess.run(
        command,
        input=f'---\n{head}\n---\n\n{text}',
        env={**os.environ, 'CLICA_FACTS': json.dumps(dict(names=known, blob=p.blob))},
        capture_output=True,
        encoding='utf-8',
    )
    if done.returncode:
        raise RuntimeError(f'{path}: pandoc failed: {done.stderr[-2000:]}')
    # a heading of a column that says nothing is no heading
    return re.sub(r'<th(\s[^>]*)?></th>', r'<td\1></td>', done.stdout), done.stderr


def render(path: str, p: Project, cache: Path) -> dict:
    "A page with its images, its notebook, and what search and check need of it; from the cache where nothing changed."
    source = (p.nbs / path).read_text(encoding='utf-8')
    kept = cache / f'{digest(path, source, p.digest)}.json'
    if kept.exists():
        kept.touch()
        return json.loads(kept.read_text(encoding='utf-8'))
    files, problems = {}, []
    if path.endswith('.ipynb'):
        title, lead, text, files = document(path, json.loads(source), p.names)
        problems = files.pop('problems')
    else:
        title, lead, text = (*re.match(r'\s*# (.+)()\n((?s:.*))', source).groups(),)
    page, complaints = pandoc(path, title, lead, text, p)
    problems += complaints.splitlines()
    url = page_url(path)
    folder = f'{url.removesuffix(".html")}_files'
    files = {f'{folder}/{k}': base64.b64encode(v).decode() for k, v in files.items() if k != 'folder'}
    if path.endswith('.ipynb'):
        name = PurePosixPath(url).with_name(PurePosixPath(path).name)
        files[str(name)] = base64.b64encode(without_outputs(source).encode()).decode()
    made = dict(page=page, files=files, search=search_entries(page, url), problems=problems + page_problems(page))
    cache.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(made, ensure_ascii=False), encoding='utf-8')
    return made


def build(root: Path, out: Path) -> list:
    "Builds the site of a clone; returns what is wrong with it, a line each."
    if out.exists() and any(out.iterdir()) and not (out / MARK).exists():
        raise SystemExit(f'{out} holds files that no build of a site wrote: an empty or a new folder is needed')
    p, cache = Project(root), root / 'build/site'
    there = {f.relative_to(p.nbs).as_posix() for f in p.nbs.rglob('*') if f.suffix in ('.ipynb', '.md')}
    there = {f for f in there if not re.search(r'(^|/)[._]', f)}
    pages = [f for f in p.order if f in there] + sorted(there - p.order.keys())
    before = set(cache.glob('*'))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        made = dict(zip(pages, pool.map(partial(render, p=p, cache=cache), pages)))
    with tempfile.TemporaryDirectory(prefix=f'.{out.name}.', dir=out.parent) as stage:
        stage = Path(stage) / 'site'
        for name in SHARED:
            copy = shutil.copytree if (HERE / name).is_dir() else shutil.copyfile
            (stage / 'lib').mkdir(parents=True, exist_ok=True)
            copy(HERE / name, stage / 'lib' / name)
        for path, found in made.items():
            for name, data in {page_url(path): found['page'].encode(), **found['files']}.items():
                (stage / name).parent.mkdir(parents=True, exist_ok=True)
                (stage / name).write_bytes(data if isinstance(data, bytes) else base64.b64decode(data))
        index = json.dumps([e for m in made.values() for e in m['search']], ensure_ascii=False, separators=(',', ':'))
        (stage / 'lib/search-index.js').write_text(f'window.siteIndex = {index};\n', encoding='utf-8')
        (stage / MARK).touch()
        problems = [f'{f}: named in the menu, but there is no such page' for f in p.order if f not in there]
        problems += [f'{f}: not in the menu' for f in pages if f not in p.order]
        problems += [f'{f}: {w}' for f, m in made.items() for w in m['problems']] + site_problems(stage)
        shutil.rmtree(out, ignore_errors=True)
        shutil.move(stage, out)
    for old in sorted(before, key=lambda f: f.stat().st_mtime)[: max(0, len(before) - 3 * len(pages))]:
        old.unlink()
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('out', nargs='?', type=Path, help='folder of the site; _docs in the clone if not given')
    parser.add_argument('--root', type=Path, default=HERE.parent.parent, help='the clone')
    parser.add_argument('--open', action='store_true', help='open the site in a browser')
    given = parser.parse_args()
    sys.path.insert(0, str(given.root))  # the commands of click print their own help
    out = (given.out or given.root / '_docs').absolute()
    problems = build(given.root.absolute(), out)
    print(*(f'problem: {w}' for w in problems), f'{len(problems)} problems: {out / "index.html"}', sep='\n')
    if given.open:
        webbrowser.open((out / 'index.html').as_uri())
    return bool(problems)


if __name__ == '__main__':
    sys.exit(main())
