"""README.md is the index notebook as a code host shows it; the marked cells of all notebooks are run anew first.

python tools/site/readme.py [--check]
"""

import ast
import base64
import json
import re
import sys
from pathlib import Path

import matplotlib.pyplot as plt
from cells import only_imports, options_of, shown_outputs, text_of

ROOT = Path(__file__).resolve().parents[2]
INDEX, FIGURE = 'nbs/index.ipynb', 'tools/site/readme/{}.png'
FORMS = {'text/markdown': '_repr_markdown_', 'text/html': '_repr_html_'}


def run_cell(source: str, namespace: dict):
    "Runs a cell; the value of its last line."
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, 'cell', 'exec'), namespace)
    return eval(compile(ast.Expression(last.value), 'cell', 'eval'), namespace) if last else None


def refresh(nb: dict) -> bool:
    "Runs the imports and the cells marked `exec_doc`, and keeps their tables; whether one of them changed."
    namespace, changed = {'__name__': 'refresh'}, False
    for c in (c for c in nb['cells'] if c['cell_type'] == 'code'):
        options, directives, code = options_of(text_of(c))
        marked = 'exec_doc' in directives
        if options.get('eval') is False or not (marked or only_imports(code)):
            continue
        value = run_cell(text_of(c), namespace)
        new = {m: getattr(value, f)() for m, f in FORMS.items() if marked and hasattr(value, f)}
        if new != {m: ''.join(v) for o in c['outputs'] for m, v in o.get('data', {}).items() if m in new}:
            name = [object.__repr__(value).split(' at ')[0] + '>']
            data = {**{m: v.splitlines(True) for m, v in new.items()}, 'text/plain': name}
            c['outputs'] = [dict(data=data, execution_count=None, metadata={}, output_type='execute_result')]
            changed = True
    plt.close('all')
    return changed


def labels(cells: list) -> dict:
    "Label -> Figure 1, in the order in which they stand."
    found, names = {}, {'fig': 'Figure', 'tbl': 'Table', 'eq': 'Equation'}
    for label in re.findall(r'(?:\{#|^#\| label: )((?:eq|fig|tbl)-[\w-]+)', '\n'.join(map(text_of, cells)), re.M):
        kind = names[label.partition('-')[0]]
        found[label] = f'{kind} {1 + sum(v.startswith(kind) for v in found.values())}'
    return found


def prose(text: str, known: dict) -> str:
    "Markdown of the site as markdown of a code host; links as the README sees them."
    text = re.sub(r'(?<![\w/])@((?:fig|tbl|eq)-[\w-]+)', lambda m: known[m[1]], text)
    text = re.sub(r'\n*^(\$\$.*?\$\$) *(?:\{#eq-[\w-]+\})?\n*', r'\n\n\1\n\n', text, flags=re.M | re.S)
    text = re.sub(r'^:{3,} \{\.live.*?^:{3,}$', '', text, flags=re.M | re.S)  # what only a page can do
    text = re.sub(r'^:{3,}.*\n?|^\[!\[[^\]]*\]\(data:[^)]*\)\]\([^)]*\)\n', '', text, flags=re.M)
    return re.sub(r'(\]\()(?![a-z]+:|#|/)([^)\s]+)', lambda m: m[1] + f'nbs/{m[2]}'.replace('nbs/../', ''), text)


def readme(nb: dict) -> tuple[str, dict]:
    "The text, and its images."
    known, out, files = labels(nb['cells']), [], {}
    for c in nb['cells']:
        options, directives, code = options_of(text_of(c))
        if c['cell_type'] == 'markdown':
            out.append(prose(text_of(c), known).strip())
        if c['cell_type'] == 'markdown' or 'hide' in directives:
            continue
        if options.get('echo', True) and code:
            out.append(f'```python\n{code}\n```')
        label = options.get('label', '')
        for o in shown_outputs(c):
            words = ' '.join(options.get('fig-cap', options.get('tbl-cap', '')).split())
            words = f'*{known.get(label)}: {prose(words, known)}*' if words else ''
            if 'image/png' in o.get('data', {}):
                file = FIGURE.format(label)
                files[file] = base64.b64decode(''.join(o['data']['image/png']))
                out += [f'![{options["fig-alt"]}]({file})', words]
            elif 'text/markdown' in o.get('data', {}):
                out += [words, prose(''.join(o['data']['text/markdown']), known).strip()]
            else:
                out.append('```\n' + ''.join(o.get('text') or o['data']['text/plain']).rstrip('\n') + '\n```')
    return '\n\n'.join(o for o in out if o) + '\n', files


def make(check: bool = False) -> list:
    "The files written, or out of date."
    wanted = {}
    for path in sorted((ROOT / 'nbs').rglob('*.ipynb')):
        text = path.read_text(encoding='utf-8')
        nb = json.loads(text)
        if '#| exec_doc' in text and refresh(nb):
            wanted[str(path.relative_to(ROOT))] = (json.dumps(nb, indent=1, ensure_ascii=False) + '\n').encode()
        if path == ROOT / INDEX:
            words, files = readme(nb)
            wanted |= {'README.md': words.encode(), **files}
    old = [name for name, data in wanted.items() if not (f := ROOT / name).exists() or f.read_bytes() != data]
    for name in () if check else old:
        (ROOT / name).parent.mkdir(exist_ok=True)
        (ROOT / name).write_bytes(wanted[name])
    return old


if __name__ == '__main__':
    sys.path.insert(0, str(ROOT))
    print(*make('--check' in sys.argv) or ['up to date'], sep='\n')
