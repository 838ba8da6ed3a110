"""The renderer. With Mitsuba (pip install 'clica_nb[mitsuba]'): sets are the same whatever happens around them.
Without: only the message is tested, and the rest in the notebooks, with a stand-in."""

import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from clica_nb.data.causal3dident import CLASSES, data_label, load
from clica_nb.data.causal3dident_sets import draw_class, render_causal
from clica_nb.data.rendered import images_of
from clica_nb.data.threedident import draw_latents, frames, ground, render_latents, scene
from clica_nb.data.threedident_sets import open_set, render_given, render_set, verify_set
from clica_nb.render import packed
from clica_nb.render.meshes import simplify, teapot
from clica_nb.render.mitsuba import Renderer, load_mitsuba

tiny = packed.settings(size=24, samples=4)
objects = {name: simplify(teapot(), 60 - 9 * k) if k else teapot() for k, name in enumerate(CLASSES)}


@pytest.fixture
def mitsuba():
    return pytest.importorskip('mitsuba', reason="no Mitsuba: pip install 'clica_nb[mitsuba]'")


def array(folder):
    return (folder / 'pixels.npy').read_bytes(), (folder / 'pixels.json').read_bytes()


def test_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, 'mitsuba', None)  # as if it were not installed
    with pytest.raises(ImportError, match=r"rendering with Mitsuba needs mitsuba: pip install 'clica_nb\[mitsuba\]'"):
        load_mitsuba()


def test_jobs_and_growth_change_no_byte(mitsuba, tmp_path):
    render_set(tmp_path / 'one', 60, settings=tiny, progress=False)
    render_set(tmp_path / 'two', 60, settings=tiny, jobs=2, progress=False)
    render_set(tmp_path / 'grown', 30, settings=tiny, progress=False)
    render_set(tmp_path / 'grown', 60, settings=tiny, progress=False)
    assert array(tmp_path / 'one') == array(tmp_path / 'two') == array(tmp_path / 'grown')
    assert verify_set(tmp_path / 'one', progress=False)['shape'] == (24, 24, 3)


def test_killed_and_resumed(mitsuba, tmp_path):
    code = (
        'import clica_nb.render.packed as p; p.render_packed.__defaults__ = (1, False, None, 40);'
        'from clica_nb.data.threedident_sets import render_set;'
        f'render_set({str(tmp_path / "killed")!r}, 2000, settings={tiny!r}, progress=False)'
    )
    p = subprocess.Popen([sys.executable, '-c', code])
    parts = tmp_path / 'killed' / 'pixels.parts'
    while len(list(parts.glob('*.npy'))) < 2:
        time.sleep(0.05)
        assert p.poll() is None
    p.send_signal(signal.SIGKILL)
    p.wait()
    done = len(list(parts.glob('*.npy')))
    assert 2 <= done < 50
    images = open_set(tmp_path / 'killed', n=40 * done, progress=False)
    z = draw_latents(2000)
    assert (images.latents.numpy() == z[: 40 * done]).all()
    direct = render_given(tmp_path / 'direct', z[: 40 * done], tiny, progress=False)
    assert (open_set(direct, progress=False).pixels == images.pixels).all()


def test_images_depend_on_every_factor(mitsuba):
    pot = teapot()
    z = np.zeros((11, 10))
    z[np.arange(1, 11), np.arange(10)] = 0.5
    rows = frames(render_latents(z), 1.5 * pot.longest_side)
    renderer = Renderer(scene(pot), dict(object=pot, ground=ground()), dict(size=32, samples=12), tuple(rows))
    pixels = renderer.images(rows).astype(int)
    assert all(np.abs(x - pixels[0]).max() > 20 for x in pixels[1:])


def test_exact_pairs(mitsuba, tmp_path):
    folder = render_set(tmp_path / 'pairs', 40, settings=tiny, conditional=('laplace', 0.02), progress=False)
    images = open_set(folder, progress=False)
    assert images.pairs.tolist() == [[2 * k, 2 * k + 1] for k in range(20)]
    x = np.asarray(images.pixels).astype(float)
    within = np.abs(x[::2] - x[1::2]).mean()
    between = np.abs(x[::2] - np.roll(x[1::2], 1, axis=0)).mean()
    assert within < between / 2


def test_causal_sets_and_changed_latents(mitsuba, tmp_path):
    folder = render_causal(tmp_path / 'set', 15, 14, objects, settings=tiny, progress=False)
    train, test = load(data_label(str(folder)), str(folder))
    assert (train.counts, test.counts, train.size) == ([3] + [2] * 6, [2] * 7, 24)
    k = CLASSES.index('Horse')
    mesh, z = objects['Horse'], draw_class(k, 2)
    changed = z.copy()
    changed[:, 9] = -changed[:, 9]  # another hue of the ground
    pixels = {}
    for name, latents in dict(same=z, changed=changed).items():
        pixels[name] = images_of(latents, tiny, mesh=mesh)
    assert (pixels['same'] == train.pixels[k]).all()
    differs = (pixels['same'] != pixels['changed']).any(-1)
    assert differs.mean() > 0.5 and not differs.all()  # the ground, not the object
