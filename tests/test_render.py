"""The renderer in `tools/render`. Its scene needs nothing; with Mitsuba (pip install 'clica_nb[mitsuba]'), sets are the
same whatever happens around them."""

import colorsys
import json
import math
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from clica_nb.data.causal3dident import CLASSES, data_label, load, verify
from clica_nb.data.threedident import SATURATION, label, open_set, render_latents, verify_set

tools = str(Path(__file__).resolve().parent.parent / 'tools')
sys.path.insert(0, tools)

from render import sets  # noqa: E402
from render.engine import Renderer, load_mitsuba, triangles  # noqa: E402
from render.scene import class_objects, frames, ground, hue_color, scene, teapot  # noqa: E402

tiny = sets.settings(size=24, samples=4)


@pytest.fixture
def mitsuba():
    return pytest.importorskip('mitsuba', reason="no Mitsuba: pip install 'clica_nb[mitsuba]'")


def array(folder):
    return (folder / 'pixels.npy').read_bytes(), (folder / 'pixels.json').read_bytes()


def test_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, 'mitsuba', None)  # as if it were not installed
    with pytest.raises(ImportError, match=r"rendering with Mitsuba needs mitsuba: pip install 'clica_nb\[mitsuba\]'"):
        load_mitsuba()


def test_hues_are_those_of_colorsys():
    "As published to the last digit, before negative channels are cut; wrapped, those of the turn modulo 1."
    angle = np.linspace(-np.pi / 2, np.pi / 2, 1001)
    for s in SATURATION.values():
        published, wrapped = (
            np.array([colorsys.hsv_to_rgb(turn(a / (2 * np.pi)), s, 1.0) for a in angle])
            for turn in (float, lambda h: h % 1)
        )
        assert np.allclose(hue_color(angle, s, 'published'), np.maximum(published, 0), atol=1e-12)
        assert np.allclose(hue_color(angle, s), wrapped, atol=1e-12) and published.min() < 0
    with pytest.raises(ValueError, match="hue is 'hsv': allowed are 'wrap', 'published'"):
        hue_color(0.0, 1.0, 'hsv')


def test_the_scene_follows_the_latents():
    pot = teapot()
    about, S = scene(pot), pot.side
    heights = S, about['objects']['ground']['location'][2], about['lights']['spot']['location'][2]
    assert np.allclose(heights, (4.4421, -4.4421, 10.4421), atol=1e-4)
    assert abs(math.degrees(2 * math.atan(about['camera']['sensor'] / 2 / about['camera']['lens'])) - 71.08) < 0.005
    moved = frames(render_latents(np.array([[0.0] * 10, [1, -1, 0.5, 1, 0, -1, 1, 0, 1, -1]])), S)
    assert np.allclose(moved['object.location'], [[0, 0, S / 2], [3, -3, 1.5 + S / 2]], atol=1e-6)
    assert np.allclose(moved['object.rotation'][1], [np.pi / 2, 0, -np.pi / 2], atol=1e-6)
    assert np.allclose(moved['spot.location'], [[0, 4, 6 + S], [4, 0, 6 + S]], atol=1e-6)
    colors = [moved[f'{k}.color'][0] for k in ('object', 'spot', 'ground')]
    assert np.allclose(colors, [[1, 0, 0], [1, 0.2, 0.2], [1, 0.4, 0.4]])
    spots = frames(render_latents(np.random.default_rng(0).uniform(-1, 1, (100, 10))), S)['spot.location']
    assert np.allclose(np.hypot(spots[:, 0], spots[:, 1]), 4, atol=1e-6) and (spots[:, 1] >= 0).all()


def test_objects_are_closed_surfaces_that_look_outwards():
    for name, mesh in class_objects().items():
        assert abs(mesh.side - teapot().side) < 1e-9, name
        if name == 'Teapot':
            continue  # open below its lid, as Newell drew it
        t = mesh.vertices[triangles(mesh.faces)]
        assert np.linalg.det(t - mesh.vertices.mean(0)).sum() > 0, name
        area = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])
        assert np.abs(area.sum(0)).max() < 1e-9 * np.abs(area).sum(), name  # of a closed surface they cancel


def test_latents():
    """In blocks, each from its own stream. Moments of the uniform distribution, variance 1/3: four standard errors.
    For pairs the standard deviation asked for, where the walls are far."""
    z = sets.draw_latents(4000, seed=3)
    assert (sets.draw_latents(20, seed=3) == z[:20]).all() and z.dtype == np.float32
    assert (sets.draw_latents(20, seed=1) != z[:20]).any() and np.abs(z).max() <= 1
    assert np.abs(z.mean(0)).max() < 4 * (1 / 3 / 4000) ** 0.5
    assert np.abs(z.var(0) - 1 / 3).max() < 4 * (4 / 45 / 4000) ** 0.5
    pairs = sets.draw_latents(4000, 3, ('normal', 0.1)).reshape(-1, 2, 10)
    step = (pairs[:, 1] - pairs[:, 0])[np.abs(pairs[:, 0]) < 0.6]
    assert abs(step.std() - 0.1) < 4 * 0.1 / (2 * len(step)) ** 0.5 and np.abs(pairs).max() <= 1
    assert sets.class_counts(5000) == [715, 715] + [714] * 5
    z = sets.draw_class(2, 1200)
    assert (sets.draw_class(2, 30) == z[:30]).all() and (sets.draw_class(3, 30) != z[:30]).any()
    assert (sets.draw_class(2, 30, 'testset') != z[:30]).any()


def test_the_label_depends_on_what_is_drawn(monkeypatch, tmp_path):
    "The training images of the records in `results/`, made again, have the label they had; another set is refused."
    monkeypatch.setattr(sets, 'render_array', lambda *a, **kw: None)  # all but the images
    sets.render_set(tmp_path / 'train', 100_000)
    assert label(tmp_path / 'train') == 'rendered-64px-wrap-3e24291e'  # the train part of 100000-23e7e60e
    for changed, says in (
        (dict(hue='published'), 'was rendered with hue wrap, and published is asked for: take another folder'),
        (dict(seed=1), 'with seed 0, and 1 is asked for'),
    ):
        with pytest.raises(ValueError, match=says):
            sets.render_set(tmp_path / 'train', 100_000, **changed)
    with pytest.raises(ValueError, match='with n 100000, and 5 is asked for'):
        sets.render_set(tmp_path / 'train', 5)
    with pytest.raises(ValueError, match='holds something else'):
        sets.render_set(tmp_path, 5)
    with pytest.raises(ValueError, match='hue is'):
        sets.render_set(tmp_path / 'new', 5, hue='hsv')
    assert not (tmp_path / 'new').exists()


def test_jobs_change_no_byte(mitsuba, tmp_path):
    for name, jobs in (('one', 1), ('two', 2)):
        folder = tmp_path / name
        folder.mkdir()
        moved = frames(render_latents(sets.draw_latents(60)), teapot().side)
        sets.render_array(teapot(), moved, tiny, folder / 'pixels.npy', jobs, False, block=20)
    assert array(tmp_path / 'one') == array(tmp_path / 'two')
    assert np.load(tmp_path / 'two/pixels.npy').shape == (60, 24, 24, 3)


KILL = """
import os, signal, numpy as np
save, done = np.save, []
def half(file, x):
    done.extend([file] * ('pixels.parts' in str(getattr(file, 'name', ''))))
    if len(done) == 3:
        file.write(b'half')
        file.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    save(file, x)
np.save = half
"""  # in the midst of the third block


def test_killed_and_resumed(mitsuba, tmp_path):
    code = (
        f'import sys; sys.path.insert(0, {tools!r}); from render import sets;'
        'sets.render_array.__defaults__ = (1, False, 40);'
        f'sets.render_set({str(tmp_path / "killed")!r}, 600, look={tiny!r})'
    )
    assert subprocess.run([sys.executable, '-c', KILL + code]).returncode == -signal.SIGKILL
    parts = sorted(f.name for f in (tmp_path / 'killed/pixels.parts').iterdir())
    assert [p[:9] for p in parts] == ['00000.npy', '00001.npy', '00002.npy'] and parts[2] > '00002.npy'
    assert not (tmp_path / 'killed/pixels.npy').exists()
    subprocess.run([sys.executable, '-c', code], check=True)
    z, resumed = sets.draw_latents(600), open_set(tmp_path / 'killed', progress=False)
    direct = sets.render_given(tmp_path / 'direct', z[40:80], tiny, progress=False)
    assert (open_set(direct, progress=False).pixels == resumed.pixels[40:80]).all()
    assert verify_set(tmp_path / 'killed', progress=False)['shape'] == (24, 24, 3)


def test_images_depend_on_every_factor(mitsuba):
    for name in ('Teapot', 'Cow'):
        mesh = class_objects()[name]
        z = np.zeros((11, 10))
        z[np.arange(1, 11), np.arange(10)] = 0.5
        rows = frames(render_latents(z), mesh.side)
        renderer = Renderer(scene(mesh), dict(object=mesh, ground=ground()), dict(size=32, samples=12), tuple(rows))
        pixels = renderer.images(rows).astype(int)
        assert all(np.abs(x - pixels[0]).max() > 20 for x in pixels[1:]), name


def test_exact_pairs(mitsuba, tmp_path):
    images = open_set(sets.render_set(tmp_path / 'train', 40, 0, tiny, 'wrap', ('laplace', 0.02), progress=False))
    assert images.pairs.tolist() == [[2 * k, 2 * k + 1] for k in range(20)]
    x = np.asarray(images.pixels).astype(float)
    within = np.abs(x[::2] - x[1::2]).mean()
    between = np.abs(x[::2] - np.roll(x[1::2], 1, axis=0)).mean()
    assert within < between / 2


def test_latents_of_a_file(mitsuba, tmp_path):
    "A column for each factor that moves; what is no factor, or outside of the box, is refused before a folder is made."
    (tmp_path / 'z.csv').write_text('object hue,object x\n-1,0.5\n0.25,0\n')
    out = tmp_path / 'set'
    words = ['--latents', str(tmp_path / 'z.csv'), '--out', str(out), '--size', '24', '--samples', '4']
    sets.threedident.main(words, standalone_mode=False)
    images = open_set(out)
    assert images.pixels.shape == (2, 24, 24, 3) and images.latents[:, [7, 0]].tolist() == [[-1, 0.5], [0.25, 0]]
    assert np.allclose(images.latents[1, 3:7], sets.POINT[3:7])
    for text, why in {
        'hue\n0\n': "column is 'hue': allowed are 'object x'",
        'object x\n1.5\n': 'from -1 to 1',
        'object x,object y\n0\n': 'from -1 to 1',
    }.items():
        (tmp_path / 'z.csv').write_text(text)
        with pytest.raises(ValueError, match=why):
            sets.read_latents(tmp_path / 'z.csv')
    with pytest.raises(ValueError, match='one of --number and --latents'):
        sets.threedident.main(['--out', str(tmp_path / 'none')], standalone_mode=False)


def test_causal_sets(mitsuba, tmp_path):
    folder = sets.render_causal(tmp_path / 'set', 15, 14, look=tiny, progress=False)
    train, test = load(data_label(str(folder)), str(folder))
    assert (train.counts, test.counts, train.size) == ([3] + [2] * 6, [2] * 7, 24)
    assert set(verify(folder, progress=False)) == {'trainset', 'testset'}
    k = CLASSES.index('Horse')
    mesh, z = class_objects()['Horse'], sets.draw_class(k, 2)
    changed = z.copy()
    changed[:, 9] = -changed[:, 9]  # another hue of the ground
    rows = frames(render_latents(np.concatenate([z, changed])), mesh.side)
    renderer = Renderer(scene(mesh), dict(object=mesh, ground=ground()), tiny, tuple(rows))
    same, other = renderer.images(rows).reshape(2, 2, 24, 24, 3)
    assert (same == train.pixels[k]).all()
    differs = (same != other).any(-1)
    assert differs.mean() > 0.5 and not differs.all()  # the ground, not the object
    assert json.loads((folder / 'render.json').read_text())['counts']['testset'] == [2] * 7
