"What comes from others is data: it runs nothing, leaves no folder, and cannot speak in a page or on a terminal."

import json
import os
import pickle
import random
import signal
import subprocess
import sys
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from clica_nb.data import fetch as archives
from clica_nb.data.images import DataSetError, read_note
from clica_nb.engine.checkpoint import TensorFileError, read_tensors, usable
from clica_nb.repro import results, show
from clica_nb.repro.plan import plan
from clica_nb.repro.record import RecordError, identity, read_record
from clica_nb.repro.rows import select
from clica_nb.repro.run import failure
from clica_nb.training import CheckpointError, load_checkpoint

RUN = plan(select(['1'], [2]), kinds=['unsupervised'])[0]
SCRIPT = '<script>alert(1)</script>'


def record(**changes):
    r = {
        **json.loads(json.dumps(identity(RUN))),
        'metrics': {'r2': 0.5},
        'steps': 3,
        'wall_s': 1.0,
        'device': 'a test',
        'precision': 'fp32',
        **changes,
    }
    return r


class Command:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.system, (f'touch {self.path}',)


@pytest.mark.parametrize('how', ['pickle', 'torch', 'nested', 'cut off', 'noise', 'folder'])
def test_checkpoints_run_nothing(how, tmp_path):
    "A hostile checkpoint is refused, set aside, and never executed; the run starts over."
    mark, folder = tmp_path / 'executed', RUN.folder(tmp_path)
    folder.mkdir(parents=True)
    p = folder / 'checkpoint.pt'
    if how == 'pickle':
        p.write_bytes(pickle.dumps(Command(mark)))
    if how == 'torch':
        torch.save({'step': 1, 'fingerprint': '', 'x': Command(mark)}, p)
    if how == 'nested':
        torch.save({'step': 1, 'encoder': {'a': [torch.zeros(2), Command(mark)]}}, p)
    if how == 'cut off':
        torch.save({'step': 1, 'x': torch.zeros(999)}, p)
        os.truncate(p, p.stat().st_size // 2)
    if how == 'noise':
        p.write_bytes(random.Random(0).randbytes(5000))
    if how == 'folder':
        p.mkdir()
    with pytest.raises(CheckpointError):
        load_checkpoint(p)
    with pytest.warns(UserWarning, match='set aside as checkpoint.pt.refused'):
        assert usable(p, load_checkpoint) is None and not p.exists() and not mark.exists()


@pytest.mark.parametrize(
    'changes',
    [
        dict(recipe='../../..'),
        dict(recipe='/etc'),
        dict(experiment='alchemy'),
        dict(experiment='../../x'),
        dict(seed='../x'),
        dict(seed=-1),
        dict(seed=True),
        dict(seed=1.5),
        dict(metrics={'r2': '1'}),
        dict(metrics=[]),
        dict(metrics={}),
        dict(metrics={'r2': None}),
        dict(rows='1.2'),
        dict(rows=['../1.2']),
        dict(rows=[['1', 2]]),
        dict(versions='0.1'),
        dict(params={'a': {}}),
        dict(kind='a/b'),
        dict(device='x\x1b]0;y\x07'),
        dict(device='x\x9b2J'),
        dict(curve=[{'r2': 'x'}]),
        dict(wall_s=float('inf')),
    ],
)
def test_forged_records_are_refused(changes, tmp_path):
    "And copied nowhere: the paths in results/ are made of a record's words."
    (tmp_path / 'in').mkdir()
    (tmp_path / 'in/result.json').write_text(json.dumps(record(**changes)))
    with pytest.raises(RecordError):
        read_record(tmp_path / 'in/result.json')
    assert len(results.collect([tmp_path / 'in']).notes) == 1
    with pytest.raises(RecordError):
        results.add_results(tmp_path / 'in', tmp_path / 'out/results')
    assert not (tmp_path / 'out').exists()


@pytest.mark.parametrize(
    'name, says',
    [('../out', 'leaves the folder'), ('/etc/out', 'leaves the folder'), ('a/../../out', 'leaves the folder')],
)
def test_archives_stay_in_their_folder(name, says, tmp_path):
    (tmp_path / 'x').write_text('x')
    with tarfile.open(tmp_path / 'a.tgz', 'w:gz') as t:
        t.add(tmp_path / 'x', arcname='ok')
        info = tarfile.TarInfo(name)
        t.addfile(info)
    with pytest.raises(archives.ArchiveError, match=says):
        archives.extract(tmp_path / 'a.tgz', tmp_path / 'to', progress=False)
    assert not (tmp_path / 'out').exists() and not (tmp_path / 'to').exists()


def hostile_summaries(tmp_path):
    "A row and a record that would like to run a script, in a folder whose name would like to as well."
    folder = tmp_path / '<img src=x onerror=alert(1)>'
    folder.mkdir()
    (folder / 'result.json').write_text(json.dumps(record(device=SCRIPT, overrides={})))
    (folder / 'x.jsonl').write_text(SCRIPT)
    found = results.collect([folder])
    (s,) = results.summarise(found, '1', kinds=['unsupervised'], rows=[2])
    s.row = replace(s.row, settings={'name': SCRIPT + ' [x](javascript:alert(1)) | `x`'})
    s.data = SCRIPT
    return found, s


def test_tables_of_the_site_show_it_as_text(tmp_path):
    "What the site's builder makes of the tables that pages print."
    pypandoc = pytest.importorskip('pypandoc')
    found, s = hostile_summaries(tmp_path)
    for text in (show.as_report(found, {'1': [s]}), show.as_scores([s], dict(r2='R2'))):
        page = pypandoc.convert_text(text, 'html', 'markdown')
        assert (
            page.count('<table') == 1
            and '<script' not in page
            and 'href' not in page
            and '<code' not in page
            and 'alert(1)' in page
        )
        assert {row.count('<td') for row in page.split('<tr')[2:]} <= {7, 8, 4}


def test_the_log_of_a_run_is_read_as_text(tmp_path):
    (tmp_path / 'run.log').write_bytes(b'E\x1b[2J: \x1b]0;title\x07 \xff text')
    assert failure(tmp_path).isprintable()


def test_committed_records_are_believed():
    "Every file in results/, also what an experiment adds of its own."
    folder = Path(__file__).resolve().parent.parent / 'results'
    found = results.collect([folder])
    assert len(found.records) > 750 and not any('jsonl' in note for note in found.notes)


def hostile(*args):
    "What `hostile.py` counted: for each reader, how many changed files it refused and took."
    script = Path(__file__).with_name('hostile.py')
    env = {**os.environ, 'OMP_NUM_THREADS': '1'}
    r = subprocess.run([sys.executable, str(script), *map(str, args)], capture_output=True, text=True, env=env)
    assert r.returncode == 0, r.stdout + r.stderr
    return json.loads(r.stdout)


@pytest.mark.parametrize('count, seed', [(245, 0), pytest.param(8_001, 1, marks=pytest.mark.slow)])
def test_files_changed_at_random(count, seed):
    found = hostile(count, seed)
    assert sum(map(sum, found.values())) == count and all(refused and taken for refused, taken in found.values()), found


@pytest.mark.parametrize(
    'reader, content',
    [(lambda path: read_note(path, dict(n=int)), b'{"n": ' + b'[' * 100_000), (read_record, b'{"n":' * 100_000)],
)
def test_nesting_has_an_end(reader, content, tmp_path):
    "What is nested deeply is refused in one line, by readers that go down into it."
    (tmp_path / 'x').write_bytes(content)
    with pytest.raises((ValueError, RecordError, DataSetError), match='x is no'):
        reader(tmp_path / 'x')


def test_large_files_of_another_kind(tmp_path):
    "A file of tensors is known by its first bytes; no other is taken into memory."
    (tmp_path / 'x').touch()
    os.truncate(tmp_path / 'x', 2**40)
    with pytest.raises(TensorFileError, match='of another kind'):
        read_tensors(tmp_path / 'x')


@pytest.mark.parametrize('how', ['key', 'member', 'name'])
def test_nested_pickles_end_in_one_line(how, tmp_path):
    "Tuples in tuples, a million deep, whose hash ends the process."
    nest = b')' + b'\x85' * 10**6
    content = dict(
        key=b'\x80\x02}' + nest + b'K\x01s.',
        member=b'\x80\x04\x8f(' + nest + b'\x90.',
        name=b'\x80\x02cnumpy\ndtype\n' + nest + b'\x85R.',
    )
    (tmp_path / 'x').write_bytes(content[how])
    command = [sys.executable, '-P', '-m', 'clica_nb.cli', 'data', 'verify', 'kitti-masks', 'x']
    r = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert r.returncode == 2 and r.stderr.startswith('clica: x') and r.stderr.count('\n') == 1, (r.returncode, r.stderr)


def executes(path):
    Path('executed').touch()


def hangs(path):
    while True:
        pass


def stumbles(path):
    return {}['x']


@pytest.mark.parametrize(
    'reader, says', [(executes, 'executed'), (hangs, 'more than two'), (stumbles, 'x'), (print, 'no')]
)
def test_a_broken_reader_is_found(reader, says, tmp_path, monkeypatch):
    import hostile as h

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(h, 'odd_place', lambda path, gen: path.touch())
    before = signal.signal(signal.SIGVTALRM, h.overdue)
    try:
        if says == 'no':
            assert h.tried('a reader', reader, b'abc', lambda gen: b'', random.Random(0))
        else:
            with pytest.raises((AssertionError, KeyError), match=says):
                h.tried('a reader', reader, b'abc', lambda gen: b'', random.Random(0))
    finally:
        signal.signal(signal.SIGVTALRM, before)
