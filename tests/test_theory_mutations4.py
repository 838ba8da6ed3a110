"""Pages on the proposition and on alignment: each deliberate error is caught by the last cell named with it."""

import pytest
from test_theory_mutations2 import chosen, passes, run

PROPOSITION = '54_proposition'
# name: page, the cells that are needed (the last is the check), right, wrong
MUTATIONS = {
    'wrapped plane: greatest value of the density': (
        PROPOSITION,
        ['def chi(c)'],
        'top = 2 / np.e *',
        'top = 1 / np.e *',
    ),
    'wrapped plane: distance from the centre': (
        PROPOSITION,
        ['def chi(c)'],
        'np.exp([3, 6, 12]) * np.sqrt(2 * np.pi)',
        'np.exp([3, 6, 12]) * np.sqrt(np.pi)',
    ),
    'error function of the plane: its constant': (
        PROPOSITION,
        ['def E(z)', 't, weight ='],
        'return np.sqrt(np.pi) / 2 * special.erfi(z)',
        'return special.erfi(z)',
    ),
    'preimages: all of them, as the winding number counts': (
        PROPOSITION,
        ['def E(z)', 't, weight ='],
        'side=4.0, starts=21',
        'side=4.0, starts=4',
    ),
    'density of the output: the exponents change places': (
        PROPOSITION,
        ['def E(z)', 'def onto_density'],
        'np.exp(-2.5 * z.real**2 - 0.5 * z.imag**2)',
        'np.exp(-0.5 * z.real**2 - 2.5 * z.imag**2)',
    ),
    'density of the output: every preimage counts': (
        PROPOSITION,
        ['def E(z)', 'def onto_density'],
        '0.5 * z.imag**2).sum()',
        '0.5 * z.imag**2).max()',
    ),
    'weights: the density of the outputs is divided out': (
        PROPOSITION,
        ['def E(z)', 'def onto_density', 'm, spread ='],
        'weight = normal / [onto_density(v) for v in w]',
        'weight = normal / [onto_density(v) ** 0.9 for v in w]',
    ),
    'shares of the preimages: the determinant of a complex derivative is its square': (
        PROPOSITION,
        ['def E(z)', 'def onto_density', '# the circle covers'],
        'det = np.exp(2 * roots.real**2',
        'det = np.exp(1 * roots.real**2',
    ),
    'determinant of the error function of the plane': (
        PROPOSITION,
        ['# the determinant, by automatic'],
        'np.exp(2 * x**2 - 2 * y**2)',
        'np.exp(2 * x**2 + 2 * y**2)',
    ),
}


@pytest.mark.parametrize('name', MUTATIONS)
def test_error_is_caught(name):
    page, starts, right, wrong = MUTATIONS[name]
    assert passes(page, tuple(starts)), 'the page itself fails'
    cells = chosen(page, starts)
    assert sum(s.count(right) for s in cells) == 1, f'{right!r} is not there once'
    changed = [s.replace(right, wrong) for s in cells]
    assert run(changed) == len(cells) - 1, 'the wrong formula passes, or fails before the named check'
