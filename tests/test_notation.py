"""The notation page and the theory pages agree: on every page each letter of a formula has exactly one meaning."""

import json
import re
from pathlib import Path

import pytest

NBS = Path(__file__).resolve().parent.parent / 'nbs'
# pages that speak of other pages or of a paper, with the letters of those
SUMMARIES = (0,)
GREEK = set(
    'alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi rho varrho sigma '
    'varsigma tau varphi phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega ell'.split()
)
# usual signs, before and after commands are taken out: words, blackboard letters, Euler's number, orders, R^2, norms
BEFORE = (
    r'\\(?:text|mathrm|operatorname|begin|end)\s*\{[^{}]*\}',
    r'\\mathbb\s*\{?[ERS]\}?',
    r'_\{(?:incl|excl|own|align|uni|AME|max|min)\}',
    r'_F(?![A-Za-z])',
    r'\\pi\s+e\b',
)
AFTER = (r'e(?=\s*\^)', r'\b[Oo](?=\()', r'R(?=\^2)', r'L(?=\s*\^\s*(?:\{?[\dp]|$))', r'C(?=\^1)')


def cells_of(path: Path) -> list:
    return json.loads(path.read_text(encoding='utf-8'))['cells']


def formulas(cells: list) -> list:
    "Everything between dollar signs in prose; the folded statements of HOL Light hold none."
    found = []
    for cell in cells:
        text = ''.join(cell['source'])
        if cell['cell_type'] == 'markdown' and '<details class="fold">' not in text:
            text = re.sub(r'```.*?```|`[^`]*`', '', text, flags=re.S)
            found += [a or b for a, b in re.findall(r'\$\$(.+?)\$\$|\$([^$\n]+?)\$', text, re.S)]
    return found


def letters(formula: str) -> set:
    "The letters of a formula without their decorations."
    differential = re.search(r'\\int|\\frac\s*\{?d(?![A-Za-z])', formula)
    for pattern in BEFORE:
        formula = re.sub(pattern, ' ', formula)
    found = {rf'\mathcal {x}' for x in re.findall(r'\\mathcal\s*\{?([A-Z])\}?', formula)}
    formula = re.sub(r'\\mathcal\s*\{?[A-Z]\}?', ' ', formula)
    found |= {rf'\{x}' for x in re.findall(r'\\([A-Za-z]+)', formula) if x in GREEK}
    if differential:
        formula = re.sub(r'(?<![A-Za-z\\])d(?=[\\A-Za-z(){}\s])', ' ', formula)
    formula = re.sub(r'\\[A-Za-z]+', ' ', formula)
    for pattern in AFTER:
        formula = re.sub(pattern, ' ', formula)
    return found | set(re.findall(r'[A-Za-z]', formula))


def table() -> list:
    "(letter, pages, meaning) of every line of the notation page."
    code = '\n'.join(''.join(c['source']) for c in cells_of(NBS / 'notation.ipynb') if c['cell_type'] == 'code')
    lines = [
        line for text in re.findall(r'^LETTERS \+?= r"""\n(.*?)"""', code, re.S | re.M) for line in text.split('\n')
    ]
    rows = [line.split(' | ') for line in lines if line]
    assert len(rows) > 200 and all(len(row) == 3 for row in rows)
    return [(letter, [int(k) for k in pages.split()], meaning) for letter, pages, meaning in rows]


def faults(page: int, cells: list, rows: list) -> list:
    "Letters of a page without one line of their own, and lines of the table that the page does not need."
    used = {x for formula in formulas(cells) for x in letters(formula)}
    declared = [letter for letter, pages, _ in rows if page in pages]
    return sorted({f'{x}: {declared.count(x)} lines' for x in used if declared.count(x) != 1}) + sorted(
        f'{x}: a line, and not used' for x in set(declared) - used
    )


@pytest.mark.parametrize('path', sorted((NBS / 'theory').glob('*.ipynb')), ids=lambda p: p.stem)
def test_one_meaning_a_letter(path):
    page = int(path.name[:2])
    declared = [letter for letter, pages, _ in table() if page in pages]
    if page in SUMMARIES:
        assert not declared
    else:
        assert not faults(page, cells_of(path), table())


def test_faults_are_seen():
    rows = [('x', [10], 'a point'), (r'\kappa', [10], 'concentration')]

    def of(text, rows=rows):
        return faults(10, [dict(cell_type='markdown', source=[text])], rows)

    assert of(r'$x=\kappa$') == []
    assert of(r'$x=\kappa$ and $$\tilde y_k$$') == ['k: 0 lines', 'y: 0 lines']
    assert of(r'$x=\kappa$', [*rows, ('x', [10], 'an observation')]) == ['x: 2 lines']
    assert of('$x$') == [r'\kappa: a line, and not used']


@pytest.mark.parametrize(
    'formula, found',
    [
        (r'\int_0^1e^{-x}\,dx=O(x^2)', {'x'}),
        (r'\mathbb E\lVert d\rVert^2', {'d'}),
        (r'\frac d{dt}\log\mathcal L', {'t', r'\mathcal L'}),
        (r'L^\alpha', {r'\alpha'}),
        (r'L(r)+\hat C_{incl}', {'L', 'r', 'C'}),
        (r'R^2\text{ of }R', {'R'}),
        (r'2\pi e\,\sigma', {r'\sigma'}),
        (r'e_1', {'e'}),
    ],
)
def test_letters(formula, found):
    assert letters(formula) == found
