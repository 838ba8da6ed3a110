"""Everything `make test` runs, on two workers; a part that fails stops no other.

    python tests/run_all.py [--parts sync,lint,imports,types,notebooks,pytest] [--only TEXT] [--workers 2] [--slow]
    python tests/run_all.py --processor prescott     # the same with the arithmetic of another processor
    python tests/run_all.py --judge-skips            # a skip that is not in tests/skips.py fails the run, as in CI

The tasks of all parts (a check, a notebook, a file of tests) wait in one queue, the longest of the last run first, so
that no core idles while another part ends. Notebooks and files of tests are forks of a process that has torch loaded.
What a failed task printed follows at once; at the end stand the tasks that took longest, one table, and one line.
"""

import argparse
import gc
import importlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import portable
import skips

root = Path(__file__).resolve().parent.parent
PARTS = 'sync', 'lint', 'imports', 'types', 'notebooks', 'pytest'
TIMES = root / 'build' / 'test-times.json'  # seconds of the last run on this machine, by task
# once, before the forks: torch's optimizers load torch._dynamo at first use
LOADED = 'torch', 'torch._dynamo', 'matplotlib.pyplot', 'sklearn.linear_model', 'nbdev.test', 'papermill', 'pytest'
UNKNOWN = 10.0  # seconds of a task that was never run here
LONG = {  # the same of those that must not come last
    **{f'pytest: test_{k}.py': s for k, s in dict(runs=190, site=110, theory_mutations=80, package=50).items()},
    **dict.fromkeys(('pytest: test_threedident.py', 'pytest: test_cluster.py', 'types: mypy'), 30.0),
    **{f'notebooks: nbs/api/{k}.ipynb': 60.0 for k in ('46_estimator', '48_evaluation', '35_objectives', '30_losses')},
    **{
        f'notebooks: nbs/theory/{k}.ipynb': 40.0
        for k in ('10_infonce_limit', '90_information_per_pair', '85_marginals')
    },
    **{f'notebooks: nbs/{k}.ipynb': 30.0 for k in ('api/kernels/triton', 'api/31_batch_pairs', 'howto/own_data')},
}
LIMIT = 30 * 60  # seconds that one task may take by the clock; with --slow six times as many


@dataclass(eq=False)
class Task:
    "Something with one exit status; `count` reads (passed, failed, skipped) from where it wrote."

    part: str
    name: str
    command: tuple = ()  # A process of its own
    forked: Callable[[], int] | None = None  # in place of a command: what a fork of this process does
    environment: dict | None = None  # of the process, where it is not the one of this file
    report: Path | None = None  # JUnit XML of pytest
    pid: int = 0
    began: float = 0.0
    seconds: float = 0.0
    cpu: float = 0.0
    status: int | None = None
    counts: tuple = (0, 0, 0)
    skipped: tuple = ()  # Reasons, one a test

    @property
    def key(self) -> str:
        return f'{self.part}: {self.name}'


def notebook_files() -> list[Path]:
    "The notebooks that `nbdev_test` would run."
    from nbdev.doclinks import nbglob

    return [f.absolute() for f in sorted(nbglob(None, as_path=True)) if not (f.parent / '.notest').exists()]


def tasks_of(part: str, slow: bool, scratch: Path, processor: str = '') -> list[Task]:
    "The tasks of a part."
    python, bin = sys.executable, Path(sys.executable).parent
    if part == 'sync':
        return [Task(part, 'notebooks and library say the same', (python, 'tests/in_sync.py'))]
    if part == 'lint':
        return [
            Task(
                part,
                'ruff format',
                (bin / 'ruff', 'format', '--check', '-q', 'nbs', 'proofs', 'tests', 'tools', 'setup.py'),
            ),
            Task(
                part,
                'ruff check',
                (bin / 'ruff', 'check', '-q', 'nbs', 'proofs', 'tests', 'tools', 'clica_nb', 'setup.py'),
            ),
        ]
    if part == 'imports':
        return [Task(part, 'contracts', (bin / 'lint-imports', '--no-cache'))]
    if part == 'types':
        return [Task(part, 'mypy', (python, '-m', 'mypy'))]
    if part == 'notebooks':
        return [notebook_task(f, slow, processor) for f in notebook_files()]
    found, groups = [], {}
    for f in sorted((root / 'tests').glob('test_*.py')):
        groups.setdefault(f.name, []).append(str(f))
    for i, (name, files) in enumerate(groups.items()):
        report = scratch / f'{i}.xml'
        args = '-q', '-rs', f'--junitxml={report}', *files, *(['--slow'] if slow else [])
        found.append(Task(part, name, forked=partial(run_pytest, args), report=report))
    return found


def notebook_task(path: Path, slow: bool, processor: str) -> Task:
    "A fork of this process; a process of its own where the notebook needs other variables than this one has."
    name = str(path.relative_to(root))
    if not processor or (own := portable.environment(processor, path)) == portable.environment(processor):
        return Task('notebooks', name, forked=partial(run_notebook, path, slow))
    command = sys.executable, __file__, '--notebook', str(path), *(['--slow'] if slow else [])
    return Task('notebooks', name, command, environment=own)


def start(task: Task, scratch: Path):
    "In a process group of its own, with its output in a file."
    task.began = time.monotonic()
    out = (scratch / f'{abs(hash(task.key))}.txt').open('w+b')
    if task.forked is None:
        p = subprocess.Popen(
            task.command,
            cwd=root,
            env=task.environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            process_group=0,
        )
        p.returncode = 0  # it is this file that waits for it, to learn its processor time
        task.pid = p.pid
    else:
        sys.stdout.flush()
        task.pid = os.fork()
        if not task.pid:
            os.setpgid(0, 0)
            for fd in 1, 2:
                os.dup2(out.fileno(), fd)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os._exit(ended(task.forked))
    return out


def ended(what: Callable[[], int]) -> int:
    "The exit status of a fork."
    try:
        return int(what())
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def run_pytest(args: tuple) -> int:
    import pytest

    return pytest.main([*args])


def run_notebook(path: Path, slow: bool) -> int:
    "What `nbdev_test` does with one notebook; the exit status."
    from nbdev.config import get_config
    from nbdev.test import test_nb

    c = get_config()
    os.chdir(c.nbs_path)
    passed, _ = test_nb(path, c.tst_flags.split(), ['slow'] if slow else [], basepath=c.config_path)
    return 0 if passed else 1


def count(task: Task, printed: str) -> tuple:
    "How many checks the task stands for: the tests of a file, the contracts, else one."
    ok = task.status == 0
    if task.part == 'imports' and (found := re.search(r'Contracts: (\d+) kept, (\d+) broken', printed)):
        return int(found[1]), int(found[2]) if int(found[2]) or ok else 1, 0
    if task.report is not None and task.report.exists():
        suite = ET.parse(task.report).getroot().find('testsuite')
        total, skipped = int(suite.get('tests')), int(suite.get('skipped'))
        bad = int(suite.get('failures')) + int(suite.get('errors'))
        if ok or bad:
            return total - bad - skipped, bad, skipped
    return int(ok), int(not ok), 0


def reasons(task: Task) -> tuple:
    "Why tests of the task were skipped."
    if task.report is None or not task.report.exists():
        return ()
    return tuple(s.get('message') or '' for s in ET.parse(task.report).getroot().iter('skipped'))


def run(tasks: list[Task], workers: int, slow: bool, scratch: Path, log=print):
    "All tasks, `workers` at a time, in the given order."
    waiting, active, limit = list(tasks), {}, LIMIT * (6 if slow else 1)
    try:
        while waiting or active:
            while waiting and len(active) < workers:
                task = waiting.pop(0)
                active[task] = start(task, scratch)
            for task in list(active):
                pid, status, used = os.wait4(task.pid, os.WNOHANG)
                if not pid and time.monotonic() - task.began < limit:
                    continue
                if not pid:
                    os.killpg(task.pid, signal.SIGKILL)
                    pid, status, used = os.wait4(task.pid, 0)
                    log(f'{task.key}: ended after {limit / 60:.0f} minutes')
                task.seconds, task.cpu = time.monotonic() - task.began, used.ru_utime + used.ru_stime
                task.status = os.waitstatus_to_exitcode(status)
                out = active.pop(task)
                out.seek(0)
                printed = out.read().decode(errors='replace').strip()
                out.close()
                task.counts, task.skipped = count(task, printed), reasons(task)
                done = sum(t.status is not None for t in tasks)
                word = 'ok' if not task.counts[1] else 'FAILED'
                log(f'[{done}/{len(tasks)}] {word:<6} {task.key}  {task.seconds:.0f} s')
                if task.counts[1]:
                    log(f'\n{shortened(printed)}\n(exit status {task.status})\n')
                elif task.counts[2]:
                    log('\n'.join(line for line in printed.splitlines() if line.startswith('SKIPPED')))
            time.sleep(0.02)
    finally:
        for task in active:
            try:
                os.killpg(task.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def shortened(printed: str, most: int = 300) -> str:
    "Without its middle, where one error of many tests would fill thousands of lines."
    lines = printed.splitlines()
    left_out = f'... {len(lines) - most} lines left out ...'
    return printed if len(lines) <= most else '\n'.join([*lines[: most // 2], left_out, *lines[-most // 2 :]])


def table(tasks: list[Task], parts: list[str], elapsed: float) -> str:
    "One line per part, and the line that says it all."
    rows = [('part', 'passed', 'failed', 'skipped', 'processor s')]
    total = [0, 0, 0]
    for part in parts:
        mine = [t for t in tasks if t.part == part]
        counts = [sum(t.counts[i] for t in mine) for i in range(3)]
        total = [a + b for a, b in zip(total, counts)]
        rows.append((part, *map(str, counts), f'{sum(t.cpu for t in mine):.0f}'))
    width = [max(len(r[i]) for r in rows) for i in range(5)]
    lines = [r[0].ljust(width[0]) + ''.join(c.rjust(w + 3) for c, w in zip(r[1:], width[1:])) for r in rows]
    cpu = sum(t.cpu for t in tasks)
    end = f'{elapsed / 60:.1f} minutes by the clock, {cpu / 60:.1f} of processor time'
    return '\n'.join([*lines, '', end, '{} passed, {} failed, {} skipped'.format(*total)])


def known_times() -> dict:
    try:
        return json.loads(TIMES.read_text())
    except (OSError, ValueError):
        return {}


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument('--parts', default=','.join(PARTS), help=f'which of {", ".join(PARTS)}; all if not given')
    p.add_argument('--workers', type=int, default=min(2, os.cpu_count() or 1), help='tasks at a time, a thread each')
    p.add_argument(
        '--only', default='', metavar='TEXT', help='tasks with this in their name, such as theory/ or test_site'
    )
    p.add_argument('--slow', action='store_true', help='slow cells and slow tests too')
    p.add_argument(
        '--processor',
        metavar='NAME',
        default='',
        help=f'the arithmetic of another processor: {"; ".join(portable.COMBINATIONS)}',
    )
    p.add_argument(
        '--judge-skips', action='store_true', help='fail if a test is skipped that tests/skips.py does not name'
    )
    p.add_argument('--notebook', type=Path, help=argparse.SUPPRESS)
    p.add_argument('--longest', type=int, default=10, help='how many of the longest tasks to list')
    args = p.parse_args()
    parts = [part for part in PARTS if part in args.parts.split(',')]
    if unknown := set(args.parts.split(',')) - set(PARTS):
        p.error(f'--parts has {", ".join(sorted(unknown))}: allowed are {", ".join(PARTS)}')
    if args.workers < 1:
        p.error(f'--workers is {args.workers}: at least 1 is needed')
    if args.notebook:
        return ended(partial(run_notebook, args.notebook, args.slow))
    if args.processor and args.processor not in portable.COMBINATIONS:
        p.error(f'--processor is {args.processor}: allowed are {"; ".join(portable.COMBINATIONS)}')
    if args.processor and os.environ.get('CLICA_TESTED_AS') != args.processor:  # libraries read them when they load
        found, differs = portable.effect(args.processor)
        print(f'{args.processor}: {found and found["chosen"]}; differs from native: {differs}', flush=True)
        if found is None:
            return 1
        made = portable.environment(args.processor) | {'CLICA_TESTED_AS': args.processor}
        os.execve(sys.executable, [sys.executable, *sys.argv], made)
    os.chdir(root)
    # two workers on two cores: threads of their own would only get in each other's way
    os.environ.setdefault('OMP_NUM_THREADS', '1')
    os.environ.setdefault('OMP_WAIT_POLICY', 'PASSIVE')
    os.environ.setdefault('MPLBACKEND', 'Agg')
    began, known = time.monotonic(), known_times()
    with tempfile.TemporaryDirectory() as scratch:
        tasks = [t for part in parts for t in tasks_of(part, args.slow, Path(scratch), args.processor)]
        tasks = [t for t in tasks if args.only in t.key]
        if not tasks:
            p.error(f'--only is {args.only!r}: no task has this in its name')
        tasks.sort(key=lambda t: -known.get(t.key, LONG.get(t.key, UNKNOWN)))
        if sum(t.forked is not None for t in tasks) > 1:
            for module in LOADED:
                importlib.import_module(module)
            gc.freeze()  # a collection in a fork would copy all of it
        run(tasks, args.workers, args.slow, Path(scratch))
        gc.unfreeze()  # what stays frozen to the end is reported as leaked by the bindings of Triton
    print(f'\nthe {args.longest} longest, in seconds of processor time:')
    for t in sorted(tasks, key=lambda t: -t.cpu)[: args.longest]:
        print(f'{t.cpu:8.1f}  {t.key}')
    failed = [t.key for t in tasks if t.counts[1]]
    if args.judge_skips:
        odd = skips.unexpected([r for t in tasks for r in t.skipped], 'CLICA_NO_APT' not in os.environ)
        failed += [f'skips: {r} (tests/skips.py has no entry that allows it)' for r in dict.fromkeys(odd)]
    print('\n' + ''.join(f'FAILED {k}\n' for k in failed), table(tasks, parts, time.monotonic() - began), sep='\n')
    known.update({t.key: round(t.cpu, 1) for t in tasks if t.status == 0})
    try:
        TIMES.parent.mkdir(exist_ok=True)
        TIMES.write_text(json.dumps(known, indent=0, sort_keys=True))
    except OSError as e:  # a full disk, or a checkout that cannot be written to
        print(f'{TIMES} is not written, so the next run has no order: {e.strerror}', file=sys.stderr)
    return bool(failed)


if __name__ == '__main__':
    sys.exit(main())
