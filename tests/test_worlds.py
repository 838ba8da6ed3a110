"""Recorded animals. With the extra `worlds`: ratinabox (recordings, place cells)."""

import sys

import numpy as np
import pytest

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
