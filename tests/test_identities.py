"""Identities of the theory pages, by computer algebra in exact arithmetic."""

import itertools

import pytest
import sympy as sp


@pytest.mark.parametrize('n', [2, 3])
def test_eta_on_a_design(n):
    """eq-eta of the page on stability, for arbitrary values u of an encoder.

    The vectors +e_i and -e_i have mean 0 and second moment I/n, which is all that the identity uses of the sphere.
    """
    points = [sign * sp.eye(n)[:, i] for i in range(n) for sign in (1, -1)]
    values = [sp.Matrix(sp.symbols(f'u{k}_:{n}')) for k in range(2 * n)]

    def mean(terms):
        return sum(terms[1:], terms[0]) / sp.Integer(len(terms))

    mean_u = mean(values)
    A = n * mean([u * z.T for u, z in zip(values, points)])
    second = mean([u * u.T for u in values])
    defects = [
        (u.dot(v) - z.dot(y) - u.dot(mean_u)) ** 2
        for (u, z), (v, y) in itertools.product(zip(values, points), repeat=2)
    ]
    right = (
        (second * (second - mean_u * mean_u.T)).trace() - sp.Rational(2, n**2) * (A.T * A).trace() + sp.Rational(1, n)
    )
    assert sp.expand(mean(defects) - right) == 0


def test_the_best_term_of_the_anchor():
    "The a(z) that minimises the mean square of eq-eta is u.mean(u): a derivative that vanishes, where E z = 0."
    points = [sp.Matrix([1, 0]), sp.Matrix([-1, 0]), sp.Matrix([0, 1]), sp.Matrix([0, -1])]
    values = [sp.Matrix(sp.symbols(f'u{k}_:2')) for k in range(4)]
    a = sp.Symbol('a')
    u, z = values[0], points[0]
    loss = sum((u.dot(v) - z.dot(y) - a) ** 2 for v, y in zip(values, points)) / 4
    (best,) = sp.solve(sp.diff(loss, a), a)
    assert sp.expand(best - u.dot(sum(values[1:], values[0])) / 4) == 0


def test_golden():
    "eq-golden of the page on marginals: the loss of h(z) = rQz, from its integrals, and its minimum."
    r, s = sp.symbols('r s', positive=True)
    y, z = sp.symbols('y z', real=True)
    normal = sp.exp(-(y**2) / 2) / sp.sqrt(2 * sp.pi)
    partition = sp.integrate(normal * sp.exp(-(r**2) * (y - z) ** 2), (y, -sp.oo, sp.oo))
    log = -sp.log(1 + 2 * r**2) / 2 - r**2 * z**2 / (1 + 2 * r**2)
    assert sp.simplify(partition / sp.exp(log)) == 1
    mean_log = sp.integrate(sp.expand(log) * normal.subs(y, z), (z, -sp.oo, sp.oo))
    loss = r**2 - sp.log(1 + 2 * r**2) / 2 - r**2 / (1 + 2 * r**2)
    assert sp.simplify(r**2 + mean_log - loss) == 0
    x = 1 / (1 + 2 * s)
    slope = sp.diff(loss.subs(r, sp.sqrt(s)), s)
    assert sp.simplify(slope - (1 - x - x**2)) == 0
    (best,) = sp.solve(1 - x - x**2, s)
    assert sp.simplify(1 + 2 * best - (1 + sp.sqrt(5)) / 2) == 0
    assert sp.diff(slope, s).subs(s, best).evalf() > 0
    above = loss.subs(r, sp.sqrt(best)) + sp.Rational(1, 2)
    golden = (1 + sp.sqrt(5)) / 2
    assert sp.simplify(above - (sp.sqrt(5) - 1 - sp.log(golden)) / 2) == 0
    assert round(float(above), 3) == 0.377


def test_one_pass():
    "f_p of the page on information per pair: an incomplete gamma function, its limits, and the case p = 0."
    x, p, u, w = sp.symbols('x p u w', positive=True)
    a = (2 * p + 1) / (p + 1)
    closed = x**2 / (p + 1) * ((p + 1) / (2 * x)) ** a * sp.lowergamma(a, w)
    upper = 2 * x * u ** (p + 1) / (p + 1)
    integrand = x**2 * u ** (2 * p) * sp.exp(-upper)
    # same derivative in the upper end u of the integral, both zero at u = 0
    assert sp.simplify(sp.expand_power_base(sp.diff(closed.subs(w, upper), u) / integrand, force=True)) == 1
    assert sp.limit(closed.subs(p, 1).subs(w, u), u, 0) == 0
    for power in range(4):
        small = sp.integrate(sp.series(integrand.subs(p, power), x, 0, 3).removeO(), (u, 0, 1))
        assert sp.simplify(small - x**2 / (2 * power + 1)) == 0
    large = closed.subs(sp.lowergamma(a, w), sp.gamma(a)) / x ** (1 / (p + 1))
    assert sp.simplify(sp.diff(sp.expand_log(sp.log(large), force=True), x)) == 0
    exact = sp.integrate(integrand.subs(p, 0), (u, 0, 1))
    assert sp.simplify(exact - x * (1 - sp.exp(-2 * x)) / 2) == 0


@pytest.mark.parametrize('n', [3, 4])
def test_redundancy(n):
    "eq-redundancy of the page on content and style: minus half the log determinant, to third order."
    t = sp.Symbol('t')
    entry = {(i, j): sp.Symbol(f'a{i}{j}') for i in range(n) for j in range(i + 1, n)}
    A = sp.Matrix(n, n, lambda i, j: entry.get((min(i, j), max(i, j)), 0))
    assert A[0, 0] == 0
    determinant = sp.expand((sp.eye(n) + t * A).det(method='berkowitz')) - 1  # the logarithm of 1 + determinant
    log = sp.expand(determinant - determinant**2 / 2 + determinant**3 / 3)
    second = sum(a**2 for a in entry.values()) / 2
    third = sum(A[i, j] * A[j, k] * A[k, i] for i, j, k in itertools.combinations(range(n), 3))
    assert log.coeff(t, 1) == 0
    assert sp.expand(-log.coeff(t, 2) / 2 - second) == 0
    assert sp.expand(-log.coeff(t, 3) / 2 + third) == 0
