"""The motion stand-in from outside: a movement made by hand through the command, the label and the report; with
pybullet (pip install 'clica_nb[motion]'), the recorded ones."""

import json
import math
import pickle
import sys

import numpy as np
import pytest
from command import clica

from clica_nb.data.kitti_motion import JOINTS, MOTIONS, load_motions, motion_folder, motion_standin
from clica_nb.data.kitti_standin import REAL_STEPS, step_statistics


@pytest.fixture(scope='module')
def motions(tmp_path_factory):
    "A folder with a file for every movement of the street: all are the same simple walk."
    frames = np.zeros((30, 44))
    frames[:, 0], frames[:, 2] = 1 / 30, 0.88
    frames[:, 1] = 1.3 * np.arange(30) / 30
    for _, _, c in JOINTS.values():
        if isinstance(c, slice):
            frames[:, 1 + c.start] = 1
    for name, sign in (('right hip', 1), ('left hip', -1)):
        c = 1 + JOINTS[name][2].start
        half = 0.2 * sign * np.sin(2 * math.pi * np.arange(30) / 30)
        frames[:, c], frames[:, c + 3] = np.cos(half), np.sin(half)
    folder = tmp_path_factory.mktemp('motions')
    for name in MOTIONS:
        (folder / f'humanoid3d_{name}.txt').write_text(json.dumps({'Loop': 'wrap', 'Frames': frames.tolist()}))
    return folder


@pytest.fixture(scope='module')
def file(motions, tmp_path_factory):
    path = tmp_path_factory.mktemp('kitti') / 'street.pickle'
    clica('data', 'render', 'kitti-masks', path, '--kind', 'motion', '--sequences', 24, '--motions', motions)
    return path


def test_the_format_is_the_published_one(file):
    found = pickle.loads(file.read_bytes())
    assert set(found) == {'pedestrians', 'pedestrians_latents'} and len(found['pedestrians']) == 24
    for m, z in zip(found['pedestrians'], found['pedestrians_latents']):
        assert m.shape == (len(m), 64, 64) and m.dtype == bool and len(m) >= 2 and z.dtype == 'float32'
        y, x = np.nonzero(m[0])
        assert np.allclose(z[0], [y.mean(), x.mean(), len(y)], atol=1e-3) and len(y) >= 30
    printed = clica('data', 'verify', 'kitti-masks', file)
    assert "Masks('motion-standin-" in printed and 'these are not the published data' in printed


def test_a_second_time_gives_the_same(file, motions, tmp_path):
    clica('data', 'render', 'kitti-masks', tmp_path / 'a', '--kind', 'motion', '--sequences', 24, '--motions', motions)
    assert (tmp_path / 'a').read_bytes() == file.read_bytes()


def test_wrong_requests(tmp_path, motions):
    render = 'data', 'render', 'kitti-masks', tmp_path / 'x'
    assert "kind is 'dance': allowed are 'steps', 'motion'" in clica(*render, '--kind', 'dance', check=2)
    assert 'it goes with --kind motion' in clica(*render, '--motions', motions, check=2)
    assert 'is no motion file' in clica(*render, '--kind', 'motion', '--motions', tmp_path, check=2)
    assert not (tmp_path / 'x').exists()


def test_table_3_runs_on_it_and_says_so(file, tmp_path):
    "A row by the page's command: the record has the label, and nothing counts as published or reproduced."
    where = '--data', file, '--runs', tmp_path
    clica('reproduce', '--table', '3', '--rows', '7', '--preset', 'smoke', *where)
    r = json.loads(next(tmp_path.rglob('result.json')).read_text())
    assert r['data'] == r['params']['data'] and r['data'].startswith('motion-standin-')
    rows = json.loads((tmp_path / 'report.json').read_text())['rows']
    assert [x['on_published_data'] for x in rows if x['measured']] == [False]
    assert not any(x['reproduced'] for x in rows)


def test_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, 'pybullet_data', None)  # as if it were not installed
    with pytest.raises(ImportError, match=r"need pybullet: pip install 'clica_nb\[motion\]'"):
        motion_folder()


def test_recorded_movements():
    "Walking at 1 m/s, running at 3.6 m/s, and steps of the published order of magnitude."
    pytest.importorskip('pybullet_data', reason="no recorded movements: pip install 'clica_nb[motion]'")
    found = load_motions()
    speed = {n: m.advance / m.duration for n, m in found.items()}
    assert 0.8 < speed['walk'] < 1.2 and 3 < speed['run'] < 4 and speed['stand'] == 0
    for m in found.values():
        assert 1.3 < m.points[..., 1].max() < 2.1 and m.points[..., 1].min() > -0.15  # meters: on the ground, upright
    masks, rates = motion_standin(150)
    assert abs(np.average(1 / rates, weights=masks.lengths - 1) - 0.05) < 0.015
    for k, (_, spread, _) in step_statistics(masks).items():
        assert 0.5 < spread / REAL_STEPS[k][1] < 2, k
