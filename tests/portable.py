"""The numeric notebooks and tests under the arithmetic of other processors: `make test-portable`.

A sum of floating-point numbers depends on the order of its terms, and every library chooses the order by the
processor it finds: OpenBLAS (NumPy, SciPy), MKL and oneDNN (PyTorch), PyTorch's own kernels, NumPy's own loops and
the C library's exp and sin. Environment variables make each of them choose as it would elsewhere. A check that holds
on one machine by the luck of its last bits fails here under one of the combinations.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MACHINES = json.loads((ROOT / 'clica_nb/repro/machines.json').read_text(encoding='utf-8'))  # as `clica verify --as`
COMBINATIONS = {
    'native': {},
    'native, 2 threads': dict(OMP_NUM_THREADS='2', PYTHONHASHSEED='1'),
    **{
        m: {**MACHINES[m], 'PYTHONHASHSEED': str(2 + i)}
        for i, m in enumerate(MACHINES)
        if m not in ('native', 'portable')
    },
}
FOREIGN = 'prescott'  # the farthest from a processor of today: `make test` runs a few notebooks under it
NOTEBOOKS = [
    *('api/00_core', 'api/10_spaces', 'api/12_distributions', 'api/14_latents', 'api/16_content_style'),
    *('api/20_mixing', 'api/22_encoders', 'api/30_losses', 'api/32_metrics', 'api/35_objectives', 'api/36_blocks'),
    *('api/38_theory', 'api/40_training', 'api/kernels/*', 'api/nets/*'),
    *('api/engine/optim', 'api/engine/precision'),
    *('theory/*', 'experiments/mlp_mixing', 'experiments/content_style'),
]
TESTS = ['test_mutations.py', 'test_content_style.py']
# PyTorch 2.13 cannot compile a step for ATEN_CPU_CAPABILITY=default: it writes C++ for vectors that are not there
COMPILES = {'40_training'}
SKIPPED = {'slow', 'cuda', 'data', 'render'}  # cells with these flags, as in `make test`


def environment(combination: str, part: Path | None = None) -> dict:
    "The variables of a process under a combination; one thread where it names no number."
    mine = {k for variables in COMBINATIONS.values() for k in variables} - {'CC'}
    kept = {k: v for k, v in os.environ.items() if k not in mine}
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get('PYTHONPATH')]))
    made = {**kept, 'OMP_NUM_THREADS': '1', 'MPLBACKEND': 'Agg', 'PYTHONPATH': path, **COMBINATIONS[combination]}
    # PyTorch 2.13 takes compiled code from its cache also where it was compiled for other vectors
    made['TORCHINDUCTOR_CACHE_DIR'] = str(Path(tempfile.gettempdir()) / f'clica-inductor-{combination.split(",")[0]}')
    if part is not None and part.stem in COMPILES and made.get('ATEN_CPU_CAPABILITY') == 'default':
        del made['ATEN_CPU_CAPABILITY']
    return made


def probe() -> dict:
    "What the libraries chose, and the last bits of one result of each."
    import math

    import numpy as np
    import scipy.linalg
    import torch
    from threadpoolctl import threadpool_info

    def bits(x):
        return hashlib.sha256(np.ascontiguousarray(x).tobytes()).hexdigest()[:8]

    a = np.random.default_rng(0).standard_normal((200, 200))
    t = torch.from_numpy(a)
    image, kernel = t[:72, :32].reshape(1, 3, 24, 32).float(), t[:8, :27].reshape(8, 3, 3, 3).float()
    results = {
        'NumPy products': bits(a @ a),
        'SciPy inverse': bits(scipy.linalg.inv(a)),
        'PyTorch products': bits(t.float() @ t.float()),
        'PyTorch inverse': bits(torch.linalg.inv(t)),
        'convolution': bits(torch.nn.functional.conv2d(image, kernel)),
        'NumPy exp': bits(np.exp(a)),
        'PyTorch exp': bits(t.exp()),
        'C library': bits([math.exp(x) + math.sin(x) for x in a.flat]),
    }
    cores = {i['architecture'] for i in threadpool_info() if 'architecture' in i}
    chosen = f'OpenBLAS {"/".join(sorted(cores))}, PyTorch {torch.backends.cpu.get_cpu_capability()}'
    return dict(chosen=chosen, threads=torch.get_num_threads(), results=results)


def run_notebook(path: Path) -> dict:
    "Run the cells that `make test` runs, and go on after one that fails."
    import matplotlib
    from execnb.shell import CaptureShell
    from nbdev.frontmatter import FrontmatterProc
    from nbdev.process import NBProcessor

    matplotlib.use('Agg')
    os.environ['IN_TEST'] = '1'
    notebook = NBProcessor(path, procs=FrontmatterProc, process=True).nb
    shell, passed, failures = CaptureShell(path), 0, []
    os.chdir(path.parent)
    for cell in notebook.cells:
        flags = getattr(cell, 'directives_', None) or {}
        if cell.cell_type != 'code' or SKIPPED & flags.keys() or flags.get('eval:', [''])[0].lower() == 'false':
            continue
        shell.cell(cell)
        if shell.exc is None:
            passed += 1
        else:
            text = ' '.join(str(shell.exc).split()) or cell.source.strip().splitlines()[-1]
            failures.append(f'cell {cell.idx_}: {type(shell.exc).__name__}: {text[:160]}')
            shell.exc = None
    return dict(passed=passed, failures=failures)


def run_tests(path: Path, combination: str, timeout: float) -> dict:
    "Run a file of pytest."
    with tempfile.TemporaryDirectory() as d:
        args = [sys.executable, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', f'--junitxml={d}/report.xml', str(path)]
        ended = subprocess.run(
            args, cwd=ROOT, env=environment(combination), capture_output=True, text=True, timeout=timeout
        )
        report = Path(d) / 'report.xml'
        if not report.exists():
            return dict(passed=0, failures=[f'pytest ended with {ended.returncode}: {ended.stderr[-160:]}'])
        cases = list(ElementTree.parse(report).getroot().iter('testcase'))
    bad = [c.get('name') for c in cases if c.find('failure') is not None or c.find('error') is not None]
    return dict(passed=sum(c.find('skipped') is None for c in cases) - len(bad), failures=bad)


def run_part(part: Path, combination: str, timeout: float = 900.0) -> dict:
    "Run a notebook or a file of tests in a process of its own, under a combination."
    began = time.monotonic()
    try:
        if part.suffix == '.py':
            found = run_tests(part, combination, timeout)
        else:
            args = [sys.executable, __file__, '--notebook', str(part)]
            ended = subprocess.run(
                args, env=environment(combination, part), capture_output=True, text=True, timeout=timeout
            )
            lines = ended.stdout.strip().splitlines()
            found = (
                json.loads(lines[-1])
                if ended.returncode == 0 and lines
                else dict(passed=0, failures=[f'ended with {ended.returncode}: {ended.stderr[-160:]}'])
            )
    except subprocess.TimeoutExpired:
        found = dict(passed=0, failures=[f'longer than {timeout:.0f} s'])
    inside = part.relative_to(ROOT) if part.is_relative_to(ROOT) else part
    name = inside.with_suffix('').as_posix()
    return dict(combination=combination, part=name, seconds=time.monotonic() - began, **found)


def parts(words: list) -> list:
    "The notebooks and test files whose path holds one of the words; all, if there are none."
    found = [p for pattern in NOTEBOOKS for p in sorted((ROOT / 'nbs').glob(f'{pattern}.ipynb'))]
    missing = [pattern for pattern in NOTEBOOKS if not list((ROOT / 'nbs').glob(f'{pattern}.ipynb'))]
    if missing:
        raise SystemExit(f'no such notebooks: {", ".join(missing)}')
    found += [ROOT / 'tests' / name for name in TESTS]
    return [p for p in found if not words or any(w in p.relative_to(ROOT).as_posix() for w in words)]


def effect(combination: str) -> tuple:
    "What a combination's libraries report, and which results differ from the native ones."
    found = []
    for c in ('native', combination):
        ended = subprocess.run(
            [sys.executable, __file__, '--probe'], env=environment(c), capture_output=True, text=True
        )
        if ended.returncode:
            return None, f'does not run on this processor (ended with {ended.returncode})'
        found.append(json.loads(ended.stdout.strip().splitlines()[-1]))
    native, here = (s['results'] for s in found)
    return found[1], ', '.join(k for k in here if here[k] != native[k]) or 'nothing'


def table(rows: list) -> str:
    "One line per combination and part."
    wide = max(len(r['part']) for r in rows)
    broad = max(len(r['combination']) for r in rows)
    lines = [f'{"combination":<{broad}}  {"part":<{wide}}  passed  failed  seconds']
    for r in rows:
        lines.append(
            f'{r["combination"]:<{broad}}  {r["part"]:<{wide}}  {r["passed"]:6}  {len(r["failures"]):6}  '
            f'{r["seconds"]:7.1f}'
        )
    passed, failed = sum(r['passed'] for r in rows), sum(len(r['failures']) for r in rows)
    lines.append(f'{"all":<{broad}}  {"":<{wide}}  {passed:6}  {failed:6}  {sum(r["seconds"] for r in rows):7.1f}')
    return '\n'.join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('words', nargs='*', help='only parts whose path holds one of these words')
    parser.add_argument('--combination', action='append', choices=list(COMBINATIONS), help='only this; may be repeated')
    parser.add_argument('--jobs', type=int, default=2, help='processes at a time (one where they use two threads)')
    parser.add_argument('--timeout', type=float, default=900.0, help='seconds that a part may take')
    parser.add_argument('--list', action='store_true', help='name the combinations and the parts')
    parser.add_argument('--probe', action='store_true', help=argparse.SUPPRESS)
    parser.add_argument('--notebook', type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.probe or args.notebook:
        print('\n' + json.dumps(probe() if args.probe else run_notebook(args.notebook)))
        return 0
    todo = parts(args.words)
    if not todo:
        parser.error(f'no part holds {" or ".join(args.words)}: see --list')
    if args.list:
        for name, variables in COMBINATIONS.items():
            print(f'{name}: {" ".join(f"{k}={v!r}" for k, v in variables.items()) or "as it is"}')
        print(*(p.relative_to(ROOT) for p in todo), sep='\n')
        return 0
    began, rows, idle = time.monotonic(), [], []
    for name in args.combination or COMBINATIONS:
        found, differs = effect(name)
        if found is None:
            print(f'{name}: {differs}', flush=True)
            continue
        threads = found['threads']
        print(f'{name}: {found["chosen"]}, threads {threads}; differs from native: {differs}', flush=True)
        if differs == 'nothing' and name != 'native' and threads == 1:
            idle.append(name)
        with ThreadPoolExecutor(max(1, args.jobs // threads)) as pool:
            for r in pool.map(lambda p: run_part(p, name, args.timeout), todo):
                rows.append(r)
                print(f'  {"failed" if r["failures"] else "ok":<6}  {r["part"]}  {r["seconds"]:.1f} s', flush=True)
                for f in r['failures']:
                    print(f'          {f}', flush=True)
    print('\n' + table(rows))
    print(f'{time.monotonic() - began:.0f} s in all')
    for name in idle:
        print(f'{name}: changes nothing on this machine, so it has tested nothing')
    return int(any(r['failures'] for r in rows) or not rows)


if __name__ == '__main__':
    sys.exit(main())
