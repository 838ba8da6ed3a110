"Pages as one PDF with numbered statements, no code: make theory-pdf, make article, or theory_pdf.py OUT [NOTEBOOK]."

import base64
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
THEORY = ROOT / 'nbs/theory'
NAMES = dict(thm='Theorem', lem='Lemma', cor='Corollary', prp='Proposition', exm='Example')
NAMES |= {'def': 'Definition', 'eq': 'Equation', 'fig': 'Figure', 'tbl': 'Table'}
LABEL = '|'.join(NAMES)


def numbers(page: str, cells: list) -> dict:
    "Label -> its name with the number that the site gives it: the page, then the place among its kind."
    found, count = {}, {}
    before = f'{int(page[:2])}.' if page[:2].isdigit() else ''
    text = '\n'.join(('' if c['cell_type'] == 'markdown' else '#| code\n') + ''.join(c['source']) for c in cells)
    for kind, name in re.findall(rf'(?:\{{#|^#\| label: )({LABEL})-([\w-]+)', text, re.M):
        count[kind] = count.get(kind, 0) + 1
        found[f'{kind}-{name}'] = f'{NAMES[kind]} {before}{count[kind]}'
    return found


def prose(source: str, number: dict) -> str:
    "Markdown of a cell as pandoc reads it: statements with their numbers, references resolved, links to pages dropped."

    def statement(m):
        title = f' ({m[2].strip()})' if m[2] else ''
        return f'\n\n**{number[m[1]]}{title}.**\n\n'

    head = rf'^:+ \{{#((?:{LABEL})-[\w-]+)\}}\n(?:## (.+)\n)?'
    source = re.sub(head, statement, source, flags=re.M)
    source = re.sub(r'^:+ \{\.proof\}\n', '\n*Proof.* ', source, flags=re.M)
    source = re.sub(r'^:+ *(\{.*\})?$', '', source, flags=re.M)

    def equation(m):
        return f'$${m[1].strip()}\\qquad\\text{{({number[m[2]].split()[1]})}}$$'

    source = re.sub(rf'\$\$((?:(?!\$\$).)+?)\$\$ *\{{#((?:{LABEL})-[\w-]+)\}}', equation, source, flags=re.S)
    source = re.sub(rf'@((?:{LABEL})-[\w-]+)', lambda m: number.get(m[1], m[0]), source)
    source = re.sub(r'(?<!!)\[([^\]\[]+)\]\([^)]*\.(?:ipynb|md)[^)]*\)', r'\1', source)
    # the sentence under the title is text; other quotations stay quotations
    return re.sub(r'\A(# .+\n+)> ', r'\1', source)


def drawing(html: str) -> str:
    "The SVG of a drawing for the site as a file of its own: without links, the legend in a line below."
    svg = re.sub(r'</?a\b[^>]*>', '', re.search(r'<svg\b.*?</svg>', html, re.S)[0])
    wide, high = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups())
    names, at = re.findall(r'<span style="color:(#\w+)">[^<]*</span> ?([^<]+)', html), 52
    for colour, name in names:
        svg = svg.replace(
            '</svg>',
            f'<path d="M{at} {high + 10}h14" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{at + 19}" y="{high + 14}" font-size="12">{name}</text></svg>',
        )
        at += 40 + 7 * len(name)
    high += 20 * bool(names)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" font-family="Libertinus Serif" width="{wide}" height="{high}"'
    return re.sub(r'<svg\b[^>]*>', f'{head} viewBox="0 0 {wide} {high}">', svg).replace('currentColor', 'black')


def shown(cell: dict, number: dict, folder: Path) -> str:
    "Tables and figures of a code cell with a label; nothing of others."
    label = re.search(r'^#\| label: (\S+)', ''.join(cell['source']), re.M)
    if not label or label[1] not in number:
        return ''
    kind = label[1][:3]
    words = re.search(rf'^#\| {kind}-cap: "(.*)"', ''.join(cell['source']), re.M)
    caption = f'**{number[label[1]]}.** {prose(words[1], number) if words else ""}'
    for output in cell['outputs']:
        data = output.get('data', {})
        moved = re.search(r'<img src="data:image/png;base64,([^"]+)', ''.join(data.get('text/html', '')))
        if 'image/png' in data or moved:  # of a figure with a slider the first picture
            path = folder / f'{label[1]}.png'
            path.write_bytes(base64.b64decode(moved[1] if moved else ''.join(data['image/png'])))
            return f'![]({path.name}){{width=80%}}\n\n{caption}\n'
        if 'text/markdown' in data:
            return f'{prose("".join(data["text/markdown"]), number)}\n\n{caption}\n'
        if '<svg' in ''.join(data.get('text/html', '')):
            path = folder / f'{label[1]}.svg'
            path.write_text(drawing(''.join(data['text/html'])), encoding='utf-8')
            return f'![]({path.name}){{width=80%}}\n\n{caption}\n'
    return ''


def document(folder: Path, page: Path | None = None) -> str:
    "All pages of the theory, one after the other; or the one page."
    files = [page] if page else sorted(THEORY.glob('*.ipynb'))
    pages = {p.name: json.loads(p.read_text(encoding='utf-8'))['cells'] for p in files}
    # a label that two pages use means each page's own
    number = {name: numbers(name, cells) for name, cells in pages.items()}
    parts = []
    for name, cells in pages.items():
        for cell in cells:
            text = ''.join(cell['source'])
            own = {**{k: v for n in number.values() for k, v in n.items()}, **number[name]}
            parts.append(prose(text, own) if cell['cell_type'] == 'markdown' else shown(cell, own, folder))
    return '\n\n'.join(p for p in parts if p.strip())


def make(out: Path, page: Path | None = None) -> None:
    "Write the PDF, by pandoc and Typst."
    import pypandoc
    import typst

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # tables of more than a page, and words in narrow columns
        head = '#show figure: set block(breakable: true)\n#show table.cell: set par(justify: false)\n'
        (folder / 'head.typ').write_text(head + '#show table.cell: set align(left)\n', encoding='utf-8')
        (folder / 'all.md').write_text(document(folder, page), encoding='utf-8')
        command = [pypandoc.get_pandoc_path(), 'all.md', '-f', 'markdown', '-t', 'typst', '-s', '--citeproc']
        command += ['--bibliography', str(ROOT / 'nbs/references.bib'), '-M', 'reference-section-title=References']
        command += [] if page else ['-M', 'title=The theory of clica_nb', '--toc', '--toc-depth=2']
        # a long line of a table would make all its columns equally wide
        command += ['--columns=9999', '-V', 'fontsize=10pt', '-V', 'papersize=a4', '-H', 'head.typ', '-o', 'all.typ']
        subprocess.run(command, cwd=folder, check=True)
        typst.compile(folder / 'all.typ', output=out)


if __name__ == '__main__':
    make(*map(Path, sys.argv[1:] or ['theory.pdf']))
