"""The runs as jobs of Snakemake: its own executor, and the Slurm plugin against a stand-in. Needs the extra `cluster`
(make cluster); all but the list of jobs are slow tests."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from clica_nb.repro import cluster

root = Path(__file__).resolve().parent.parent
CONFIG = dict(table='1', rows='2', kinds='unsupervised', preset='smoke', device='cpu')
SHORT = 'set=steps=40 mixing_pool=1 final_samples=100 final_batches=1 score_samples=50 widths=20,20'
snakemake_is_here = pytest.mark.skipif(
    importlib.util.find_spec('snakemake') is None, reason='Snakemake is not here: make cluster'
)


def test_profiles_and_snakefile():
    "Without Snakemake: the Snakefile is Python up to its rules, and the profiles are those of the how-to."
    text = (root / 'workflow/Snakefile').read_text()
    scope = {'config': {**CONFIG, 'seeds': '0-7'}}
    exec(compile(text.partition('localrules')[0], 'Snakefile', 'exec'), scope)
    assert (
        len(scope['UNITS']) == 8
        and all(u.marker.parts[0] == 'runs' for u in scope['UNITS'].values())
        and scope['GPU'] == {}
    )
    local, slurm = (
        yaml.safe_load((root / f'workflow/profiles/{p}/config.v8+.yaml').read_text()) for p in ('local', 'slurm')
    )
    for p in (local, slurm):
        assert p['keep-going'] and p['rerun-incomplete'] and p['rerun-triggers'] == ['mtime']
    assert slurm['executor'] == 'slurm'


def snakemake(runs, *args, seeds='0-7', check=0, profile='local', **env):
    config = [f'{k}={v}' for k, v in {**CONFIG, 'seeds': seeds, 'runs': runs}.items()] + [SHORT]
    r = subprocess.run(
        [
            sys.executable,
            '-m',
            'snakemake',
            '--profile',
            f'workflow/profiles/{profile}',
            '--directory',
            str(runs.parent),
            '--snakefile',
            'workflow/Snakefile',
            '--config',
            *config,
            *args,
        ],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=1800,
        env={
            **os.environ,
            'OMP_NUM_THREADS': '1',
            'PYTHONPATH': os.pathsep.join([str(root), os.environ.get('PYTHONPATH', '')]),
            **env,
        },
    )
    assert r.returncode == check, r.stdout[-3000:] + r.stderr[-5000:]
    return r.stdout + r.stderr


def records(runs):
    return {p: (p.stat().st_mtime_ns, json.loads(p.read_text())) for p in runs.rglob('result.json')}


@pytest.mark.slow
@snakemake_is_here
def test_eight_runs_of_which_one_fails(tmp_path):
    """Seven done, one isolated with its log; a dry run lists it alone; a rerun touches only it; the record is that of
    `clica reproduce`."""
    runs = tmp_path / 'runs'
    assert snakemake(runs, '--dry-run').count('rule run:') == 8
    switch = tmp_path / 'switch'
    switch.touch()
    fault = dict(
        FAULT_NOTEBOOK='raises',
        FAULT_SEED='5',
        FAULT_SWITCH=str(switch),
        PYTHONPATH=os.pathsep.join([str(root), str(root / 'tests/faults'), os.environ.get('PYTHONPATH', '')]),
    )
    printed = snakemake(runs, '--cores', '2', check=1, **fault)
    first = records(runs)
    assert (
        len(first) == 7
        and 'injected: the notebook raises' in printed
        and 'injected' in next(runs.glob('*/smoke/seed5/snakemake.log')).read_text()
    )
    switch.unlink()
    assert snakemake(runs, '--dry-run').count('rule run:') == 1
    snakemake(runs, '--cores', '2')
    second = records(runs)
    assert len(second) == 8 and all(second[p] == v for p, v in first.items())
    assert 'rule run:' not in snakemake(runs, '--cores', '2')
    changed = next(iter(first))
    changed.write_text(changed.read_text()[:300])  # a record that is lost is made again, by its checkpoint
    snakemake(runs, '--cores', '2')
    again = records(runs)
    assert again[changed][1]['metrics'] == first[changed][1]['metrics'] and all(
        again[p] == second[p] for p in second if p != changed
    )
    by_hand = tmp_path / 'by_hand'
    unit = cluster.units({**CONFIG, 'seeds': '3', 'runs': str(by_hand), 'set': SHORT.partition('=')[2]}).popitem()[1]
    subprocess.run(unit.command, cwd=root, check=True, capture_output=True)
    mine, theirs = (
        {k: v for k, v in r.items() if k in ('metrics', 'params', 'setting', 'steps', 'serves', 'overrides')}
        for r in (
            next(iter(records(by_hand).values()))[1],
            json.loads(next(runs.glob('*/smoke/seed3/result.json')).read_text()),
        )
    )
    assert mine == theirs


@pytest.mark.slow
@snakemake_is_here
def test_slurm_plugin_against_a_stand_in(tmp_path):
    "Two jobs by `sbatch`: what is asked for, what comes back. No real cluster."
    runs, bin_, home = tmp_path / 'runs', tmp_path / 'bin', tmp_path / 'slurm'
    bin_.mkdir()
    home.mkdir()
    for name in ('sbatch', 'srun', 'sacct', 'squeue', 'scancel', 'sinfo', 'sacctmgr', 'sshare', 'scontrol'):
        (bin_ / name).write_text(f'#!{sys.executable}\n' + (root / 'tests/slurm/slurm.py').read_text())
        (bin_ / name).chmod(0o755)
    snakemake(
        runs,
        '--default-resources',
        'slurm_account=project',
        'slurm_partition=standin',
        '--latency-wait',
        '5',
        '--slurm-init-seconds-before-status-checks',
        '2',
        seeds='0,1',
        profile='slurm',
        PATH=f'{bin_}:{os.environ["PATH"]}',
        STANDIN_HOME=str(home),
    )
    assert len(records(runs)) == 2
    calls = [l for l in (home / 'calls').read_text().splitlines() if l.startswith('sbatch')]
    assert len(calls) == 2 and all(
        "--mem 920" in c and '-t 15' in c and '-A project' in c and '-p standin' in c for c in calls
    ), calls
