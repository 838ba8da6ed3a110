"The main job from outside: real papermill runs at smoke scale, in processes of their own."

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner
from command import call, clica

from clica_nb.cli import main
from clica_nb.repro.plan import plan
from clica_nb.repro.results import judge, rerun
from clica_nb.repro.rows import select
<<<<<<< HEAD
from clica_nb.repro.run import prepare
from clica_nb.repro.verify import judge, rerun, spread
=======
>>>>>>> repro-2

root = Path(__file__).resolve().parent.parent
ROW = ['reproduce', '--table', '1', '--rows', '2', '--kinds', 'unsupervised', '--preset', 'smoke']
KILLED = {**os.environ, 'OMP_NUM_THREADS': '1', 'CLICA_CHECKPOINT_EVERY': '0'}  # a checkpoint at every look at the loss


def record(folder):
    return json.loads(next(Path(folder).rglob('result.json')).read_text())


@pytest.fixture(scope='module')
def whole(tmp_path_factory):
    """One undisturbed run of 400 steps, from a folder that looks like a clone, with modules that shadow the library's
    and the standard library's: each would leave a file."""
    d = tmp_path_factory.mktemp('whole')
    here = tmp_path_factory.mktemp('here')
    (here / 'nbs/experiments').mkdir(parents=True)
    (here / 'settings.ini').touch()
    (here / 'nbs/experiments/mlp_mixing.ipynb').write_text('{"cells": [], "metadata": {}, "nbformat": 4}')
    for name in ('random', 'papermill', 'yaml', 'torch', 'nbclient'):
        (here / f'{name}.py').write_text(f'open({str(here / "executed")!r}, "w").close(); raise SystemExit(3)')
    command = [sys.executable, '-P', '-m', 'clica_nb.cli', *ROW, '--set', 'steps=400', '--runs', str(d)]
    r = subprocess.run(command, cwd=here, capture_output=True, text=True, timeout=900)
    assert r.returncode == 0, r.stdout + r.stderr
    assert record(d)['commit'] and not (here / 'executed').exists()
    return d


def test_record_is_complete(whole):
    r = record(whole)
    assert r['steps'] == 400 and r['rows'] == ['1.2']
    assert r['params']['concentration'] == 10.0 and r['overrides'] == {'steps': 400}
    assert {'r2', 'mcc', 'rotation_floor'} <= set(r['metrics'])
    folder = next(whole.rglob('result.json')).parent
    assert folder.parent == whole and folder.name.startswith('1.2-seed0-')
    notebook = json.loads((folder / 'run.ipynb').read_text())
    assert any('injected-parameters' in c['metadata'].get('tags', []) for c in notebook['cells'])
    shown = [
        ''.join(o['data'].get('text/markdown', ''))
        for c in notebook['cells']
        for o in c.get('outputs', [])
        if 'data' in o
    ]
    first, *_, last = filter(None, shown)
    assert (
        'seed 0; a variant' in first
        and '| 1.2 | R2 | 99.86 ± 0.01 |\n' in first
        and '| `steps` | `400` | `60` |' in first
    )
    assert f'| 1.2 | R2 | 99.86 ± 0.01 | {100 * r["metrics"]["r2"]:.2f} |' in last
    assert 'Passed unknown parameter' not in (folder / 'run.log').read_text()


def test_the_function_gives_the_same(whole, monkeypatch):
    """The record trained again in this process: the scores and the curve of the papermill run, bit for bit. Whichever
    score is changed in the record is different."""
    from clica_nb.experiments import mlp_mixing

    true, outcomes, train = record(whole), [], mlp_mixing.run
    monkeypatch.setattr(mlp_mixing, 'run', lambda params: outcomes.append(train(params)) or outcomes[-1])
    found, (here,) = rerun(true), outcomes
    assert found == here['metrics'] == true['metrics'] and here['steps'] == true['steps']
    times = 'seconds', 'cpu_seconds'
    curves = [[{k: v for k, v in at.items() if k not in times} for at in r['curve']] for r in (here, true)]
    assert curves[0] == curves[1]
    assert judge(true['metrics'], found, spread())[0] == 'equal'
    for name, value in true['metrics'].items():
        assert judge({**true['metrics'], name: value + 0.1}, found, spread())[0] == 'different', name


def test_a_breakpoint_in_a_row(tmp_path):
    "A debugger stops where the loss of row 1.2 is made, and sees its parameters."
    (tmp_path / 'row.py').write_text(
        'from clica_nb.repro.plan import plan\n'
        'from clica_nb.repro.rows import select\n'
        "plan(select(['1'], [2]), preset='smoke', kinds=['unsupervised'], overrides=dict(steps=1))[0].call()\n"
    )
    r = subprocess.run(
        [sys.executable, '-m', 'pdb', '-c', 'import clica_nb.experiments.mlp_mixing as m']
        + ['-c', 'b m.make_loss', '-c', 'c', '-c', 'p params.concentration', '-c', 'q', str(tmp_path / 'row.py')],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert 'Breakpoint 1 at' in r.stdout and r.stdout.splitlines()[-1] == '10.0', r.stdout + r.stderr


<<<<<<< HEAD
=======
def test_verified_whole(whole):
    "A record's rerun has the same scores; whichever of them was changed is different."
    true = record(whole)
    found = rerun(true)
    assert judge(true['metrics'], found)[0] == 'equal'
    for name, value in true['metrics'].items():
        assert judge({**true['metrics'], name: value + 0.1}, found)[0] == 'different', name


>>>>>>> repro-2
def test_done_is_skipped(whole):
    before = next(whole.rglob('result.json')).stat().st_mtime_ns
    out = clica(*ROW, '--set', 'steps=400', '--runs', str(whole))
    assert '1 of 1 runs are done already' in out
    assert next(whole.rglob('result.json')).stat().st_mtime_ns == before


def test_distinct_pairs_are_seen_again():
    """Training on 32 pairs alone: their loss falls far below that of new pairs, because they are learnt by heart.

    The score on new latents is no test: over four seeds of 300 steps it was higher with the same pairs on two."""

    def loss(**more):
        small = dict(steps=300, batch_size=32, lr=0.005, **more)
        (run,) = plan(select(['1'], [2]), preset='smoke', kinds=['unsupervised'], overrides=small)
        return run.call()['metrics']['loss']

    new, again = loss(), loss(distinct_pairs=32)
    # log 32 is 3.47; four seeds, two processors: 2.9 to 3.1 and 1.0 to 1.9 nats, apart by 1.2 to 2.0
    assert again < new - 0.6


def started(folder, **how):
    "The command as a process, with a checkpoint at every look at the loss."
    how = dict(stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, text=True) | how
    more = '--set', 'steps=400', '--no-report', '--runs', str(folder)
    return subprocess.Popen([sys.executable, '-m', 'clica_nb.cli', *ROW, *more], cwd=root, env=KILLED, **how)


def in_training(process, folder, before=0):
    "Wait for the first checkpoint that was written after this time; is the command still at work then?"
    while process.poll() is None and not any(f.stat().st_mtime_ns > before for f in folder.rglob('checkpoint.pt')):
        time.sleep(0.02)
    return process.poll() is None


def until_done(folder):
    "The same command again; papermill and its kernel die with their parent, so the folder's lock becomes free."
    for _ in range(300):
        words = [*ROW, '--set', 'steps=400', '--no-report', '--runs', str(folder)]
        r = CliRunner(env=dict(OMP_NUM_THREADS='1')).invoke(main, words)
        if r.exit_code == 0:
            return r.output
        assert 'is being run by another process' in r.output, r.output
        time.sleep(0.3)
    raise AssertionError('the folder stayed locked')


def as_once(folder, whole):
    again, once = record(folder), record(whole)
    return again['metrics'] == once['metrics'] and again['steps'] == once['steps']


def gone_on(folder, whole):
    "What the same command says before it goes on; here without papermill, whose part `until_done` has."
    (run,) = plan(select(['1'], [2]), preset='smoke', kinds=['unsupervised'], overrides=dict(steps=400))
    notes = prepare((run,), folder)
    call(run, run.folder(folder))
    assert as_once(folder, whole)
    return ' '.join(notes)


@pytest.fixture(scope='module')
def killed(tmp_path_factory):
    "The folder of a run whose kernel was killed in mid-training, with a checkpoint and no record; what was said."
    for _ in range(9):  # once more where it was done by then
        d = tmp_path_factory.mktemp('killed')
        process = started(d, stdout=subprocess.PIPE)
        if in_training(process, d):
            children = psutil.Process(process.pid).children(recursive=True)
            for kernel in [c for c in children if 'launch_new_instance' in ' '.join(c.cmdline())]:
                kernel.kill()
        out = process.communicate()[0]
        if process.returncode:
            return d, out
    raise AssertionError('nine runs were done before they could be killed')


def test_the_kernel_is_killed(killed):
    assert 'the kernel died' in killed[1], killed[1]


def test_the_command_is_killed(killed, whole, tmp_path):
    "By kill -9, with a notebook half-written: the same command ends with the same numbers, bit for bit."
    for i in range(9):  # once more where it was done by then
        runs = tmp_path / str(i)
        shutil.copytree(killed[0], runs)
        process = started(runs)
        in_training(process, runs, max(f.stat().st_mtime_ns for f in runs.rglob('checkpoint.pt')))
        process.kill()
        process.wait()
        if not list(runs.rglob('result.json')):
            break
    next(runs.rglob('run.ipynb')).write_text('{"cells": [')
    assert 'goes on from step ' in until_done(runs) and as_once(runs, whole)


def test_damaged_files(killed, whole, tmp_path):
    "Half a checkpoint and a forged record are set aside, and the older checkpoint is taken."
    shutil.copytree(killed[0], tmp_path / 'runs')
    folder = next((tmp_path / 'runs').glob('1.2-*'))
    os.truncate(folder / 'checkpoint.pt', (folder / 'checkpoint.pt').stat().st_size // 2)
    (folder / 'result.json').write_text('{"rows": ["1.2"], "metrics": {"r2": 1.0}}')
<<<<<<< HEAD
    said = gone_on(tmp_path / 'runs', whole)
    assert 'set aside as checkpoint.pt.refused' in said and 'set aside as result.json.refused' in said


@pytest.mark.slow
def test_interrupted(whole, tmp_path):
    "Ctrl-C, twice: the last line says how to go on, nothing stays behind, and the same command goes on."
    for i in range(9):  # once more where it was done by then
        process = started(tmp_path / str(i), stdout=subprocess.PIPE)
        in_training(process, tmp_path / str(i))
        children = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
=======


FAULTS = {
    'killed': (lambda folder: None, 'goes on from its checkpoint'),
    'checkpoint cut in half': (cut, 'goes on from its checkpoint'),
    'record forged': (forge, 'set aside as result.json.refused'),
    'everything deleted but the folder': (lambda folder: [p.unlink() for p in folder.iterdir()], ''),
}  # what is done to the folder of a killed run, and what the rerun says


@pytest.mark.parametrize('name', FAULTS)
def test_faults(name, killed, whole, tmp_path):
    "After each fault the same command ends with the same numbers, bit for bit, and says in a line what it found."
    shutil.copytree(killed, tmp_path / 'runs')
    do, says = FAULTS[name]
    do(next((tmp_path / 'runs').glob('1.2-*')))
    assert says in until_done(arguments(tmp_path / 'runs')) and as_once(tmp_path / 'runs', whole)
    assert len(list(tmp_path.rglob('checkpoint.pt.refused'))) == (name == 'checkpoint cut in half')


def at_work(folder):
    "The command at work on a run that has a checkpoint by now, and the processes that it has started."
    args = dict(cwd=root, env=KILLED, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    process = subprocess.Popen([*arguments(folder), '--set', 'steps=4000'], **args)
    while process.poll() is None and not list(folder.rglob('checkpoint.pt')):
        time.sleep(0.05)
    assert process.poll() is None, process.communicate()[0]
    return process, psutil.Process(process.pid).children(recursive=True)


def test_the_worker_is_killed(tmp_path):
    "The run fails in one line that says so."
    process, children = at_work(tmp_path)
    for c in children:
        if c.memory_info().rss > 2**27 and c.parent().pid != process.pid:  # not the server that it is forked from
            c.kill()
    out = process.communicate()[0]
    assert process.returncode == 1 and 'ended by signal 9 (SIGKILL)' in out, out


def test_interrupted(tmp_path):
    "Ctrl-C, again and again: the last line says how to go on, and nothing stays behind."
    process, children = at_work(tmp_path)
    while process.poll() is None:
>>>>>>> repro-2
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    out = process.communicate()[0]
    assert process.returncode == 130, out
    assert out.splitlines()[-1] == 'stopped: the same command goes on from the checkpoints', out
    psutil.wait_procs(children, timeout=60)
    assert not [c for c in children if c.is_running() and c.status() != psutil.STATUS_ZOMBIE]
<<<<<<< HEAD
    until_done(tmp_path / str(i))
    assert as_once(tmp_path / str(i), whole)
=======
>>>>>>> repro-2


def test_a_full_disk(whole, tmp_path):
    "A run whose checkpoints find no room fails in a line; with room the same command goes on."
    folder = tmp_path / 'small'
    folder.mkdir()
    if (
        os.getuid()
        or subprocess.run(['mount', '-t', 'tmpfs', '-o', 'size=100k', 'x', folder], capture_output=True).returncode
    ):
        pytest.skip('no file system can be mounted here')
    try:
        process = started(folder, stdout=subprocess.PIPE)
        said = process.communicate()[0]
        assert process.returncode == 1 and 'No space left' in said, said
        subprocess.run(['mount', '-o', 'remount,size=50m', folder], check=True)
        gone_on(folder, whole)
    finally:
        subprocess.run(['umount', '-l', folder])


def test_seeds_together(tmp_path):
    "Two seeds in one process: a record each; the scores of the solo run up to rounding, which grows with the steps."
    clica(*ROW, '--set', 'steps=20', '--no-report', '--runs', tmp_path, '--seeds', '0,1', '--batch-seeds', 'on')
    found = sorted((json.loads(p.read_text()) for p in tmp_path.rglob('result.json')), key=lambda r: r['seed'])
    (run,) = plan(select(['1'], [2]), preset='smoke', kinds=['unsupervised'], overrides=dict(steps=20))
    (first, second), solo = found, run.call()
    assert (first['seed'], second['seed'], first['together']) == (0, 1, '0,1')
    assert first['params'] == run.params and first['metrics'] != second['metrics']
    r2 = [r['curve'][0]['r2'] for r in (first, second, solo)]
    assert first['curve'][0]['step'] == 20 and abs(r2[0] - r2[2]) < 1e-3 < abs(r2[1] - r2[2])


def test_a_failed_run_does_not_stop_the_others(tmp_path):
    "A radius that overflows makes NaN; the other row still runs, and the exit status is 1."
    two = 'reproduce', '--table', '1', '--rows', '2', '--kinds', 'unsupervised,identity', '--preset', 'smoke'
    r = clica(*two, '--set', 'lr=1e30', '--no-report', '--runs', tmp_path, check=1)
    assert 'failed' in r and 'Diverged' in r and 'identity' in r
    assert len(list(tmp_path.rglob('result.json'))) == 1


def test_baselines_run_on_every_space():
    "Box and unbounded space; the sphere's identity runs in the test above."
    for run in plan(select(['1'], [8, 12]), preset='smoke', kinds=['identity', 'supervised'], overrides={'steps': 3}):
        assert {'r2', 'mcc'} <= set(run.call()['metrics'])


def own_line(notebook):
    "The papermill command that the notebook itself gives."
    text = '\n'.join(
        ''.join(c['source']) for c in json.loads(notebook.read_text())['cells'] if c['cell_type'] == 'markdown'
    )
    (line,) = [l for l in text.splitlines() if l.startswith('papermill ')]
    return shlex.split(line)


NOTEBOOKS = sorted((root / 'nbs/experiments').glob('*.ipynb'))


@pytest.mark.parametrize(
    'notebook', [pytest.param(p, id=p.stem, marks=[pytest.mark.slow] * (p.stem != 'mlp_mixing')) for p in NOTEBOOKS]
)
def test_papermill_alone(notebook, tmp_path):
    "Each experiment by the line it gives, shortened to a few steps; nothing but the executed notebook is written."
    line = own_line(notebook)
    assert line[1:3] == [f'nbs/experiments/{notebook.name}', 'out.ipynb']
    r = subprocess.run(
        [
            sys.executable,
            '-m',
            *line[:2],
            str(tmp_path / 'out.ipynb'),
            *line[3:],
            '-p',
            'steps',
            '20',
            '--no-progress-bar',
        ],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=900,
        env={**os.environ, 'OMP_NUM_THREADS': '1', 'MPLBACKEND': 'Agg'},
    )
    assert r.returncode == 0, r.stderr[-3000:]
    cells = json.loads((tmp_path / 'out.ipynb').read_text())['cells']
    (injected,) = [''.join(c['source']) for c in cells if 'injected-parameters' in c['metadata'].get('tags', [])]
    assert 'steps = 20' in injected and all(f'{k} = ' in injected for k in line[4::3])
    assert [p.name for p in tmp_path.iterdir()] == ['out.ipynb']


@pytest.mark.parametrize(
    'args, says',
    [
        (['--table', '1', '--rows', '2', '--set', 'concentration=-1', '--preset', 'smoke'], 'concentration'),
        (['--table', '9'], "table is '9'"),
        (['--table', '1', '--preset', 'huge'], 'preset'),
    ],
)
def test_bad_arguments_are_refused(args, says, tmp_path):
    r = clica('reproduce', *args, '--runs', str(tmp_path), check=2)
    assert says in r and len(r.strip().splitlines()) == 1 and not list(tmp_path.rglob('run.ipynb'))
