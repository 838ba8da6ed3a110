"""Deliberate errors in the formulas of the theory pages, each caught by the check that stands beside the formula.

A page's cells run in order in one namespace. A mutation replaces a piece of a cell, or of `clica_nb.theory`, and the
named check must then raise an AssertionError; without the mutation the same cells pass."""

import json
import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType

import pytest

import clica_nb.theory

root = Path(__file__).resolve().parent.parent
LIMIT, MINIMA = 'theory/10_infonce_limit', 'theory/20_cross_entropy_minimisers'
SPHERE, BODIES, ERRATA = 'theory/30_sphere_isometry', 'theory/40_convex_bodies_lp', 'theory/60_errata'
# name: page, what the cells before the check are known by, what the check is known by, where the error is, right, wrong
# ('library': in clica_nb.theory; 'page': in any of the cells)
MUTATIONS = {
    'the minimiser is the log ratio, not the log density': (
        LIMIT,
        ('def minimise_table(', "'random probabilities'"),
        "'random probabilities'",
        ('page', 'gap = S - np.log(p / n)', 'gap = S - np.log(p)'),
    ),
    'M negatives, not M + 1': (
        LIMIT,
        ('def mean_log_sum(',),
        'def mean_log_sum(',
        ('page', 'log_phi = M * np.log1p(-np.minimum(miss @ n', 'log_phi = (M + 1) * np.log1p(-np.minimum(miss @ n'),
    ),
    'the own row pulls the width by R (1 - A) / A prime': (
        LIMIT,
        ('def mean_log_sum(', 'own_row = {'),
        'own_row = {',
        ('page', 'ratio * (1 - A(3, kappa)) / slope_A', 'ratio * A(3, kappa) / slope_A'),
    ),
    'without the positive a minimum needs M > (1 + A) / (1 - A)': (
        LIMIT,
        ('def mean_log_sum(', 'own_row = {', 'threshold = '),
        'threshold = ',
        ('page', 'threshold = (1 + A(3, kappa))', 'threshold = (2 + A(3, kappa))'),
    ),
    'without the positive the bias is rho (A(2 kappa) - A(kappa)) / A prime': (
        LIMIT,
        ('def mean_log_sum(', 'own_row = {', 'threshold = '),
        'threshold = ',
        ('page', 'rho * (A(3, 2 * kappa) - A(3, kappa))', 'rho * (A(3, 2 * kappa) - 0.99 * A(3, kappa))'),
    ),
    'Jensen takes half the variance': (
        LIMIT,
        ('def coefficients(',),
        'def coefficients(',
        ('library', 'b, c = -v / 2, s / 3', 'b, c = -v, s / 3'),
    ),
    'the positive takes half its square at second order': (
        LIMIT,
        ('def coefficients(',),
        'def coefficients(',
        ('library', 'c + v * xi - xi2 / 2', 'c + v * xi - xi2'),
    ),
    'curvature of the fold': (
        MINIMA,
        ('def objective(', 'zc, wc = sphere_grid(2, 96)', 'theta = np.arctan2(zc', 'folding_curvature(m, kappa'),
        'folding_curvature(m, kappa',
        ('library', '(1 - r(m, q) / 2)', '(1 - r(m, q))'),
    ),
    'the root of the defect where there is a spare dimension': (
        SPHERE,
        ('def unit(', 'def appended('),
        'def appended(',
        ('page', '(1 + abs(z).sum(1)) * np.sqrt(eps)', '(1 + abs(z).sum(1)) * eps'),
    ),
    'normaliser of the box': (
        BODIES,
        ('box_log_normalizer([x], 0, 1, scale, alpha)',),
        'box_log_normalizer([x], 0, 1, scale, alpha)',
        ('library', '+ special.gammaln(1 + 1 / p)', '+ special.gammaln(1 / p)'),
    ),
    'power mean, then superadditivity': (
        BODIES,
        ('def chain(',),
        'def chain(',
        ('page', 'middle = (a**2 + b**2) ** (alpha / 2)', 'middle = (a**2 + b**2) ** (alpha / 2.1)'),
    ),
    'transpose in (40)': (
        ERRATA,
        ('def quadratic(x)',),
        'def quadratic(x)',
        ('page', 'assert is_zero(gradient - R.T * Ju.T * hv)', 'assert is_zero(gradient - R * Ju.T * hv)'),
    ),
    'the isometry that is not affine': (
        ERRATA,
        ('def split_rule(', 'def phi_n('),
        'def phi_n(',
        ('page', 'np.sqrt(9 - 4 * t - 4 * t**2)', 'np.sqrt(9 - 4 * t - 4.1 * t**2)'),
    ),
}


@lru_cache
def code_cells(page: str) -> tuple:
    cells = json.loads((root / 'nbs' / f'{page}.ipynb').read_text(encoding='utf-8'))['cells']
    return tuple(''.join(c['source']) for c in cells if c['cell_type'] == 'code')


def the_cell(page: str, known_by: str) -> str:
    found = [source for source in code_cells(page) if known_by in source]
    if len(found) != 1:  # no AssertionError, which a mutation is expected to end in
        raise LookupError(f'{known_by!r} stands in {len(found)} cells of {page}')
    return found[0]


def run(page, cells, check, where, monkeypatch):
    "The page's imports and the named cells, with `where` = (place, right, wrong) put in."
    place, right, wrong = where
    if place == 'library':
        source = Path(clica_nb.theory.__file__).read_text(encoding='utf-8')
        if source.count(right) != 1:
            raise LookupError(f'{right!r} stands {source.count(right)} times in clica_nb.theory')
        module = ModuleType('clica_nb.theory')
        module.__package__ = 'clica_nb'
        exec(source.replace(right, wrong), module.__dict__)
        monkeypatch.setitem(sys.modules, 'clica_nb.theory', module)
        monkeypatch.setattr(clica_nb, 'theory', module)
    names = {}
    # the hidden cell of test functions and the imports
    exec(''.join(f'{source}\n' for source in code_cells(page)[:2]), names)
    sources = [the_cell(page, known_by) for known_by in cells]
    if place == 'page':
        if (count := sum(s.count(right) for s in sources)) != 1:
            raise LookupError(f'{right!r} stands {count} times in these cells of {page}')
        sources = [s.replace(right, wrong) for s in sources]
    for source in sources[:-1]:
        try:
            exec(source, names)
        except AssertionError as e:
            raise RuntimeError(f'{page}: an assertion fails before the check {check!r}') from e
    exec(sources[-1], names)


CHECKS = sorted({(page, cells) for page, cells, _, _ in MUTATIONS.values()})


@pytest.mark.parametrize('page, cells', CHECKS, ids=[f'{page[7:]}: {cells[-1]}' for page, cells in CHECKS])
def test_passes_as_it_stands(page, cells, monkeypatch):
    run(page, cells, cells[-1], ('library', 'import math\n', 'import math\n'), monkeypatch)


@pytest.mark.parametrize('name', MUTATIONS)
def test_error_is_caught(name, monkeypatch):
    page, cells, check, where = MUTATIONS[name]
    assert check == cells[-1]
    with pytest.raises(AssertionError):
        run(page, cells, check, where, monkeypatch)
