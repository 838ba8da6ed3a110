"""Sets of rendered images in the layout of the public ones, and the commands that make them."""

import csv
import hashlib
import json
import math
import multiprocessing
import os
import shutil
from pathlib import Path

import click
import numpy as np
import torch
from filelock import FileLock, Timeout
from tqdm import tqdm

from clica_nb.cli.datasets import Place
from clica_nb.core import ClicaError, atomic_write, check_choice, check_integer, rng
from clica_nb.data.causal3dident import CLASSES, draw_causal
from clica_nb.data.images import BLOCK, read_note
from clica_nb.data.threedident import BOX, FACTORS, label, render_latents
from clica_nb.latents import LatentModel, make_conditional, make_marginal

from .engine import Renderer
from .scene import class_objects, frames, ground, scene, teapot

PRESETS = {'published': dict(size=224, samples=144), 'fast': dict(size=64, samples=9)}
DRAWN = '0.1.0'  # raised where the same settings give other images: the label of a set is a hash of it, too


def settings(preset='fast', size=None, samples=None) -> dict:
    "The settings of a preset, with changes."
    changes = {k: check_integer(k, v, 1) for k, v in dict(size=size, samples=samples).items() if v is not None}
    return {'engine': 'mitsuba', **PRESETS[check_choice('preset', preset, PRESETS)], **changes}


def render_blocks(job, moved, blocks, parent, progress):
    "Draw blocks `(file, first, last)` of images; ends when the process that asked for them does."
    renderer = Renderer(*job, tuple(moved))
    for file, a, b in tqdm(blocks, desc='rendered', unit='block', disable=not progress):
        if os.getppid() != parent and os.getpid() != parent:
            return
        work = file.with_name(f'{file.name}.{os.getpid()}')
        with open(work, 'wb') as f:
            np.save(f, renderer.images({name: x[a:b] for name, x in moved.items()}))
        os.replace(work, file)


def render_array(mesh, moved, look, path, jobs=1, progress=True, block=BLOCK):
    "Render what is missing of an array of images, and join the blocks when all are there."
    n, parts, note = len(moved['object.location']), path.with_suffix('.parts'), path.with_suffix('.json')
    job = scene(mesh), dict(object=mesh, ground=ground()), look
    if path.exists() and note.exists():
        return
    try:
        with FileLock(path.with_suffix('.lock'), timeout=0):
            parts.mkdir(exist_ok=True)
            blocks = [(parts / f'{k:05d}.npy', a, min(a + block, n)) for k, a in enumerate(range(0, n, block))]
            missing = [b for b in blocks if not b[0].exists()]
            if check_integer('jobs', jobs, 1) == 1:
                render_blocks(job, moved, missing, os.getpid(), progress)
            else:
                start = multiprocessing.get_context('spawn').Process
                tasks = [(job, moved, missing[j::jobs], os.getpid(), progress and not j) for j in range(jobs)]
                workers = [start(target=render_blocks, args=t, daemon=True) for t in tasks if t[2]]
                for w in workers:
                    w.start()
                for w in workers:
                    w.join()
                if any(w.exitcode for w in workers):
                    raise ClicaError(f'{path.parent}: a renderer stopped; the same command continues')
            _join(path, note, blocks, n, block)
    except Timeout:
        raise ClicaError(f'{path.parent} is being rendered by another process') from None
    shutil.rmtree(parts)


def _join(path, note, blocks, n, block):
    "One array with the hashes of its blocks."
    work, marks, out = path.with_suffix('.tmp'), [], None
    for file, a, b in blocks:
        x = np.load(file)
        out = np.lib.format.open_memmap(work, 'w+', np.uint8, (n, *x.shape[1:])) if out is None else out
        out[a:b] = x
        marks.append(hashlib.sha256(x.tobytes()).hexdigest())
    out.flush()
    os.replace(work, path)
    atomic_write(note, json.dumps(dict(shape=list(out.shape), block=block, sha256=marks), indent=1) + '\n')


def _claim(out: Path, about: dict):
    "Write the note of a set, or go on with the set that has the same one."
    about, note = json.loads(json.dumps(about)), out / 'render.json'
    old = read_note(note, {'settings': dict}) if note.exists() else about
    for k in {**about, **old}:
        if old.get(k) != about.get(k):
            what = f'{k} {old.get(k)}, and {about.get(k)} is asked for'
            raise ValueError(f'{out} was rendered with {what}: take another folder')
    if old is about and out.is_dir() and any(out.iterdir()):
        raise ValueError(f'{out} holds something else: take another folder')
    atomic_write(note, json.dumps(about, indent=1) + '\n')


def draw_latents(n, seed=0, conditional=None) -> np.ndarray:
    "Uniform raw latents `(n, 10)`; with a conditional ('normal', 0.1) each is followed by a positive."
    out = []
    for block in range(-(-check_integer('n', n, 1) // 1000)):
        g = rng(seed, '3dident', 'pairs' if conditional else 'latents', block)
        if conditional is None:
            out.append(BOX.sample_uniform(1000, g))
        else:
            model = LatentModel(BOX, make_marginal(BOX, 'uniform'), make_conditional(BOX, *conditional))
            out.append(torch.stack(model.sample_pairs(500, g), 1).reshape(1000, 10))
    return torch.cat(out)[:n].numpy()


def render_given(out, z, look, hue='wrap', about=None, **kw) -> Path:
    "Images of these raw latents `(n, 10)`."
    out, mesh, z = Path(out), teapot(), np.asarray(z, dtype=np.float32)
    shown = dict(name='teapot', longest_side=round(mesh.side, 6), points=len(mesh.vertices))
    about = about or dict(latents=hashlib.sha256(z.tobytes()).hexdigest()[:16])
    about = dict(about, data='3dident', hue=hue, settings=look, scene=scene(mesh), mesh=shown, n=len(z), version=DRAWN)
    moved = frames(render_latents(z), mesh.side, hue)  # a wrong hue is met before the folder is taken
    _claim(out, about)
    np.save(out / 'raw_latents.npy', z)
    np.save(out / 'latents.npy', render_latents(z))
    if about.get('conditional'):
        np.save(out / 'pairs.npy', np.arange(len(z)).reshape(-1, 2))
    render_array(mesh, moved, look, out / 'pixels.npy', **kw)
    return out


def render_set(out, n, seed=0, look=None, hue='wrap', conditional=None, **kw) -> Path:
    "A set of random latents; with a conditional of pairs, two images each. An interrupted one continues."
    about = dict(seed=seed, conditional=conditional and list(conditional))
    return render_given(out, draw_latents(n, seed, conditional), look or settings(), hue, about, **kw)


POINT = 0, 0, 0, 0.2, 0.1, 0.3, 0.3, 0.55, 0.2, 0.9  # away from extremes, with a visible spotlight and distinct hues


def read_latents(path) -> np.ndarray:
    "Raw latents of a CSV file, `(n, 10)`: a column for each factor that moves, under its name; the others at `POINT`."
    with open(path, newline='', encoding='utf-8') as f:
        rows = list(csv.DictReader(f, restval='nan'))
    z = np.tile(np.float32(POINT), (len(rows), 1))
    for name in rows[0] if rows else ():
        z[:, FACTORS.index(check_choice('column', name, FACTORS))] = [row[name] for row in rows]
    if not rows or not (np.abs(z) <= 1).all():
        raise ValueError(f'{path}: at least one line of values is needed, and all from -1 to 1')
    return z


def class_counts(n) -> list:
    "`n` images over seven classes."
    check_integer('number', n, low=2 * len(CLASSES))
    return [n // len(CLASSES) + (k < n % len(CLASSES)) for k in range(len(CLASSES))]


def draw_class(k, n, split='trainset', seed=0) -> np.ndarray:
    "The first `n` latents of class `k`."
    streams = [rng(seed, 'causal3dident', 'rendered', split, str(k), b) for b in range(math.ceil(n / 1000))]
    return torch.cat([draw_causal(torch.full((1000,), k), g) for g in streams])[:n].numpy()


def render_causal(out, n, n_test, seed=0, look=None, hue='wrap', **kw) -> Path:
    "A set in the public layout."
    out, look, objects = Path(out), look or settings(), class_objects()
    counts = dict(trainset=class_counts(n), testset=class_counts(n_test))

    def shape(m):
        return hashlib.sha256(np.round(m.vertices, 6).tobytes() + m.faces.astype('<i8').tobytes()).hexdigest()[:8]

    objects_note = {k: dict(points=len(m.vertices), faces=len(m.faces), shape=shape(m)) for k, m in objects.items()}
    about = dict(
        data='causal3dident', objects=objects_note, seed=check_integer('seed', seed, 0), hue=hue, settings=look
    )
    _claim(out, dict(about, counts=counts, version=DRAWN))
    for split, sizes in counts.items():
        folder = out / split
        folder.mkdir(parents=True, exist_ok=True)
        for k, (mesh, size) in enumerate(zip(objects.values(), sizes)):
            raw = draw_class(k, size, split, seed)
            np.save(folder / f'raw_latents_{k}.npy', raw)
            np.save(folder / f'latents_{k}.npy', render_latents(raw))
            moved = frames(render_latents(raw), mesh.side, hue)
            render_array(mesh, moved, look, folder / f'pixels_{k}.npy', **kw)
    return out


def look_options(command):
    "The options that every command that renders a set has."
    for option in (
        click.option('--jobs', default=1, show_default=True, help='Render processes at a time.'),
        click.option('--seed', default=0, show_default=True, help='Seed of the latents.'),
        click.option('--hue', default='wrap', show_default=True, help='wrap (injective) or published.'),
        click.option('--samples', type=int, help="Of light per pixel; the preset's if not given."),
        click.option('--size', type=int, help="Pixels along a side; the preset's if not given."),
        click.option('--preset', default='fast', help='fast (64 px, 9 samples; default) or published (224 px, 144).'),
    ):
        command = option(command)
    return command


@click.command('3dident', help='Render a set in the layout of the public one, or continue one.')
@click.option('--n', '--number', 'n', type=int, help='Images; with --pairs, pairs.')
@click.option('--latents', type=click.Path(exists=True, dir_okay=False), help='In place of --number: a CSV file.')
@click.option('--out', required=True, type=Place(), help='Folder of the set.')
@click.option('--pairs', type=(str, float), help='After every image a positive: its law and scale, as normal 0.1.')
@look_options
def threedident(n, latents, out, pairs, preset, size, samples, hue, seed, jobs):
    if (n is None) == (latents is None) or latents and pairs:
        raise ValueError('one of --number and --latents is needed, and --pairs goes with --number')
    look = settings(preset, size, samples)
    if latents:
        made = render_given(out, read_latents(latents), look, hue, jobs=jobs)
    else:
        made = render_set(out, 2 * n if pairs else n, seed, look, hue, pairs, jobs=jobs)
    click.echo(f'{made}: {label(made)}')


@click.command('causal3dident', help='Render a set in the layout of the public one; not the published objects.')
@click.option('--n', '--number', 'n', required=True, type=int, help='Training images, over seven classes.')
@click.option('--test', 'n_test', type=int, help='Test images; a fifth of N if not given.')
@click.option('--out', required=True, type=Place(), help='Folder of the set: trainset/ and testset/ are created in it.')
@look_options
def causal3dident(n, n_test, out, preset, size, samples, hue, seed, jobs):
    from clica_nb.data.causal3dident import data_label

    least = 2 * len(CLASSES)
    n_test = max(least, n // 5) if n_test is None else check_integer('test', n_test, least)
    render_causal(out, n, n_test, seed, settings(preset, size, samples), hue, jobs=jobs)
    click.echo(f'{out}: {data_label(out)}')


COMMANDS = {c.name: c for c in (threedident, causal3dident)}
