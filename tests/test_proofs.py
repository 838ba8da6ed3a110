"""The proofs by HOL Light: files, the checker's output and the pages hold together. No OCaml is needed here.

What was checked is in proofs/checked*.txt, with the SHA-256 of the files that were read. So a statement or a proof that
is changed without a new check fails here; `make test-slow` checks all again where OCaml and HOL Light are installed.
"""

import hashlib
import json
import re
import subprocess
import sys
from html import escape
from pathlib import Path

import pytest

root = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / 'proofs'))
import check  # noqa: E402
import mutations  # noqa: E402
import pages  # noqa: E402

AXIOMS = [
    r'|- ?f. ONE_ONE f /\ ~ONTO f',  # infinity
    '|- !P x. P x ==> P ((@) P)',  # choice
    r'|- !t. (\x. t x) = t',  # extensionality
]
# whatever makes a theorem without the kernel, or an axiom
FORBIDDEN = r'new_axiom|mk_thm|CHEAT_TAC|\bObj\b|\bMarshal\b|\bexternal\b|the_axioms|new_constant'
FILES = sorted(
    p.name
    for p in (root / 'proofs').glob('*.ml')
    if p.name not in ('quotations.ml', *(f'{r}.ml' for r in check.RECORDS))
)


@pytest.fixture(scope='module')
def records():
    return {r: pages.printed(r) for r in pages.RECORDS}


@pytest.mark.parametrize('file', FILES)
def test_a_file_is_the_one_that_was_checked(records, file):
    digest = hashlib.sha256((root / 'proofs' / file).read_bytes()).hexdigest()
    checked = {hashes[file] for hashes, *_ in records.values() if file in hashes}
    assert checked, f'proofs/{file} was never checked'
    assert checked == {digest}, f'proofs/{file} changed after its check: make proofs, with --record'


@pytest.mark.parametrize('file', FILES)
def test_nothing_but_the_kernel_makes_theorems(file):
    assert not re.findall(FORBIDDEN, (root / 'proofs' / file).read_text())


def test_three_axioms(records):
    for _, _, axioms, _ in records.values():
        assert sorted(axioms) == sorted(AXIOMS)


@pytest.mark.parametrize('file', FILES)
def test_what_is_stated_was_printed_with_the_definitions_it_uses(records, file):
    text = (root / 'proofs' / file).read_text()
    stated = pages.STATE.findall(text)
    assert all(name == value for _, name, value in stated), 'a theorem is shown under its own name'
    shown = ' '.join(s.hol for _, statements, *_ in records.values() for s in statements)
    defined = re.findall(r'let (\w+)\s*=\s*(?:new_\w*definition|define|new_specification)\b', text)
    used = {d for d in defined if re.search(rf'\b{d}\b', shown)}
    assert used <= {name for _, name, _ in stated}, 'a statement uses a definition that the pages do not show'
    known = {(s.label, s.name) for _, statements, *_ in records.values() for s in statements}
    assert {(label, name) for label, name, _ in stated} <= known


def test_the_output_holds_nothing_else(records):
    stated = {n for f in FILES for _, n, _ in pages.STATE.findall((root / 'proofs' / f).read_text())}
    assert {s.name for _, statements, *_ in records.values() for s in statements} == stated


def test_every_label_is_on_its_page_and_finite_latents_are_in_the_badge():
    for p in pages.proofs():
        page = (root / 'nbs' / f'{p.page}.ipynb').read_text()
        for label in {p.label, *(s.label for s in p.statements)}:
            assert f'{{#{label}' in page, f'{p.file}: {label} is not on {p.page}'
        if any('FINITE z' in s.hol for s in p.statements):
            assert 'finite' in p.scope, f'{p.file}: the badge has to name finite latents'


def test_a_page_shows_what_was_printed():
    for p in pages.proofs():
        cells = json.loads((root / 'nbs' / f'{p.page}.ipynb').read_text())['cells']
        shown = [c for c in cells if c['id'] == 'hol-' + p.file.removesuffix('.ml').replace('_', '-')]
        assert [''.join(c['source']) for c in shown] == [pages.folded(p)], f'{p.page}: python proofs/pages.py'


def output_of(page: str, cell: str, kind: str) -> str:
    "What a cell of a page last printed."
    cells = json.loads((root / 'nbs' / 'theory' / f'{page}.ipynb').read_text())['cells']
    return next(''.join(o['data'][kind]) for c in cells if c['id'] == cell for o in c['outputs'])


def test_the_overviews_show_the_badges_of_today():
    badges = pages.badges()
    table = re.findall(
        r'#(thm-[\w-]+)\) \|.*\| (.*?) ?\|$', output_of('00_glance', 'glance-table-all', 'text/markdown'), re.M
    )
    assert len(table) > 20 and dict(table) == {label: badges.get(label, '') for label, _ in table}
    boxes = re.findall(r'#([\w-]+)">(.*?)</a>', output_of('00_glance', 'glance-map', 'text/html'), re.S)
    shown = {label: re.findall('machine-checked: (.*?)</title>', box) for label, box in boxes}
    assert len(boxes) > 10 and shown == {label: [escape(badges[label])] if label in badges else [] for label in shown}
    ledger = (root / 'nbs' / 'claims.ipynb').read_text()
    said = set(re.findall(r'\[([^\[\]]+)\]\(theory/00_glance.ipynb#what-is-checked-by-machine\)', ledger))
    assert said and said <= set(badges.values())


def test_false_statements_were_refused_and_are_still_made(records):
    "Each attempt finds its theorem and the words that it changes; what was printed is what is tried now."
    tried = [line for *_, lines in records.values() for line in lines]
    assert not mutations.wrong(tried)
    assert sum(line.startswith('is refused') for line in tried) > 5
    # a file that both programs read is tried in both
    made = [m for hashes, *_ in records.values() for m in mutations.MUTATIONS if m[0] in hashes]
    assert set(made) == set(mutations.MUTATIONS)
    for m, line in zip(made, tried, strict=True):
        assert mutations.line_of(*m) == line[12:]
        assert m[1] in mutations.attempt(*m)


def test_an_outcome_that_should_not_be_is_found():
    right = ['checks      A: unchanged (as it is)', 'is refused  A: p becomes q (false)']
    swapped = ['is refused  A: unchanged (as it is)', 'checks      A: p becomes q (false)']
    assert mutations.wrong(right + swapped) == swapped


@pytest.mark.slow
@pytest.mark.parametrize('target', check.RECORDS)
def test_the_proofs_check(target):
    if line := check.missing():
        pytest.skip(line)
    done = subprocess.run([sys.executable, root / 'proofs' / 'check.py', target], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
