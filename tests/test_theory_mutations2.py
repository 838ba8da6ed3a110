"""A wrong formula on the pages 50 to 85 does not pass: each deliberate error is caught by the check named beside it.

The cells that a check needs are taken from the notebook and run in order, once unchanged (the check passes) and
once with one formula changed (the check fails, and no cell before it does).
"""

import contextlib
import io
import json
from functools import lru_cache
from pathlib import Path

import pytest

THEORY = Path(__file__).resolve().parent.parent / 'nbs' / 'theory'

# page, cells that are run (the first words of each; the last is the check), the formula, its wrong version
MUTATIONS = {
    'leak: correlation not halved in the arcsine': (
        '50_content_block',
        ['def leak(beta, rho)'],
        'return style_leakage(np.cos(beta) ** 2 + rho * np.sin(beta) ** 2)',
        'return style_leakage(min(2 * (np.cos(beta) ** 2 + rho * np.sin(beta) ** 2), 1.0))',
    ),
    'redundancy: sign of the third order': (
        '50_content_block',
        ['def exact_sample'],
        'off.item() + A[0, 1] * A[1, 2] * A[2, 0]',
        'off.item() - A[0, 1] * A[1, 2] * A[2, 0]',
    ),
    'poster: positive left out of the printed denominator': (
        '50_content_block',
        ['g = np.random.default_rng(6)'],
        'for j in range(K))) for i in range(K))',
        'for j in range(K) if j != i)) for i in range(K))',
    ),
    'covering: angle spread over half a turn': (
        '52_coverings',
        ['def p_1(c_1)'],
        '(special.ndtr(c_2) - special.ndtr(c_2 - 2 * np.pi)) / (2 * np.pi)',
        '(special.ndtr(c_2) - special.ndtr(c_2 - np.pi)) / np.pi',
    ),
    'covering: radius exponential instead of Rayleigh': (
        '52_coverings',
        ['def p_1(c_1)', 'def draw(m, seed'],
        'np.stack([np.log(g.rayleigh(size=m)), c_2], -1)',
        'np.stack([np.log(g.exponential(size=m)), c_2], -1)',
    ),
    'flat density: factor of the error function': (
        '52_coverings',
        ['def flat_density(c)'],
        'np.exp(2 * np.sqrt(2)) * (up - 1)',
        'np.exp(np.sqrt(2)) * (up - 1)',
    ),
    'unequal factors: recursion of the integral': (
        '70_unequal_factors',
        ['z, w = sphere_grid', 'def log_j(a, b, n)', 'r, w_r ='],
        '((k - 1) * lower + 2 * b * upper) / (2 * a)',
        '(k * lower + 2 * b * upper) / (2 * a)',
    ),
    'unequal factors: proposal without the half in its variance': (
        '70_unequal_factors',
        ['z, w = sphere_grid', 'def log_j(a, b, n)', 'def ks_statistic'],
        '/ (2**0.5 * E)',
        '/ E',
    ),
    'unequal factors: every proposal accepted': (
        '70_unequal_factors',
        ['z, w = sphere_grid', 'def log_j(a, b, n)', 'def ks_statistic'],
        '.log() < accept',
        '.log() < 0 * accept',
    ),
    'isometries: the flip taken after the bend': (
        '80_isometries_and_stability',
        ['lam = 8.0'],
        'return (np.sqrt(1 + 8 * (1 - phi(x))) - 1) / 2',
        'return 1 - phi(x)',
    ),
    'isometries: the field along a bent axis is the derivative, not its inverse': (
        '80_isometries_and_stability',
        ['def powers_of_plane'],
        'lambda x: 1 / (0.5 + x[:, :1])',
        'lambda x: 0.5 + x[:, :1] ** 4',
    ),
    'isometries: the distance seen from one point only': (
        '80_isometries_and_stability',
        ['def powers_of_plane'],
        'lambda u, v: (slope(u - v), -slope(u - v))',
        'lambda u, v: (slope(u - v), slope(u - v))',
    ),
    'box: side of the turned square': (
        '80_isometries_and_stability',
        ['def square(nodes)'],
        'np.full(2, np.cos(angle) + np.sin(angle))',
        'np.full(2, 1 + np.sin(angle))',
    ),
    'stability: weight of the linear part': (
        '80_isometries_and_stability',
        ['def constants(N, kappa)', 'def local_constant', 'Z, weight = sphere_grid(3, 12)'],
        '- 2 / 9 * (A**2).sum()',
        '- 2 / 3 * (A**2).sum()',
    ),
    'stability: constant too small by ten': (
        '80_isometries_and_stability',
        ['def constants(N, kappa)', 'def local_constant'],
        'return N / (2 * kappa**2 * m * c), m, c',
        'return N / (20 * kappa**2 * m * c), m, c',
    ),
    'marginals: negatives that are positives have twice the variance': (
        '85_marginals',
        ['y = np.linspace'],
        "('normal', 'positives'): y**2 / 4",
        "('normal', 'positives'): y**2 / 2",
    ),
    'marginals: sign of the term': (
        '85_marginals',
        ['y = np.linspace'],
        "('laplace', 'anchors'): abs(y)",
        "('laplace', 'anchors'): -abs(y)",
    ),
    'marginals: positives within rho have the mean square rho squared over three': (
        '85_marginals',
        ['def bounded_support_loss'],
        'return q * rho**2 / 3',
        'return q * rho**2 / 2',
    ),
    'marginals: mass that clipping puts on the faces': (
        '85_marginals',
        ['sigma = 0.05'],
        '2 * sigma / np.sqrt(2 * np.pi)',
        'sigma / np.sqrt(2 * np.pi)',
    ),
}


@lru_cache
def sources(page: str) -> tuple:
    cells = json.loads((THEORY / f'{page}.ipynb').read_text(encoding='utf-8'))['cells']
    return tuple(''.join(c['source']) for c in cells if c['cell_type'] == 'code')


def chosen(page: str, starts: list) -> list:
    "The page's imports and the cells that begin with the given words, in the page's order."
    code = [s.removeprefix('#| hide\n') for s in sources(page)]
    picked = [s for s in code if 'import' in s.split('\n')[0] or any(s.lstrip().startswith(t) for t in starts)]
    for t in starts:
        assert sum(s.lstrip().startswith(t) for s in picked) == 1, f'{page}: {t!r} names no cell or several'
    return picked


def run(cells: list) -> int | None:
    "Number of the first cell whose assertion fails, None if all pass."
    names = {}
    for i, source in enumerate(cells):
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(source, f'cell {i}', 'exec'), names)
        except AssertionError:
            return i
    return None


@lru_cache
def passes(page: str, starts: tuple) -> bool:
    return run(chosen(page, list(starts))) is None


@pytest.mark.parametrize('name', MUTATIONS)
def test_error_is_caught(name):
    page, starts, right, wrong = MUTATIONS[name]
    assert passes(page, tuple(starts)), 'the page itself fails'
    cells = chosen(page, starts)
    assert sum(s.count(right) for s in cells) == 1, f'{right!r} is not there once'
    changed = [s.replace(right, wrong) for s in cells]
    assert run(changed) == len(cells) - 1, 'the wrong formula passes, or fails before the named check'
