"""The runs as jobs of Snakemake: its own executor, and the plugin on a real Slurm. The first needs the extra `cluster`
(make cluster), the second Debian's packages of Slurm and root as well (tests/slurm/lab.py); CI has both."""

import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch
import yaml

from clica_nb.repro import cluster, states

root = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / 'tests'))
from slurm import lab  # noqa: E402
from test_threedident import JOINT  # noqa: E402

CONFIG = dict(table='1', rows='2', kinds='unsupervised', preset='smoke', device='cpu')
SHORT = 'set=steps=40 mixing_pool=1 final_samples=100 final_batches=1 score_samples=50 widths=20,20'
PROJECT = '--default-resources', 'slurm_account=project', 'slurm_partition=cpu'
OFTEN = '--slurm-init-seconds-before-status-checks', '2', '--latency-wait', '5'
pytestmark = pytest.mark.skipif(
    importlib.util.find_spec('snakemake') is None, reason='Snakemake is not here: make cluster'
)


@pytest.fixture(scope='module')
def slurm(tmp_path_factory):
    if why := lab.missing():
        pytest.skip(f'no Slurm: {why}')
    folder = tmp_path_factory.mktemp('slurm')
    for above in (folder, *folder.parents[:2]):
        above.chmod(0o755)  # for the user mysql
    one = lab.Lab(folder)
    try:
        one.start()
        yield one
    except lab.Taken as e:
        pytest.skip(f'no Slurm: {e}')
    finally:
        one.stop()


ENGINES = []


@pytest.fixture(autouse=True)
def no_engine_outlives_its_test():
    yield
    while ENGINES:
        with ENGINES.pop() as p:
            p.terminate()


def started(runs, *args, seeds='0-7', profile='local', env=None, **config):
    "Snakemake at work, its output in a file beside the runs."
    given = {**CONFIG, 'seeds': seeds, 'runs': runs, **config}
    words = sys.executable, '-m', 'snakemake', '--profile', f'workflow/profiles/{profile}'
    where = '--directory', str(runs.parent), '--snakefile', 'workflow/Snakefile'
    path = os.pathsep.join([str(root), os.environ.get('PYTHONPATH', '')])
    (runs.parent / 'printed').unlink(missing_ok=True)
    with open(runs.parent / 'printed', 'w') as out:
        p = subprocess.Popen(
            [*words, *where, '--config', *(f'{k}={v}' for k, v in given.items()), SHORT, *args],
            cwd=root,
            stdout=out,
            stderr=subprocess.STDOUT,
            env={**os.environ, 'OMP_NUM_THREADS': '1', 'PYTHONPATH': path, **(env or {})},
        )
    ENGINES.append(p)
    return p


def at_work(p, condition, what: str, seconds: float = 300.0):
    "What the condition says once it is true; the engine must not end before."
    found = lab.wait_for(lambda: (p.poll() is not None and 'ended') or condition(), what, seconds)
    assert found != 'ended', what
    return found


def snakemake(runs, *args, check=0, **more):
    p = started(runs, *args, **more)
    code, printed = p.wait(1800), (runs.parent / 'printed').read_text()
    assert code == check, printed[-6000:]
    return printed


def records(runs):
    return {p: (p.stat().st_mtime_ns, json.loads(p.read_text())) for p in runs.rglob('result.json')}


def scores(runs):
    return {r['seed']: r['metrics'] for _, r in records(runs).values()}


def test_profiles():
    local, slurm = (
        yaml.safe_load((root / f'workflow/profiles/{p}/config.v8+.yaml').read_text()) for p in ('local', 'slurm')
    )
    for p in (local, slurm):
        assert p['keep-going'] and p['rerun-incomplete'] and p['rerun-triggers'] == ['mtime']
    assert slurm['executor'] == 'slurm' and slurm['slurm-requeue']
    assert 'slurm' not in (root / 'workflow/Snakefile').read_text().lower()


@pytest.fixture(scope='module')
def by_hand(tmp_path_factory):
    "Scores of seeds 4 and 5, by the command of a job."
    runs = tmp_path_factory.mktemp('by_hand')
    (unit,) = cluster.units({**CONFIG, 'seeds': '4,5', 'runs': str(runs), 'set': SHORT.partition('=')[2]})
    subprocess.run(unit.command, cwd=root, check=True, capture_output=True)
    return scores(runs)


def test_of_two_runs_one_fails(tmp_path, by_hand):
    "The other is done; a rerun makes what is missing and a record that was lost, as `clica reproduce` would."
    runs = tmp_path / 'my runs'
    assert '2 runs to do, in 1 jobs' in snakemake(runs, '--dry-run', seeds='4,5')
    switch = tmp_path / 'switch'
    switch.touch()
    path = os.pathsep.join([str(root), str(root / 'tests/faults'), os.environ.get('PYTHONPATH', '')])
    fault = dict(FAULT_NOTEBOOK='raises', FAULT_SEED='5', FAULT_SWITCH=str(switch), PYTHONPATH=path)
    printed = snakemake(runs, '--cores', '2', check=1, env=fault, seeds='4,5')
    first = records(runs)
    assert '1 done, 1 failed' in printed and 'seed 5  RuntimeError: injected: the notebook raises' in printed
    switch.unlink()
    assert '1 runs to do, in 1 jobs' in snakemake(runs, '--cores', '2', seeds='4,5')
    second = records(runs)
    assert len(first) == 1 and len(second) == 2 and all(second[p] == v for p, v in first.items())
    changed = next(iter(first))
    changed.write_text(changed.read_text()[:300])
    assert '1 runs to do, in 1 jobs' in snakemake(runs, '--cores', '2', seeds='4,5')
    assert scores(runs) == by_hand
    assert '0 runs to do' in snakemake(runs, '--dry-run', seeds='4,5')


def test_before_an_allocation_ends_a_run_writes_its_checkpoint(tmp_path):
    "As after `sbatch --signal=B:USR1@60`; the exit status says that trying again is worth it, and the run goes on."
    long = SHORT.partition('=')[2].replace('steps=40', 'steps=3000')
    (unit,) = cluster.units({**CONFIG, 'seeds': '4', 'runs': str(tmp_path), 'set': long})
    env = {**os.environ, 'SLURM_CPUS_PER_TASK': '1', 'SLURM_MEM_PER_NODE': '1900', 'OMP_NUM_THREADS': '1'}
    p = subprocess.Popen(unit.command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env)
    at_work(p, lambda: list(tmp_path.glob('*/*/*/progress.json')), 'the run at its training')
    p.send_signal(signal.SIGUSR1)
    printed = p.communicate(timeout=60)[0]
    assert p.returncode == 75 and 'Stopped: asked to end at step' in printed, printed
    assert 'this job has 1 cores (SLURM_CPUS_PER_TASK), 1,900 MiB (SLURM_MEM_PER_NODE)' in printed, printed
    step = int(re.search(r'asked to end at step (\d+)', printed)[1])
    assert 0 < step < 3000
    q = subprocess.Popen(unit.command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env)
    assert any(f'goes on from step {step}' in line for line in q.stdout)
    assert q.wait(300) == 0


def accounted(lab, *fields):
    "The jobs so far, each with its steps: lists of fields of `sacct`."
    jobs = {}
    for line in lab.run('sacct', '-n', '-P', '-D', '-o', ','.join(('JobID', *fields))).splitlines():
        id, *values = line.split('|')
        jobs.setdefault(id.partition('.')[0], []).append(values)
    return jobs


def test_every_state_of_slurm_ends_a_job(slurm, tmp_path):
    "Cancelled, killed for memory, out of time, failed, preempted where that cancels: the engine sees each, and ends."
    for name, script in dict(
        good='true',
        cancel='sleep 600',
        late='sleep 600',
        fail='exit 3',
        spot='sleep 600',
        mem=f'{sys.executable} big.py',
    ).items():
        (tmp_path / f'{name}.sh').write_text(script + '\n')
    (tmp_path / 'big.py').write_text("import time\nx = bytearray(b'1') * (600 << 20)\ntime.sleep(60)\n")
    words = sys.executable, '-m', 'snakemake', '--executor', 'slurm', '--jobs', '9', '--keep-going', '--slurm-requeue'
    more = *OFTEN, '--snakefile', str(root / 'tests/slurm/Snakefile')
    config = '--config', 'names=good cancel late fail spot mem'
    env = {k: v for k, v in os.environ.items() if k != 'USER'}
    with open(tmp_path / 'printed', 'w') as out:
        p = subprocess.Popen(
            [*words, *more, *PROJECT, *config], cwd=tmp_path, stdout=out, stderr=subprocess.STDOUT, env=env
        )
    ENGINES.append(p)
    begun = time.monotonic()
    for name in ('cancel', 'spot'):
        queue = 'squeue', '-h', '-t', 'R', '-o', '%A %N %k'
        found = at_work(p, lambda: [q.split() for q in lab.run(*queue).splitlines() if q.endswith(f'_{name}')], name)
        if name == 'cancel':
            lab.run('scancel', found[0][0])
        else:
            where = '-A', 'project', '-p', 'urgent', '-w', found[0][1], '--mem', '50', '-o', '/dev/null'
            lab.run('sbatch', *where, '--wrap', 'sleep 2')
    assert p.wait(400) == 1, (tmp_path / 'printed').read_text()[-5000:]
    printed = (tmp_path / 'printed').read_text()
    print(f'{time.monotonic() - begun:.0f} s')
    assert [f.name for f in tmp_path.glob('*.done')] == ['good.done']
    assert len(set(re.findall(r"SLURM-job '(\d+)' failed", printed))) == 5, printed[-5000:]
    logs = {f.parent.name: f.read_text() for f in (tmp_path / '.snakemake/slurm_logs').glob('*/*/*.log')}
    found = {states.end_of_job([['', 'FAILED', '', '300M', '']], log)[:17] for log in logs.values()}
    assert 'killed for memory' in found, logs


def test_default_memory_is_enough_and_a_cancelled_job_comes_back(slurm, tmp_path, by_hand):
    """Two jobs that ask for what they ask for by default and for one GPU, one of them cancelled by an administrator.
    Each run says what it has, and from where."""
    before, runs = set(accounted(lab)), tmp_path / 'runs'
    p = started(runs, *PROJECT, 'gpu=1', *OFTEN, seeds='4,5', profile='slurm', per_job=1, table='', rows='1.2')
    trained = at_work(p, lambda: list(runs.glob('*/*/*/progress.json')), 'a run at its training')
    waiting = states.states(runs)
    assert {s.status for s in waiting} <= {'running', 'waiting', 'done'} and len(waiting) == 2, waiting
    first = at_work(p, lambda: lab.run('squeue', '-h', '-t', 'R', '-o', '%A').split(), 'a job at work')[0]
    lab.run('scancel', first)
    assert p.wait(900) == 0, (tmp_path / 'printed').read_text()[-5000:]
    assert trained and scores(runs) == by_hand
    new = {k: v for k, v in accounted(lab, 'State', 'ReqMem', 'MaxRSS').items() if k not in before}
    assert len(new) == 3 and sum(v[0][0].startswith('CANCELLED by') for v in new.values()) == 1, new
    for steps in new.values():
        held, asked = sum(states.mib(s[2]) for s in steps), states.mib(steps[0][1])
        print(f'{steps[0][0]}: held {held:.0f} MiB, asked for {asked:.0f}')
        if steps[0][0] == 'COMPLETED' and asked < 2500:  # the second try asks for twice as much
            assert 0.4 * asked < held < 0.9 * asked
    limits = r'1 cores \(SLURM_CPUS_PER_TASK\), ([\d,]+) MiB \(squeue\), until .* \(squeue\), GPUs 0 \(CUDA_VIS'
    for log in runs.glob('.jobs/*.log'):
        (memory,) = re.findall(f'this job has {limits}', log.read_text())
        assert f'{float(memory.replace(",", "")):.0f}M' in {steps[0][1] for steps in new.values()}, memory


def test_killed_for_memory_says_so_and_a_retry_has_twice_as_much(slurm, tmp_path):
    runs = tmp_path / 'runs'
    how = dict(seeds='4', profile='slurm', memory_mb=300)
    printed = snakemake(runs, *PROJECT, *OFTEN, check=1, **how)
    assert 'killed for memory: it held' in printed and 'and had 600; --config memory_mb=' in printed, printed[-3000:]
    assert 'mem_mb=600' in printed


def test_two_nodes_equal_one_process(slurm, tmp_path):
    """Three steps of a row of Table 4 with batch norm in evaluation mode (see test_threedident.py), in two processes on
    two nodes: tasks of one `srun`, and of `torchrun`. Single precision sums in another order."""
    script = tmp_path / 'joint.py'
    script.write_text('from clica_nb.experiments.trainer import group_of_slurm\ngroup_of_slurm()\n' + JOINT)
    srun = 'srun', '-A', 'project', '-p', 'cpu', '-N', '2', '-n', '2', '--mem', '2000', '--time', '5'
    meet = '--rdzv-backend', 'c10d', '--rdzv-endpoint', '127.0.0.1:29417', '--rdzv-id', 'two'
    torchrun = sys.executable, '-m', 'torch.distributed.run', '--nnodes', '2', '--nproc-per-node', '1', *meet
    env = {**os.environ, 'OMP_NUM_THREADS': '1', 'PYTHONPATH': str(root)}
    calls = dict(one=(sys.executable,), srun=(*srun, sys.executable), torchrun=(*srun, *torchrun))
    found = {}
    for name, words in calls.items():
        words = *words, str(script), str(tmp_path / name)
        p = subprocess.run(words, cwd=root, env=env, capture_output=True, text=True, timeout=300)
        assert p.returncode == 0, p.stderr[-3000:]
        start, end = torch.load(tmp_path / name, weights_only=True)
        found[name] = torch.cat([(end[k] - start[k]).flatten().double() for k in end if end[k].is_floating_point()])
    assert found['one'].norm() > 1e-3
    for name in ('srun', 'torchrun'):
        assert (found[name] - found['one']).norm() < 1e-3 * found['one'].norm(), name
    assert torch.equal(found['srun'], found['torchrun'])
