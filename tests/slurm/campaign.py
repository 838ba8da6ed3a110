"""Faults on a real Slurm (lab.py): what becomes of a run, and whether its record is that of an undisturbed one.

    python tests/slurm/campaign.py FOLDER [NAME ...]     some minutes each; writes FOLDER/outcomes.json

Each fault happens while the only run of a grid is at its training. An outcome has the engine's exit statuses (the
command is called again until it is 0, three times at most), the seconds from the fault to the end, the states of the
jobs, and `equal`: are the scores those of the same command without a fault, to the last bit?
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import lab

root = Path(__file__).resolve().parent.parent.parent
SET = 'set=steps=3000 mixing_pool=1 final_samples=100 final_batches=1 score_samples=50 widths=20,20'
GRID = f'rows=1.2 kinds=unsupervised preset=smoke device=cpu seeds=4|{SET}'.replace(' ', '|', 4).split('|')
POLL = '--slurm-init-seconds-before-status-checks', '5', '--latency-wait', '20'
PROJECT = '--default-resources', 'slurm_account=project', 'slurm_partition=cpu'


class Grid:
    "Snakemake at work on one run."

    def __init__(self, folder: Path):
        self.folder, self.runs, self.calls = folder, folder / 'runs', 0
        folder.mkdir(parents=True, exist_ok=True)

    def call(self):
        self.calls += 1
        words = sys.executable, '-m', 'snakemake', '--profile', 'workflow/profiles/slurm', '--snakefile'
        more = 'workflow/Snakefile', '--directory', str(self.folder), '--config', *GRID, f'runs={self.runs}'
        env = {**os.environ, 'OMP_NUM_THREADS': '1', 'PYTHONPATH': str(root)}
        with open(self.folder / f'printed{self.calls}', 'w') as out:
            self.engine = subprocess.Popen(
                [*words, *more, *PROJECT, *POLL], cwd=root, env=env, stdout=out, stderr=subprocess.STDOUT
            )

    def at_training(self) -> list:
        "Number and node of the job, once its run is at its training."

        def job():
            lines = [q.split() for q in lab.run('squeue', '-h', '-t', 'R', '-o', '%A %N %P').splitlines()]
            mine = [q for q in lines if q[2] == 'cpu']
            return mine and list(self.runs.glob('*/*/*/progress.json')) and mine[0]

        return lab.wait_for(job, 'a run at its training', 400)

    def scores(self):
        found = list(self.runs.rglob('result.json'))
        return json.loads(found[0].read_text())['metrics'] if found else None


def preempted(one, grid):
    node = grid.at_training()[1]
    where = '-A', 'project', '-p', 'urgent', '-w', node, '--mem', '50', '-o', '/dev/null'
    lab.run('sbatch', *where, '--wrap', 'sleep 3')


def node_lost(one, grid):
    "Daemon, steps and run."
    node = grid.at_training()[1]
    one.kill(f'slurmd.{node}', signal.SIGKILL)
    kill_below(f'slurmstepd: .*|slurmstepd -N {node}')
    return lambda: one.slurmd(node)


def node_lost_with_orphan(one, grid):
    "The daemon alone: the run works on, without a master."
    node = grid.at_training()[1]
    one.kill(f'slurmd.{node}', signal.SIGKILL)
    return lambda: one.slurmd(node)


def kill_below(pattern: str):
    "Processes of the job's steps, by their command."
    for pid in lab.run('pgrep', '-f', pattern).split():
        for child in [*lab.run('pgrep', '-P', pid).split(), pid]:
            try:
                os.kill(int(child), signal.SIGKILL)
            except (OSError, ValueError):
                pass


def controller_restarted(one, grid):
    grid.at_training()
    one.kill('slurmctld', signal.SIGKILL)
    time.sleep(15)
    one.slurmctld()


def database_away(one, grid):
    grid.at_training()
    one.kill('slurmdbd', signal.SIGKILL)
    time.sleep(45)
    one.slurmdbd()


def interrupted(one, grid):
    "Ctrl-C."
    grid.at_training()
    grid.engine.send_signal(signal.SIGINT)


def engine_killed(one, grid):
    grid.at_training()
    grid.engine.kill()


def cancelled(one, grid):
    lab.run('scancel', grid.at_training()[0])


FAULTS = {
    f.__name__: f
    for f in (
        cancelled,
        interrupted,
        engine_killed,
        controller_restarted,
        database_away,
        preempted,
        node_lost,
        node_lost_with_orphan,
    )
}


def outcome(one, folder: Path, fault=None) -> dict:
    "One grid, with a fault or without."
    before = set(lab.run('squeue', '-h', '-o', '%A').split())
    lab.wait_for(lambda: not lab.run('squeue', '-h').strip(), f'an empty queue, not {before}', 120)
    began, grid = time.strftime('%Y-%m-%dT%H:%M:%S'), Grid(folder)
    grid.call()
    after = fault and fault(one, grid)
    since = time.monotonic()
    codes = [grid.engine.wait(600)]
    while codes[-1] and grid.calls < 3:
        if codes[-1] < 0 or fault is interrupted:
            left = lab.run('squeue', '-h', '-o', '%A').split()
            print(f'  {fault.__name__}: {len(left)} jobs left at the end of the engine')
        grid.call()
        codes.append(grid.engine.wait(600))
    if after:
        after()
    lines = lab.run('sacct', '-n', '-X', '-D', '-P', '-S', began, '-o', 'State').split('\n')
    return dict(
        codes=codes, seconds=round(time.monotonic() - since), states=[x for x in lines if x], scores=grid.scores()
    )


def main():
    folder, *names = sys.argv[1:]
    folder = Path(folder).resolve()
    one, file = lab.Lab(folder / 'slurm'), folder / 'outcomes.json'
    folder.mkdir(parents=True, exist_ok=True)
    found = json.loads(file.read_text()) if file.exists() else {}
    one.start()
    try:
        for name in ['undisturbed', *(names or FAULTS)]:
            if name in found:
                continue
            try:
                found[name] = outcome(one, folder / name, FAULTS.get(name))
                found[name]['equal'] = found[name]['scores'] == found['undisturbed']['scores'] != None  # noqa: E711
            except (RuntimeError, subprocess.TimeoutExpired) as e:
                found[name] = dict(error=str(e)[:300])
            print(name, {k: v for k, v in found[name].items() if k != 'scores'}, flush=True)
            file.write_text(json.dumps(found, indent=1))
    finally:
        one.stop()


if __name__ == '__main__':
    main()
