"""Every statement of the theory pages has a deliberate error that a check catches.

The table names, for each theorem, proposition, lemma and corollary, mutations of `theory_mutations.yaml`, which
`test_theory_mutations.py` makes and sees caught, or a false statement that HOL Light refuses (`proofs/checked*.txt`).
"""

import json
import re
from pathlib import Path

import pytest
from test_theory_mutations import MUTATIONS, caught

ROOT = Path(__file__).resolve().parent.parent
HOL = 'HOL Light refuses: '
STATEMENTS = {
    'thm-every-m': [
        'the minimiser is the log ratio, not the log density',
        HOL + 'THM_EVERY_M: 1 <= M',
        HOL + 'THM_EVERY_M_CONTINUOUS: 2 <= dimindex',
    ],
    'thm-encoder': ['encoders: the negatives are uniform', HOL + 'THM_ENCODER:', HOL + 'ENCODER_EVERY_M:'],
    'prp-negatives': ['which anchor: given the positive the anchor has the smaller spread'],
    'prp-own': ['the own row pulls the width by R (1 - A) / A prime'],
    'prp-typical': ['a typical negative weighs the exponential of the information, not the largest ratio'],
    'prp-excl': [
        'without the positive a minimum needs M > (1 + A) / (1 - A)',
        'without the positive the bias is rho (A(2 kappa) - A(kappa)) / A prime',
    ],
    'thm-limit': ['the limit is the cross-entropy, no more and no less', 'Jensen takes half the variance'],
    'thm-match': ['matching: the radius is the root of tau kappa'],
    'thm-linear': ['linear: dot products kept up to a factor, not up to a power'],
    'prp-stable': ['the root of the defect where there is a spare dimension'],
    'cor-near': ['near pairs: those across the equator are needed'],
    'thm-two': ['rotations: the temperature multiplies the concentration', HOL + 'THM_TWO:'],
    'thm-box-limit': ['limit on the box: the partition function is that of the anchor'],
    'thm-box': ['permutations: not at exponent 2', HOL + 'THM_BOX_CUBE:', HOL + 'THM_BOX_EVERY_M:'],
    'lem-unbounded': ['unbounded distances: the positive bounds the sum from below'],
    'lem-sign': ['power mean, then superadditivity', 'sign lemma: an exponent below one', HOL + 'SIGNED_PERMUTATION:'],
    'thm-block': [
        'content alone: the slope is at least the density of the content',
        'leak: correlation not halved in the arcsine',
    ],
    'thm-counterexample': [
        'covering: angle spread over half a turn',
        'covering: radius exponential instead of Rayleigh',
        'covering: the turns above one angle have the chances of the density',
    ],
    'thm-repaired': ['one sheet: properness dropped', 'one sheet: a map that stays is taken for proper'],
    'cor-slope': ['a bound on the slope: the inverse of one minus the Lipschitz constant'],
    'thm-onto': [
        'error function of the plane: its constant',
        'preimages: all of them, as the winding number counts',
        'density of the output: the exponents change places',
        'density of the output: every preimage counts',
        'determinant of the error function of the plane',
    ],
    'lem-any-cover': ['weights: the density of the outputs is divided out'],
    'prp-local': ['shares of the preimages: the determinant of a complex derivative is its square'],
    'thm-proper': [
        'the proposition: properness dropped',
        'the proposition: local injectivity dropped',
        'the proposition: a simply connected image dropped',
        HOL + 'THM_PROPER:',
    ],
    'prp-content': ['content part: the parity of the content goes into the style'],
    'cor-views': ['several views: styles that change', 'several views, free outputs: only equal styles occur'],
    'thm-alignment': ['eigenvalues: the weight of the angle', 'antipodal pairs: once around is not the best'],
    'lem-monotone': ['linear functions come first: not so for steps that fall'],
    'cor-deficit': ['deficit: the difference to the second eigenvalue, and no more'],
    'prp-flat': ['normal latents: the square of a slow one against a fast one'],
    'prp-barlow': [
        'Barlow Twins: its least value',
        'VICReg: the size of its outputs',
        'Barlow Twins: fewer outputs than latents',
    ],
    'thm-diet': [
        'instance classification: the posterior of the instance',
        'instance classification: differences of instances, not instances',
    ],
    'prp-target': ['product target: the outputs are turned in normal coordinates'],
    'thm-unequal': ['unequal factors: the squares of the axes are what is turned'],
    'lem-bound': ['unequal factors: the bound is that of the longest axis'],
    'prp-sessions': [
        'several recordings: the partner is of any of them',
        'several recordings on a circle: candidates of the own recording only',
    ],
    'thm-variation': ['second variation: the drift takes an eighth, too'],
    'prp-fixed': [
        'a fixed width: the limit of many negatives takes half a logarithm',
        'a fixed width: the determinant of few negatives',
    ],
    'thm-isometries': ['isometries: exactly, not nearly'],
    'thm-translation': ['isometries: the distance seen from one point only', HOL + 'THM_TRANSLATION:'],
    'thm-spare': [
        'spare outputs: at exponent 2 nothing is found',
        'spare outputs: a wave that is too steep',
        'spare outputs: the parts of a column add up with their powers',
    ],
    'prp-box': ['box: side of the turned square', HOL + 'PRP_BOX:'],
    'thm-stability': [
        'stability: weight of the linear part',
        'stability: constant too small by ten',
        'learned radius: it enters the bound twice',
        HOL + 'THM_STABILITY_ALGEBRA:',
    ],
    'thm-symmetrised': ['symmetrised bound: the weight of what is not linear'],
    'thm-box-stability': ['stability on a box: a sixth of w', 'stability on a box: constant too small by ten'],
    'cor-two-runs': ['two runs: twelve times the constant'],
    'cor-sample': ['a sample of tuples: the width of the loss'],
    'thm-marginal': [
        'marginals: negatives that are positives have twice the variance',
        'marginals: sign of the term',
        'marginals: the term that is found is minus the log density',
    ],
    'thm-axes': ['product marginal: its factors are latents, not outputs'],
    'prp-golden': ['no term: what the mean over the negatives adds to the loss of a line'],
    'prp-narrow': ['narrow pairs: half the squared width'],
    'prp-estimators': [
        'losses of the ratio: k non-pairs lower the score by log k',
        'losses of the ratio, free tables: the bias is taken off',
    ],
    'prp-transition': [
        'scores that predict: the inverse transpose',
        'scores that predict: all of h is affine in all of y',
    ],
    'prp-support': ['support: negatives from the support only'],
    'thm-ceiling': [
        'upper bound of the loss: the density ratio is relative to uniform',
        HOL + 'THM_CEILING_GROWTH:',
    ],
    'prp-saturation': [HOL + 'PRP_SATURATION:'],
    'prp-noise': ['chi squared: the normaliser squared'],
    'prp-saddle': [
        'saddle: the eigenvalue of the degree',
        'saddle: what the constant vector adds',
        'saddle: one negative of two candidates',
    ],
    'thm-within': ['within a batch: the weights are those of the density ratio'],
    'thm-price': ['price of a parameter: twice the excess'],
    'prp-rough': ['rough errors: the mean cosine'],
    'prp-last': ['one pass: the incomplete gamma function of the proposition'],
}


def test_every_statement_has_one():
    pages = [json.loads(p.read_text(encoding='utf-8'))['cells'] for p in sorted((ROOT / 'nbs/theory').glob('*.ipynb'))]
    text = '\n'.join(''.join(c['source']) for cells in pages for c in cells if c['cell_type'] == 'markdown')
    labels = re.findall(r'^:+ \{#((?:thm|prp|lem|cor)-[\w-]+)\}', text, re.M)
    assert sorted(labels) == sorted(STATEMENTS) and len(labels) > 50
    assert all(STATEMENTS.values())


def test_every_name_is_that_of_one_mutation():
    refused = ''.join(p.read_text(encoding='utf-8') for p in sorted((ROOT / 'proofs').glob('checked*.txt')))
    for label, names in STATEMENTS.items():
        for name in names:
            if name.startswith(HOL):
                assert re.search(rf'^is refused +{re.escape(name.removeprefix(HOL))}', refused, re.M), (label, name)
            else:
                assert name in MUTATIONS, (label, name)


# ---- the bookkeeping cannot disarm itself: an error that is not made, or not in the named check, is no error caught


def test_a_formula_that_is_not_there_is_no_error_caught():
    for library in (False, True):
        with pytest.raises(AssertionError, match='is not there once'):
            caught('10_infonce_limit', ['def coefficients('], 'a formula that is not there', '', library)
    with pytest.raises(AssertionError, match='names no cell'):
        caught('52_coverings', ['a cell that is not there'], 'x', 'y')


def test_an_assertion_before_the_check_is_no_error_caught():
    early = 'test_close(sphere_loss(5.0, 3.0, M), infonce_loss(3, 5.0, 3.0, M), 1e-11)'
    assert not caught('10_infonce_limit', ['def mean_log_sum(', 'own_row = {'], early, 'assert False')
    assert not caught('10_infonce_limit', ['def coefficients('], 'b, c = -v / 2, s / 3', 'b, c = v * -0.5, s / 3', True)
