"""The checks of the notebooks have power: a closed form wrong by one part in a billion does not pass them.

A mutation is one replacement in a temporary copy of an exported module. The notebook's own checks then run with the
names of the copy in place of the module's. They must pass on the unchanged copy, and end in an AssertionError on
the changed one.
"""

import importlib.util
import json
import tempfile
import types
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import matplotlib
import numpy as np
import pytest

from clica_nb import theory
from clica_nb.encoder.pairing import RowPairs, _held_rows
from clica_nb.metrics import orthogonality_error

ROOT = Path(__file__).resolve().parent.parent
PART = '(1 + 1e-9)'


@dataclass(frozen=True)
class Mutation:
    module: str  # 'theory' for clica_nb/theory.py and the notebook that exports it
    old: str  # Text of the module, which occurs once
    new: str  # What stands there instead
    cells: tuple  # The checks, and what they need: a text that each cell holds

    def __str__(self):
        return f'{self.module}: {self.new}'


LOOP = ('def draw(', 'def loop_infonce', 'def value_and_gradients')
FAST = [
    # log-normalizers, as closed forms and as the samplers' own quadrature
    Mutation(
        'theory',
        '_plain(log_sphere_area(n) + _log_0f1(n, k))',
        f'_plain({PART} * (log_sphere_area(n) + _log_0f1(n, k)))',
        ('vmf_log_normalizer(2, k)',),
    ),
    Mutation(
        'theory',
        'return log_mass + special.gammaln(1 + 1 / p)',
        f'return log_mass + special.gammaln(1 + 1 / p) * {PART}',
        ('box_log_normalizer(z[i]',),
    ),
    Mutation(
        'theory', 'np.arcsin(np.clip(r, -1, 1) / 2)', f'np.arcsin(np.clip(r, -1, 1) / 2) * {PART}', ('0.0180906',)
    ),
    Mutation(
        'distributions',
        'torch.log(total * self.step / 2)',
        f'torch.log(total * self.step / 2) * {PART}',
        ('golden = [',),
    ),
    Mutation(
        'distributions', 'math.lgamma(1 + 1 / self.p)', f'math.lgamma(1 + 1 / self.p) * {PART}', ('def log_integral',)
    ),
    Mutation('spaces', '- math.lgamma(self.n / 2)', f'- math.lgamma(self.n / 2) * {PART}', ('math.log(16 * math.pi)',)),
    # constants and signs of the losses
    Mutation('losses', 'c = score.now**-0.5', f'c = {PART} * score.now**-0.5', (*LOOP, 'backends = [')),
    Mutation('losses', 's_pos = (x * pos)', 's_pos = -(x * pos)', (*LOOP, 'backends = [')),
    Mutation('objectives', 'math.log(N - 1)', f'math.log(N - 1) * {PART}', ('density = torch.exp(',)),
    Mutation(
        'metrics', ' / z.shape[1])', f' / z.shape[1] * {PART})', ("g = rng(0, 'metrics')", 'permutations(range(5))')
    ),
    # information per pair: two normals; the width of normal noise; the entropy of the noise; variances add; what
    # candidates with the density of anchors tell in excess
    *(
        Mutation('theory', old, new, ("test_close(pair_information('sphere', 'vmf', 10",))
        for old, new in {
            'math.log1p(m**2 / noise_variance) / 2': 'math.log1p(m**2 / noise_variance)',
            '(float(scale) * math.sqrt(2), 2.0)': '(float(scale), 2.0)',
            'noise_entropy = 1 / p - log_c': 'noise_entropy = 1 - log_c',
            '(m**2 + noise_variance) / (2 * m**2)': '(m**2 - noise_variance) / (2 * m**2)',
            'return float(2 * w @ (q * np.log(q * length)))': 'return float(2 * w @ (q * np.log(q * length))) / 2',
        }.items()
    ),
]


def notebook_of(module: str) -> Path:
    "The notebook that exports the module."
    for path in sorted((ROOT / 'nbs' / 'api').rglob('*.ipynb')):
        for cell in json.loads(path.read_text())['cells'][:3]:
            if ''.join(cell['source']).split() == ['#|', 'default_exp', module]:
                return path
    raise LookupError(f'no notebook exports {module}')


def check_cells(module: str) -> list:
    "Code of the notebook's cells that are neither exported, nor figures, nor slow."
    cells = json.loads(notebook_of(module).read_text())['cells']
    code = [''.join(c['source']) for c in cells if c['cell_type'] == 'code']
    aside = '#| export', '#| default_exp', '#| slow', '#| cuda', '#| label'
    return [c for c in code if not any(line.startswith(aside) for line in c.splitlines())]


def selected(module: str, words: tuple) -> list:
    "The imports of a notebook's checks, and the cells that hold the words, in the notebook's order."
    cells = check_cells(module)
    for word in words:
        if (found := sum(word in c for c in cells)) != 1:  # no AssertionError, which a mutation is expected to end in
            raise LookupError(f'{word!r} is in {found} cells of {module}')
    return [c for c in cells if c.startswith('#| hide\n') and 'import' in c or any(w in c for w in words)]


def copy_of(module: str, folder: Path, old: str = '', new: str = '') -> types.ModuleType:
    "The module, with a replacement, from a file of its own."
    text = (ROOT / 'clica_nb' / f'{module}.py').read_text()
    if old and text.count(old) != 1:
        raise LookupError(f'{old!r} occurs {text.count(old)} times in {module}')
    path = folder / f'{module}.py'
    path.write_text(text.replace(old, new) if old else text)
    spec = importlib.util.spec_from_file_location(f'clica_nb.{module}_copy', path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def run(cells: list, module: types.ModuleType):
    "Run the cells with the module's names; what a cell imports comes on top, as in the notebook."
    matplotlib.use('Agg')
    for cell in cells:
        exec(compile(cell, 'cell', 'exec'), vars(module))


@lru_cache
def passes(module: str, words: tuple) -> bool:
    "The checks on the unchanged module."
    with tempfile.TemporaryDirectory() as d:
        run(selected(module, words), copy_of(module, Path(d)))
    return True


@pytest.mark.parametrize('mutation', FAST, ids=str)
def test_caught(mutation, tmp_path):
    cells = selected(mutation.module, mutation.cells)
    assert passes(mutation.module, mutation.cells)
    with pytest.raises(AssertionError):
        run(cells, copy_of(mutation.module, tmp_path, mutation.old, mutation.new))


def test_least_excess_off_the_centre():
    "Two runs alike, at radius 1 on a quarter of the circle: the mean of the representations alone says something."
    a = [[1.0, 0.0], [0.0, 1.0]]
    assert abs(theory.least_excess(a, a, 2.0, 0.5) - 0.125 / theory.stability_constant(2, 2.0)) < 1e-12


def test_held_rows_are_those_of_the_pairs():
    pairs = RowPairs(np.arange(9), np.arange(1, 10))
    assert len(_held_rows(pairs, 0.2, np.random.default_rng(0))) == 10


def test_orthogonality_of_a_constant():
    assert orthogonality_error(np.eye(9, 3), np.ones((9, 3))) == 3**0.5


def scaled(value):
    "The numbers of a result, each too large by one part in a billion; of several arrays, the first."
    if isinstance(value, dict):
        return {k: scaled(v) for k, v in value.items()}
    if isinstance(value, tuple):
        return (scaled(value[0]), *value[1:])
    return value * (1 + 1e-9)


CLOSED_FORMS = [name for name in theory.__all__ if callable(getattr(theory, name))]


@pytest.mark.slow
@pytest.mark.parametrize('name', CLOSED_FORMS)
def test_every_closed_form_is_pinned(name, tmp_path):
    made = copy_of('theory', tmp_path)
    original = getattr(made, name)
    setattr(made, name, lambda *args, **kwargs: scaled(original(*args, **kwargs)))
    with pytest.raises(AssertionError):
        run(check_cells('theory'), made)


@pytest.mark.slow
def test_the_closed_forms_pass_as_they_are(tmp_path):
    run(check_cells('theory'), copy_of('theory', tmp_path))
