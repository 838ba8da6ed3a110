"One notebook as one markdown document: prose as it is, code in fences, saved outputs as tables and images."

import ast
import base64
import json
import re
from io import BytesIO
from pathlib import PurePosixPath
from textwrap import fill

import yaml
from api import Names, entries, page_url, text_of
from PIL import Image

FORMS = 'text/html', 'text/markdown', 'image/png', 'text/plain'  # the best one first
COLOURS = 6000  # more of them are no drawing
FORMULA = r'(?s)\$\$((?:(?!\$\$).)+)\$\$(?:\s*\{(#eq-[\w-]+)\})?'


def options_of(source: str) -> tuple[dict, set, str]:
    "The options of a cell (`#| label: fig-x`), its directives (`#| hide`), and the code below them."
    head = re.match(r'([ \t]*#\|.*\n?)*', source)[0]
    lines = [line.strip()[2:].strip() for line in head.splitlines()]
    given = [yaml.safe_load(line) for line in lines if re.match(r'[\w-]+: ', line)]
    options = {k: v for d in given for k, v in d.items()}
    return options, {line.split()[0] for line in lines}, source[len(head) :].strip('\n')


def fenced(text: str, attributes: str) -> str:
    fence = '`' * max(3, 1 + max(map(len, re.findall('`+', text)), default=0))
    return f'\n\n{fence}{{{attributes}}}\n{text}\n{fence}\n\n'


def printed(text: str) -> str:
    "Text that a cell printed; a line longer than the page is wide goes on below."
    return fenced('\n'.join(fill(x, 84, subsequent_indent='    ') for x in text.split('\n')), '.output')


def only_imports(code: str) -> bool:
    try:
        return all(isinstance(x, (ast.Import, ast.ImportFrom)) for x in ast.parse(code).body)
    except SyntaxError:
        return False


def code_block(code: str, options: dict, fold_all: bool, example: bool = False) -> str:
    "The code of a cell, folded on pages of theory and results; imports, and checks but a short `example`, everywhere."
    n = 0 if only_imports(code) else len(re.findall(r'^(?:test_\w+\(|assert |with (?:test_|expect_))', code, re.M))
    checks, kind = 'Check' if n == 1 else f'{n} checks' * (n > 1), str(options.get('label', ''))[:3]
    words = options.get('code-summary', 'Code') if options.get('code-fold') else 'Imports' * only_imports(code)
    if fold_all and not words:
        words = checks or {'fig': 'Code of the figure', 'tbl': 'Code of the table'}.get(kind, 'Code')
    if words:
        return fenced(code, f'.python code-fold="true" code-summary="{words}"')
    seen = ' open' * (example and code.count('\n') < 12 and not re.search(r'(?<![\w.])_[a-z]\w*\(', code))
    top = fenced(f'<details class="tests"{seen}><summary>{checks}</summary>', '=html')
    return f'{top}{fenced(code, ".python")}{fenced("</details>", "=html")}' if checks else fenced(code, '.python')


def small_image(im: Image.Image) -> tuple[bytes, str]:
    "As WebP, and whether it is transparent, a drawing on white, or a photograph."
    pixels, out = list(im.resize((64, 64), Image.NEAREST).getdata()), BytesIO()
    white = sum(min(p[:3]) > 244 for p in pixels) >= len(pixels) / 2
    kind = 'clear' if sum(p[3] < 128 for p in pixels) > len(pixels) / 4 else 'drawing' if white else 'photo'
    lossless = kind != 'photo' and im.getcolors(COLOURS) is not None
    im.save(out, 'WEBP', lossless=lossless, method=3, quality=40 if lossless else 90)
    return out.getvalue(), kind


def output(o: dict, options: dict, name: str, files: dict) -> str:
    "One saved output; an image goes to a file of its own, and is shown in the size for which it was drawn."
    if o['output_type'] == 'stream':
        return printed(''.join(o['text']).rstrip('\n'))
    mime = next(m for m in FORMS if m in o['data'])
    data = ''.join(o['data'][mime])
    if mime == 'image/png':
        im = Image.open(BytesIO(base64.b64decode(data))).convert('RGBA')
        files[f'{name}.webp'], kind = small_image(im)
        size = o['metadata'].get(mime, {})
        shape = f'width={size.get("width", im.width)} height={size.get("height", im.height)}'
        words = json.dumps(' '.join(str(options.get('fig-alt', '')).split()), ensure_ascii=False)
        return f'![]({files["folder"]}/{name}.webp){{.{kind} {shape}{f" fig-alt={words}" * (len(words) > 2)}}}'
    if mime == 'text/html':
        return fenced(f'<div class="output-html scroll">{data}</div>', '=html')
    return printed(data) if mime == 'text/plain' else f'\n\n{data}\n\n'


def shown_outputs(cell: dict) -> list:
    "The outputs of a cell, without the `<Axes: ...>` beside a figure."
    outs = [o for o in cell['outputs'] if o['output_type'] != 'stream' or ''.join(o['text']).strip()]
    rich = any(m in o.get('data', {}) for o in outs for m in FORMS[:3])

    def noise(o):
        plain = list(o.get('data', {})) == ['text/plain'] and ''.join(o['data']['text/plain'])
        return rich and plain and re.match(r'[\[({]*<|Text\(|\(?array\(', plain)

    return [o for o in outs if not noise(o)]


def with_outputs(cell: dict, options: dict, files: dict) -> str:
    "The outputs of a cell; the first is the figure or table of its label."
    label, out, name = str(options.get('label', '')), '', re.sub(r'[^\w-]', '_', cell['id'])
    for i, o in enumerate(shown_outputs(cell)):
        body = output(o, options, f'{name}-{i}', files)
        if not i and label:
            words = ' '.join(str(options.get(f'{label[:3]}-cap', '')).split())
            body = f'::::: {{#{label}}}\n\n{body.strip()}\n\n{words}\n\n:::::'
        out += f'\n\n{body}\n\n'
    if label and not out:
        files['problems'].append(f'{label} has no saved output: run the notebook')
    return out


def document(path: str, nb: dict, names: Names) -> tuple[str, str, str, dict, list]:
    "Title, the sentence under it and text of a notebook as markdown, its images, and what is wrong."
    files = dict(folder=f'{PurePosixPath(page_url(path)).stem}_files', problems=[])
    prose = [c for c in nb['cells'] if c['cell_type'] == 'markdown']
    title, lead, rest = re.match(r'# (.+)\n*(?:> (.+))?((?s:.*))', text_of(prose[0])).groups()
    parts, fold_all, example = [], path.startswith(('theory/', 'results/')), False
    # all code of a template of papermill is shown
    template = any('parameters' in c['metadata'].get('tags', []) for c in nb['cells'])
    for cell in nb['cells']:
        if cell['cell_type'] == 'markdown':
            text = rest if cell is prose[0] else text_of(cell)
            parts.append(re.sub(FORMULA, lambda m: f'[$${m[1]}$$]{{{m[2]}}}' if m[2] else m[0], text))
            continue
        options, directives, code = options_of(text_of(cell))
        exported = directives & {'export', 'exporti'}
        if directives & {'hide', 'default_exp'} or exported and only_imports(code):
            continue
        if exported and not template:
            defined = re.findall(r'^(?:def|class)\s+(\w+)|^([A-Za-z_]\w*)\s*(?::[^=\n]+)?=[^=]', code, re.M)
            defined = list(dict.fromkeys(a or b for a, b in defined))
            words = 'Source: ' + ', '.join(defined[:4]) + ', …' * (len(defined) > 4)
            parts += (example := entries(code, path, names))
            if defined:  # imports, with what is tried among them
                parts.append(code_block(code, {'code-fold': True, 'code-summary': words}, False))
        elif options.get('echo', True) and code:
            parts.append(code_block(code, options, fold_all, bool(example)))
            example = False
        parts.append(with_outputs(cell, options, files))
    del files['folder']
    return title, lead or '', '\n\n'.join(parts), files, files.pop('problems')
