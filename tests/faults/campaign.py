"""The fault campaign: disturb a run, give the same command again, compare with the undisturbed run.

    python tests/faults/campaign.py --out campaign.jsonl [--kills 81] [--minutes 15] [--executed 12]

writes one line of JSON per fault and goes on where it was stopped. A trial starts in a folder that holds one finished
run (seed 1); the command asks for seeds 0 and 1. Survived means: after the fault the same command ends with exit status
0, the scores and the curve of seed 0 equal those of the undisturbed run bit for bit, seed 1 was not touched, training
went on from the last checkpoint where there was one, no process is left, and the message says what happened. Everything
else is lost. The runner is forked from this process, which has the library loaded already, and runs the command's own
entry point. Papermill and the kernels are processes as always, but forked too (`forked.py`): they run what they were
told to, without the seconds in which Python imports. In every twelfth trial (`--executed`), and where a fault needs
another environment, they are executed anew. The undisturbed run is executed; a forked one must equal it.
"""

import argparse
import contextlib
import ctypes
import json
import os
import pickle
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import forked
import psutil
import torch

from clica_nb import cli
from clica_nb.experiments.trainer import device_name
from clica_nb.repro import pool, report  # noqa: F401  loaded once, before the forks
from clica_nb.repro.clone import commit, versions
from clica_nb.repro.plan import plan
from clica_nb.repro.record import read_record
from clica_nb.repro.rows import select
from clica_nb.training import CheckpointError, generations, load_checkpoint

HERE = Path(__file__).resolve().parent
SHORT = dict(
    steps=60, score_every=5, mixing_pool=1, final_samples=100, final_batches=1, score_samples=50, widths='20,20'
)
COMMAND = [
    'reproduce',
    '--table',
    '1',
    '--rows',
    '2',
    '--kinds',
    'unsupervised',
    '--preset',
    'smoke',
    '--seeds',
    '0,1',
    '--device',
    'cpu',
    '--batch-seeds',
    'off',
    '--no-report',
    *(f'--set={k}={v}' for k, v in SHORT.items()),
]
VICTIMS = 'runner', 'papermill', 'kernel', 'all', 'worker', 'machine'


class Command:
    "The command in a process of its own."

    def __init__(self, trial, *more, env=None, limit=None):
        self.trial, self.log = trial, trial.folder / f'log{len(list(trial.folder.glob("log*")))}.txt'
        self.pid, self.status = os.fork(), None
        if self.pid:
            return
        try:
            os.setsid()
            fd = os.open(self.log, os.O_WRONLY | os.O_CREAT)
            os.dup2(fd, 1)
            os.dup2(fd, 2)
            os.environ.update(
                OMP_NUM_THREADS='1',
                CLICA_CHECKPOINT_EVERY='0',
                FAULT_TRIAL=trial.name,
                PYTHONUNBUFFERED='1',
                **(env or {}),
            )
            args = [*COMMAND, *more, '--runs', str(trial.runs)]
            if env and 'LD_PRELOAD' in env:
                os.execv(sys.executable, [sys.executable, '-m', 'clica_nb.cli', *args])
            if trial.fork:
                forked.install()
            signal.signal(signal.SIGINT, signal.default_int_handler)
            if limit:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            cli.main(args)
        except SystemExit as e:
            sys.stdout.flush()
            os._exit(e.code if isinstance(e.code, int) else 0 if e.code is None else 1)
        except BaseException as e:
            os.write(2, f'{type(e).__name__}: {e}\n'.encode())
            os._exit(99)

    def poll(self):
        "Exit status; None while it runs. Whatever lost its parent is collected too: this process stands in for init."
        while True:
            try:
                pid, s = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                pid = 0
            if not pid:
                return ENDED.get(self.pid)
            ENDED[pid] = os.waitstatus_to_exitcode(s)

    def wait(self, seconds=600):
        until = time.monotonic() + seconds
        while self.poll() is None:
            if time.monotonic() > until:
                raise AssertionError(f'{self.trial.name}: the command did not end')
            time.sleep(0.05)
        return self.poll()

    @property
    def output(self):
        return self.log.read_text(errors='replace') if self.log.exists() else ''


ENDED = {}  # process id -> exit status


class Trial:
    "A folder with one finished run, and what is to be found out about the other."

    def __init__(self, base, name, reference=None, fork=False):
        self.fork = fork
        self.name, self.folder, self.runs = name, base / name, base / name / 'runs'
        self.runs.mkdir(parents=True)
        self.reference = reference
        if reference:
            self.seed1 = self.runs / reference.seed(1).parent.relative_to(reference.runs)
            shutil.copytree(reference.seed(1).parent, self.seed1)
            self.before = (self.seed1 / 'result.json').stat().st_mtime_ns
        self.switch, self.steps = self.folder / 'switch', {}

    def seed(self, s):
        return (
            next(iter(self.runs.glob(f'*/smoke/seed{s}/result.json')), None)
            or self.runs / planned(s).folder('.') / 'result.json'
        )

    @property
    def work(self):
        return self.seed(0).parent

    def checkpoint(self):
        "The step that training would go on from: that of the newest generation that can be read."
        for file in generations(self.work / 'checkpoint.pt'):
            try:
                now = os.stat(file)
                if (stamp := (now.st_ino, now.st_mtime_ns)) not in self.steps:
                    self.steps[stamp] = load_checkpoint(file, None)['step']
                return self.steps[stamp]
            except (CheckpointError, FileNotFoundError):
                continue
        return 0

    def processes(self):
        "Process id -> what it is, of all processes that live below this one: none but the trial's."
        found = {}
        for p in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess, OSError):
                if p.status() != psutil.STATUS_ZOMBIE:
                    line = f'{Path(f"/proc/{p.pid}/comm").read_text()} {" ".join(p.cmdline())}'
                    found[p.pid] = next((v for k, v in forked.NAMES.items() if k in line or v in line[:9]), 'runner')
        return found

    def start(self, *more, **kw):
        return Command(self, *more, **kw)

    def until(self, command, ready, seconds=600):
        "Wait for a moment; False if the command ended first."
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if ready():
                return True
            if command.poll() is not None:
                return False
            time.sleep(0.01)
        raise AssertionError(f'{self.name}: the moment did not come')

    def left(self, seconds=5.0):
        "Processes that outlived their runner."
        until = time.monotonic() + seconds
        while (
            alive := {k: v for k, v in self.processes().items() if ENDED.get(k) is None}
        ) and time.monotonic() < until:
            try:
                pid, s = os.waitpid(-1, os.WNOHANG)
                ENDED.update({pid: os.waitstatus_to_exitcode(s)} if pid else {})
            except ChildProcessError:
                pass
            time.sleep(0.05)
        return sorted(alive.values())


def planned(seed):
    return plan(select(['1'], [2]), [seed], 'smoke', ['unsupervised'], dict(SHORT))[0]


def numbers(path):
    "What must be equal, bit for bit."
    r = read_record(path)
    return (
        r['metrics'],
        r['steps'],
        r['params'],
        [{k: v for k, v in h.items() if not k.endswith('seconds')} for h in r['curve']],
        r['mixing_condition_numbers'],
    )


def again(trial, kind, output, expects='', at=None, alone=True, **more):
    "The same command once more, and the verdict on the trial."
    orphans, step, tries = trial.left() if alone else [], trial.checkpoint(), 0
    while True:
        tries += 1
        c = trial.start()
        status = c.wait()
        if status == 0 or 'is being run by another process' not in c.output or tries > 100:
            break
        time.sleep(0.1)
    same = trial.seed(0).exists() and numbers(trial.seed(0)) == numbers(trial.reference.seed(0))
    untouched = (trial.seed1 / 'result.json').stat().st_mtime_ns == trial.before
    resumed = re.search(r'goes on from step (\d+)', c.output)
    news = output + c.output
    redone = (
        not untouched
        or (step > 0 and not resumed and '2 of 2 runs are done already' not in c.output)
        or bool(resumed and int(resumed[1]) != step)
    )
    told = bool(re.search(expects, news))
    verdict = dict(
        fault=kind,
        status=status,
        same=same,
        redone=redone,
        orphans=orphans,
        told=told,
        checkpoint=step,
        resumed=int(resumed[1]) if resumed else 0,
        **more,
    )
    verdict['survived'] = status == 0 and same and not redone and not orphans and told
    lines = [l for l in news.replace(str(trial.folder), '').splitlines() if re.search(expects or '$^', l)]
    verdict['message'] = re.sub(r'\S*/seed0/?', '', lines[0].strip())[:200] if lines else ''
    if not verdict['survived']:
        verdict['log'] = news[-2000:]
    return verdict


def kill(trial, victim, sig=signal.SIGKILL):
    found = trial.processes()
    if victim == 'machine':
        return restart(trial, found)
    if victim == 'worker':
        return take_over(trial, found)
    hit = [p for p, what in found.items() if victim in (what, 'all')] or [
        p for p, what in found.items() if what == 'runner'
    ]
    for p in hit:
        try:
            os.kill(p, sig)
        except ProcessLookupError:
            pass
    return 'runner' if victim not in (*found.values(), 'all') else victim


def take_over(trial, found):
    """One of two workers dies: a second runner is at work in the same folder when the first one is killed. It takes the
    run over, or says that another process has it."""
    second = trial.start()
    time.sleep(0.3)
    for p, what in found.items():
        if what == 'runner':
            with contextlib.suppress(ProcessLookupError):
                os.kill(p, signal.SIGKILL)
    status = second.wait()
    if status and 'is being run by another process' not in second.output:
        raise AssertionError(f'{trial.name}: the second worker ended with {status}: {second.output}')
    return 'worker'


def restart(trial, found):
    """The machine dies and another goes on with a copy of its folder: all processes are gone at once, the heartbeat is
    another machine's, and no file is the one it was."""
    for p in found:
        try:
            os.kill(p, signal.SIGKILL)
        except ProcessLookupError:
            pass
    trial.left()
    copy = trial.runs.with_name('copy')
    shutil.copytree(trial.runs, copy, symlinks=True)
    shutil.rmtree(trial.runs)
    copy.rename(trial.runs)
    if trial.seed1:
        trial.before = (trial.seed1 / 'result.json').stat().st_mtime_ns
    for file in trial.runs.rglob('heartbeat.json'):
        beat = json.loads(file.read_text())
        if beat.get('count') != -1:
            file.write_text(json.dumps({**beat, 'machine': 'another one'}))
    return 'machine'


def kill9(trial, gen, duration, kills=3):
    """kill -9 at random moments, of the run's time or of its training: three times, each followed by the same command.
    Or the machine is restarted, which kills all and leaves a copy of the folder."""
    hits, expects, output, orphans = [], [], '', []
    for _ in range(20):
        if len(hits) == kills:
            break
        victim, moment, start, done = gen.choice(VICTIMS), gen.random(), trial.checkpoint(), trial.seed(0).exists()
        in_training = gen.random() < 0.5 and not done and start < 60
        c = trial.start()
        began = time.monotonic()
        ready = (
            (lambda: trial.checkpoint() >= start + (60 - start) * moment and trial.checkpoint() > start)
            if in_training
            else (lambda: time.monotonic() - began >= duration * moment)
        )
        if not trial.until(c, ready):  # it had ended before: no fault; a run that is done is asked for once more
            output += c.output
            if not hits:
                return None
            continue
        at, hit = time.monotonic() - began, kill(trial, victim)
        first = c.wait()
        orphans += trial.left()
        output += c.output
        hits.append(
            dict(
                victim=hit,
                second=round(at, 2),
                training=in_training,
                checkpoint=trial.checkpoint(),
                done=trial.seed(0).exists(),
                status=first,
            )
        )
        if hit in ('papermill', 'kernel') and first == 1:
            expects.append(
                {'papermill': 'ended by signal 9', 'kernel': 'the kernel died|ended by signal|DeadKernel'}[hit]
            )
    v = again(trial, 'kill -9', output, '', kills=hits)
    v['orphans'] += orphans
    v['told'] = all(re.search(e, output) for e in expects)
    v['survived'] = v['survived'] and not orphans and v['told'] and bool(hits)
    v['message'] = next(
        (re.sub(r'\S*/seed0/?', '', l.strip())[:200] for e in expects for l in output.splitlines() if re.search(e, l)),
        '',
    )
    return v


def stopped(trial, gen, duration):
    "Ctrl-C, or what a cluster sends."
    sig, moment = gen.choice([signal.SIGINT, signal.SIGTERM]), gen.random()
    c = trial.start()
    began = time.monotonic()
    if not trial.until(c, lambda: time.monotonic() - began >= max(0.5, duration * moment)):
        return None
    os.kill(c.pid, sig)
    status = c.wait()
    v = again(
        trial,
        'Ctrl-C or SIGTERM',
        c.output,
        'stopped: the same command goes on',
        victim=sig.name,
        second=round(time.monotonic() - began, 2),
        first_status=status,
    )
    v['survived'] = v['survived'] and status == 130
    return v


def kernel_killed(trial, gen, duration):
    "The kernel dies in training; with --retries the command itself goes on."
    c = trial.start('--retries', '1')
    trial.until(c, lambda: trial.checkpoint() > 0)
    kill(trial, 'kernel')
    status = c.wait()
    v = again(trial, 'kernel killed, --retries 1', c.output, 'again .*the kernel died', first_status=status)
    v['survived'] = v['survived'] and status == 0
    return v


def shim(trial):
    so = trial.folder.parent / 'shim.so'
    if not so.exists():
        subprocess.run(['cc', '-shared', '-fPIC', '-O1', '-o', str(so), str(HERE / 'shim.c'), '-ldl'], check=True)
    return {'LD_PRELOAD': str(so), 'FAULT_SWITCH': str(trial.switch)}


def disk_full(trial, gen, duration):
    "Writing below the runs fails with ENOSPC from the first checkpoint on."
    c = trial.start(env={**shim(trial), 'FAULT_NOSPACE': str(trial.runs)})
    trial.until(c, lambda: trial.checkpoint() > 0)
    trial.switch.touch()
    status = c.wait()
    trial.switch.unlink()
    return again(trial, 'disk full (injected ENOSPC)', c.output, r'No space left on device', first_status=status)


def file_size(trial, gen, duration):
    "A file-size limit that the checkpoint passes and the notebook does not, or neither."
    c = trial.start(limit=gen.choice([4000, 12000]))
    status = c.wait()
    return again(trial, 'file-size limit', c.output, r'File too large|failed', first_status=status)


def interrupted(trial):
    "A run that was killed in training, as a start for what happens to its files."
    c = trial.start()
    trial.until(c, lambda: trial.checkpoint() >= 10)
    kill(trial, 'all')
    c.wait()
    trial.left()
    return c


class Hostile:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.system, (f'touch {self.path}',)


def bad_checkpoint(trial, gen, duration):
    "Cut off, or with one bit flipped: the newest, or both generations."
    c = interrupted(trial)
    how = gen.choice(['cut off', 'flipped bit'])
    files = generations(trial.work / 'checkpoint.pt')
    for p in files[: gen.choice([1, 2])]:
        content = bytearray(p.read_bytes())
        if how == 'cut off':
            del content[gen.randrange(0, len(content)) :]
        else:
            content[gen.randrange(len(content))] ^= 1 << gen.randrange(8)
        p.write_bytes(content)
    said = r'is no readable checkpoint .*set aside as checkpoint.pt.refused'
    return again(trial, f'checkpoint: {how}', c.output, said)


def odd_files(trial, gen, duration):
    "Folders and pipes in the place of the run's files."
    c = interrupted(trial)
    names = ['.lock', 'run.json', 'run.ipynb', 'run.log', 'progress.json', 'heartbeat.json', 'checkpoint.pt']
    for name in gen.sample(names, 3):
        (trial.work / name).unlink(missing_ok=True)
        if gen.random() < 0.5:
            (trial.work / name).mkdir()
        else:
            os.mkfifo(trial.work / name)
    return again(trial, 'folder or pipe for a file', c.output, r'is no file; set aside as|goes on from step')


def hostile_checkpoint(trial, gen, duration):
    c = interrupted(trial)
    p = trial.work / 'checkpoint.pt'
    mark = trial.folder / 'executed'
    if gen.random() < 0.5:
        torch.save({'step': 5, 'x': Hostile(mark)}, p)
    else:
        p.write_bytes(pickle.dumps(Hostile(mark)))
    v = again(
        trial, 'checkpoint with code in it', c.output, r'is no readable checkpoint .*set aside as checkpoint.pt.refused'
    )
    v['survived'] = v['survived'] and not mark.exists()
    return v


def bad_result(trial, gen, duration):
    c = interrupted(trial)
    text = trial.reference.seed(0).read_text()
    (trial.work / 'result.json').write_text(text[: gen.randrange(1, len(text) - 1)])
    return again(trial, 'truncated result.json', c.output, r'is no JSON record .*set aside')


def forged_result(trial, gen, duration):
    "Another run's record, a setting that is not its parameters', a path."
    c = interrupted(trial)
    r = json.loads(trial.reference.seed(0).read_text())
    how = gen.choice(['other', 'setting', 'path'])
    if how == 'other':
        r = json.loads(trial.reference.seed(1).read_text())
    if how == 'setting':
        r['params']['concentration'] = 1.0
    if how == 'path':
        r['preset'] = '../../..'
    (trial.work / 'result.json').write_text(json.dumps(r))
    return again(
        trial,
        'forged result.json',
        c.output,
        r'(record of another run|its parameters say|no record of this package).*set aside',
        how=how,
    )


def two_workers(trial, gen, duration):
    "A second worker while the first is at work."
    c = trial.start()
    trial.until(c, lambda: bool(trial.processes()) and (trial.work / 'run.json').exists())
    second = trial.start()
    status = second.wait()
    first = c.wait()
    v = again(
        trial,
        'two workers on one run',
        second.output,
        'is being run by another process',
        first_status=first,
        second_status=status,
    )
    v['survived'] = v['survived'] and first == 0 and status == 1
    return v


def clock_backwards(trial, gen, duration):
    "The time of day runs backwards, ten seconds a second; killed in training and started again under it."
    env = {**shim(trial), 'FAULT_CLOCK': '1'}
    c = trial.start(env=env)
    trial.until(c, lambda: trial.checkpoint() > 0)
    kill(trial, 'all')
    c.wait()
    trial.left()
    c = trial.start(env=env)
    status = c.wait()
    v = again(trial, 'clock going backwards', c.output, 'goes on from step', first_status=status)
    v['survived'] = v['survived'] and status == 0
    return v


def clock_jumps(trial, gen, duration):
    "The time of day jumps ten years ahead in training, and back again."
    c = trial.start(env={**shim(trial), 'FAULT_CLOCK': '2'})
    trial.until(c, lambda: trial.checkpoint() > 0)
    trial.switch.touch()
    trial.until(c, lambda: trial.checkpoint() > 30)
    trial.switch.unlink()
    status = c.wait()
    v = again(trial, 'clock jumping ten years', c.output, 'done', first_status=status)
    v['survived'] = v['survived'] and status == 0
    return v


def notebook_fault(kind, name, says):
    def fault(trial, gen, duration):
        trial.switch.touch()
        c = trial.start(
            env={
                'FAULT_NOTEBOOK': kind,
                'FAULT_SWITCH': str(trial.switch),
                'PYTHONPATH': os.pathsep.join([str(HERE), os.environ.get('PYTHONPATH', '')]),
            }
        )
        status = c.wait()
        trial.switch.unlink()
        assert status, f'{name}: it was not brought about: {c.output}'
        v = again(trial, name, c.output, says, first_status=status)
        v['survived'] = v['survived'] and status == 1
        return v

    return fault


def read_only(trial, gen, duration):
    "The folder of the run cannot be written to, from the start or from the first checkpoint on."
    late = gen.random() < 0.5
    if not late:
        trial.switch.touch()
    c = trial.start(env={**shim(trial), 'FAULT_READONLY': str(trial.runs / planned(0).folder('.'))})
    if late:
        trial.until(c, lambda: trial.checkpoint() > 0)
        trial.switch.touch()
    status = c.wait()
    trial.switch.unlink()
    v = again(
        trial,
        'read-only folder',
        c.output,
        'Read-only file system',
        first_status=status,
        how='late' if late else 'at once',
    )
    v['survived'] = v['survived'] and status == 1
    return v


def deleted(trial, gen, duration):
    "The run's folder is deleted while it is at work."
    c = trial.start()
    trial.until(c, lambda: trial.checkpoint() >= 5)
    for _ in range(50):
        shutil.rmtree(trial.work, ignore_errors=True)
    status = c.wait()
    v = again(trial, 'run folder deleted at work', c.output, 'was deleted', first_status=status)
    v['survived'] = v['survived'] and status == 1
    return v


def several(trial, gen, duration):
    "The short version: the runner is killed in training, its checkpoint cut off, its record forged; then two workers."
    c = trial.start()
    trial.until(c, lambda: trial.checkpoint() >= 10)
    kill(trial, 'runner')
    c.wait()
    orphans = trial.left()
    p = trial.work / 'checkpoint.pt'
    os.truncate(p, gen.randrange(1, p.stat().st_size))
    forged = json.loads(trial.reference.seed(0).read_text())
    forged['metrics']['r2'] = 0.9999
    (trial.work / 'result.json').write_text(json.dumps(forged))
    first = trial.start()
    trial.until(first, lambda: 'papermill' in trial.processes().values())
    second = trial.start()
    statuses = second.wait(), first.wait()
    output = first.output + second.output
    v = again(trial, 'several at once', output, 'is being run by another process')
    v['orphans'] += orphans
    v['told'] = all(
        re.search(e, output)
        for e in (
            'set aside as checkpoint.pt.refused',
            'changed after it was written.*set aside',
            'is being run by another process',
        )
    )
    v['survived'] = v['survived'] and not orphans and v['told'] and statuses == (1, 0)
    if not v['survived']:
        v['log'] = f'{statuses} {output}'
    return v


FAULTS = {
    'kill9': (kill9, 81),
    'stopped': (stopped, 2),
    'kernel_killed': (kernel_killed, 1),
    'disk_full': (disk_full, 2),
    'file_size': (file_size, 2),
    'bad_checkpoint': (bad_checkpoint, 4),
    'odd_files': (odd_files, 2),
    'hostile_checkpoint': (hostile_checkpoint, 2),
    'bad_result': (bad_result, 2),
    'forged_result': (forged_result, 3),
    'two_workers': (two_workers, 2),
    'clock_backwards': (clock_backwards, 1),
    'clock_jumps': (clock_jumps, 1),
    'raises': (notebook_fault('raises', 'notebook that raises', 'RuntimeError: injected'), 2),
    'nan': (notebook_fault('nan', 'NaN in training', 'Diverged: .*the last good checkpoint is kept'), 2),
    'read_only': (read_only, 2),
    'deleted': (deleted, 2),
    'several': (several, 0),
}
ANEW = 'disk_full', 'clock_backwards', 'clock_jumps', 'raises', 'nan', 'read_only'  # their environment is read at start


def reference(base, jobs=1):
    "The undisturbed run of both seeds, and how long it took for one: executed, and forked."
    t = Trial(base, 'reference')
    began = time.monotonic()
    c = t.start('--jobs', str(jobs))
    status = c.wait()
    assert status == 0, c.output
    durations = {'executed': (time.monotonic() - began) / (3 - jobs)}
    f, began = Trial(base, 'undisturbed', t, fork=True), time.monotonic()
    c = f.start()
    assert c.wait() == 0 and not f.left(), c.output
    assert numbers(f.seed(0)) == numbers(t.seed(0)), 'a forked run has other numbers than an executed one'
    durations['forked'] = time.monotonic() - began
    return t, durations


def main(out, kills=81, only=None, first=0, base=None, keep=False, jobs=1, minutes=None, executed=12):
    ctypes.CDLL(None).prctl(36, 1)  # processes that lose their parent come to this one: none can hide
    out, ends = Path(out), time.monotonic() + 60 * (minutes or 10**6)
    done = [json.loads(l) for l in out.read_text().splitlines()] if out.exists() else []
    base = Path(tempfile.mkdtemp(prefix='clica-faults-', dir=base)).resolve()
    os.environ['OMP_NUM_THREADS'] = '1'
    torch.set_num_threads(1)
    forked.load()
    try:
        ref, durations = reference(base, jobs)
        print({k: round(v, 1) for k, v in durations.items()}, 'seconds for an undisturbed run', flush=True)
        todo = [
            (name, i)
            for name, (_, count) in FAULTS.items()
            for i in range(first, first + (kills if name == 'kill9' else max(count, bool(only))))
            if not only or name in only
        ]
        todo.sort(key=lambda x: x[1])  # some of everything first
        for name, i in todo:
            if any((d['name'], d['number']) == (name, i) for d in done) or time.monotonic() > ends:
                continue
            for attempt in range(5):
                gen = random.Random(f'{name} {i} {attempt}')
                how = 'executed' if name in ANEW or i % executed == 0 else 'forked'
                trial = Trial(base, f'{name}-{i}-{attempt}', ref, how == 'forked')
                cpu, began = os.times(), time.monotonic()
                v = FAULTS[name][0](trial, gen, durations[how])
                if v:
                    break
            else:
                continue
            spent = os.times()
            v = dict(
                name=name,
                number=i,
                **v,
                processes=how,
                seconds=round(time.monotonic() - began, 1),
                cpu_s=round(sum(spent[:4]) - sum(cpu[:4]), 1),
                commit=commit(),
                versions=versions(),
                device=device_name(),
            )
            with open(out, 'a') as f:
                f.write(json.dumps(v) + '\n')
            done.append(v)
            print(
                f"{name} {i}: {'survived' if v['survived'] else 'LOST'} in {v['seconds']} s  {v['message']}", flush=True
            )
            if not keep and v['survived']:
                shutil.rmtree(trial.folder)
    finally:
        if not keep:
            shutil.rmtree(base, ignore_errors=True)
    return done


if __name__ == '__main__':
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument('--out', required=True)
    p.add_argument('--kills', type=int, default=81, help='trials of up to three kills each')
    p.add_argument('--minutes', type=float, help='start no trial after so long')
    p.add_argument('--only', nargs='*')
    p.add_argument('--jobs', type=int, default=1, help='of the undisturbed run')
    p.add_argument('--first', type=int, default=0, help='number of the first trial, which chooses its moments')
    p.add_argument('--executed', type=int, default=12, help='every which trial executes its processes anew')
    p.add_argument('--keep', action='store_true')
    a = p.parse_args()
    lost = [
        v
        for v in main(a.out, a.kills, a.only, a.first, keep=a.keep, jobs=a.jobs, minutes=a.minutes, executed=a.executed)
        if not v['survived']
    ]
    sys.exit(1 if lost else 0)
