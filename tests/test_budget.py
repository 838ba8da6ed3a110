"The budgets of tests/budget.yml, counted: `python tests/test_budget.py` prints the table."

import json
import re
import subprocess
from pathlib import Path

import pytest
import yaml

root = Path(__file__).resolve().parent.parent
BUDGET = yaml.safe_load((root / 'tests/budget.yml').read_text(encoding='utf-8'))


def files(*ends, under='') -> list:
    "Tracked files, by their ends."
    found = subprocess.run(['git', 'ls-files', under or '.'], cwd=root, capture_output=True, text=True, check=True)
    return [root / f for f in found.stdout.splitlines() if f.endswith(ends) and (root / f).is_file()]


def lines(paths) -> int:
    "Lines of text files."
    return sum(p.read_text(encoding='utf-8').count('\n') for p in paths)


MARKUP = re.compile(r'<(style|script|svg).*?</\1>|<[^>]+>|\]\([^)]*\)', re.S)


def words() -> int:
    "Words of prose, of code that pages show, and of outputs that are text."
    n = 0
    for page in files('.ipynb', under='nbs'):
        for cell in json.loads(page.read_text(encoding='utf-8'))['cells']:
            source = ''.join(cell['source'])
            if not re.search(r'#\|\s*(hide\b|export|echo: false)', source):
                n += len(source.split())
            for out in cell.get('outputs', ()):
                data = out.get('data', {})
                kinds = [data[k] for k in ('text/markdown', 'text/html', 'text/plain') if k in data]
                n += len(MARKUP.sub(' ', ''.join((kinds or [out.get('text', '')])[0])).split())
    return n


def menu(entries=None, level: int = 1) -> int:
    "Links of the sidebar that are seen without unfolding: of its first two levels."
    if entries is None:
        entries = yaml.safe_load((root / '_quarto.yml').read_text(encoding='utf-8'))['website']['sidebar']['contents']
    inner = [e['contents'] for e in entries if isinstance(e, dict) and 'contents' in e]
    return len(entries) - len(inner) + (sum(menu(i, level + 1) for i in inner) if level < 2 else 0)


COUNTS = {
    'exported Python': lambda: lines(p for p in files('.py', under='clica_nb') if p.name != '_modidx.py'),
    'C': lambda: lines(files('.c', under='clica_nb')),
    'tools': lambda: lines(files('.py', '.lua', under='tools')),
    'tests': lambda: lines(files('.py', under='tests')),
    'notebooks': lambda: len(files('.ipynb')),
    'words on the site': words,
    'menu entries in view': menu,
    'tracked files': lambda: len(files('')),
}


def counted(name: str) -> int:
    "What an entry counts; a room of the package is a folder."
    return lines(files('.py', under=name)) if name.startswith('clica_nb/') else COUNTS[name]()


@pytest.mark.parametrize('name', BUDGET)
def test_budget(name):
    count, most = counted(name), BUDGET[name]['most']
    assert count <= most, f'{name}: {count:,} of {most:,}: a feature enters with the name of the one that leaves'


if __name__ == '__main__':
    for name, entry in BUDGET.items():
        print(f'{name:<22} {counted(name):>8,}  most {entry["most"]:>8,}  goal {entry["goal"]:>8,}')
