"The benchmarks: ours computes the formula of each task; a stopped run goes on."

import json
import sys
from pathlib import Path

import pytest
import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'tools'))
import bench  # noqa: E402


@pytest.mark.parametrize('task, similarity', [(t, s) for t, found in bench.TASKS.items() for s in found])
def test_ours_is_the_formula(task, similarity):
    a, b = (torch.randn(20, 6, generator=torch.Generator().manual_seed(k), dtype=torch.float64) for k in (0, 1))
    ours, plain = bench.ours(task, similarity)(a, b), bench.plain(task, similarity)(a, b)
    assert abs(ours.item() / plain.item() - 1) < 1e-9


def test_a_stopped_run_goes_on(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(bench, 'TASKS', {'pairs': ('dot', 'cosine')})
    monkeypatch.setattr(bench, 'ways', lambda t, s: dict(ours=bench.ours(t, s), plain=bench.plain(t, s), broken=None))
    out = tmp_path / 'peers.json'
    for batches in ('16', '16,32'):
        bench.main(['--json', str(out), '--device', 'cpu', '--widths', '4', '--batches', batches])
    rows = json.loads(out.read_text())
    assert [(r['similarity'], r['batch']) for r in rows] == [(s, b) for b in (16, 32) for s in ('dot', 'cosine')]
    assert all(r['best_peer'] == 'plain' and r['ratio'] > 0 for r in rows)
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 8 and sum(line.startswith('broken fails: TypeError') for line in said) == 4
