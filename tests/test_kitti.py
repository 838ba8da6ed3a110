"""Table 3 from outside: a file in the published format through conversion, training of all five models, and the report;
hostile files are refused."""

import json
import pickle
from pathlib import Path

import pytest
from command import call, clica

from clica_nb.repro.plan import data_label, plan
from clica_nb.repro.rows import select

root = Path(__file__).resolve().parent.parent


@pytest.fixture(scope='module')
def file(tmp_path_factory):
    "Thirty walking people in the published format."
    path = tmp_path_factory.mktemp('kitti') / 'peds.pickle'
    clica('data', 'render', 'kitti-masks', path, '--sequences', 30, '--seed', 3)
    return path


def test_the_format_is_the_published_one(file):
    found = pickle.loads(file.read_bytes())
    assert set(found) == {'pedestrians', 'pedestrians_latents'} and len(found['pedestrians']) == 30
    m, z = found['pedestrians'][0], found['pedestrians_latents'][0]
    assert m.shape == (len(m), 64, 64) and m.dtype == bool and z.shape == (len(m), 3) and z.dtype == 'float32'
    assert 'these are not the published data' in clica('data', 'verify', 'kitti-masks', file)


def test_all_five_models_from_file_to_report(file, tmp_path):
    """SlowVAE, Laplace and Normal, unbounded and box, on the file, at smoke scale; the report names the data and
    reproduces nothing. The experiment is called as a function, because five kernels would take longer to launch than
    to train; papermill is tested below."""
    for run in plan(select(['3'], [1, 2, 3, 4, 5]), [0], 'smoke', data=data_label('kitti', str(file))):
        call(run, run.folder(tmp_path))
    report = 'report', '--table', '3', '--preset', 'smoke', '--runs', tmp_path
    clica(*report, '--md', tmp_path / 'report.md', '--json', tmp_path / 'report.json')
    records = [json.loads(p.read_text()) for p in tmp_path.rglob('result.json')]
    label = records[0]['params']['data']
    assert len(records) == 5 and label.startswith('masks-') and {r['params']['data'] for r in records} == {label}
    assert not any(str(file.parent) in json.dumps(r) for r in records)  # no path of this machine in a record
    rows = json.loads((tmp_path / 'report.json').read_text())['rows']
    done = [r for r in rows if r['measured']]
    assert len(done) == 5 and all(r['data'] == label and not r['on_published_data'] for r in done)
    assert {r['number']['word'] for r in done} == {r['claim']['word'] for r in done} == {'undecided'}  # one seed
    page = (tmp_path / 'report.md').read_text()
    assert label.partition('-')[0] in page and 'reproduced' not in page


def test_one_row_through_papermill(tmp_path):
    "The stand-in is made in the run; the setting's name, the record and the command of the report say so."
    clica('reproduce', '--table', '3', '--rows', '2', '--preset', 'smoke', '--data', 'standin', '--runs', tmp_path)
    r = json.loads(next(tmp_path.rglob('result.json')).read_text())
    assert r['params']['data'] == 'standin' and r['rows'] == ['3.2'] and r['overrides'] == {}
    clica('report', '--table', '3', '--preset', 'smoke', '--runs', tmp_path, '--json', tmp_path / 'report.json')
    row = next(x for x in json.loads((tmp_path / 'report.json').read_text())['rows'] if x['measured'])
    assert row['command'].endswith('--data standin --seeds 0')


@pytest.mark.parametrize(
    'content, says',
    [
        (b'cos\nsystem\n(S"touch executed"\ntR.', 'only lists, dictionaries and arrays are read, nothing is run'),
        (b'not a pickle', 'is damaged'),
    ],
)
def test_hostile_files_are_refused(content, says, tmp_path):
    (tmp_path / 'bad.pickle').write_bytes(content)
    r = clica('reproduce', '--table', '3', '--data', tmp_path / 'bad.pickle', '--runs', tmp_path / 'runs', check=2)
    assert says in r and len(r.strip().splitlines()) == 1
    assert not (tmp_path / 'executed').exists() and not (root / 'executed').exists()


def test_data_must_be_named(tmp_path):
    assert 'standin' in clica('reproduce', '--table', '3', '--runs', tmp_path, check=2)
    assert 'it does not exist' in clica(
        'reproduce', '--table', '3', '--data', tmp_path / 'none', '--runs', tmp_path, check=2
    )
