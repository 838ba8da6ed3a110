"""Records run to their first score with the code of the commit that made them:

    python tests/own_code.py RECORD...     # how far each score is from the record

A change of the code that only reorders a sum changes the last digits, and training amplifies them. With the code of its
own commit, on a processor like the one it was made on, a record has the same digits again. Each commit is checked out
in a temporary folder and its code run with the packages installed here: as a notebook, before the experiments became
modules. Records whose parameters were renamed since cannot be run so. Page: results/trust.
"""

import importlib
import inspect
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
AT = 'step', 'loss', 'seconds', 'cpu_seconds'


def run_here(clone: Path, record: dict):
    "Train with the package of a folder; print the first scores, and end the process."
    sys.path.insert(0, str(clone))
    from clica_nb import training

    plain = training.fit

    def fit(*a, **k):
        bound = inspect.signature(plain).bind(*a, **k)
        score = bound.arguments['score']

        def first(encoder):
            print('\n' + json.dumps({k: float(v) for k, v in score(encoder).items()}), flush=True)
            os._exit(0)

        bound.arguments['score'] = first
        return plain(*bound.args, **bound.kwargs)

    training.fit = fit
    name, own = record['experiment'], dict(seed=record['seed'], device='cpu')
    if (clone / f'clica_nb/experiments/{name}.py').is_file():
        module = importlib.import_module(f'clica_nb.experiments.{name}')
        trainer = importlib.import_module('clica_nb.experiments.trainer')
        module.train(trainer.Trainer(module.Params(**record['params'], **own)))
    os.chdir(clone / 'nbs/experiments')
    space: dict = {'__name__': '__main__'}
    for c in json.loads(Path(f'{name}.ipynb').read_text())['cells']:
        if c['cell_type'] == 'code':
            exec(''.join(c['source']), space)
            if 'parameters' in c['metadata'].get('tags', ()):
                space.update({k: v for k, v in {**record['params'], **own}.items() if k in space})


def main(paths: list) -> int:
    env = {**os.environ, 'OMP_NUM_THREADS': '1', 'MKL_NUM_THREADS': '1', 'MPLBACKEND': 'Agg'}
    for path in map(Path, paths):
        record = json.loads(path.read_text())
        first = next(h for h in record['curve'] if {*h} - {*AT})
        with tempfile.TemporaryDirectory() as d:
            git = 'git', '-C', d
            subprocess.run(['git', 'clone', '-q', '--shared', '--no-checkout', str(ROOT), d], check=True)
            subprocess.run([*git, 'checkout', '-q', record['commit'].rstrip('+')], check=True)
            words = [sys.executable, '-P', __file__, '--here', d, str(path.resolve())]
            ended = subprocess.run(words, env=env, capture_output=True, text=True)
        lines = ended.stdout.strip().splitlines()
        if ended.returncode or not lines:
            print(f'does not run: {ended.stderr.strip().splitlines()[-1][:100]}  {path}', flush=True)
            continue
        apart = {k: abs(v - first[k]) for k, v in json.loads(lines[-1]).items()}
        word = 'equal' if max(apart.values()) <= 1.1e-5 else 'different'
        print(f'{word} {", ".join(f"{k} {d:.1e}" for k, d in apart.items())}  {record["commit"]}  {path}', flush=True)
    return 0


if __name__ == '__main__':
    if sys.argv[1:2] == ['--here']:
        run_here(Path(sys.argv[2]), json.loads(Path(sys.argv[3]).read_text()))
    else:
        sys.exit(main(sys.argv[1:]))
