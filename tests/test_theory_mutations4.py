"""Theory, third edition: each deliberate error is caught by the last cell named with it."""

import pytest
from test_theory_mutations2 import chosen, passes, run

LIMIT, MINIMA, SPHERE, BODIES = (
    '10_infonce_limit',
    '20_cross_entropy_minimisers',
    '30_sphere_isometry',
    '40_convex_bodies_lp',
)
CONTENT, COVERINGS, PROPOSITION = '50_content_block', '52_coverings', '54_proposition'
FACTORS, FIXED = '70_unequal_factors', '78_fixed_scale'
ALIGNMENT, STABILITY, MARGINALS, INFORMATION = (
    '56_without_negatives',
    '80_isometries_and_stability',
    '85_marginals',
    '90_information_per_pair',
)
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
    'near minimisers: the gap of the match has the concentration of the match': (
        LIMIT,
        ['# an isometry of any radius'],
        'excess + (np.exp(2 * kappa_data) + spread) / M + 1e-9',
        'excess + (np.exp(2 * q) + spread) / M + 1e-9',
    ),
    'sign lemma: an exponent below one': (
        BODIES,
        ['g = np.random.default_rng(0)\na, b = np.exp('],
        'for alpha in (0.3, 1.0, 1.5, 1.99, 2.01,',
        'for alpha in (-0.3, 1.0, 1.5, 1.99, 2.01,',
    ),
    'spare outputs: a wave that is too steep': (
        STABILITY,
        ['t = np.linspace(0, 1, 101)'],
        'wave = np.sin(6 * t) / 12',
        'wave = np.sin(6 * t) / 11',
    ),
    'spare outputs: the parts of a column add up with their powers': (
        STABILITY,
        ['t = np.linspace(0, 1, 101)'],
        'a = np.array([0.3, 0.7]) ** (1 / alpha)',
        'a = np.array([0.3, 0.7])',
    ),
    'stability with few negatives: constant too small by twenty': (
        STABILITY,
        ['def constants(N, kappa)', 'def local_constant', 'Z, weight = sphere_grid(3, 12)', 'def excess_one('],
        'K_1 = 2 * 3 * np.cosh(kappa) ** 2',
        'K_1 = 0.1 * 3 * np.cosh(kappa) ** 2',
    ),
    'saddle: the eigenvalue of the degree': (
        INFORMATION,
        ['def chi_squared(', 'sphere_z, sphere_w ='],
        'second = (-lam[degree] * weight',
        'second = (-lam[1] * weight',
    ),
    'saddle: what the constant vector adds': (
        INFORMATION,
        ['def chi_squared(', 'sphere_z, sphere_w ='],
        'uniform @ (u @ b) ** 2 / (2 * tau)',
        'uniform @ (u @ b) ** 2 / tau',
    ),
    'saddle: one negative of two candidates': (
        INFORMATION,
        ['def chi_squared(', 'sphere_z, sphere_w ='],
        '(one_negative_loss, 0.5)',
        '(one_negative_loss, 1.0)',
    ),
    'within a batch: the weights are those of the density ratio': (
        INFORMATION,
        ['g = np.random.default_rng(2)'],
        'least = ratio.log() +',
        'least = 1.01 * ratio.log() +',
    ),
    'price of a parameter: twice the excess': (
        INFORMATION,
        ['grid, weight = sphere_grid(3, 8)', 'def slope_of(', 'def pairs_of('],
        'return 2 * len(pairs[0]) * (',
        'return 1.8 * len(pairs[0]) * (',
    ),
    'one pass: the incomplete gamma function of the proposition': (
        INFORMATION,
        ['def one_pass('],
        'special.gammainc(s, a) / a**s',
        'special.gammainc(s, a) / a',
    ),
    'narrow pairs: half the squared width': (
        MARGINALS,
        ['y = np.linspace', 'x = np.linspace(-7, 7, 121)', 'grid = np.linspace(-7, 7, 225)'],
        'abs(excess_of_line - width**2 / 2)',
        'abs(excess_of_line - width**2 / 3)',
    ),
    'linear functions come first: not so for steps that fall': (
        ALIGNMENT,
        ['def gegenbauer('],
        '(t[:, None] > at) @ size',
        '(t[:, None] < at) @ size',
    ),
    'eigenvalues: the weight of the angle': (
        ALIGNMENT,
        ['def gegenbauer('],
        'np.sin(angle) ** (n - 2)',
        'np.sin(angle) ** (n - 1)',
    ),
    'deficit: the difference to the second eigenvalue, and no more': (
        ALIGNMENT,
        ['def gegenbauer(', 'z, weight = sphere_grid(3, 20)'],
        'DELTA = lam[1] - lam[2]',
        'DELTA = 1.1 * (lam[1] - lam[2])',
    ),
    'antipodal pairs: once around is not the best': (
        ALIGNMENT,
        ['def gegenbauer(', 'theta = 2 * np.pi'],
        'degree = dict(cap=1, antipodal=2)[name]',
        'degree = dict(cap=1, antipodal=1)[name]',
    ),
    'normal latents: the square of a slow one against a fast one': (
        ALIGNMENT,
        ['x, gauss ='],
        '(rho[0] ** 2 < rho[1])',
        '(rho[0] ** 2 < rho[1] ** 2)',
    ),
    'Barlow Twins: its least value': (
        ALIGNMENT,
        ['def gegenbauer(', 'theta = 2 * np.pi', 'def minimise(', 'start = np.random'],
        "test_close(found['barlow'].fun, 2 * (1 - lam_1) ** 2, 1e-7)",
        "test_close(found['barlow'].fun, 2 * (1 - lam_1**2) ** 2, 1e-7)",
    ),
    'VICReg: the size of its outputs': (
        ALIGNMENT,
        ['def gegenbauer(', 'theta = 2 * np.pi', 'def minimise(', 'start = np.random'],
        'sigma = min(1.0, 0.3 / (4 * (1 - lam_1)))',
        'sigma = min(1.0, 0.3 / (5 * (1 - lam_1)))',
    ),
    'instance classification: the posterior of the instance': (
        ALIGNMENT,
        ['def gegenbauer(', 'theta = 2 * np.pi', 'def minimise(', 'n_instances, kappa_d'],
        'posterior = logits.softmax(1)',
        'posterior = (logits + 0.3 * logits**2).softmax(1)',
    ),
    'product target: the outputs are turned in normal coordinates': (
        ALIGNMENT,
        ['def laplace_of('],
        'laplace_of(normal_of(v) @ turn.T)',
        'laplace_of((normal_of(v) * [1, 0.8]) @ turn.T)',
    ),
    'two runs: twelve times the constant': (
        STABILITY,
        [
            'def constants(N, kappa)',
            'def local_constant',
            'Z, weight = sphere_grid(3, 12)',
            'def excess_one(',
            'for kappa, rows in',
        ],
        'apart <= 12 * K * max(',
        'apart <= 0.1 * K * max(',
    ),
    'a sample of tuples: the width of the loss': (
        STABILITY,
        [
            'def constants(N, kappa)',
            'def local_constant',
            'Z, weight = sphere_grid(3, 12)',
            'def excess_one(',
            'for kappa, rows in',
        ],
        'half_width = (2 * kappa + np.log(2))',
        'half_width = 0.05 * (2 * kappa + np.log(2))',
    ),
    'support: negatives from the support only': (
        MARGINALS,
        ['theta = 2 * np.pi'],
        'value = (s.masked_fill(~inside, -torch.inf).logsumexp(1)',
        'value = (s.logsumexp(1)',
    ),
    'linear: dot products kept up to a factor, not up to a power': (
        SPHERE,
        ['def unit(x)', 'g = np.random.default_rng(0)\nN, c = 4, 7.3'],
        'gram = c * cap @ cap.T',
        'gram = c * (cap @ cap.T) ** 1.5',
    ),
    'symmetrised bound: the weight of what is not linear': (
        STABILITY,
        ['def constants(N, kappa)', 'def local_constant', 'Z, weight = sphere_grid(3, 12)'],
        'G = kappa * omega * (P - np.cos(theta))',
        'G = 3 * kappa * omega * (P - np.cos(theta))',
    ),
    'matching: the radius is the root of tau kappa': (
        MINIMA,
        ['def objective(', 'def minimise(', 'zc, wc = sphere_grid(2, 96)', 'def isometry_report('],
        'best_of(z, w, kappa, kappa)',
        'best_of(z, w, kappa, 1.05 * kappa)',
    ),
    'rotations: the temperature multiplies the concentration': (
        SPHERE,
        ['def unit(x)', 'z, w = sphere_grid(3, 24)\nfor kappa, tau in'],
        'h = np.sqrt(tau * kappa) * z @ Q.T',
        'h = np.sqrt(kappa / tau) * z @ Q.T',
    ),
    'limit on the box: the partition function is that of the anchor': (
        BODIES,
        ['def sample_positive(', 'def gap_box('],
        'log_mu = box_log_normalizer(x, 0.0',
        'log_mu = box_log_normalizer(0 * x + 0.5, 0.0',
    ),
    'content alone: the slope is at least the density of the content': (
        CONTENT,
        ['# expectations over N(0, 1)', '# monotone but not uniform'],
        'np.gradient(h(c), c), np.exp(log_phi(c))',
        'np.gradient(h(c), c), np.exp(log_phi(c) / 2)',
    ),
    'content part: the parity of the content goes into the style': (
        PROPOSITION,
        ['# one to one onto a block'],
        '2 * styles + contents % 2',
        '2 * styles + styles % 2',
    ),
    'several views: styles that change': (
        PROPOSITION,
        ['def apart(angles'],
        'rho * sin[k] * sin[l]',
        'sin[k] * sin[l]',
    ),
    'product marginal: its factors are latents, not outputs': (
        MARGINALS,
        ['LOG_FACTOR =', 'TURNS ='],
        'LOG_FACTOR[f](z[:, k])',
        'LOG_FACTOR[f](v[:, k])',
    ),
    'instance classification: differences of instances, not instances': (
        ALIGNMENT,
        ['def gegenbauer(', 'theta = 2 * np.pi', 'def minimise(', 'n_instances, kappa_d', 'def off_posterior('],
        '(instances[1:] - instances[0])',
        'instances[1:]',
    ),
    'encoders: the negatives are uniform': (
        LIMIT,
        ['def mean_log_sum('],
        'mean_log_sum(-rate_q * d, n, M, p if positive',
        'mean_log_sum(-rate_q * d, n * np.exp(-d) / (n @ np.exp(-d)), M, p if positive',
    ),
    'which anchor: given the positive the anchor has the smaller spread': (
        LIMIT,
        ['def mean_log_sum(', 'node, node_w ='],
        '(shrink * at, sigma * np.sqrt(shrink))',
        '(shrink * at, sigma)',
    ),
    'a typical negative weighs the exponential of the information, not the largest ratio': (
        LIMIT,
        ['def mean_log_sum(', 'A, log_C =', 'def resting_radius('],
        'bias = weight * np.exp(information)',
        'bias = weight * ratio',
    ),
    'the limit is the cross-entropy, no more and no less': (
        LIMIT,
        ['kappa, tau, n = 5.0', 'M = 2 ** np.arange(2, 17)'],
        'infonce_gap(3, kappa, kappa, M, incl)',
        'infonce_gap(3, kappa, kappa, M, incl) + 1e-5',
    ),
    'near pairs: those across the equator are needed': (
        SPHERE,
        ['def unit(x)', 'def motions('],
        'motions(z, near) == 3',
        'motions(z, near & (side[:, None] == side)) == 3',
    ),
    'permutations: not at exponent 2': (
        BODIES,
        ['def defect(A'],
        'for alpha in (1, 1.5, 3, 4):',
        'for alpha in (1, 1.5, 2, 3, 4):',
    ),
    'unbounded distances: the positive bounds the sum from below': (
        BODIES,
        ['# outputs of the negatives'],
        'if positive:',
        'if False:',
    ),
    'covering: the turns above one angle have the chances of the density': (
        COVERINGS,
        ['def p_1(c_1)', 'def draw(m, seed', 't, w = np.polynomial.legendre.leggauss(200)'],
        'expected = 1 - w @ (posterior**2).sum(0)',
        'expected = 1 - w @ (posterior**2.5).sum(0)',
    ),
    'one sheet: properness dropped': (
        COVERINGS,
        ['def p_1(c_1)', 'def preimages(psi'],
        '== 1 if proper else',
        '== 1 if True else',
    ),
    'one sheet: a map that stays is taken for proper': (
        COVERINGS,
        ['def p_1(c_1)', 'def preimages(psi'],
        "('exponential', exponential, False)",
        "('exponential', exponential, True)",
    ),
    'a bound on the slope: the inverse of one minus the Lipschitz constant': (
        COVERINGS,
        ['def p_1(c_1)', 'def preimages(psi'],
        'c - 3 * torch.tanh(c @ layer.T / 3)',
        'c - 4 * torch.tanh(c @ layer.T / 3)',
    ),
    'the proposition: properness dropped': (
        PROPOSITION,
        ['def E(z)', 'def revolutions('],
        'promised = local and proper and simple',
        'promised = local and simple',
    ),
    'the proposition: local injectivity dropped': (
        PROPOSITION,
        ['def E(z)', 'def revolutions('],
        'promised = local and proper and simple',
        'promised = proper and simple',
    ),
    'the proposition: a simply connected image dropped': (
        PROPOSITION,
        ['def E(z)', 'def revolutions('],
        'promised = local and proper and simple',
        'promised = local and proper',
    ),
    'unequal factors: the squares of the axes are what is turned': (
        FACTORS,
        ['z, w = sphere_grid', 'def turn('],
        'S @ np.diag(axes**2) @ S.T',
        'S @ np.diag(axes**1.5) @ S.T',
    ),
    'unequal factors: the bound is that of the longest axis': (
        FACTORS,
        ['z, w = sphere_grid', 'def log_j(a, b, n)', 'r, w_r ='],
        'a = torch.tensor(e * e,',
        'a = torch.tensor(e * e / 2,',
    ),
    'isometries: exactly, not nearly': (
        STABILITY,
        ['def losses_of_all_maps('],
        'delta, atol=1e-12)',
        'delta, atol=0.6)',
    ),
    'stability on a box: a sixth of w': (
        STABILITY,
        ['def square(nodes)', 'def box_constant('],
        '4 * (w / 6 + apart)',
        '4 * (w / 5 + apart)',
    ),
    'stability on a box: constant too small by ten': (
        STABILITY,
        ['def square(nodes)', 'def box_constant('],
        'return 1.5 / (rate**2',
        'return 0.15 / (rate**2',
    ),
    'no term: what the mean over the negatives adds to the loss of a line': (
        MARGINALS,
        ['y = np.linspace', 'x = np.linspace(-7, 7, 121)'],
        's - np.log(1 + 2 * s) / 2 - s / (1 + 2 * s)',
        's - np.log(1 + 2 * s) / 2',
    ),
    'rough errors: the mean cosine': (
        INFORMATION,
        ['fine, fine_weight ='],
        'kappa * vmf_mean_cosine(3, kappa) * 1e-4',
        'kappa * vmf_mean_cosine(3, kappa) ** 2 * 1e-4',
    ),
    'a fixed width: the limit of many negatives takes half a logarithm': (
        FIXED,
        ['rho = 0.95'],
        'q * a - math.log(1 + a) / 2 -',
        'q * a - math.log(1 + a) / 3 -',
    ),
    'a fixed width: the determinant of few negatives': (
        FIXED,
        ['rho = 0.95'],
        '- 4 * a**2 * q +',
        '- 3.9 * a**2 * q +',
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
