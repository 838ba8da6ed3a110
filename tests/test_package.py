"The package as a user gets it: sdist, wheel, an import that is quick and light, and `clica rows` away from the clone."

import ast
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import unicodedata
import warnings
import zipfile
from pathlib import Path

import pytest
from in_sync import tracked
from packaging.specifiers import SpecifierSet

root = Path(__file__).resolve().parent.parent
QUICK = '-q', '--no-deps', '--no-build-isolation'  # without a fresh setuptools for each wheel
PROBE = """
import json, pkgutil, sys, warnings
import torch
before = set(sys.modules)
warnings.filterwarnings('error', module='clica_nb')
import clica_nb
for name in clica_nb.__all__:
    if name != 'ContrastiveEncoder': getattr(clica_nb, name)    # that one is scikit-learn's, and needs it
names = sorted({m.partition('.')[0] for m in set(sys.modules) - before} - sys.stdlib_module_names)
modules = [m.name for m in pkgutil.walk_packages(clica_nb.__path__, 'clica_nb.') if 'clica_nb._' not in m.name]
heavy = ('clica_nb.kernels.triton', 'clica_nb.repro.worker')    # these for Triton, and for papermill
for name in sorted(modules, key=lambda name: name.startswith(heavy)):
    if not name.startswith(heavy): loaded = None
    elif not loaded: loaded = sorted({m.partition('.')[0] for m in sys.modules})
    __import__(name)
print(json.dumps(dict(names=names, where=clica_nb.__file__, loaded=loaded)))
"""


@pytest.fixture(scope='module')
def installed(tmp_path_factory):
    "The wheel made from the sdist of the files git knows, unpacked into a folder."
    d = tmp_path_factory.mktemp('package')
    for f in tracked():
        if not f.startswith(('nbs/', 'results/', 'tests/')) or f.startswith(('nbs/experiments/', 'results/table_2')):
            (d / 'src' / f).parent.mkdir(parents=True, exist_ok=True)
            (d / 'src' / f).write_bytes((root / f).read_bytes())
    subprocess.run(
        [sys.executable, 'setup.py', '-q', 'sdist', '-d', str(d)], cwd=d / 'src', check=True, capture_output=True
    )
    sdist = next(d.glob('*.tar.gz'))
    words = sys.executable, '-m', 'pip', 'wheel', *QUICK, '-w', str(d), str(sdist)
    subprocess.run(words, check=True, capture_output=True)
    wheel = next(d.glob('*.whl'))
    with zipfile.ZipFile(wheel) as z:
        z.extractall(d / 'site')
    return wheel, d / 'site'


def run(site, *args, cwd=None, **variables):
    env = {**os.environ, 'PYTHONPATH': str(site), **variables}
    return subprocess.run([sys.executable, *args], cwd=cwd or site.parent, env=env, capture_output=True, text=True)


def test_wheel_holds_the_rows(installed):
    names = zipfile.ZipFile(installed[0]).namelist()
    assert {
        'clica_nb/repro/rows/table_1.yaml',
        'clica_nb/repro/rows/table_2.yaml',
        'clica_nb/repro/rows/experiments.yaml',
        'clica_nb/repro/record.schema.json',
        'clica_nb/repro/experiments/mlp_mixing.ipynb',
        'clica_nb/repro/results/table_2.jsonl',
        'clica_nb/data/3dident_sample.tar',
        'clica_nb/py.typed',
        'clica_nb/__init__.pyi',
    } <= set(names)


def test_import_is_quick_and_light(installed):
    "And no module of ours warns, nor makes another warn of it."
    r = run(installed[1], '-c', PROBE)
    assert r.returncode == 0, r.stderr
    found = json.loads(r.stdout)
    assert Path(found['where']).is_relative_to(installed[1])
    assert not {
        'fastcore',
        'nbdev',
        'execnb',
        'IPython',
        'matplotlib',
        'papermill',
        'faiss',
        'triton',
        'pykeops',
        'PIL',
    } & set(found['loaded'])
    group = {'torch', '_remote_module_non_scriptable'}  # torch.distributed.nn, milliseconds: see engine/parallel
    more = {name for name in found['names'] if 'cython' not in name} - {'clica_nb', 'numpy', 'tqdm'} - group
    assert not more, f'{more}: what is slow to import, also a part of torch, belongs into the function that needs it'


def test_first_names_come_when_asked_for(installed):
    code = """
import sys, clica_nb
assert 'torch' not in sys.modules and {'InfoNCE', 'fit', '__version__'} <= set(dir(clica_nb))
assert clica_nb.InfoNCE is __import__('clica_nb.losses').losses.InfoNCE and 'torch' in sys.modules
from clica_nb import *
from clica_nb import metrics
assert mcc is metrics.mcc and Sphere(3).n == 3
try: clica_nb.infonce
except AttributeError as e: print(e)
"""
    r = run(installed[1], '-c', code)
    assert r.stdout.strip() == "module 'clica_nb' has no attribute 'infonce'", r.stderr


def test_what_is_installed_runs_on_the_first_python_of_its_series():
    "Debian 12 has Python 3.11.2: pip on a bare machine takes no package that asks for 3.11.5."
    asked = {d.metadata['Name']: d.metadata['Requires-Python'] for d in importlib.metadata.distributions()}
    assert len(asked) > 100 and not {k: v for k, v in asked.items() if v and not SpecifierSet(v).contains('3.11.0')}


SOURCES = sorted((root / 'clica_nb').rglob('*.py'))


def test_no_module_warns_when_compiled():
    "An escape that means nothing is a warning today and an error to come."
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        for f in SOURCES:
            compile(f.read_text(encoding='utf-8'), f, 'exec')


def test_docstrings_are_plain_text():
    "No TeX that a string turns into control characters (a form feed from a fraction), and none where help is shown."
    for f in SOURCES:
        tree = ast.parse(f.read_text(encoding='utf-8'))
        for x in ast.walk(tree):
            if isinstance(x, (ast.Module, ast.ClassDef, ast.FunctionDef)) and (
                text := ast.get_docstring(x, clean=False)
            ):
                bad = [c for c in text if unicodedata.category(c) == 'Cc' and c not in '\n']
                assert not bad, f'{f.relative_to(root)}: {getattr(x, "name", "the module")} holds {bad}'
        found = ast.get_docstring(tree) or ''
        assert '$' not in found and '\\' not in found, f'{f.relative_to(root)}: TeX in the first line: {found}'


def test_an_experiment_runs_from_the_wheel(installed, tmp_path):
    "The line of the page on MLP mixing, shortened; nothing is written."
    line = "from clica_nb.experiments.mlp_mixing import Params, run; print(run(Params(concentration=10.0, steps=20)))"
    r = run(installed[1], '-c', line, cwd=tmp_path)
    found = ast.literal_eval(r.stdout)
    assert found['steps'] == 20 and 0 < found['metrics']['r2'] < 1 and not list(tmp_path.iterdir()), r.stderr


FOUR_COMMANDS = """
from click.testing import CliRunner
from clica_nb.cli import main
commands = 'rows --table 1', 'report --table 2 --preset long', 'data ls', 'docs'
print('next command'.join(CliRunner().invoke(main, words.split()).output for words in commands))
"""


def test_rows_run_from_the_wheel(installed, tmp_path):
    "In an empty folder: a row is listed, run and reported; the package's own records are read; the rest needs a clone."

    def clica(*args):
        r = run(installed[1], '-m', 'clica_nb.cli', *args, cwd=tmp_path, OMP_NUM_THREADS='1')
        assert r.returncode == 0, r.stdout + r.stderr
        return r.stdout + r.stderr

    said = clica('reproduce', '--rows', '2.1', '--preset', 'smoke', '--kinds', 'unsupervised')
    assert 'rows within half a point' in said and (tmp_path / 'runs/rows.png').is_file(), said
    assert clica('verify', '2.1', '--preset', 'smoke').endswith('row 2.1, recipe smoke, seed 0: equal\n')
    r = run(installed[1], '-c', FOUR_COMMANDS, cwd=tmp_path)
    rows, report, data, docs = r.stdout.split('next command')
    assert len(rows.strip().splitlines()) == 13 and 'within, claim holds' in report and 'clica verify' not in data, r
    assert docs.strip().startswith('clica: this needs a clone of the repository: git clone it'), r


@pytest.mark.parametrize('name', ['papermill', 'matplotlib'])
def test_a_run_without_its_extra_says_what_to_install(name, tmp_path):
    line = f"import sys; sys.modules['{name}'] = None; from clica_nb.cli import main; main(['reproduce'])"
    r = subprocess.run([sys.executable, '-c', line], cwd=tmp_path, capture_output=True, text=True)
    assert r.returncode == 2
    assert r.stderr == f"clica: clica reproduce needs {name}: pip install 'clica_nb[reproduce]'\n"


def test_a_script_beside_the_clone_imports_the_package(tmp_path):
    "A folder that has the package's name, such as the clone, does not stand in for it."
    (tmp_path / 'clica_nb').mkdir()
    (tmp_path / 'script.py').write_text('import clica_nb; print(clica_nb.__file__)')
    env = {k: v for k, v in os.environ.items() if k != 'PYTHONSAFEPATH'}
    r = subprocess.run([sys.executable, tmp_path / 'script.py'], env=env, capture_output=True, text=True)
    assert r.stdout.strip().endswith('__init__.py'), r.stdout + r.stderr


TEN_LINES = """
import numpy as np
import clica_nb
from clica_nb import ContrastiveEncoder, evaluate
r = np.random.default_rng(0)
z = 1 - np.abs(1 - np.cumsum(r.laplace(scale=0.08, size=(4000, 2)), 0) % 2)
x = np.tanh((2 * z - 1) @ r.normal(size=(2, 8)))
encoder = ContrastiveEncoder(2, max_iter=150, random_state=0).fit(x[:3000])
found = evaluate(z[3000:], encoder.transform(x[3000:]), groups=10, draws=1)
print('from', clica_nb.__file__)
assert found.scores['r2'] > 0.9, found
"""


def test_ten_lines_from_the_wheel(installed, tmp_path):
    "The newcomer's script, away from the clone."
    r = run(installed[1], '-c', TEN_LINES, cwd=tmp_path)
    assert r.returncode == 0, r.stderr
    where = Path(r.stdout.split('from ')[-1].strip())
    assert where.is_relative_to(installed[1]) and not (where.parent.parent / 'nbs').exists()


KERNEL = """
import warnings, torch
from clica_nb import InfoNCE
from clica_nb.kernels.cpu import compiled
x = torch.randn(64, 3, generator=torch.Generator().manual_seed(0), requires_grad=True)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    for _ in range(2):
        loss = InfoNCE('lp', p=1)(x, x.flip(0)).loss
        loss.backward()
print(isinstance(compiled(), dict), len(caught), f'{loss.item():.6f}')
for w in caught: print(str(w.message))
"""


def test_the_kernel_compiles_at_first_use_or_says_in_one_line_that_it_cannot(installed, tmp_path):
    cache = tmp_path / 'cache'
    without = run(installed[1], '-c', KERNEL, CC='no-such-compiler', XDG_CACHE_HOME=str(cache))
    assert without.returncode == 0, without.stderr
    first, *lines = without.stdout.splitlines()
    assert first.startswith('False 1 ') and len(lines) == 1 and 'no-such-compiler not found' in lines[0]
    if not (shutil.which('cc') or shutil.which('gcc') or shutil.which('clang')):
        pytest.skip('no C compiler here')
    compiled = run(installed[1], '-c', KERNEL, XDG_CACHE_HOME=str(cache))
    assert compiled.stdout.startswith('True 0 '), compiled.stdout + compiled.stderr
    assert len(list(cache.rglob('*.so'))) == 1
    assert abs(float(compiled.stdout.split()[2]) - float(first.split()[2])) < 1e-5


def test_a_wheel_for_one_platform_brings_the_kernel(installed, tmp_path):
    "What `cibuildwheel.toml` asks for, on this platform: used where there is no compiler."
    if not shutil.which('cc'):
        pytest.skip('no C compiler here')
    made = sys.executable, 'setup.py', '-q', 'bdist_wheel', '-d', str(tmp_path)
    here, env = installed[0].parent / 'src', {**os.environ, 'CLICA_NB_KERNEL': '1'}
    subprocess.run(made, cwd=here, env=env, check=True, capture_output=True)
    wheel = next(tmp_path.glob('*.whl'))
    assert '-py3-none-' in wheel.name and not wheel.name.endswith('-any.whl')
    assert installed[0].name.endswith('-py3-none-any.whl')  # the ordinary one
    with zipfile.ZipFile(wheel) as z:
        z.extractall(tmp_path / 'site')
    r = run(tmp_path / 'site', '-c', KERNEL, CC='no-such-compiler')
    assert r.stdout.startswith('True 0 '), r.stdout + r.stderr


def hashed(path):
    "Pairs of a pin and its hashes, as `pip` reads them."
    lines = path.read_text().replace(' \\\n   ', '').splitlines()
    return [line.split(' ', 1) for line in lines if not line.startswith('#')]


def test_every_pin_has_hashes():
    "The two files that `make pins` writes hold each pin at the version of constraints.txt."
    found = hashed(Path('constraints-hashes.txt')) + hashed(Path('constraints-hashes-extras.txt'))
    assert all(re.fullmatch(r'(--hash=sha256:[0-9a-f]{64} ?)+', hashes) for _, hashes in found)
    pins = {line for line in Path('constraints.txt').read_text().splitlines() if '==' in line}
    assert {pin for pin, _ in found} == {p for p in pins if not p.startswith(('torch==', 'triton=='))}


def test_a_bare_environment_has_what_notebooks_and_tests_import():
    "`make setup` pins it, so that `make test` needs no `make extras`."
    pinned = {pin.partition('==')[0] for pin, _ in hashed(root / 'constraints-hashes.txt')} | {'torch', 'clica-nb'}
    own = {part for f in tracked() if f.endswith('.py') for part in Path(f).with_suffix('').parts}
    code = [(root / f).read_text() for f in tracked() if f.endswith('.py') and f.startswith(('tests/', 'tools/'))]
    for cell in (c for f in tracked() if f.endswith('.ipynb') for c in json.loads((root / f).read_text())['cells']):
        code += [''.join(cell['source'])] * (cell['cell_type'] == 'code')
    out = re.compile(r'^#\| (slow|cuda|data|render|eval: false)|^[%!]', re.M)
    tops = [x for text in code if not out.search(text) for x in ast.parse(text).body]
    names = {a.name for x in tops if isinstance(x, ast.Import) for a in x.names}
    names |= {x.module or '' for x in tops if isinstance(x, ast.ImportFrom)}
    for name in {n.partition('.')[0] for n in names} - own - sys.stdlib_module_names - {''}:
        known = importlib.metadata.packages_distributions().get(name, [name])
        assert {re.sub('[._]', '-', d.lower()) for d in known} & pinned, name
