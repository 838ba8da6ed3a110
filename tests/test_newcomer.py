"A newcomer's objective, one class in one notebook of 25 lines, is at once everywhere an objective can be used."

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from nbdev.export import nb_export
from sklearn.base import clone

root = Path(__file__).resolve().parent.parent
CELLS = (
    ('markdown', '# Powers\n> Cross-entropy that forgives outliers: a power of the probability of the positive.'),
    ('code', '#| default_exp margins'),
    (
        'code',
        '#| export\nimport torch\n\nfrom clica_nb.losses import InfoNCEOutput, Score\n'
        'from clica_nb.objectives import objective',
    ),
    (
        'code',
        """#| export
@objective('power')
class Power(Score):
    "One minus a power of the probability of the positive among the other rows."

    over_ranks = 'candidates'

    def __init__(
        self,
        similarity='lp',  # 'dot', 'cosine', 'lp' or a callable
        q: float = 0.2,  # Exponent; towards 0 it is InfoNCE
        **options,  # Further ones of `Score`
    ):
        super().__init__(similarity, **options)
        self.q = q

    def forward(self, ref, pos, neg=None, ranks=None):
        s_pos, others = self.parts(ref, pos, exclude=True, ranks=ranks)
        loss = (1 - torch.sigmoid(s_pos - others) ** self.q).mean(-1) / self.q
        return InfoNCEOutput(loss, loss, 0 * loss)""",
    ),
)
WORKER = """
import sys; sys.path[:0] = {paths!r}
import clica_nb.objectives, margins, test_ranks, torch.distributed as dist
from clica_nb.engine.parallel import started
dist.init_process_group('gloo')
clica_nb.objectives.Power, group = margins.Power, started()
off = [test_ranks.deviation(group, 'Power', dict(temperature='learned', p=p), 0) for p in (1.0, 2.0)]
assert group.world == 2 and max(off) < 1e-10, off
dist.destroy_process_group()
"""


@pytest.fixture(scope='module')
def margins(tmp_path_factory):
    "The module that the notebook becomes."
    assert sum(bool(line.strip()) for _, text in CELLS for line in text.split('\n')) <= 25
    folder = tmp_path_factory.mktemp('newcomer')
    made = [{'cell_type': k, 'id': f'c{i}', 'metadata': {}, 'source': s} for i, (k, s) in enumerate(CELLS)]
    for cell in made:
        if cell['cell_type'] == 'code':
            cell.update(outputs=[], execution_count=None)
    notebook = folder / '00_margins.ipynb'
    notebook.write_text(json.dumps(dict(cells=made, metadata={}, nbformat=4, nbformat_minor=5)))
    nb_export(notebook, lib_path=folder)
    spec = importlib.util.spec_from_file_location('margins', folder / 'margins.py')
    module = importlib.util.module_from_spec(spec)
    from clica_nb.objectives import OBJECTIVES

    spec.loader.exec_module(module)
    yield module
    OBJECTIVES.pop('power')


def test_list(margins):
    from clica_nb.objectives import make_objective, objective_options

    assert list(objective_options('power'))[:2] == ['similarity', 'q']
    with pytest.raises(ValueError, match="margin is 3 with objective 'power': its options are similarity"):
        make_objective('power', margin=3)


@pytest.mark.parametrize('p', [1.0, 1.5, 2.0])
def test_gradients(margins, p):
    g = torch.Generator().manual_seed(0)
    a, b = (torch.randn(6, 3, generator=g, dtype=torch.float64, requires_grad=True) for _ in 'ab')
    loss = margins.Power(p=p, transition=0.9)
    assert torch.autograd.gradcheck(lambda a, b: loss(a, b).loss, (a, b))


def test_estimator(margins):
    from clica_nb.estimator import ContrastiveEncoder
    from clica_nb.metrics import linear_r2

    r = np.random.default_rng(0)
    z = r.uniform(size=(600, 2))
    W = r.normal(size=(2, 5))
    x, x_pos = (np.tanh(v @ W) for v in (z, z + 0.02 * r.laplace(size=z.shape)))
    model = ContrastiveEncoder(2, objective='power', max_iter=60, batch_size=64, hidden=(16,), random_state=0)
    fitted = clone(model).fit(x, X_pos=x_pos)
    losses = fitted.history_.column('loss')
    assert losses[-1] < losses[0] and linear_r2(z, fitted.transform(x)) > 0.9
    with pytest.raises(ValueError, match='a score in bits exists for'):  # InfoNCE alone bounds information
        fitted.score(x, x_pos)


def test_experiment(margins):
    from clica_nb.experiments.objectives import Params, run

    small = dict(worlds='sphere', samples=1000, widths='32,32', batch_size=128)
    found = run(Params(objective='power', steps=150, **small))['metrics']['sphere_r2']
    assert found > 0.9 > run(Params(method='raw', **small))['metrics']['sphere_r2']


def test_two_processes(margins):
    folder = Path(margins.__file__).parent
    worker = folder / 'worker.py'
    worker.write_text(WORKER.format(paths=[str(folder), str(root / 'tests')]))
    command = [sys.executable, '-m', 'torch.distributed.run', '--standalone', '--nproc-per-node', '2', str(worker)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=root, timeout=900)
    assert done.returncode == 0, done.stderr[-2000:]
