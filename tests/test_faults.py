"The runner under faults: a short version of the campaign, and, with --slow, all of it."

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

root = Path(__file__).resolve().parent.parent
CAMPAIGN = root / 'tests/faults/campaign.py'


def campaign(tmp_path, *args):
    out = tmp_path / 'faults.jsonl'
    r = subprocess.run(
        [sys.executable, str(CAMPAIGN), '--out', str(out), *args],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=10_000,
        env={**os.environ, 'OMP_NUM_THREADS': '1', 'TMPDIR': str(tmp_path)},
    )
    found = [json.loads(l) for l in out.read_text().splitlines()] if out.exists() else []
    assert r.returncode == 0 and found, r.stdout + r.stderr + '\n'.join(v.get('log', '') for v in found)
    return found


def test_killed_cut_off_forged_and_taken(tmp_path):
    """Runner killed in training, checkpoint truncated, record forged, two workers: the same numbers in the end, and
    every fault is named."""
    (v,) = campaign(tmp_path, '--only', 'several', '--jobs', '2')
    assert v['survived'] and v['same'] and not v['redone'] and not v['orphans'] and v['told']


@pytest.mark.slow
def test_campaign(tmp_path):
    found = campaign(tmp_path)
    assert sum(len(v.get('kills', ())) for v in found) >= 200 and len({v['fault'] for v in found}) >= 14
    assert all(v['survived'] for v in found)
