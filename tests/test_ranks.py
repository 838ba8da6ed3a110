"""Two processes equal one: every objective with every option, in loss and gradient, under torchrun with gloo.

Each process computes the joint loss alone and its share through `DistributedLoss`, and compares: the mean of the losses
over processes, the gradient at its own rows and the mean of the gradients of learned parameters. Double precision.
"""

import gc
import inspect
import json
import os
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import pytest

root = Path(__file__).resolve().parent.parent


def cases():
    "Name -> (class, arguments, number of given negatives)."
    out = {}
    similarities = ('dot', 2.0), ('cosine', 2.0), ('lp', 1.0), ('lp', 1.5), ('lp', 2.0)
    for (s, p), own, positive, backend in product(similarities, (True, False), (True, False), ('c', 'reference')):
        kw = dict(similarity=s, p=p, self_negatives=own, positive_in_denominator=positive, backend=backend)
        out[f'InfoNCE {kw}'] = 'InfoNCE', kw, 0
    more = dict(temperature='learned'), dict(typical_negative=0.6), dict(marginal='learned'), dict(weights='learned')
    for kw, own, (s, p) in product(more, (True, False), (('dot', 2.0), ('lp', 2.0))):
        if s == 'lp' or 'weights' not in kw:
            own_kw = dict(kw, similarity=s, p=p, self_negatives=own)
            out[f'InfoNCE {own_kw}'] = 'InfoNCE', own_kw, 0
            out[f'InfoNCE given negatives {own_kw}'] = 'InfoNCE', own_kw, 3
    for temperature in (1.0, 0.1):
        out[f'SimCLR {temperature}'] = 'SimCLR', dict(temperature=temperature), 0
    out['BarlowTwins'] = 'BarlowTwins', {}, 0
    for name in ('Symmetric', 'Decoupled', 'NCE', 'Sigmoid', 'Spectral', 'NWJ'):
        for kw in (dict(similarity='dot'), dict(similarity='lp', p=1.0, transition=0.8, marginal='learned')):
            out[f'{name} {kw}'] = name, kw, 0
    out['Spectral log'] = 'Spectral', dict(log=True, similarity='lp'), 0
    out['NWJ lp'] = 'NWJ', dict(similarity='lp'), 0
    for name in ('VICReg', 'Whitening', 'SIGReg', 'DIET'):
        out[name] = name, {}, 0
    for published in (False, True):
        out[f'AnInfoNCE {published}'] = 'AnInfoNCE', dict(n=3, published=published), 0
    out['LDM'] = 'LDM', dict(temperature='learned', transition=0.8), 0
    out['InfoNCE callable'] = 'InfoNCE', dict(similarity='callable', self_negatives=False), 0
    for kw in (dict(), dict(bandwidth=0.3)):
        out[f'AlignMaxEnt {kw}'] = 'AlignMaxEnt', kw, 0
    return out | {f'{name} {kw}': (name, kw, 0) for name, kw in further()}


def further():
    "Options that no case above has, away from their defaults."
    weighted = dict(similarity='lp', p=1.0, weights='learned', temperature='learned', backend='reference')
    yield 'InfoNCE', dict(transition=0.8, self_negatives=False)
    yield from (('SimCLR', dict(similarity=s, backend=b)) for s in ('dot', 'cosine') for b in ('c', 'reference'))
    yield 'SimCLR', dict(similarity='lp', weights='learned')
    yield from ((name, weighted) for name in ('Symmetric', 'NCE', 'NWJ', 'Decoupled'))
    yield from ((name, dict(weighted, temperature=0.5)) for name in ('Sigmoid', 'Spectral'))
    yield 'Sigmoid', dict(bias=-3.0)
    yield 'AlignMaxEnt', dict(weight=3.0)
    yield 'BarlowTwins', dict(weight=0.3)
    yield 'AnInfoNCE', dict(n=3, temperature=0.3)
    yield 'DIET', dict(temperature=0.3, unit_rows=False)
    yield 'LDM', dict(p=1.0)
    yield 'VICReg', dict(invariance=2.0, variance=3.0, covariance=0.5)
    yield 'Whitening', dict(weight=3.0)
    yield 'SIGReg', dict(weight=0.3, directions=16, knots=9, target='laplace')


def untested() -> dict:
    "Objective -> options without a case; sizes, a generator, what is passed on and `gathered` are none."
    from clica_nb.objectives import OBJECTIVES

    have: dict = {}
    for name, kw, *_ in cases().values():
        have.setdefault(name, set()).update(kw)
    out = {}
    for kind in OBJECTIVES.values():
        options = set(inspect.signature(kind).parameters) - {'n', 'n_classes', 'generator', 'options', 'gather'}
        if kind.__name__ not in have or options - have[kind.__name__]:
            out[kind.__name__] = sorted(options - have.get(kind.__name__, set()))
    return out


def learned(kw):
    "The arguments with modules and parameters in place of their names."
    import torch
    from torch import nn

    from clica_nb.losses import MarginalTerm

    kw = dict(kw)
    if kw.get('temperature') == 'learned':
        kw['temperature'] = nn.Parameter(torch.tensor(0.7, dtype=torch.float64))
    if kw.get('weights') == 'learned':
        kw['weights'] = nn.Parameter(torch.tensor([0.5, 1.0, 2.0], dtype=torch.float64))
    if kw.get('similarity') == 'callable':
        kw['similarity'] = lambda u, v: -(u - v).abs().sum(-1)
    if kw.get('marginal') == 'learned':
        kw['marginal'] = MarginalTerm(3, 2.0, 0.4).double()
    return kw


def share(group, rows: int) -> slice:
    "The rows of a process."
    return slice(group.rank * rows // group.world, (group.rank + 1) * rows // group.world)


def deviation(group, name, kw, m) -> float:
    "Largest difference to the joint loss, relative to the largest entry."
    import torch
    import torch.distributed as dist

    import clica_nb.losses
    import clica_nb.objectives
    from clica_nb.core import rng
    from clica_nb.engine.parallel import DistributedLoss

    maker = getattr(clica_nb.losses, name, None) or getattr(clica_nb.objectives, name)
    loss = maker(3, 5, **kw).double() if name == 'DIET' else maker(**learned(kw))
    loss = loss.double() if name in ('Sigmoid', 'AnInfoNCE') else loss
    g = rng(0, 'ranks')
    xs = [torch.rand(k, 3, generator=g, dtype=torch.float64).requires_grad_() for k in (12, 12, 2 * m) if k]
    shares = [x.detach()[share(group, len(x))].requires_grad_() for x in xs]
    parameters = list(loss.parameters())
    if name == 'DIET':
        xs, shares, label = xs[:1], shares[:1], torch.arange(12) % 5
        whole, part = loss(*xs, label).loss, DistributedLoss(loss, group)(*shares, label[share(group, 12)]).loss
    else:
        torch.manual_seed(0)  # the directions of SIGReg are those of the first process
        whole = loss(*xs).loss
        torch.manual_seed(group.rank)
        part = DistributedLoss(loss, group)(*shares).loss
    want = torch.autograd.grad(whole, xs + parameters)
    got = list(torch.autograd.grad(part, shares + parameters))
    means = [part.detach()[None], *got[len(xs) :]]
    for t in means:
        dist.all_reduce(t)
        t /= group.world
    pairs = [(means[0], whole.detach()[None]), *zip(means[1:], want[len(xs) :])]
    pairs += [(a / group.world, b[share(group, len(b))]) for a, b in zip(got, want[: len(xs)])]
    return max(float((a - b).abs().max() / b.abs().max().clamp(min=1e-3)) for a, b in pairs)


def refused(group) -> dict:
    "The message of everything that is refused, by name."
    import torch
    from torch import nn

    from clica_nb.engine.parallel import DistributedLoss
    from clica_nb.losses import InfoNCE

    x = torch.rand(4 + group.rank, 3)
    attempts = dict(
        sizes=lambda: DistributedLoss(InfoNCE(), group)(x, x),
        undeclared=lambda: DistributedLoss(nn.MSELoss(), group),
    )
    out = {}
    for name, attempt in attempts.items():
        try:
            attempt()
        except ValueError as e:
            out[name] = str(e)
    return out


def with_ddp(group) -> float:
    "Deviation of the encoder's gradient under DistributedDataParallel from that of the joint batch."
    import torch
    from torch import nn
    from torch.nn.parallel import DistributedDataParallel

    from clica_nb.core import rng
    from clica_nb.engine.parallel import DistributedLoss
    from clica_nb.losses import InfoNCE

    torch.manual_seed(0)
    f = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 3)).double()
    x, y = torch.rand(2, 12, 3, generator=rng(1, 'ranks'), dtype=torch.float64)
    loss = InfoNCE('lp', 1.0, self_negatives=False)
    want = torch.autograd.grad(loss(f(x), f(y)).loss, list(f.parameters()))
    s = share(group, 12)
    parallel = DistributedDataParallel(f)
    DistributedLoss(loss, group)(*parallel(torch.cat([x[s], y[s]])).chunk(2)).loss.backward()
    return max(float((p.grad - w).abs().max()) for p, w in zip(f.parameters(), want))


def gathered(group) -> float:
    "Deviation of the gradient of a loss that gathers by itself, under DistributedDataParallel; a warning without."
    import warnings

    import torch
    from torch import nn
    from torch.nn.parallel import DistributedDataParallel

    from clica_nb.core import rng
    from clica_nb.losses import InfoNCE
    from clica_nb.objectives import SimCLR

    torch.manual_seed(0)
    f = nn.Linear(3, 2).double()
    x, y = torch.rand(2, 12, 3, generator=rng(3, 'ranks'), dtype=torch.float64)
    want = torch.autograd.grad(InfoNCE('lp', gather=False)(f(x), f(y)).loss, list(f.parameters()))
    s = share(group, 12)
    parallel = DistributedDataParallel(f)
    (2 * InfoNCE('lp', gather=True)(*parallel(torch.cat([x[s], y[s]])).chunk(2)) / 2).backward()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        alone = [loss(f(x[s]), f(y[s])).item() for loss in (InfoNCE('lp'), InfoNCE('lp', gather=False), SimCLR())]
    assert alone[0] == alone[1] and [str(w.message).partition(' ')[0] for w in caught] == ['InfoNCE', 'SimCLR'], caught
    assert 'compares the rows of this process alone, one of 2: InfoNCE(gather=True)' in str(caught[0].message)
    return max(float((p.grad - w).abs().max()) for p, w in zip(f.parameters(), want))


def twice(group) -> float:
    "Deviation of a Hessian-vector product over processes from that of the joint batch, by the plain formula."
    import torch

    from clica_nb.core import rng
    from clica_nb.engine.parallel import DistributedLoss
    from clica_nb.losses import InfoNCE

    x, y, v = torch.rand(3, 12, 3, generator=rng(2, 'ranks'), dtype=torch.float64)
    loss, s = InfoNCE('lp', 2.0, self_negatives=False, backend='reference'), share(group, 12)

    def product_of(loss, x, y, v, scale):
        (g,) = torch.autograd.grad(loss(x.requires_grad_(), y).loss, x, create_graph=True)
        return torch.autograd.grad((g * v).sum() / scale, x)[0] / scale

    want = product_of(loss, x.clone(), y, v, 1)
    got = product_of(DistributedLoss(loss, group), x[s].clone(), y[s], v[s], group.world)
    return float((got * group.world - want[s]).abs().max())


def gloo_threads() -> list:
    "Names of this process's threads that gloo has started."
    names = []
    for f in Path('/proc/self/task').glob('*/comm'):
        try:
            names.append(f.read_text())
        except OSError:  # it ended in between
            pass
    return [n for n in names if 'gloo' in n]


def main(file):
    "What each process does."
    import torch
    import torch.distributed as dist

    from clica_nb.engine.parallel import started

    torch.set_num_threads(1)
    dist.init_process_group('gloo')
    group = started()
    found = {name: deviation(group, *case) for name, case in cases().items()}
    found |= {
        'DistributedDataParallel': with_ddp(group),
        'gathered': gathered(group),
        'twice': twice(group),
        'refused': refused(group),
    }
    every: list = [None] * group.world
    dist.all_gather_object(every, found)
    if group.rank == 0:
        Path(file).write_text(json.dumps(every))
    gc.collect()  # DistributedDataParallel holds the group in a cycle of references
    dist.destroy_process_group()
    for _ in range(100):  # a thread that was joined stays in the list until the kernel has taken it away
        if not (left := gloo_threads()):
            break
        time.sleep(0.1)
    Path(f'{file}.threads{group.rank}').write_text(''.join(left))


@pytest.fixture(scope='module')
def ended(tmp_path_factory):
    "The end of both processes, and where they left what they found."
    file = tmp_path_factory.mktemp('ranks') / 'found.json'
    torchrun = (sys.executable, '-m', 'torch.distributed.run', '--standalone', '--nproc-per-node', '2')
    environment = {**os.environ, 'OMP_NUM_THREADS': '1'}
    command = (*torchrun, str(Path(__file__)), str(file))
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=900), file


@pytest.fixture(scope='module')
def found(ended):
    "What both processes found."
    done, file = ended
    if done.returncode:
        pytest.skip('the processes failed: see test_no_thread_outlives_its_group')
    return json.loads(file.read_text())


def test_no_thread_outlives_its_group(ended):
    "A thread of gloo that is left drops a tensor while Python ends, and may abort it: a matter of luck."
    done, file = ended
    assert done.returncode == 0, done.stderr[-3000:]
    if Path('/proc/self/task').is_dir():
        assert [Path(f'{file}.threads{rank}').read_text() for rank in (0, 1)] == ['', '']


@pytest.mark.parametrize('name', [*cases(), 'DistributedDataParallel', 'gathered', 'twice'])
def test_two_processes_are_one(found, name):
    assert max(of_rank[name] for of_rank in found) < 1e-10


def test_every_objective_and_option_has_a_case():
    assert not untested()


def test_refused(found):
    for messages in (of_rank['refused'] for of_rank in found):
        assert 'the processes have batches of [[[4, 3' in str(messages['sizes']).replace('(', '[')
        assert messages['undeclared'].startswith('loss is MSELoss with over_ranks None')


if __name__ == '__main__':
    main(sys.argv[1])
