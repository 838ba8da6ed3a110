"""Faults on a real Slurm (lab.py): what becomes of a run, and whether its record is that of an undisturbed one.

    python tests/slurm/campaign.py FOLDER [NAME ...] [--out results/faults/slurm.json]

Some minutes each; goes on where it was stopped. Each fault happens while the only run of a grid is at its training and
has a checkpoint (one a second).
Then the engine's command is called until it ends with 0, four times at most, and no call may take ten minutes. An
outcome has the exit statuses, the seconds from the fault to the end, the states of all jobs in Slurm's books, the step
at the fault and the one from which the last try went on, the jobs that were left at the end, and `equal`: are scores
and training curve those of the undisturbed run, to the last bit, and is there one record?
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, nullcontext
from pathlib import Path

import lab
import psutil

root = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(root))
from clica_nb.repro.clone import commit, versions  # noqa: E402

CONFIG = dict(rows='1.2', kinds='unsupervised', preset='smoke', device='cpu', seeds='4')
SET = 'steps=2000 mixing_pool=1 final_samples=100 final_batches=1 score_samples=50 widths=20,20'
POLL = '--slurm-init-seconds-before-status-checks', '5', '--latency-wait', '20'
PROJECT = '--default-resources', 'slurm_account=project', 'slurm_partition=cpu'
CALLS, LONGEST = 4, 600


class Grid:
    "Snakemake at work on one run."

    def __init__(self, folder: Path, **config):
        self.folder, self.runs, self.config = folder, folder / 'runs', config
        self.codes, self.left, self.engine = [], [], None
        self.job, self.node, self.step = '', '', 0
        folder.mkdir(parents=True, exist_ok=True)

    def call(self, poll=POLL):
        given = {**CONFIG, 'set': SET, 'runs': self.runs, **self.config}
        words = sys.executable, '-m', 'snakemake', '--profile', 'workflow/profiles/slurm', '--snakefile'
        more = 'workflow/Snakefile', '--directory', str(self.folder), '--config'
        path = os.pathsep.join([str(root), os.environ.get('PYTHONPATH', '')])
        env = {**os.environ, 'OMP_NUM_THREADS': '1', 'PYTHONPATH': path, 'CLICA_CHECKPOINT_EVERY': '1'}
        log = self.folder.with_suffix(f'.call{len(self.codes) + 1}')
        with open(log, 'w') as out:
            self.engine = subprocess.Popen(
                [*words, *more, *(f'{k}={v}' for k, v in given.items()), *PROJECT, *poll],
                cwd=root,
                env=env,
                stdout=out,
                stderr=subprocess.STDOUT,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # even below `nohup`
            )

    def ended(self):
        "Wait for the engine, and see which jobs it leaves after a quarter of a minute."
        self.codes.append(self.engine.wait(LONGEST))
        until = time.monotonic() + 15 * (self.codes[-1] != -signal.SIGKILL)
        while queue() and time.monotonic() < until:
            time.sleep(0.5)
        self.left.append(len(queue()))

    def at_training(self, seconds: float = 400.0):
        "The run is at its training: the number of its job and the node are known."

        def job():
            lines = [q.split() for q in lab.run('squeue', '-h', '-t', 'R', '-o', '%A %N %k').splitlines()]
            mine = (q for q in lines if f'-{self.config.get("preset", "smoke")}-' in q[2])
            return self.progress() and list(self.runs.glob('*/*/*/checkpoint.pt')) and next(mine, None)

        self.job, self.node, _ = lab.wait_for(job, 'a run at its training', seconds)
        self.step = self.progress()

    def progress(self) -> int:
        try:
            (file,) = self.runs.glob('*/*/*/progress.json')
            return json.loads(file.read_text())['step']
        except (OSError, ValueError):
            return 0

    def kernel(self) -> int:
        "The process of the run's notebook."
        papermill = lab.run('pgrep', '-f', f'papermill.*{self.runs}').split()[-1]
        return int(lab.run('pgrep', '-P', papermill).split()[0])

    def scores(self) -> list:
        found = [json.loads(f.read_text()) for f in self.runs.rglob('result.json')]
        curves = [[{k: v for k, v in p.items() if 'seconds' not in k} for p in r['curve']] for r in found]
        return [[r['metrics'], r['steps'], curve] for r, curve in zip(found, curves)]

    def went_on(self) -> int:
        "The step at which the last try began."
        printed = ''.join(f.read_text(errors='replace') for f in self.runs.glob('.jobs/*.log'))
        return max(map(int, re.findall(r'goes on from step (\d+)', printed)), default=0)


def queue() -> list:
    return lab.run('squeue', '-h', '-o', '%A').split()


def kill(pattern: str, all_below: bool = True):
    "The processes with this command, and those below them."
    found = [psutil.Process(int(pid)) for pid in lab.run('pgrep', '-f', pattern).split()]
    for p in [q for p in found for q in (*p.children(recursive=all_below), p)]:
        try:
            p.kill()
        except psutil.Error:
            pass


# Every fault is a generator: brought about before its `yield`, made good after it, when the first call has ended.
# The text is what the table says.


def cancelled_by_its_user(one, grid):
    "`scancel` by the user"
    lab.run('scancel', grid.job)
    yield


def cancelled_by_an_administrator(one, grid):
    "`scancel` by another user, an operator of Slurm"
    lab.run('sacctmgr', '-iQ', 'add', 'user', 'nobody', 'Account=project', 'AdminLevel=Operator')
    lab.run('runuser', '-u', 'nobody', '--', 'scancel', grid.job)
    yield


def preempted_and_requeued(one, grid):
    "preempted, `PreemptMode=REQUEUE`"
    where = '-A', 'project', '-p', 'urgent', '-w', grid.node, '--mem', '50', '-o', '/dev/null'
    lab.run('sbatch', *where, '--wrap', 'sleep 3')
    yield


def time_limit_foreseen(one, grid):
    "time limit of two minutes, run stands still for one"
    with standing_still(grid):
        lab.wait_for(lambda: list(grid.runs.rglob('stop')) or not queue(), 'the warning', 150)
    yield


def time_limit_shortened(one, grid):
    "time limit shortened by an administrator, run stands still"
    lab.run('scontrol', 'update', f'JobId={grid.job}', 'TimeLimit=1')
    with standing_still(grid):
        lab.wait_for(lambda: 'TIMEOUT' in lab.run('sacct', '-nX', '-j', grid.job, '-o', 'State'), 'TIMEOUT', 200)
    yield


def memory_limit(one, grid):
    "asks for 700 MB, Slurm kills it"
    yield


def node_lost(one, grid):
    "node lost: daemon, steps and run"
    one.kill(f'slurmd.{grid.node}', signal.SIGKILL)
    kill(f'slurmstepd: .*{grid.job}')
    yield
    one.slurmd(grid.node)


def node_lost_with_an_orphan(one, grid):
    "node lost: daemon and steps; the run works on without a master"
    one.kill(f'slurmd.{grid.node}', signal.SIGKILL)
    kill(f'slurmstepd: .*{grid.job}', all_below=False)
    yield
    one.slurmd(grid.node)


def controller_restarted(one, grid):
    "controller killed, back after 15 s"
    one.kill('slurmctld', signal.SIGKILL)
    time.sleep(15)
    one.slurmctld()
    yield


def database_away(one, grid):
    "accounting away for 45 s"
    one.kill('slurmdbd', signal.SIGKILL)
    time.sleep(45)
    one.slurmdbd()
    yield


def database_away_for_good(one, grid):
    "accounting away until the end of the call"
    one.kill('slurmdbd', signal.SIGKILL)
    yield
    one.slurmdbd()


def folder_full(one, grid):
    "shared folder full (tmpfs of 30 MB) until the end of the call"
    filler = grid.folder / 'filler'
    lab.ok('dd', 'if=/dev/zero', f'of={filler}', 'bs=64k')
    yield
    filler.unlink()


def folder_late(one, grid):
    "nodes and engine see each other's files up to ten seconds late"
    yield


def two_grids(one, grid):
    "a second grid with the same run, from the same clone"
    other = Grid(grid.folder / 'second', runs=grid.runs)
    other.call()
    yield
    other.ended()
    grid.codes += other.codes


def interrupted(one, grid):
    "Ctrl-C"
    grid.engine.send_signal(signal.SIGINT)
    yield


def terminated(one, grid):
    "SIGTERM to the engine"
    grid.engine.send_signal(signal.SIGTERM)
    yield


def engine_killed(one, grid):
    "kill -9 of the engine, which is called again at once"
    grid.engine.kill()
    yield


FAULTS = {
    f.__name__: f
    for f in (
        cancelled_by_its_user,
        cancelled_by_an_administrator,
        preempted_and_requeued,
        time_limit_foreseen,
        time_limit_shortened,
        memory_limit,
        node_lost,
        node_lost_with_an_orphan,
        controller_restarted,
        database_away,
        database_away_for_good,
        folder_full,
        folder_late,
        two_grids,
        interrupted,
        terminated,
        engine_killed,
    )
}
EXTRA = {memory_limit: dict(memory_mb=700), time_limit_foreseen: dict(minutes=2)}


@contextmanager
def standing_still(grid):
    "The run's notebook is stopped, as on a machine that has no time for it."
    pid = grid.kernel()
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        try:
            os.kill(pid, signal.SIGCONT)
        except OSError:
            pass


@contextmanager
def small(folder):
    "A file system of 30 MB."
    subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=30m', 'none', folder], check=True)
    try:
        yield
    finally:
        subprocess.run(['umount', '-l', folder])


@contextmanager
def late(one, folder, seconds: float = 5.0):
    "The nodes have another folder in this place, and every ten seconds new files go from one to the other."
    there, over = folder.with_name('there'), threading.Event()
    there.mkdir(exist_ok=True)

    def post():
        while not over.wait(seconds):
            subprocess.run(['rsync', '-a', '--update', f'{folder}/', there], capture_output=True)
            over.wait(seconds)
            subprocess.run(['rsync', '-a', '--update', f'{there}/', folder], capture_output=True)

    for n in lab.NODES:
        one.kill(f'slurmd.{n}')
        script = f'mount --bind {there} {folder} && exec slurmd -N {n}'
        subprocess.run(['unshare', '-m', 'sh', '-c', script], check=True, env=lab.ENV)
    thread = threading.Thread(target=post)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        for n in lab.NODES:
            one.kill(f'slurmd.{n}')
            one.slurmd(n)


def outcome(one, folder: Path, fault=None) -> dict:
    "One grid, with a fault or without."
    shutil.rmtree(folder, ignore_errors=True)
    lab.wait_for(lambda: not queue(), 'an empty queue', 120)
    lab.wait_for(lambda: len(lab.run('sinfo', '-hN', '-p', 'cpu', '-t', 'idle').splitlines()) == 2, 'idle nodes', 120)
    began, grid = time.strftime('%Y-%m-%dT%H:%M:%S'), Grid(folder, **EXTRA.get(fault, {}))
    where = {folder_full: lambda: small(folder), folder_late: lambda: late(one, folder)}
    with where.get(fault, nullcontext)():
        try:
            return _disturbed(one, grid, fault, began)
        finally:
            grid.engine.kill()
            lab.run('scancel', '-u', 'root')


def _disturbed(one, grid, fault, began) -> dict:
    grid.call()
    if fault and fault is not memory_limit:
        grid.at_training()
    since, step = time.monotonic(), grid.step
    disturb = fault and fault(one, grid)
    if disturb:
        next(disturb)
    grid.ended()
    if disturb:
        list(disturb)
    while grid.codes[-1] and len(grid.codes) < CALLS:
        grid.call()
        grid.ended()
    seconds = round(time.monotonic() - since)
    lines = lab.run('sacct', '-n', '-X', '-D', '-P', '-S', began, '-o', 'Partition,State,JobID').split('\n')
    states = [x.split('|')[1] for x in lines if x.startswith('cpu')]
    return dict(
        fault=(fault.__doc__ if fault else 'none'),
        calls=len(grid.codes),
        statuses=' '.join(map(str, grid.codes)),
        jobs=', '.join(states),
        seconds=seconds,
        step=step,
        went_on_from=grid.went_on(),
        left=' '.join(map(str, grid.left)),
        scores=grid.scores(),
    )


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument('folder', type=Path)
    p.add_argument('names', nargs='*', default=list(FAULTS), help=', '.join(FAULTS))
    p.add_argument('--out', type=Path, help='where the outcomes go as well')
    args = p.parse_args()
    folder = args.folder.resolve()
    one, file = lab.Lab(folder / 'slurm'), folder / 'outcomes.json'
    folder.mkdir(parents=True, exist_ok=True)
    found = json.loads(file.read_text()) if file.exists() else {}
    one.start()
    try:
        for name in ['undisturbed', *args.names]:
            if name in found:
                continue
            try:
                new = outcome(one, folder / name, FAULTS.get(name))
                scores = new.pop('scores')
                known = found.get('undisturbed', {}).get('scores', scores)
                new |= dict(records=len(scores), equal=len(scores) == 1 and scores == known)
                new |= dict(scores=scores) if name == 'undisturbed' else {}
            except (RuntimeError, subprocess.TimeoutExpired) as e:
                new = dict(fault=FAULTS[name].__doc__, equal=False, error=str(e)[:300])
            found[name] = new | dict(commit=commit(), finished=time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime()))
            print(name, {k: v for k, v in found[name].items() if k != 'scores'}, flush=True)
            file.write_text(json.dumps(found, indent=1))
            if args.out:
                write(found, args.out)
    finally:
        one.stop()


def machine() -> dict:
    "What was at work."
    listed = lab.run(sys.executable, '-m', 'pip', 'list').splitlines()
    engine = [' '.join(x.split()) for x in listed if re.match(r'snakemake(-executor-plugin-slurm)? ', x)]
    slurm = lab.run('sbatch', '--version').strip()
    return dict(slurm=slurm, nodes=len(lab.NODES), engine=', '.join(engine), **versions())


def write(found: dict, file: Path):
    "The record of the campaign."
    cases = [{k: v for k, v in {'name': n, **o}.items() if k != 'scores'} for n, o in found.items()]
    file.write_text(json.dumps(dict(machine=machine(), settings=SET, faults=cases), indent=1) + '\n')


if __name__ == '__main__':
    main()
