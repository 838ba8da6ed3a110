"Causal3DIdent from files in the public layout: loading, the twelve rows at smoke scale, the report."

import json

import pytest
from command import call, clica

from clica_nb.repro.plan import data_label, plan
from clica_nb.repro.rows import select

pytest.importorskip('kornia')
pytest.importorskip('faiss')


@pytest.fixture(scope='module')
def folder(tmp_path_factory):
    "Painted images in the public layout, both splits."
    from clica_nb.data.causal3dident import standin, write_set

    d = tmp_path_factory.mktemp('causal3dident')
    for split in ('trainset', 'testset'):
        write_set(standin(split, 12, 32), d / split)
    return d


def test_verify(folder):
    out = clica('data', 'verify', 'causal3dident', str(folder))
    assert 'trainset: 84 images' in out and 'causal3dident-168-' in out


@pytest.mark.parametrize('rows', ['7,8', pytest.param('1-12', marks=pytest.mark.slow)])
def test_rows_at_smoke_scale(folder, tmp_path, rows):
    "An augmentation and a latent transformation; with --slow all twelve rows."
    what = '--table', 'causal3dident', '--preset', 'smoke', '--runs', tmp_path
    if rows == '7,8':
        for run in plan(select(['causal3dident'], [7, 8]), [0], 'smoke', data=data_label('causal3dident', str(folder))):
            call(run, run.folder(tmp_path))
        clica('report', *what, '--json', tmp_path / 'report.json')
    else:
        clica('reproduce', '--rows', rows, *what, '--data', folder)
    records = [json.loads(p.read_text()) for p in tmp_path.rglob('result.json')]
    assert len(records) == (2 if rows == '7,8' else 12)
    for r in records:
        scores = 'class_accuracy position_object position_spotlight hue_object hue_spotlight hue_background'
        assert {*scores.split(), 'rotation_object'} <= set(r['metrics'])
        assert r['params']['data'].startswith('causal3dident-168-')
    report = 'report', '--table', 'causal3dident', '--preset', 'smoke', '--runs', tmp_path
    clica(*report, '--json', tmp_path / 'report.json')
    report = json.loads((tmp_path / 'report.json').read_text())['rows']
    assert {s['row'] for s in report if s['measured']} == {
        int(r['rows'][0].rpartition('.')[2]) for r in records
    } and all(not s['on_published_data'] for s in report if s['measured'])


def test_what_is_refused(folder, tmp_path):
    args = ['reproduce', '--table', 'causal3dident', '--rows', '1', '--preset', 'smoke', '--runs', str(tmp_path)]
    assert 'data is missing' in clica(*args, check=2)
    assert 'trainset/ and testset/' in clica(*args, '--data', str(folder / 'trainset'), check=2)
    assert "change is 'shapes'" in clica(*args, '--data', 'standin', '--set', 'change=shapes', check=2)
