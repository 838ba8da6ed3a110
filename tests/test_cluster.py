"The runs as jobs of Snakemake: two tiny runs by its local executor. A real Slurm is on nbs/howto/cluster.ipynb."

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

root = Path(__file__).resolve().parent.parent
SMALL = 'steps=3 mixing_pool=1 final_samples=100 final_batches=1 score_samples=50 widths=20,20'


@pytest.mark.skipif(importlib.util.find_spec('snakemake') is None, reason='Snakemake is not here: make cluster')
def test_what_is_done_is_no_job(tmp_path):
    def snakemake(seeds, *more):
        words = ['--profile', 'workflow/profiles/local', '--cores', '2', *more, '--config', 'rows=1.2', f'set={SMALL}']
        words += [f'seeds={seeds}', 'kinds=unsupervised', 'preset=smoke', f'runs={tmp_path}']
        r = subprocess.run([sys.executable, '-m', 'snakemake', *words], cwd=root, capture_output=True, text=True)
        assert r.returncode == 0, r.stdout + r.stderr
        return r.stdout + r.stderr

    snakemake('0')
    assert [json.loads(f.read_text())['seed'] for f in tmp_path.glob('*/result.json')] == [0]
    left = snakemake('0-1', '--dry-run')
    assert 'seed1-' in left and 'seed0-' not in left.split('rule all')[0], left
