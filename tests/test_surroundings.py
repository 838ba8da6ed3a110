"Neither PyTorch's own settings nor the machine's around it change a number of the library, or stop it."

import copy
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np
import pytest
import torch
from torch import nn

from clica_nb import ContrastiveEncoder, evaluate
from clica_nb.core import rng
from clica_nb.engine.optim import make_optimizer
from clica_nb.losses import InfoNCE
from clica_nb.metrics import linear_r2, mcc
from clica_nb.objectives import BarlowTwins, SimCLR
from clica_nb.pairing import time_pairs
from clica_nb.theory import vmf_log_normalizer
from clica_nb.training import Pairs, fit

CPU = {'dtype': torch.float32, 'device': 'cpu'}


@contextmanager
def default_dtype(dtype):
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


STATES = {
    'float64 by default': lambda: default_dtype(torch.float64),
    'bfloat16 by default': lambda: default_dtype(torch.bfloat16),
    'no gradients': torch.no_grad,
    'inference': torch.inference_mode,
    'another device by default': lambda: torch.device('meta'),  # as CUDA would be
    'autocast': lambda: torch.autocast('cpu', torch.bfloat16),
}


@pytest.fixture
def data():
    z = np.random.default_rng(0).normal(size=(120, 3))
    h = np.tanh(z @ np.random.default_rng(1).normal(size=(3, 3)))
    layers = nn.Linear(3, 8, **CPU), nn.Dropout(0.1), nn.Linear(8, 3, **CPU)
    encoder = nn.Sequential(*layers)
    with torch.no_grad():
        for i, p in enumerate(encoder.parameters()):
            p.copy_(torch.randn(p.shape, generator=rng(i, 'weights'), **CPU))
    return z, h, encoder


def trained(z, h, encoder, folder):
    "The last loss of 20 steps in two sittings, the second from a checkpoint."
    torch.manual_seed(0)
    for steps in 10, 20:
        pairs = Pairs(torch.tensor(z, **CPU), torch.tensor(h, **CPU), batch_size=16)
        history = fit(
            encoder,
            pairs,
            InfoNCE('lp', p=1),
            steps,
            make_optimizer(encoder),
            score=lambda f: {'sum': f(torch.tensor(z, **CPU)).sum()},
            checkpoint=folder / 'checkpoint.pt',
            progress=False,
        )
    return history[-1]['loss'], history[-1]['sum']


def scores(z, h, encoder, folder):
    torch_z, torch_h = torch.tensor(z, **CPU), torch.tensor(h, **CPU)
    return [
        *evaluate(z, h, draws=4).scores.values(),
        linear_r2(z, h),
        mcc(torch_z, torch_h),
        *(float(loss(torch_z, torch_h).loss) for loss in (InfoNCE('dot'), InfoNCE('lp', p=3), SimCLR(), BarlowTwins())),
        float(vmf_log_normalizer(3, 5.0)),
        len(time_pairs(50, np.arange(50) * 0.1, 0.1)),
    ]


@pytest.mark.parametrize('state', STATES)
@pytest.mark.parametrize('what', [trained, scores])
def test_states_of_torch(state, what, data, tmp_path):
    (tmp_path / 'plain').mkdir()
    expected = what(*copy.deepcopy(data), tmp_path / 'plain')
    with STATES[state]():
        found = what(*data, tmp_path)
    np.testing.assert_array_equal(found, expected)


def fits(settings, at_once):
    "Representations by two fits, one after the other or in two threads."
    X = np.cumsum(np.random.default_rng(0).normal(size=(600, 4)), 0)

    def one(seed):  # products as large as those that a library may compute in another way
        model = ContrastiveEncoder(2, max_iter=60, batch_size=256, random_state=seed, **settings)
        return model.fit(X).transform(X)

    with ThreadPoolExecutor(2 if at_once else 1) as pool:
        return list(pool.map(one, (0, 1)))


@pytest.mark.parametrize('dtype', [torch.float32, torch.float64])
def test_fits_in_threads_side_by_side(dtype):
    "They look at their losses in step, so that each draws its noise between draws of the other."
    settings = dict(input_noise=0.5)
    expected = fits(settings, at_once=False)
    step = threading.Barrier(2, timeout=600)
    torch.manual_seed(7)
    before = torch.get_rng_state()
    with default_dtype(dtype):
        found = fits(settings | dict(callback=lambda info: step.wait() and None), at_once=True)
        assert torch.get_default_dtype() == dtype
    np.testing.assert_array_equal(found, expected)
    assert torch.equal(torch.get_rng_state(), before)


def test_fits_in_threads_with_dropout_take_turns():
    "Layers draw from the one stream of the process."
    net = nn.Sequential(nn.Linear(4, 8, **CPU), nn.Dropout(0.3), nn.Linear(8, 2, **CPU))
    inside, most = [], []

    def look(info):
        inside.append(threading.get_ident())
        most.append(len(set(inside[-2:])))

    expected = fits(dict(encoder=net), at_once=False)
    torch.manual_seed(7)
    before = torch.get_rng_state()
    found = fits(dict(encoder=net, callback=look), at_once=True)
    np.testing.assert_array_equal(found, expected)
    assert torch.equal(torch.get_rng_state(), before)
    assert most.count(2) <= 1  # all looks of one, then all of the other


LINE = """
import torch
from clica_nb.experiments.mlp_mixing import Params, run
torch.set_num_threads(2)
metrics = run(Params(steps=20))['metrics']
print(metrics['r2'].hex(), metrics['mcc'].hex())
"""
PLACES = {
    'all at once': dict(LC_ALL='C', PYTHONUTF8='0', HOME=None, TMPDIR='/nowhere'),
    'locale C': dict(LC_ALL='C', PYTHONUTF8='0', PYTHONCOERCECLOCALE='0'),
    'no home': dict(HOME=None, XDG_CACHE_HOME=None),
    'no folder for temporary files': dict(TMPDIR='/nowhere'),
}


def run_in(folder, changes):
    "The run, in a folder whose `random.py` would end it."
    folder.mkdir()
    (folder / 'random.py').write_text('raise SystemExit(3)')
    env = {k: v for k, v in {**os.environ, 'OMP_NUM_THREADS': '2', **changes}.items() if v is not None}
    command = [sys.executable, '-P', '-c', LINE]
    r = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=600)
    assert r.returncode == 0, r.stderr
    return r


@pytest.mark.parametrize(
    'place', [p if p == 'all at once' else pytest.param(p, marks=pytest.mark.slow) for p in PLACES]
)
def test_the_same_digits_everywhere(place, tmp_path):
    there, plain = run_in(tmp_path / 'there', PLACES[place]), run_in(tmp_path / 'plain', {})
    assert there.stdout == plain.stdout


@pytest.mark.slow
def test_without_a_compiler_one_line_names_the_cause(tmp_path):
    "The loss is then another program, which rounds otherwise."
    there = run_in(tmp_path / 'there', dict(CC='no-such-compiler'))
    assert there.stderr.count('no-such-compiler not found') == 1
