"The claims ledger: every link leads somewhere, every row exists, no claim is decided without a reason."

import importlib
import json
import re
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
import yaml
from scipy import stats

from clica_nb.repro.results import collect, comparisons
from clica_nb.repro.rows import tables
from clica_nb.theory import style_leakage

root = Path(__file__).resolve().parent.parent
ledger = yaml.safe_load((root / 'nbs/claims.yaml').read_text(encoding='utf-8'))
records = collect([root / 'results'])
RIGHT = {'than_row', 'than_kind', 'than_metric', 'than_value'}
STATEMENTS = {'holds', 'corrected', 'gap closed', 'fails', 'cited', 'compared', 'remark'}
row_ids = {
    t['id']: set(range(1, t['rows'] + 1)) if isinstance(t['rows'], int) else set(t['rows']) for t in ledger['tables']
}


@lru_cache
def anchors(page: str) -> frozenset:
    "Headings and labels of a notebook or text file under nbs/, or of the repository."
    path = next((p for p in (root / 'nbs' / page, root / page) if p.is_file()), None)
    assert path, f'{page}: no such file'
    text = path.read_text(encoding='utf-8')
    if path.suffix == '.py':
        return frozenset(re.findall(r'^def (test_\w+)', text, re.M))
    if path.suffix != '.ipynb':
        return frozenset(re.findall(r'^#+ +(.*?)\s*$', text, re.M))
    found = set()
    for cell in json.loads(path.read_text(encoding='utf-8'))['cells']:
        source = ''.join(cell['source'])
        if cell['cell_type'] == 'markdown':
            plain = re.sub(
                r'^:::.*?^:::', lambda m: re.sub(r'^## .*$', '', m[0], flags=re.M), source, flags=re.M | re.S
            )  # titles of theorems are no anchors
            found |= set(re.findall(r'^#+ +(.*?)(?: \{\.fold\})?\s*$', plain, re.M)) | {
                '#' + k for k in re.findall(r'\{#([\w-]+)', source)
            }
        else:
            found |= {'#' + k for k in re.findall(r'^#\| label: *(\S+)', source, re.M)}
    return frozenset(found)


def headings(source: str) -> list:
    "Level and text of every heading of a markdown cell, titles of theorems left out, in order."
    plain = re.sub(r'^:::.*?^:::', lambda m: re.sub(r'^## .*$', '', m[0], flags=re.M), source, flags=re.M | re.S)
    return [(len(level), text) for level, text in re.findall(r'^(#+) +(.*?)(?: \{\.fold\})?\s*$', plain, re.M)]


def section(page: str, at: str) -> str:
    "The code of a notebook from a heading or label to the next heading of its level or above."
    cells = json.loads((root / 'nbs' / page).read_text(encoding='utf-8'))['cells']
    code, level = [], None
    for cell in cells:
        source = ''.join(cell['source'])
        if cell['cell_type'] == 'code':
            if level is None and f'#| label: {at[1:]}' in source:
                level = 6
            if level is not None:
                code.append(source)
            continue
        found = headings(source)
        if level is not None and any(n <= level for n, _ in found):
            break
        if level is None:
            if at.startswith('#') and f'{{{at}}}' in source:
                # a label belongs to the last heading before it, in this cell or an earlier one
                before = headings(source[: source.index(f'{{{at}}}')])
                level = before[-1][0] if before else 6
            elif not at.startswith('#'):
                level = next((n for n, text in found if text == at), None)
    return '\n'.join(code)


def asserts(code: str) -> bool:
    return bool(re.search(r'^\s*(assert |test_(close|eq|fail)\()', code, re.M))


@pytest.mark.parametrize('claim', ledger['claims'], ids=lambda c: c['id'])
def test_claim(claim):
    known = 'id paper code rows where assumes claim verdict note checks compare'
    assert set(claim) <= set(known.split())
    for name in claim.get('code', []):
        module, _, symbol = name.rpartition('.')
        assert hasattr(importlib.import_module(f'clica_nb.{module}'), symbol), f'clica_nb has no {name}'
    for row in claim.get('rows', []):
        table, _, k = row.rpartition('.')
        assert int(k) in row_ids[table], f'no row {row}'
    assert claim['paper'] in ledger['papers'] and claim['verdict'] in STATEMENTS
    for check in claim.get('checks', []):
        assert check['at'] in anchors(check['page']), f"{check['page']} has no {check['at']!r}"
    decided = claim['verdict'] in ('holds', 'corrected', 'gap closed', 'fails', 'cited')
    if decided:
        assert claim.get('checks'), 'a decided claim names what decided it'
        pages = [c for c in claim['checks'] if c['page'].endswith('.ipynb')]
        tested = any(asserts(section(c['page'], c['at'])) for c in pages) or len(pages) < len(claim['checks'])
        assert tested, 'nothing that the claim names holds an assertion'
    if claim['verdict'] in ('corrected', 'gap closed', 'fails'):
        assert claim.get('note'), 'a correction says what it is'
    assert bool(claim.get('compare')) == (claim['verdict'] == 'compared') != bool(claim.get('assumes'))
    for entry in claim.get('compare', []):
        assert set(entry) <= {'table', 'rows', 'kind', 'metric', 'is', 'by', *RIGHT}
        assert entry['is'] in ('above', 'below', 'near', 'not_below') and entry.get('by', 0) >= 0
        assert len(RIGHT & set(entry)) == 1, 'exactly one right side'
        known = row_ids[entry['table']]
        assert entry['rows'] == 'all' or set(entry['rows']) <= known
        assert entry.get('than_row') in known | {None}


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
    sizes = {'1': 12, '2': 10, '3': 10, '4': 4, '5': 4, 'content-style': 4, 'causal3dident': 12}
    assert {k: len(v) for k, v in row_ids.items()} == sizes


def test_rows_agree_with_the_package():
    for path in sorted((root / 'clica_nb/repro/rows').glob('table_*.yaml')):
        t = yaml.safe_load(path.read_text(encoding='utf-8'))
        if not t['published_seeds']:  # made here: the papers claim nothing of it
            continue
        assert set(map(int, t['rows'])) == row_ids[str(t['table'])], (
            f'{path.name} and nbs/claims.yaml list different rows'
        )


def test_comparisons_of_the_ledger_can_be_made():
    "Every entry names scores that the records have, and relations that exist."
    made = [c for claim in ledger['claims'] if claim.get('compare') for c in comparisons(records, claim['compare'])]
    assert len(made) > 50 and {c.verdict for c in made} <= {'holds', 'fails', 'undecided'}
    assert sum(bool(c.scores) for c in made) > 0.8 * len(made)


def test_first_finding_of_the_poster_compares_what_its_rule_says():
    """A factor outside the changed group that the published transformation keeps (at least 0.5) and the augmentation of
    the same group loses by more than 0.25."""
    claim = next(c for c in ledger['claims'] if c['id'] == 'poster-augmentations-hard')
    rows = tables()['causal3dident'].rows
    printed = {k: {'class_accuracy': r.published['unsupervised'], **r.scores} for k, r in rows.items()}
    expected = {
        (latent, factor, image)
        for group, latent, images in (('hue', 2, [1]), ('position', 5, [3, 4]), ('rotation', 10, [9]))
        for image in images
        for factor, (kept, _) in printed[latent].items()
        if not factor.startswith(group) and kept >= 0.5 and kept - printed[image][factor][0] > 0.25
    }
    stated = {(row, e['metric'], e['than_row']) for e in claim['compare'] for row in e['rows']}
    assert stated == expected and all(e['is'] == 'above' and e['by'] == 0.25 for e in claim['compare'])


def test_leakage_where_style_depends_on_content():
    """Style s = a c + k e follows content; the views share c and redraw e. A uniform output that mixes style into
    content by an angle pays the closed price of `style_leakage`, and nothing at angle zero."""
    g = np.random.default_rng(0)
    c, e, other = g.normal(size=(3, 200_000))
    for a, rho, angle in ((0.6, 0.0, 0.5), (0.8, 0.5, 1.0), (0.6, 0.0, 0.0)):
        k = (1 - a**2) ** 0.5
        views = [a * c + k * e, a * c + k * (rho * e + (1 - rho**2) ** 0.5 * other)]
        spread = (1 + 2 * a * np.sin(angle) * np.cos(angle)) ** 0.5
        out = [stats.norm.cdf((np.cos(angle) * c + np.sin(angle) * s) / spread) for s in views]
        # the output is uniform: entropy cannot tell; threshold 1.95 of Kolmogorov-Smirnov, false alarm 1e-3
        assert stats.kstest(out[0], 'uniform').statistic * len(c) ** 0.5 < 1.95
        d = (out[0] - out[1]) ** 2
        price = style_leakage(1 - np.sin(angle) ** 2 * k**2 * (1 - rho) / spread**2)
        # 4 standard errors, false alarm 6e-5 each
        assert abs(d.mean() - price) <= 4 * d.std() / len(d) ** 0.5 + 1e-15
        assert (price > 1e-3) == (angle > 0)
