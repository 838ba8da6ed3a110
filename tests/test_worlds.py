"""Recorded animals and robots. With the extra `worlds`: ratinabox (recordings, place cells), pybullet, dm_control."""

import sys

import numpy as np
import pytest

from clica_nb.data.robots import ARM_RANGES, arm_images, reacher_images
from clica_nb.data.worlds import RATS, place_cells, rat_trajectory


def test_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, 'ratinabox', None)  # as if it were not installed
    with pytest.raises(ImportError, match=r"need ratinabox: pip install 'clica_nb\[worlds\]'"):
        rat_trajectory()


@pytest.mark.parametrize('name, samples, seconds', [('sargolini', 29_800, 600), ('tanni', 219_670, 7323)])
def test_recordings(name, samples, seconds):
    pytest.importorskip('ratinabox', reason="no recordings: pip install 'clica_nb[worlds]'")
    rat = rat_trajectory(name)
    assert len(rat) == samples
    assert abs(np.ptp(rat.time) - seconds) < 1
    assert (np.ptp(rat.position, axis=0) > 0.95 * np.asarray(RATS[name])).all()
    assert (np.ptp(rat.position, axis=0) < 1.05 * np.asarray(RATS[name])).all()


def test_place_cells_are_those_of_ratinabox():
    ratinabox = pytest.importorskip('ratinabox', reason="no place cells to compare: pip install 'clica_nb[worlds]'")
    cells, z = 7, np.random.default_rng(1).uniform(size=(50, 2))
    centers = np.random.default_rng(3).uniform(size=(cells, 2))  # as `place_cells` draws them
    agent = ratinabox.Agent(ratinabox.Environment(dict(scale=1.0)))
    settings = dict(n=cells, place_cell_centres=centers, widths=0.2, wall_geometry='euclidean', description='gaussian')
    theirs = ratinabox.PlaceCells(agent, settings).get_state(evaluate_at=None, pos=z).T
    assert np.allclose(theirs, place_cells(z, cells, 0.2, seed=3), atol=1e-12)


def test_missing_engines_are_named(monkeypatch):
    for name in ('pybullet', 'dm_control', 'dm_control.suite'):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=r"the arm needs pybullet: pip install 'clica_nb\[worlds\]'"):
        arm_images(ARM_RANGES.mean(1)[None])
    with pytest.raises(ImportError, match=r"the reacher needs dm_control: pip install 'clica_nb\[worlds\]'"):
        reacher_images(np.zeros((1, 2)))


def moved(draw, rest, step):
    "Share of the pixels that change when each joint alone moves, from images of a pose drawn twice and of the moves."
    poses = np.concatenate([rest[None], rest[None], rest + step * np.eye(len(rest))])
    images = draw(poses)
    assert images.shape == (len(poses), 3, 64, 64) and images.dtype == np.uint8
    assert np.array_equal(images[0], images[1])  # the same pose is the same image
    return (images[2:] != images[0]).any(1).mean((1, 2))


def test_the_arm_shows_every_joint():
    pytest.importorskip('pybullet', reason="no engine for the arm: pip install 'clica_nb[worlds]'")
    assert moved(arm_images, ARM_RANGES.mean(1), 0.2).min() > 0.005
    small = arm_images(ARM_RANGES.T, size=16)  # both ends of the ranges
    assert small.shape == (2, 3, 16, 16)
    alone = arm_images(ARM_RANGES.T[1:], size=16)
    assert np.array_equal(small[1], alone[0])  # an image does not depend on those before it


def test_the_arm_stays_in_the_image():
    pytest.importorskip('pybullet', reason="no engine for the arm: pip install 'clica_nb[worlds]'")
    corners = np.stack(np.meshgrid(*ARM_RANGES), -1).reshape(-1, 3)
    images = arm_images(corners)
    edge = np.concatenate([images[..., 0, :], images[..., -1, :], images[..., 0], images[..., -1]], -1)
    assert (edge == 255).mean() > 0.99  # the background; an elbow may touch the border by a pixel


def test_the_reacher_shows_both_joints():
    pytest.importorskip('dm_control', reason="no engine for the reacher: pip install 'clica_nb[worlds]'")
    try:
        share = moved(reacher_images, np.array([0.3, 0.8]), 0.3)
    except RuntimeError as e:
        pytest.skip(f'no OpenGL without a screen here: {e}')
    assert share.min() > 0.005
