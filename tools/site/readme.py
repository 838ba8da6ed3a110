"README.md is the index notebook as a code host shows it; the cells marked `exec_doc` of all pages are run anew first."

import ast
import base64
import json
import re
import sys
from pathlib import Path

import matplotlib.pyplot as plt
from cells import only_imports, options_of, shown_outputs, text_of
from theory_pdf import numbers

ROOT = Path(__file__).resolve().parents[2]
INDEX, FIGURE = 'nbs/index.ipynb', 'tools/site/readme/{}.png'


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
        if not options.get('eval', True) or not ('exec_doc' in directives or only_imports(code)):
            continue
        value = run_cell(code, namespace)
        new = value._repr_markdown_() if hasattr(value, '_repr_markdown_') else ''
        if new and [new] != [''.join(o.get('data', {}).get('text/markdown', '')) for o in c['outputs']]:
            plain = [object.__repr__(value).split(' at ')[0] + '>']
            data = {'text/markdown': new.splitlines(True), 'text/plain': plain}
            c['outputs'] = [dict(data=data, execution_count=None, metadata={}, output_type='execute_result')]
            changed = True
    plt.close('all')
    return changed


def prose(text: str, known: dict) -> str:
    "Markdown of the site as markdown of a code host; links as the README sees them."
    text = re.sub(r'(?<![\w/])@((?:fig|tbl|eq)-[\w-]+)', lambda m: known[m[1]], text)
    text = re.sub(r'^:{3,} \{\.live.*?^:{3,}$|^:{3,}.*?$\n?', '', text, flags=re.M | re.S)
    return re.sub(r'(\]\()(?![a-z]+:|#|/)([^)\s]+)', lambda m: m[1] + f'nbs/{m[2]}'.replace('nbs/../', ''), text)


def readme(nb: dict) -> tuple[str, dict]:
    "The text, and its images."
    known, out, files = numbers('index', nb['cells']), [], {}
    for c in nb['cells']:
        options, directives, code = options_of(text_of(c))
        if c['cell_type'] == 'markdown':
            out.append(prose(text_of(c), known).strip())
            continue
        if options.get('echo', True) and 'hide' not in directives:
            out.append(f'```python\n{code}\n```')
        label = options.get('label', '')
        words = ' '.join(options.get('fig-cap', options.get('tbl-cap', '')).split())
        words = f'*{known[label]}: {prose(words, known)}*' if words else ''
        for o in shown_outputs(c):
            data = o.get('data', {})
            if 'image/png' in data:
                files[FIGURE.format(label)] = base64.b64decode(''.join(data['image/png']))
                out += [f'![{options["fig-alt"]}]({FIGURE.format(label)})', words]
            elif 'text/markdown' in data:
                out += [words, prose(''.join(data['text/markdown']), known).strip()]
            else:
                out.append('```\n' + ''.join(o.get('text') or data['text/plain']).rstrip('\n') + '\n```')
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
