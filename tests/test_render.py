"""With Blender (make render-env): the same image whatever happens around it. Without: skipped; the rest is tested in
the notebooks."""

import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from clica_nb.data.images import read_image
from clica_nb.data.threedident_sets import open_set, render_given, render_set
from clica_nb.render import process as renderer
from clica_nb.render.meshes import read_obj, teapot

try:
    renderer.blender_command()
    found = True
except ValueError:
    found = False
pytestmark = [pytest.mark.skipif(not found, reason='no Blender: make render-env'), pytest.mark.slow]
tiny = renderer.settings(size=32, samples=4, denoise='fast')


def files(folder):
    return {p.name: p.read_bytes() for p in sorted((folder / 'images').glob('*.png'))}


def test_jobs_order_and_growth_change_no_byte(tmp_path):
    render_set(tmp_path / 'one', 8, settings=tiny, progress=False)
    render_set(tmp_path / 'two', 8, settings=tiny, jobs=2, progress=False)
    render_set(tmp_path / 'grown', 3, settings=tiny, progress=False)
    render_set(tmp_path / 'grown', 8, settings=tiny, progress=False)
    assert files(tmp_path / 'one') == files(tmp_path / 'two') == files(tmp_path / 'grown')


def test_killed_and_resumed(tmp_path):
    render_set(tmp_path / 'whole', 60, settings=tiny, progress=False)
    code = (
        f'from clica_nb.data.threedident_sets import render_set, renderer; render_set({str(tmp_path / "killed")!r}, 60,'
        f' settings={tiny!r}, progress=False)'
    )
    p = subprocess.Popen([sys.executable, '-c', code])
    while len(files(tmp_path / 'killed')) < 5:
        time.sleep(0.05)
        assert p.poll() is None
    p.send_signal(signal.SIGKILL)
    p.wait()
    time.sleep(5)  # the worker meets the end of its input
    done = files(tmp_path / 'killed')
    assert 5 <= len(done) < 60
    render_set(tmp_path / 'killed', 60, settings=tiny, progress=False)
    assert files(tmp_path / 'killed') == files(tmp_path / 'whole')


def test_images_depend_on_every_factor(tmp_path):
    z = np.zeros((11, 10))
    z[np.arange(1, 11), np.arange(10)] = 0.5
    pixels = np.asarray(open_set(render_given(tmp_path / 'z', z, tiny, progress=False), progress=False).pixels).astype(
        int
    )
    assert all(np.abs(x - pixels[0]).max() > 20 for x in pixels[1:])


def test_other_objects(tmp_path):
    (tmp_path / 'box.obj').write_text(
        '\n'.join(
            [f'v {x} {y} {z}' for x in (0, 1) for y in (0, 1) for z in (0, 1)]
            + ['f 1 2 4 3', 'f 5 7 8 6', 'f 1 5 6 2', 'f 3 4 8 7', 'f 1 3 7 5', 'f 2 6 8 4']
        )
    )
    box = read_obj(tmp_path / 'box.obj').resized(teapot().longest_side)._replace(smooth=False)
    a, b = (
        read_image(
            render_given(tmp_path / n, np.zeros((1, 10)), tiny, mesh=m, name=n, progress=False) / 'images' / '0.png'
        ).astype(int)
        for n, m in (('pot', None), ('box', box))
    )
    assert np.abs(a - b).max() > 50
