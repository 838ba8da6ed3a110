#!/usr/bin/env python3
"""What the files here say about themselves and what the checker printed, for the pages of the site.

    python3 proofs/pages.py       # writes the folded cells of nbs/theory: statement, and what it leaves out

Nothing is typed twice: the words come from the comment at the head of a proof, the statements from the files of the
checker's output. tests/test_proofs.py fails where a page and these files differ.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RECORDS = 'checked.txt', 'checked_topology.txt', 'checked_continuous.txt'
HEAD = re.compile(
    r'\(\* (?P<label>[\w-]+): (?P<title>.+?) \[(?P<scope>.+?)\]\npage: (?P<page>\S+)\n\n(?P<words>.+?)\n\n'
    r'on the page +in HOL\n(?P<symbols>.+?)\n\nLeaves out: (?P<leaves_out>.+?)\n\*\)\n',
    re.S,
)
STATE = re.compile(r'^state "([^"]+)" "(\w+)" (\w+);;$', re.M)


@dataclass(frozen=True)
class Statement:
    "One theorem or definition as the checker printed it."

    label: str  # of the theorem on the page
    name: str  # in HOL
    hol: str


@dataclass(frozen=True)
class Proof:
    "A file of proofs: what its head says, and its statements."

    file: str
    label: str
    title: str
    scope: str  # in two words, for the badge
    page: str  # theory/10_infonce_limit
    words: str
    symbols: str
    leaves_out: str
    statements: tuple[Statement, ...]


def printed(record: str) -> tuple[dict[str, str], list[Statement], list[str], list[str]]:
    "SHA-256 by file, the statements, the axioms, and what was tried in a file of the checker's output."
    files, rest = (HERE / record).read_text().split('\nSTATEMENTS\n')
    rest, tried = rest.split('\nFALSE STATEMENTS\n')
    body, axioms, *_ = re.split(r'\n(?:AXIOMS|CONSTANTS) \(\d+\)\n', rest)
    hashes = {name: digest for digest, name in re.findall(r'^(\w{64})  (\S+)$', files, re.M)}
    found = re.findall(r'^([\w-]+)  (\w+)\n(\|- .+?)\n(?=\n|\Z)', body + '\n', re.M | re.S)
    return hashes, [Statement(*f) for f in found], axioms.strip().splitlines(), tried.splitlines()


def proofs() -> list[Proof]:
    "All files with statements, in the order in which they are checked."
    found = []
    # a theorem may have moved to another page since its proof was checked
    at = {
        label: f'theory/{page.stem}'
        for page in sorted((ROOT / 'nbs/theory').glob('*.ipynb'))
        for label in re.findall(r'\{#([\w-]+)', page.read_text())
    }
    for record in RECORDS:
        hashes, statements, *_ = printed(record)
        known = {s.name: s for s in statements}
        for file in hashes:
            if any(p.file == file for p in found):  # a file that both programs read
                continue
            text = (HERE / file).read_text()
            if names := [name for _, name, _ in STATE.findall(text)]:
                head = HEAD.match(text)
                if not head:
                    raise ValueError(
                        f'proofs/{file}: its head is not label: title [scope], page, words, symbols, Leaves out'
                    )
                head = head.groupdict() | {'page': at.get(head['label'], head['page'])}
                found.append(Proof(file=file, **head, statements=tuple(known[n] for n in names)))
    return found


def badges() -> dict:
    "Label of a statement on the pages -> what is checked of it, by all files together."
    scopes: dict = {}
    for p in proofs():
        for s in p.statements:
            scopes.setdefault(s.label, {})[p.scope] = None
    return {label: '; '.join(found) for label, found in scopes.items()}


MAIN = re.compile(r'(THM|PRP|LEM|COR)_|(CROSS_ENTROPY|CONTINUOUS_ENCODER|ENCODER_EVERY_M|SIGNED_PERMUTATION)$')


def folded(proof: Proof) -> str:
    "The cell for a page: closed at first; the theorem as printed, with the definitions that it uses; the rest named."
    main = [s for s in proof.statements if MAIN.match(s.name)][:1] or list(proof.statements)
    words = set(re.findall(r'\w+', ' '.join(s.hol for s in main)))
    shown = [s for s in proof.statements if s in main or s.name in words and s.name.islower()]
    hol = '\n\n'.join(f'{s.name}\n{s.hol}' for s in shown)
    others = ', '.join(f'`{s.name}`' for s in proof.statements if s not in shown)
    leaves_out = ' '.join(proof.leaves_out.split())
    return (
        f'<details class="fold"><summary>Machine-checked ({proof.scope}): what HOL Light proves</summary>\n\n'
        f'~~~text\n{hol}\n~~~\n\n'
        + f'Beside it: {others}. '
        * bool(others)
        + f'Not stated there: {leaves_out} (`proofs/{proof.file}`; '
        f'[what this means](00_glance.ipynb#what-is-checked-by-machine))\n\n</details>'
    )


def write_cells():
    "Put the folded cell of each proof behind the cell that holds its theorem, or bring it up to date."
    for page in sorted({p.page for p in proofs()}):
        path = ROOT / 'nbs' / f'{page}.ipynb'
        notebook = json.loads(path.read_text())
        before = json.dumps(notebook)
        for proof in proofs():
            if proof.page != page:
                continue
            id = f'hol-{proof.file.removesuffix(".ml").replace("_", "-")}'
            cells = notebook['cells']
            place = next(i for i, c in enumerate(cells) if f'{{#{proof.label}' in ''.join(c['source']))
            old = [i for i, c in enumerate(cells) if c.get('id') == id]
            cell = {
                'cell_type': 'markdown',
                'id': id,
                'metadata': {},
                'source': folded(proof).splitlines(keepends=True),
            }
            if old:
                cells[old[0]] = cell
            else:
                cells.insert(place + 1, cell)
        if json.dumps(notebook) != before:
            path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + '\n')
            print(path.relative_to(ROOT))


if __name__ == '__main__':
    write_cells()
