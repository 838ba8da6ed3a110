"""Information per pair: each deliberate error in a formula is caught by the check named beside it.

The closed forms of the library are checked on its own page, what follows from them on the theory page. Unchanged
every check passes; with one formula changed it ends in an AssertionError of its own.
"""

import pytest
import test_mutations as library
import test_theory_mutations as pages

PAGE = 'theory/90_information_per_pair'
CEILING, SIGNAL, HEARD = 'negatives = np.array([1, 4, 16', 'def chi_squared(', 'def heard('
RAY, IMAGES, FOLDS = 'def ray_log_density(', 'widths = np.array([0.05', 'def folded('
# name: the cells (the last is the check), where the error is, right, wrong
ON_THE_PAGE = {
    'information of a von Mises-Fisher pair: the deficit of the cosine counted twice': (
        (CEILING,),
        ('library', '-_log_0f1(n, k, scaled=True) - k * deficit))', '-_log_0f1(n, k, scaled=True) - 2 * k * deficit))'),
    ),
    'upper bound of the loss: the density ratio is relative to uniform': (
        (CEILING,),
        (
            'page',
            'log_r = kappa * t - vmf_log_normalizer(n, kappa) + log_sphere_area(n)\n    above',
            'log_r = kappa * t - vmf_log_normalizer(n, kappa) + 2 * log_sphere_area(n)\n    above',
        ),
    ),
    'chi squared: the normaliser squared': (
        (SIGNAL,),
        ('page', '- 2 * vmf_log_normalizer(n, kappa))', '- 1.99 * vmf_log_normalizer(n, kappa))'),
    ),
    'what a batch hears: M negatives, not M + 1': (
        (HEARD,),
        ('page', 'together = np.exp(M[:, None] * log_phi[0]', 'together = np.exp((M[:, None] + 1) * log_phi[0]'),
    ),
    'along a ray: the volume element has the power n - 1': (
        (RAY, 'row_4 = dict('),
        ('page', '(u.shape[-1] - 1) * rho.log()', 'u.shape[-1] * rho.log()'),
    ),
    'projected normal: the circle of latitude has dimension n - 2': (
        (RAY, 'row_4 = dict('),
        ('library', 'log_r + (n - 2) * np.log(np.sin(theta))', 'log_r + (n - 1) * np.log(np.sin(theta))'),
    ),
    'folds: the derivative along the sphere needs the direction across it for a determinant': (
        (FOLDS,),
        ('page', 'slope @ along + h(z)[:, :, None] * z[:, None, :]', 'slope @ along'),
    ),
    'box: candidates spread over its length': (
        (IMAGES,),
        ('library', 'each = math.log(length) - _mean_log_box', 'each = -_mean_log_box'),
    ),
}
CLOSED = "test_close(pair_information('sphere', 'vmf', 10"
# name: right, wrong
IN_THE_LIBRARY = {
    'two normals: half the log of one plus the ratio of variances': (
        'math.log1p(m**2 / noise_variance) / 2',
        'math.log1p(m**2 / noise_variance)',
    ),
    'normal noise: the width is the standard deviation times the root of two': (
        '(float(scale) * math.sqrt(2), 2.0)',
        '(float(scale), 2.0)',
    ),
    'entropy of the noise: one over the exponent': ('noise_entropy = 1 / p - log_c', 'noise_entropy = 1 - log_c'),
    'cross-entropy with a normal marginal: variances add': (
        '(m**2 + noise_variance) / (2 * m**2)',
        '(m**2 - noise_variance) / (2 * m**2)',
    ),
    'box: what candidates with the density of anchors tell in excess': (
        'return float(2 * w @ (q * np.log(q * length)))',
        'return float(2 * w @ (q * np.log(q * length))) / 2',
    ),
}


@pytest.mark.parametrize('cells', sorted({cells for cells, _ in ON_THE_PAGE.values()}))
def test_page_passes_as_it_stands(cells, monkeypatch):
    pages.run(PAGE, cells, cells[-1], ('library', 'import math\n', 'import math\n'), monkeypatch)


@pytest.mark.parametrize('name', ON_THE_PAGE)
def test_error_on_the_page_is_caught(name, monkeypatch):
    cells, where = ON_THE_PAGE[name]
    with pytest.raises(AssertionError):
        pages.run(PAGE, cells, cells[-1], where, monkeypatch)


def test_library_passes_as_it_stands(tmp_path):
    library.run(library.selected('theory', (CLOSED,)), library.copy_of('theory', tmp_path))


@pytest.mark.parametrize('name', IN_THE_LIBRARY)
def test_error_in_the_library_is_caught(name, tmp_path):
    cells = library.selected('theory', (CLOSED,))
    made = library.copy_of('theory', tmp_path, *IN_THE_LIBRARY[name])
    with pytest.raises(AssertionError):
        library.run(cells, made)
