"""Statements that are false, with the proofs of the true ones: none of them may check.

A checker that accepts anything would pass all other tests. So a hypothesis is taken away or a constant changed, and the
proof of the theorem is run on what then stands there, in every check. A theorem that is tried as it is has to pass.
"""

import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
# file, theorem, what stands there, what is put in its place, and why the result is false
MUTATIONS = (
    ('thm_every_m.ml', 'THM_EVERY_M', '', '', 'as it is'),
    (
        'thm_every_m.ml',
        'THM_EVERY_M',
        '1 <= M',
        '0 <= M',
        'without a negative the loss is 0 for every score',
    ),
    (
        'thm_two.ml',
        'THM_TWO',
        'span z = (:real^N) /\\',
        '',
        'in spare dimensions of the latents R is not determined, and K may be too small for an R',
    ),
    (
        'thm_two.ml',
        'THM_TWO',
        'h x = sqrt(tau * kappa) % (R ** x)',
        'h x = sqrt(kappa) % (R ** x)',
        'the wrong constant: tau is missing',
    ),
    (
        'thm_two.ml',
        'THM_TWO_RADIUS',
        '(?x. x IN z /\\ --x IN z) /\\',
        '',
        'N latents that form a basis leave room for a constant and a larger radius',
    ),
    (
        'thm_encoder.ml',
        'THM_ENCODER',
        '(!y. y IN z ==> nu y = n) /\\',
        '(!y. y IN z ==> &0 < nu y) /\\',
        'with negatives that are not uniform the score has a term -ln nu (prp-negatives)',
    ),
    (
        'lem_sign.ml',
        'SIGNED_PERMUTATION',
        '&0 < al /\\ ~(al = &2) /\\',
        '&0 < al /\\',
        'at alpha = 2 every rotation keeps the norm',
    ),
    (
        'prp_box.ml',
        'PRP_BOX',
        '(!x i. x IN z /\\ i IN 1..dimindex(:N) ==> &0 <= h x$i /\\ h x$i <= &1)',
        '&0 < tau',
        'in a larger box every rotation is a minimiser',
    ),
    (
        'thm_stability.ml',
        'THM_STABILITY_ALGEBRA',
        '(!x. x IN z ==> norm(u x) = &1) /\\',
        '',
        'a constant encoder of length 2 has no error that is not affine, and a mean of length 2',
    ),
    (
        'thm_stability.ml',
        'THM_STABILITY_ROTATION',
        'orthogonal_matrix Q',
        '~(det Q = &0)',
        'at u = z the factors 2 I and I / 2 of A = I leave a distance, and eta is 0',
    ),
    (
        'thm_ceiling.ml',
        'THM_CEILING_GROWTH',
        'D - chi2 / &(M + 1) <= I M',
        'D <= I M',
        'without a negative nothing is heard: I 0 = 0',
    ),
    (
        'prp_saturation.ml',
        'PRP_SATURATION',
        '&2 * (&1 - exp(--l)) <= &2 * l',
        '&2 * (&1 - exp(--l)) <= l',
        'for small losses the derivatives are twice the loss',
    ),
    (
        'thm_alignment_corners.ml',
        'THM_ALIGNMENT_CORNERS',
        'rho < &1',
        'rho <= &1',
        'at rho = 1 the positive is the anchor, and every encoder is aligned',
    ),
    ('thm_proper.ml', 'THM_PROPER', '', '', 'as it is'),
    (
        'thm_proper.ml',
        'THM_PROPER',
        '(!k. compact k /\\ k SUBSET d ==> compact {x | x IN c /\\ chi x IN k})',
        'bounded d',
        'not proper: the wrapped plane takes each value infinitely often',
    ),
    (
        'thm_proper.ml',
        'THM_PROPER_DIFFEOMORPHISM',
        '~(det(matrix(chi\' x)) = &0)',
        'linear(chi\' x)',
        'x^3 on the line is one to one, onto and proper, and its inverse has no derivative at 0',
    ),
    (
        'thm_translation.ml',
        'THM_TRANSLATION',
        '~(interior k = {})',
        '~(k = {})',
        'along a rising segment of the plane h can bend and keep the sum of the distances',
    ),
    (
        'thm_box_cube.ml',
        'THM_BOX_CUBE',
        '(!x. x IN interval[vec 0,vec 1] ==> h x IN interval[vec 0,vec 1])',
        '(!x. x IN interval[vec 0,vec 1] ==> h x IN interval[vec 0,vec 2])',
        'in a larger cube there is room for a shift',
    ),
    (
        'cor_slope.ml',
        'COR_SLOPE',
        'onorm(inv\' x) <= k',
        '&0 <= k',
        'the exponential of the line has a derivative without zeros and leaves out half of the line',
    ),
    (
        'thm_stability_factor.ml',
        'THM_STABILITY_ORTHOGONAL',
        'orthogonal_matrix Q /\\',
        'Q = mat 1 /\\',
        'at u(z) = -z eta is 0, and -z is not z',
    ),
    (
        'prp_content.ml',
        'PRP_CONTENT',
        'open s /\\ connected s /\\',
        'open s /\\',
        'on a line for every integer (c, s) to (c div 2, 2 s + c mod 2) is one to one and onto, '
        'its content part is not',
    ),
    (
        'prp_local.ml',
        'PRP_LOCAL',
        '(lift o p) continuous_on c /\\ (lift o q)',
        '(lift o q)',
        'at a single point the density may be anything',
    ),
    (
        'thm_repaired_density.ml',
        'THM_REPAIRED_UNIFORM',
        '(!k. compact k /\\ k SUBSET interval(vec 0,vec 1)\n          ==> compact {x | x IN c /\\ chi x IN k})',
        'bounded(interval(vec 0:real^N,vec 1))',
        'not proper: the wrapped plane has a uniform output',
    ),
    (
        'cross_entropy_continuous.ml',
        'TOTAL_EQ_0',
        'solid k',
        'compact k',
        'the integral over a single point is 0 for every function',
    ),
    (
        'cross_entropy_continuous.ml',
        'GIBBS',
        ' /\\ total k p = total k q',
        '',
        'with more mass q comes below the entropy of p',
    ),
    (
        'cross_entropy_continuous.ml',
        'OUTER',
        '(!x. x IN c ==> &0 < w x)',
        '(!x. x IN c ==> &0 <= w x)',
        'where no anchor lies nothing is learned',
    ),
    (
        'cross_entropy_continuous.ml',
        'CONTINUOUS_ENCODER',
        '(!x. x IN k ==> d x x = &0) /\\',
        '',
        'd = e + 1 gives the same conditional',
    ),
    ('infonce_continuous.ml', 'THM_EVERY_M_CONTINUOUS', '', '', 'as it is'),
    (
        'infonce_continuous.ml',
        'THM_EVERY_M_CONTINUOUS',
        '2 <= dimindex(:P)',
        '1 <= dimindex(:P)',
        'without a negative the loss is 0 for every score',
    ),
    (
        'infonce_continuous.ml',
        'INFONCE_EVERY',
        '~(interior k = {})',
        '~(k = {})',
        'the integral over a flat set of candidates is 0 for every score',
    ),
    (
        'infonce_continuous.ml',
        'ENCODER_EVERY_M',
        '/\\ (!u. e u u = &0)',
        '',
        'e = d + 1 is as good as e = d',
    ),
    (
        'power_continuous.ml',
        'RPOW_POWER_LIKE',
        ' /\\ ~(al = &2)',
        '',
        'at alpha = 2 the mixed term is 0',
    ),
    (
        'box_continuous.ml',
        'THM_BOX_CONTINUOUS',
        '&0 < la',
        '&0 <= la',
        'at lambda = 0 every encoder has the same loss',
    ),
    (
        'box_continuous.ml',
        'THM_BOX_EVERY_M',
        '2 <= dimindex(:P) /\\',
        '',
        'without a negative every encoder is minimal',
    ),
    (
        'box_continuous.ml',
        'THM_BODY_CONTINUOUS',
        '~(interior k = {})',
        '~(k = {})',
        'over a flat body the loss is 0 for every encoder',
    ),
)


def line_of(file: str, name: str, old: str, new: str, why: str) -> str:
    "An attempt in words."
    old = ' '.join(old.split())
    change = f'{old} becomes {new or "nothing"}' if old else 'unchanged'
    return f'{name}: {change} ({why})'


def attempt(file: str, name: str, old: str, new: str, why: str) -> str:
    "OCaml that tries the proof on the changed statement, and prints one line."
    found = re.search(rf'^let {name} = prove\n \(`(.+?)`,\n(.+?)\);;$', (HERE / file).read_text(), re.M | re.S)
    if not found or old not in found[1]:
        raise ValueError(f'{file}: {name} with {old!r} is gone')
    line = line_of(file, name, old, new, why).replace('\\', '\\\\').replace('"', '\\"')
    statement = found[1].replace(old, new) if old else found[1]
    return (
        f'let () =\n  let line = (try ignore (prove\n (`{statement}`,\n{found[2]})); "checks      " '
        f'with Failure _ -> "is refused  ") in\n  Stdlib.print_string ("\\nTRIED " ^ line ^ "{line}\\n");;\n'
    )


def attempts(files) -> str:
    "OCaml that makes all attempts on the theorems of these files."
    return ''.join(attempt(*m) for m in MUTATIONS if m[0] in files)


def wrong(lines: list[str]) -> list[str]:
    "Of the printed outcomes those that should not be: a false statement that checks, a true one that does not."
    return [line for line in lines if line.startswith('checks') != (': unchanged' in line)]
