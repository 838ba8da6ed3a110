"The paper in a hundred lines: nano.py is what its page shows (`python tests/test_nano.py` writes it), and learns."

import importlib.util
import json
from pathlib import Path

import pytest
import torch
from scipy.stats import ks_2samp

from clica_nb import InfoNCE
from clica_nb.distributions import Laplace, Truncated, VonMisesFisher

root = Path(__file__).resolve().parent.parent
FILE = root / 'nano.py'
spec = importlib.util.spec_from_file_location('nano', FILE)


def shown() -> str:
    "The code that the page shows, a cell after the other, without directives."
    cells = json.loads((root / 'nbs/nano.ipynb').read_text(encoding='utf-8'))['cells']
    code = [''.join(c['source']) for c in cells if c['cell_type'] == 'code']
    code = [c.replace('#| eval: false\n', '') for c in code]
    return '\n\n\n'.join(c for c in code if not c.startswith('#|')) + '\n'


@pytest.fixture(scope='module')
def nano():
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    torch.manual_seed(0)
    return module


def test_the_file_is_what_the_page_shows():
    assert FILE.read_text(encoding='utf-8') == shown(), 'python tests/test_nano.py writes it'
    assert max(map(len, shown().splitlines())) <= 88 and 'clica_nb' not in shown()


@pytest.mark.parametrize('world', ['sphere', 'box'])
def test_its_loss_and_its_pairs_are_those_of_the_package(nano, world):
    h, h_near = torch.nn.functional.normalize(torch.randn(2, 64, nano.n), dim=-1)
    loss = InfoNCE(*(['lp', 1] if world == 'box' else ['dot']), positive_in_denominator=False, typical_negative=0.6)
    assert abs(nano.info_nce(world, h, h_near) - loss(h, h_near, h_near).loss) < 1e-4
    z = nano.uniform(world, 20).repeat(1000, 1)
    law = Truncated(Laplace(z, nano.WIDTH), 0, 1) if world == 'box' else VonMisesFisher(z, nano.KAPPA)
    for angle in (lambda x: (x * z).sum(1), lambda x: x[:, 0]):
        assert ks_2samp(angle(nano.near(world, z)), angle(law.sample())).pvalue > 0.001


@pytest.mark.parametrize('world, place, gain', [('sphere', 2, 10), ('box', 3, 10)])
def test_it_learns(nano, world, place, gain):
    z = nano.uniform(world, 5000)
    raw = nano.score(z.numpy(), nano.make_mixing()(z).numpy())
    assert nano.train(world, steps=300, batch=256)[-1][place] > raw[place - 2] + gain


if __name__ == '__main__':
    FILE.write_text(shown(), encoding='utf-8')
