"""What a job on a real Slurm (lab.py) holds and costs.

    python tests/slurm/measure.py FOLDER memory    a job of each preset, by Slurm's own count, until it has not risen
                                                   for twenty seconds of training
    python tests/slurm/measure.py FOLDER slurm     18 runs of 11 s, 300 of 2 s and 300 of a minute on two nodes
    python tests/slurm/measure.py FOLDER pool      the same by the local pool, as many at a time
    python tests/slurm/measure.py FOLDER write     results/bench/cluster.json

In the last two a run sleeps (standin/) and leaves FOLDER/like.json, a record of the same row: it needs no processor,
and the rest is what pool and scheduler cost.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import campaign
import lab

from clica_nb.repro import states

HERE = Path(__file__).resolve().parent
PRESETS = 'smoke', 'quick', 'long', 'paper'
CLICA = sys.executable, '-P', '-m', 'clica_nb.cli', 'reproduce'


def counted(job: str) -> dict:
    "MiB of each step of a job, by Slurm."
    lines = lab.run('sstat', '-anP', '-j', job, '-o', 'JobID,MaxRSS').splitlines()
    return {k.partition('.')[2]: round(states.mib(v)) for k, v in (line.split('|')[:2] for line in lines)}


def held(folder: Path, preset: str) -> dict:
    "What a job of one run holds; it is cancelled when that has not risen for 20 s."
    grid, began = campaign.Grid(folder / preset, preset=preset, set=''), time.monotonic()
    grid.call()
    try:
        grid.at_training(1500)
        most, kernel, since = {}, 0, time.monotonic()
        while time.monotonic() - since < 20 and grid.engine.poll() is None:
            try:
                status = Path(f'/proc/{grid.kernel()}/status').read_text()
                kernel = int(re.search(r'VmHWM:\s+(\d+)', status)[1]) // 1024
            except (OSError, IndexError):  # the run has ended
                pass
            now = counted(grid.job)
            if sum(now.values()) > sum(most.values()):
                most, since = now, time.monotonic()
            time.sleep(2)
        (told,) = grid.runs.glob('.jobs/*.json')
        (progress,) = grid.runs.glob('*/*/*/progress.json')
        return dict(
            preset=preset,
            asked_mb=json.loads(told.read_text())['memory_mb'],
            held_mb=sum(most.values()),
            step_mb=most.get('0', 0),
            script_mb=most.get('batch', 0),
            kernel_mb=kernel,
            seconds=round(time.monotonic() - began),
            step=grid.progress(),
            steps=json.loads(progress.read_text())['steps'],
        )
    finally:
        grid.engine.send_signal(signal.SIGINT)
        grid.engine.wait(60)


def memory(folder: Path) -> list:
    with ThreadPoolExecutor(len(lab.NODES)) as pool:
        return list(pool.map(lambda preset: held(folder, preset), PRESETS))


def standin(folder: Path, seconds: float, like: Path):
    os.environ['STANDIN'] = f'{seconds}:{like}'
    path = str(campaign.root), str(HERE / 'standin')
    return {**os.environ, 'OMP_NUM_THREADS': '1', 'PYTHONPATH': os.pathsep.join(path)}


def by_pool(folder: Path, seconds: float, like: Path, cores: int, **what) -> float:
    "Seconds of the local pool, one run for each of two nodes' cores at a time."
    given = {**campaign.CONFIG, **what, 'runs': folder / 'pool'}
    words = [x for k, v in given.items() for x in (f'--{k}', str(v))]
    words += [x for kv in campaign.SET.split() for x in ('--set', kv)]
    began = time.monotonic()
    more = '--jobs', str(cores * len(lab.NODES)), '--batch-seeds', 'off', '--no-report'
    env = standin(folder, seconds, like)
    subprocess.run([*CLICA, *words, *more], cwd=campaign.root, env=env, check=True, capture_output=True)
    return time.monotonic() - began


def by_slurm(folder: Path, seconds: float, like: Path, **what) -> tuple:
    "Seconds of the engine on two nodes, and its jobs."
    os.environ.update(standin(folder, seconds, like))
    grid, began = campaign.Grid(folder / 'slurm', **what), time.monotonic()
    grid.call(poll=())
    code = grid.engine.wait(9000)
    assert code == 0, code
    return time.monotonic() - began, len(list(grid.runs.glob('.jobs/*.json')))


MANY = dict(rows='1.2', kinds='unsupervised', seeds='0-299')
RUNS = dict(
    short=(11.0, 1, dict(rows='1.2 2.2', kinds='unsupervised,supervised,identity', seeds='0-2')),
    many=(2.0, 1, MANY),
    minute=(60.0, 2, MANY),
)  # seconds of a run, cores of a node, and which


def overhead(folder: Path, name: str, scheduler: bool) -> dict:
    "On Slurm, or by the local pool."
    (seconds, cores, what), like = RUNS[name], folder / 'like.json'
    taken, jobs = 0.0, 1
    if scheduler:
        with at_work(folder, cores):
            taken, jobs = by_slurm(folder / name, seconds, like, **what)
    else:
        taken = by_pool(folder / name, seconds, like, cores, **what)
    runs = len(list((folder / name / ('slurm' if scheduler else 'pool')).rglob('result.json')))
    by = 'Slurm' if scheduler else 'pool'
    at_once = cores * len(lab.NODES)
    return dict(name=name, by=by, run_s=seconds, at_once=at_once, runs=runs, jobs=jobs, seconds=round(taken))


@contextmanager
def at_work(folder: Path, cores: int = 1):
    "A Slurm."
    one = lab.Lab(folder / 'lab')
    one.start(cpus=cores)
    try:
        yield
    finally:
        one.stop()


def write(folder: Path):
    "The record: what was measured in the folder, and in parts.json what was counted by hand."
    found = {f.stem: json.loads(f.read_text()) for f in folder.glob('*.json') if f.name != 'like.json'}
    overhead = [c for by in ('pool', 'slurm') for c in found.get(by, [])]
    record = dict(machine=campaign.machine(), memory=found['memory'], overhead=overhead, parts=found['parts'])
    file = campaign.root / 'results/bench/cluster.json'
    file.write_text(json.dumps(record, indent=1) + '\n')


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument('folder', type=Path)
    p.add_argument('what', choices=['memory', 'slurm', 'pool', 'write'])
    p.add_argument('names', nargs='*', default=list(RUNS))
    args = p.parse_args()
    folder = args.folder.resolve()
    if args.what == 'write':
        return write(folder)
    file = folder / f'{args.what}.json'
    if args.what == 'memory':
        with at_work(folder):
            found = memory(folder)
    else:
        found = [overhead(folder, n, args.what == 'slurm') for n in args.names]
    for case in found:
        print(case)
    if args.what != 'memory' and file.exists():  # of other names
        found += [c for c in json.loads(file.read_text()) if c['name'] not in args.names]
    file.write_text(json.dumps(found, indent=1) + '\n')


if __name__ == '__main__':
    main()
