"The claims ledger: every link leads somewhere, every row exists, no claim is decided without a reason."

import json
import re
from functools import lru_cache
from pathlib import Path

import pytest
import yaml

root = Path(__file__).resolve().parent.parent
ledger = yaml.safe_load((root / 'nbs/claims.yaml').read_text(encoding='utf-8'))
STATEMENTS = {'holds', 'corrected', 'fails', 'cited', 'rows', 'not checked'}
row_ids = {
    t['id']: set(range(1, t['rows'] + 1)) if isinstance(t['rows'], int) else set(t['rows']) for t in ledger['tables']
}


@lru_cache
def anchors(page: str) -> frozenset:
    "Headings and labels of a notebook or text file under nbs/, or of the repository."
    path = next((p for p in (root / 'nbs' / page, root / page) if p.is_file()), None)
    assert path, f'{page}: no such file'
    if path.suffix != '.ipynb':
        return frozenset(re.findall(r'^#+ +(.*?)\s*$', path.read_text(encoding='utf-8'), re.M))
    found = set()
    for cell in json.loads(path.read_text(encoding='utf-8'))['cells']:
        source = ''.join(cell['source'])
        if cell['cell_type'] == 'markdown':
            plain = re.sub(
                r'^:::.*?^:::', lambda m: re.sub(r'^## .*$', '', m[0], flags=re.M), source, flags=re.M | re.S
            )  # titles of theorems are no anchors
            found |= set(re.findall(r'^#+ +(.*?)\s*$', plain, re.M)) | {
                '#' + k for k in re.findall(r'\{#([\w-]+)', source)
            }
        else:
            found |= {'#' + k for k in re.findall(r'^#\| label: *(\S+)', source, re.M)}
    return frozenset(found)


@pytest.mark.parametrize('claim', ledger['claims'], ids=lambda c: c['id'])
def test_claim(claim):
    assert set(claim) <= {'id', 'paper', 'where', 'claim', 'verdict', 'note', 'checks', 'rows'}
    assert claim['paper'] in ledger['papers'] and claim['verdict'] in STATEMENTS
    for check in claim.get('checks', []):
        assert check['at'] in anchors(check['page']), f"{check['page']} has no {check['at']!r}"
    for table, rows in claim.get('rows', {}).items():
        assert rows == 'all' or set(rows) <= row_ids[table], f'table {table} lacks some of {rows}'
    if claim['verdict'] not in ('rows', 'not checked'):
        assert claim.get('checks'), 'a decided claim names what decided it'
    if claim['verdict'] in ('corrected', 'fails'):
        assert claim.get('note'), 'a correction says what it is'
    if claim['verdict'] == 'rows':
        assert claim.get('rows'), 'a claim about experiments names its rows'


def test_ids_are_unique():
    for part in ('claims', 'tables'):
        assert len({c['id'] for c in ledger[part]}) == len(ledger[part])


def test_links_can_fail():
    assert '#thm-limit' in anchors('theory/10_infonce_limit.ipynb') and '#thm-nowhere' not in anchors(
        'theory/10_infonce_limit.ipynb'
    )
    with pytest.raises(AssertionError, match='no such file'):
        anchors('theory/99_nowhere.ipynb')


def test_every_statement_of_the_papers_is_there():
    where = ' '.join(c['where'] for c in ledger['claims'] if c['paper'] == 'icml')
    for name in [f'Theorem {k}' for k in '123456CD'] + [f'Proposition {k}' for k in '1234A'] + ['Lemma 1', 'Lemma A']:
        assert re.search(rf'\b{name}\b', where), name
    assert {k: len(v) for k, v in row_ids.items()} == {
        '1': 12,
        '2': 10,
        '3': 10,
        '4': 4,
        '5': 4,
        'content-style': 4,
        'causal3dident': 12,
    }


def test_rows_agree_with_the_package():
    for path in sorted((root / 'clica_nb/repro/rows').glob('table_*.yaml')):
        t = yaml.safe_load(path.read_text(encoding='utf-8'))
        assert set(map(int, t['rows'])) == row_ids[str(t['table'])], (
            f'{path.name} and nbs/claims.yaml list different rows'
        )
