"""Our loss beside that of every installed library: python tools/bench.py [--json FILE] [--minutes 60] [--device cuda]

Forward and backward of ours, of the plain formula, of the same compiled, and of each library, called in turns; the
least time of each counts, and one that computes another number is left out. With `--json` a stopped run goes on where
it was; `results/bench/peers.json` is from the first edition, which timed KeOps and one library more.
"""

import argparse
import json
import os
import platform
import random
import time
import warnings
from functools import cache
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from clica_nb.core import atomic_write, resolve_device, rng
from clica_nb.losses import InfoNCE
from clica_nb.objectives import SimCLR, Symmetric

TEMPERATURE = 0.1
# task -> similarities: negatives of the same view, of the other, of the other in both directions, of both
TASKS = {'anchors': ('dot', 'lp1', 'lp2'), 'pairs': ('dot', 'cosine'), 'clip': ('dot',), 'views': ('cosine',)}
WIDTHS, BATCHES = (2, 10, 64, 256, 1024, 2048), (64, 512, 2048, 8192)
LARGEST = 5e9  # products of rows, rows and coordinates; a quarter of them for p = 1


def ours(task: str, similarity: str):
    "Our loss as a function of two views."
    lp = similarity.startswith('lp')
    name, p, t = ('lp', float(similarity[2:]), 1.0) if lp else (similarity, 2.0, TEMPERATURE)
    if task in ('clip', 'views'):
        loss = Symmetric(name, p, t) if task == 'clip' else SimCLR(temperature=t)
        return lambda a, b: loss(a, b).loss
    loss = InfoNCE(name, p, t, positive_in_denominator=task == 'anchors')
    return lambda a, b: loss(a, b, *([b] if task == 'pairs' else [])).loss


def scores(a: Tensor, b: Tensor, similarity: str) -> Tensor:
    "All similarities, as one writes them."
    if similarity == 'lp1':
        return -torch.cdist(a, b, p=1)
    if similarity == 'lp2':
        return 2 * a @ b.T - a.square().sum(-1)[:, None] - b.square().sum(-1)
    if similarity == 'cosine':
        a, b = F.normalize(a, dim=-1), F.normalize(b, dim=-1)
    return a @ b.T / TEMPERATURE


def plain(task: str, similarity: str):
    "The formula of a task in a few calls of PyTorch."

    def anchors(a, b):
        among = torch.logsumexp(scores(a, a, similarity), -1)
        own = (a * b).sum(-1) / TEMPERATURE if similarity == 'dot' else -(a - b).abs().pow(int(similarity[2:])).sum(-1)
        return (torch.logaddexp(among, own) - own).mean()

    def pairs(a, b):
        return F.cross_entropy(scores(a, b, similarity), torch.arange(len(a), device=a.device))

    def clip(a, b):
        return (pairs(a, b) + pairs(b, a)) / 2

    def views(a, b):
        x, rows = torch.cat([a, b]), torch.arange(2 * len(a), device=a.device)
        return F.cross_entropy(scores(x, x, similarity).fill_diagonal_(-torch.inf), rows.roll(len(a)))

    return dict(anchors=anchors, pairs=pairs, clip=clip, views=views)[task]


# of each library the task and the similarity that it has
LIBRARIES = {
    'cut-cross-entropy': ('pairs', 'dot'),
    'sentence-transformers': ('pairs', 'cosine'),
    'open_clip': ('clip', 'dot'),
    'lightly': ('views', 'cosine'),
}


def library(name: str):
    "Its loss as a function of two views."
    if name == 'cut-cross-entropy':
        from cut_cross_entropy import linear_cross_entropy as loss

        return lambda a, b: loss(a / TEMPERATURE, b, torch.arange(len(a), device=a.device), impl='torch_compile')
    if name == 'sentence-transformers':
        from sentence_transformers.losses import MultipleNegativesRankingLoss

        loss = MultipleNegativesRankingLoss(None, scale=1 / TEMPERATURE)
        return lambda a, b: loss.compute_loss_from_embeddings([a, b], None)
    if name == 'open_clip':
        from open_clip.loss import ClipLoss

        loss = ClipLoss()
        return lambda a, b: loss(a, b, 1 / TEMPERATURE)
    from lightly.loss import NTXentLoss

    return NTXentLoss(TEMPERATURE)


def seconds_of(f, device: str) -> float:
    "One call: processor time, on a GPU the clock."
    cuda = device.startswith('cuda')
    clock = time.perf_counter if cuda else time.process_time
    start = clock()
    f()
    if cuda:
        torch.cuda.synchronize(device)
    return clock() - start


@cache
def ways(task: str, similarity: str) -> dict:
    "Name -> function of two views: ours, the formula, the same compiled, and the libraries that are installed."
    found = dict(ours=ours(task, similarity), plain=plain(task, similarity))
    found['torch.compile'] = torch.compile(found['plain'], dynamic=True)
    for name in (k for k, v in LIBRARIES.items() if v == (task, similarity)):
        try:
            found[name] = library(name)
        except ImportError as e:
            print(f'{name} takes no part: {e}')
    return found


def race(task: str, similarity: str, width: int, batch: int, device: str, seconds: float = 0.3) -> dict:
    "The least time of each way to the number that ours computes, and which of the others is the fastest."
    functions = ways(task, similarity)
    scale = 1 / width if similarity == 'lp1' else width**-0.5
    xs = [(torch.randn(batch, width, generator=rng(0, 'peers', k)) * scale).to(device) for k in 'ab']
    xs = [(F.normalize(x, dim=-1) if task == 'clip' else x).requires_grad_() for x in xs]
    expected, times = functions['ours'](*xs).item(), {}
    for name, f in functions.items():
        try:
            value = f(*xs)
            torch.autograd.grad(value, xs)
        except Exception as e:  # noqa: BLE001  a library that fails must not end the benchmark
            print(f'{name} fails: {type(e).__name__}: {str(e)[:80]}')
            continue
        if abs(value.item() / expected - 1) < 1e-4:
            times[name] = []
        else:
            print(f'{name} computes {value.item():.5g}, ours {expected:.5g}')
    order = random.Random(0)
    while turn := [k for k, t in times.items() if len(t) < 3 or len(t) < 1000 and sum(t) < seconds]:
        for name in order.sample(turn, len(turn)):
            times[name].append(seconds_of(lambda f=functions[name]: torch.autograd.grad(f(*xs), xs), device))
    least = {k: min(t) for k, t in times.items()}
    best_s, best = min((t, k) for k, t in least.items() if k != 'ours')
    found = dict(width=width, batch=batch, task=task, similarity=similarity, ours_s=least['ours'], best_peer=best)
    return found | dict(best_peer_s=best_s, ratio=least['ours'] / best_s, times=least)


def main(args=None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--json', type=Path, help='where the records are kept')
    parser.add_argument('--minutes', type=float, default=60.0, help='after which no further case is begun')
    parser.add_argument('--device', default='auto', help='auto, cpu, cuda')
    for name, least in dict(widths=WIDTHS, batches=BATCHES).items():
        parser.add_argument(f'--{name}', type=lambda t: [int(x) for x in t.split(',')], default=least, help='as 2,10')
    given = parser.parse_args(args)
    device, end = str(resolve_device(given.device)), time.monotonic() + 60 * given.minutes
    rows = json.loads(given.json.read_text()) if given.json and given.json.exists() else []
    done = {(r['task'], r['similarity'], r['width'], r['batch']) for r in rows}
    gpu = torch.cuda.get_device_name(device) if device.startswith('cuda') else None
    here = dict(processor=platform.processor(), gpu=gpu, threads=torch.get_num_threads(), torch=torch.__version__)
    warnings.simplefilter('ignore')  # of the libraries, about their own use
    cases = [(t, s, n, b) for b in given.batches for t, found in TASKS.items() for s in found for n in given.widths]
    for task, similarity, n, b in cases:
        most = LARGEST / (4 if similarity == 'lp1' else 1)
        if (task, similarity, n, b) in done or b * b * n > most or time.monotonic() > end:
            continue
        r = race(task, similarity, n, b, device)
        rows.append(r | dict(machine={**here, 'load': os.getloadavg()[0]}))
        words = f'{r["ours_s"]:.2e} s, {r["ratio"]:.2f} of {r["best_peer"]}'
        print(f'{task:<8}{similarity:<7} width {n:>4}, batch {b:>5}: {words}', flush=True)
        if given.json:
            atomic_write(given.json, json.dumps(rows, indent=1) + '\n')


if __name__ == '__main__':
    main()
