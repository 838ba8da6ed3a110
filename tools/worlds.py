"""
Many worlds, by the estimator as it is and by what one would take in its place: one JSON line for each world and method.

    python tools/worlds.py [WORLD ...] [--json FILE] [--methods NAME ...] [--seeds N ...]

Decoders are fitted on the recording of training and scored on another. Rivals are told a lag that suits the data, the
estimator the number of coordinates alone. CEBRA and VAMPNet need `cebra` and `deeptime`.
"""

import argparse
import json
import os
import warnings
from collections import namedtuple
from functools import partial
from importlib.util import find_spec
from itertools import product
from time import process_time

import numpy as np
import pandas as pd
import torch
from scipy.ndimage import gaussian_filter, map_coordinates
from sklearn.datasets import load_digits, load_sample_image
from sklearn.decomposition import PCA, FastICA
from sklearn.linear_model import RidgeCV
from sklearn.neighbors import KNeighborsRegressor
from sklearn.preprocessing import StandardScaler

from clica_nb import ContrastiveEncoder
from clica_nb.encoder.diagnosis import _pair_moments, _slowest
from clica_nb.metrics import mcc
from clica_nb.mixing import InvertibleMLP

World = namedtuple('World', 'n lag make given seed', defaults=(lambda z: {}, 0))
ROWS, NEW, STEPS = 6000, 2000, 600
CODE = os.popen('git describe --always --dirty').read().strip()


def walk(r, rows, n, scale=0.16):
    "Laplace steps between reflecting walls, from -1 to 1."
    return np.abs((np.cumsum(r.laplace(scale=scale, size=(rows, n)), 0) + 1) % 4 - 2) - 1


def slow(r, rows, n, rate):
    "Normal processes that forget at this rate, of variance 1."
    rate, z = np.broadcast_to(rate, n), np.zeros((rows, n))
    for t in range(1, rows):
        z[t] = (1 - rate) * z[t - 1] + np.sqrt(rate * (2 - rate)) * r.normal(size=n)
    return z


def sums(v, channels, gain=2.0):
    "Saturated sums, the same in every recording."
    s = np.random.default_rng(11)
    return np.tanh(gain * v @ s.normal(size=(v.shape[1], 24)) / v.shape[1] ** 0.5) @ s.normal(size=(24, channels)) / 5


def network(z):
    return InvertibleMLP.random(z.shape[1], seed=3)(torch.as_tensor(z, dtype=torch.float32)).detach().double().numpy()


def sphere(r, rows):
    z = np.cumsum(r.normal(size=(rows, 3)), 0)
    for t in range(1, rows):
        z[t] = z[t - 1] + 0.25 * r.normal(size=3)
        z[t] /= np.linalg.norm(z[t])
    return z, network(z)


def balls(r, rows, side=24):
    "Two balls, one of them larger, that fly in a square and now and then are kicked."
    at, v, z = r.uniform(size=(2, 2)), np.zeros((2, 2)), np.zeros((rows, 4))
    for t in range(rows):
        kicked = r.random(2) < 0.05
        v[kicked] = 0.04 * r.normal(size=(kicked.sum(), 2))
        at = at + v
        v = np.where((at < 0) | (at > 1), -v, v)
        at = np.where(at < 0, -at, np.where(at > 1, 2 - at, at))
        z[t] = at.ravel()
    return z, drawn(0.1 + 0.8 * z.reshape(rows, 2, 2), (0.08, 0.05), side)


def drawn(points, widths, side):
    "Images of round spots, `(rows, pixels)`."
    grid = (np.arange(side) + 0.5) / side
    near = [np.exp(-((points[..., k, None] - grid) ** 2) / (2 * np.array(widths)[:, None] ** 2)) for k in (0, 1)]
    return np.einsum('tki,tkj->tij', *near).reshape(len(points), -1)


def arm(r, rows):
    "An arm of two links, pushed at random, as an image of its two joints."
    angle = np.cumsum(0.15 * slow(r, rows, 2, (0.05, 0.1)), 0)
    elbow = np.stack([np.cos(angle[:, 0]), np.sin(angle[:, 0])], 1)
    both = elbow + 0.8 * np.stack([np.cos(angle.sum(1)), np.sin(angle.sum(1))], 1)
    z = np.concatenate([np.cos(angle), np.sin(angle)], 1)
    return z, drawn(0.5 + 0.22 * np.stack([elbow, both], 1), (0.07, 0.05), 20)


def sound(r, rows):
    "Pitch, loudness and side of a tone with six harmonics, in 2 x 32 bands of frequency."
    z = slow(r, rows, 3, (0.02, 0.1, 0.03))
    tone = 8 + 2.5 * np.tanh(z[:, 0, None]) + 8 * np.log2(np.arange(1, 7))
    bands = (np.exp(-((np.arange(32) - tone[..., None]) ** 2)) / np.arange(1, 7)[:, None]).sum(1)
    loud, pan = np.exp(0.7 * z[:, 1]), 1 / (1 + np.exp(-1.5 * z[:, 2]))
    both = [np.log(0.02 + bands * (loud * side)[:, None]) for side in (pan, 1 - pan)]
    return z, np.concatenate(both, 1) + 0.1 * r.normal(size=(rows, 64))


def lorenz(r, rows):
    v, z = r.normal(size=3) + [0, 0, 25], np.zeros((rows, 3))
    for t in range(-500, rows):
        for _ in range(5):
            v = v + 0.008 * np.array([10 * (v[1] - v[0]), v[0] * (28 - v[2]) - v[1], v[0] * v[1] - 8 / 3 * v[2]])
        z[max(t, 0)] = v
    return z, sums((z - [0, 0, 25]) / 8, 16, 1.0) + 0.02 * r.normal(size=(rows, 16))


def heart(r, rows):
    "Phases of heart and breath, in eight leads."
    beat, breath = (np.cumsum(w * np.exp(0.3 * slow(r, rows, 1, 0.02)[:, 0])) for w in (0.25, 0.05))
    s = np.random.default_rng(5)
    sharp, place = np.array([12, 60, 80, 60, 8]), np.array([-1.2, -0.3, 0, 0.3, 1.7])
    waves = np.exp(sharp * (np.cos(beat[:, None] - place) - 1))
    lead = waves * [0.2, -0.2, 1, -0.3, 0.35] * (1 + 0.25 * np.cos(breath))[:, None] @ s.normal(size=(5, 8))
    z = np.stack([np.cos(beat), np.sin(beat), np.cos(breath), np.sin(breath)], 1)
    return z, lead + 0.1 * z[:, 2:] @ s.normal(size=(2, 8)) + 0.02 * r.normal(size=(rows, 8))


def weather(r, rows):
    "Sun and a season of forty days, hour by hour, among seven slower things that nobody asked for."
    t, other = np.arange(rows) + r.integers(960), slow(r, rows, 7, np.geomspace(0.003, 0.1, 7))
    season = np.cos(2 * np.pi * t / 960)
    sun = np.maximum(0, 0.35 - 0.4 * season + np.cos(2 * np.pi * t / 24))
    return np.stack([sun, season], 1), sums(np.c_[sun, season, other], 12, 1.0) + 0.05 * r.normal(size=(rows, 12))


def views(picture, middle, half, turn):
    "Parts of a picture, 12 x 12 pixels each: where, how wide and how turned, complex numbers."
    line = np.linspace(-1, 1, 12)
    at = middle + (half * np.exp(1j * turn))[:, None, None] * np.add.outer(1j * line, line)
    return map_coordinates(picture, [at.imag, at.real], order=1).reshape(len(half), -1)


def photo(name, r, rows):
    "A view that glides over a photograph, nearer and farther."
    z, picture = walk(r, rows, 3, 0.04), gaussian_filter(load_sample_image(name).mean(2), 3)
    return z, views(picture, (320 + 213j + 230 * z[:, 0] + 130j * z[:, 1])[:, None, None], 40 * 1.5 ** z[:, 2], 0)


def turned(r, rows):
    "A written four that turns, and grows and shrinks."
    angle, size = np.cumsum(0.12 * slow(r, rows, 1, 0.05)[:, 0]), 0.2 * slow(r, rows, 1, 0.02)[:, 0]
    X = views(load_digits().images[4], 3.5 + 3.5j, 4 * np.exp(-size), angle)
    return np.stack([np.cos(angle), np.sin(angle), size], 1), X + 0.3 * r.normal(size=X.shape)


def digits(r, rows):
    x, y = load_digits(return_X_y=True)
    half = r.permutation(1200) if rows == ROWS else 1200 + r.permutation(597)
    return np.eye(10)[y[half]], x[half]


PATHS = {'sargolini': ((1.0, 1.0), 0), 'tanni, first': ((3.5, 2.5), 0), 'tanni, later': ((3.5, 2.5), 3000)}


def count_world(path='sargolini', seed=0, seconds=590):
    "A rat's path, meters, and counts of 120 cells, both of ratinabox, in bins of a tenth of a second."
    from ratinabox import Agent, Environment
    from ratinabox.Neurons import GridCells, HeadDirectionCells, PlaceCells

    (sides, start), [folder] = PATHS[path], find_spec('ratinabox').submodule_search_locations
    with np.load(f'{folder}/data/{path.split(",")[0]}.npz') as f:
        t = f['t'][0] + start + 0.1 * (np.arange(round(seconds / 0.1)) + 0.5)
        z = np.stack([np.interp(t, f['t'], f['pos'][:, k]) for k in (0, 1)], 1)
    at, size = z - z.min(0) + 1e-3, np.ptp(z, axis=0) + 2e-3
    np.random.seed(seed)  # ratinabox draws its cells from NumPy's global numbers
    agent = Agent(Environment({'scale': float(size[1]), 'aspect': float(size[0] / size[1])}))
    place = PlaceCells(agent, dict(n=60, widths=0.2 * min(sides), wall_geometry='euclidean'))
    grid = GridCells(agent, dict(n=40, gridscale=tuple(min(sides) * s for s in (0.3, 0.5, 0.8))))
    head = HeadDirectionCells(agent, dict(n=20))
    rates = [cells.get_state(evaluate_at=None, pos=at).T for cells in (place, grid)]
    turned = [head.get_state(evaluate_at=None, head_direction=v).ravel() for v in np.gradient(z, axis=0) + 1e-9]
    return z, np.random.default_rng(seed).poisson(np.hstack([*rates, turned])).astype(float)


def smoothed(counts):
    "The mean over ten bins around each; at the ends over those that there are."
    return pd.DataFrame(counts).rolling(10, center=True, min_periods=1).mean().to_numpy()


def rat(path, r, rows):
    part, (z, counts) = slice(4000) if rows == ROWS else slice(4000, None), count_world(path)
    return z[part], smoothed(counts)[part]


WORLDS = {
    'own': World(3, 1, lambda r, k: ((z := walk(r, k, 3)), sums(z, 12, 4.0))),
    'box 2': World(2, 1, lambda r, k: ((z := walk(r, k, 2)), network(z))),
    'box 5': World(5, 1, lambda r, k: ((z := walk(r, k, 5)), network(z))),
    'sphere': World(3, 1, sphere),
    'normal': World(3, 2, lambda r, k: ((z := slow(r, k, 3, (0.01, 0.05, 0.2))), sums(z, 12, 1.0))),
    'balls': World(4, 5, balls),
    'arm': World(4, 5, arm),
    'counts': World(2, 10, partial(rat, 'sargolini')),
    'labels': World(2, 10, partial(rat, 'sargolini'), lambda z: dict(labels=z)),
    'digits': World(9, 1, digits, lambda z: dict(groups=z.argmax(1))),
    'tanni': World(2, 10, partial(rat, 'tanni, later')),
    'sound': World(3, 5, sound),
    'lorenz': World(3, 2, lorenz),
    'heart': World(4, 2, heart),
    'weather': World(2, 1, weather),
    'photo': World(3, 2, partial(photo, 'china.jpg')),
    'turned': World(3, 2, turned),
    'flower': World(3, 2, partial(photo, 'flower.jpg')),
    'tanni by labels': World(2, 10, partial(rat, 'tanni, later'), lambda z: dict(labels=z)),
    'arm by labels': World(4, 5, arm, lambda z: dict(labels=z)),
}


def scores(z, h, z_new, h_new) -> dict:
    "R2 of ridge, MCC and R2 of 25 nearest neighbors, on the other recording."
    scale, models = StandardScaler().fit(h), (RidgeCV(np.geomspace(1e-3, 1e4, 8)), KNeighborsRegressor(25))
    r2, knn = (m.fit(scale.transform(h), z).score(scale.transform(h_new), z_new) for m in models)
    return {k: round(float(v), 3) for k, v in dict(r2=r2, knn=knn, mcc=mcc(z_new, h_new)).items()}


def pairs(X, world, z):
    "Both sides of the pairs that rivals get."
    if (y := world.given(z).get('groups')) is not None:
        r = np.random.default_rng(0)
        return X, X[[r.choice(np.flatnonzero(y == k)) for k in y]]
    return X[: -world.lag], X[world.lag :]


def tica(X, world, z, ica=False):
    maps = _slowest(_pair_moments(*pairs(X, world, z)), world.n, 1e-3)
    last = FastICA(random_state=0, max_iter=500).fit(X @ maps.T).transform if ica else lambda h: h
    return lambda x: last(x @ maps.T)


def cebra(X, world, z, iterations=STEPS, rate=3e-3):
    from cebra import CEBRA

    torch.manual_seed(0)
    shape = dict(model_architecture='offset1-model-mse', distance='euclidean', output_dimension=world.n, device='cpu')
    steps = dict(num_hidden_units=128, max_iterations=iterations, batch_size=512, learning_rate=rate, temperature=1)
    kind = 'time_delta' if 'labels' in world.given(z) else 'time'
    model = CEBRA(**shape, **steps, conditional=kind, time_offsets=world.lag)
    model.fit(X.astype(np.float32), *world.given(z).values())
    return lambda x: model.transform(x.astype(np.float32))


def vampnet(X, world, z):
    from deeptime.decomposition.deep import VAMPNet

    torch.manual_seed(0)
    layers = [torch.nn.Linear(X.shape[1], 128), torch.nn.LeakyReLU(), torch.nn.Linear(128, 128), torch.nn.LeakyReLU()]
    lobe, r = torch.nn.Sequential(*layers, torch.nn.Linear(128, world.n)), np.random.default_rng(0)
    model, sides = VAMPNet(lobe, learning_rate=1e-3), [x.astype(np.float32) for x in pairs(X, world, z)]
    for _ in range(STEPS):
        i = r.choice(len(sides[0]), 512, replace=False)
        model.partial_fit(tuple(x[i] for x in sides))
    return lambda x: lobe(torch.as_tensor(x, dtype=torch.float32)).detach().numpy()


def ours(X, world, z, times=1):
    return ContrastiveEncoder(times * world.n, random_state=world.seed).fit(X, **world.given(z))


METHODS = {
    'raw': lambda X, world, z: lambda x: x,
    'PCA': lambda X, world, z: PCA(world.n, random_state=0).fit(X).transform,
    'FastICA': lambda X, world, z: FastICA(world.n, random_state=0, max_iter=500).fit(X).transform,
    'TICA': tica,
    'TICA + ICA': lambda X, world, z: tica(X, world, z, ica=True),
    'VAMPNet': vampnet,
    'CEBRA': cebra,
    'ours': ours,
    'ours, 3 n': lambda X, world, z: ours(X, world, z, 3),
    'CEBRA, 10,000 steps': partial(cebra, iterations=10_000, rate=3e-4),
}


def one(world, method) -> dict:
    "A world by a method."
    (z, X), (z_new, X_new) = (world.make(np.random.default_rng(2 * world.seed + k), (ROWS, NEW)[k]) for k in (0, 1))
    if 'ours' not in method:
        X, X_new = ((x - X.mean(0)) / (X.std(0) + 1e-9) for x in (X, X_new))
    began, model = process_time(), METHODS[method](X, world, z)
    seconds, encode = process_time() - began, getattr(model, 'transform', model)
    found = scores(z, encode(X), z_new, encode(X_new)) | dict(seconds=round(seconds, 1))
    if 'ours' in method:
        told = model.diagnose(X_new, **world.given(z_new))
        found |= {k: round(told.values[k], 3) for k in ('explained', 'foretold')}
        found |= dict(chosen=model.chosen_, verdict=told.verdict, best=told.best, code=CODE)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[1])
    parser.add_argument('worlds', nargs='*', default=list(WORLDS), metavar='WORLD')
    parser.add_argument('--methods', nargs='*', default=list(METHODS)[:-1], choices=list(METHODS))
    parser.add_argument('--seeds', nargs='*', default=[0], type=int, help='recordings and starts')
    parser.add_argument('--json', default=os.devnull, help='results are added; what is there is not run again')
    options = parser.parse_args()
    warnings.simplefilter('ignore')
    torch.set_num_threads(1)
    with open(options.json, 'a+') as f:
        f.seek(0)
        done = {(r['world'], r['method'], r.get('seed', 0)) for r in map(json.loads, f)}
        for name, way, seed in product(options.worlds, options.methods, options.seeds):
            if (name, way, seed) not in done:
                line = json.dumps(dict(world=name, method=way, seed=seed) | one(WORLDS[name]._replace(seed=seed), way))
                print(line, flush=True)
                print(line, file=f, flush=True)


if __name__ == '__main__':
    main()
