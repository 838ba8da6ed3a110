"""Tables 4 and 5 from outside: a folder of rendered images through training of all rows, ceiling and floor, to the
report; refusals in one line."""

import json
import math

import numpy as np
import pytest
from command import call, clica

from clica_nb.core import atomic_write
from clica_nb.engine.checkpoint import ForeignCheckpoint
from clica_nb.repro.plan import data_label, plan
from clica_nb.repro.rows import select


@pytest.fixture(scope='module')
def folder(tmp_path_factory):
    "The twenty images of the package, as a rendered training set and a test set."
    from clica_nb.data.threedident import sample

    d = tmp_path_factory.mktemp('3dident')
    for split in ('train', 'test'):
        sample(d / f'{split}.tmp').rename(d / split)
        (d / split / 'render.json').write_text(json.dumps(dict(settings=dict(size=64), hue='wrap', split=split)))
    raw = d / 'test/raw_latents.npy'
    np.save(raw, np.load(raw) + 1e-6)  # a set whose latents are those of the training images is refused
    return d


def test_every_row_ceiling_and_floor_to_the_report(folder, tmp_path):
    """One run serves both tables; the report names the data and reproduces nothing. The experiment is called, since six
    kernels would take longer to start than to train. At the end, the box row's checkpoint lies in the sphere row's
    folder: one line, and nothing is trained on."""
    runs = plan(select(['4'], [1, 2, 3, 4]), [0], 'smoke', data=data_label('threedident', str(folder)))
    assert len(runs) == 6, [r.label for r in runs]  # four rows, and one floor and one ceiling for all
    for run in runs:
        call(run, run.folder(tmp_path))
    foreign = tmp_path / 'foreign'
    atomic_write(foreign / 'checkpoint.pt', (runs[0].folder(tmp_path) / 'checkpoint.pt').read_bytes())
    with pytest.raises(ForeignCheckpoint, match='belongs to another run'):
        call(runs[3], foreign)
    assert not (foreign / 'result.json').exists()
    records = [json.loads(p.read_text()) for p in tmp_path.rglob('result.json')]
    label = records[0]['params']['data']
    assert (
        len(records) == 6
        and label.startswith('rendered-64px-wrap-20-')
        and {r['params']['data'] for r in records} == {label}
    )
    assert not any(str(folder) in json.dumps(r) for r in records)  # no path of this machine in a record
    row = next(r for r in records if r['params']['output'] == 'sphere')
    assert (
        row['rows'] == ['4.4', '5.4']
        and {'r2', 'mcc', 'r2_train', 'mcc_train'} <= set(row['metrics'])
        and row['law']['width'] > 0.3
    )
    assert next(r for r in records if r['kind'] == 'identity')['rows'] == [
        f'{t}.{k}' for t in '45' for k in (1, 2, 3, 4)
    ]
    report = 'report', '--table', '4', '--table', '5', '--preset', 'smoke', '--runs', tmp_path
    clica(*report, '--json', tmp_path / 'report.json')
    rows = json.loads((tmp_path / 'report.json').read_text())['rows']
    done = [r for r in rows if r['measured']]
    assert len(done) == 24 and all(r['data'] == label and not r['on_published_data'] for r in done)
    assert {r['metric'] for r in done if r['kind'] == 'identity'} == {'r2', 'r2_train'} and {
        r['metric'] for r in done if r['kind'] != 'identity'
    } == {'mcc', 'mcc_train'}
    assert {r['number']['word'] for r in done} == {'undecided'}  # one seed


def test_a_mixed_representation_is_told_by_fastica():
    "Factors that are there but not one by one: a high MCC after FastICA only; where that cannot be had, no number."
    from types import SimpleNamespace

    import torch

    from clica_nb.data.threedident_scores import factor_scores
    from clica_nb.experiments.threedident import Params, Scored, final_scores

    z = 2 * torch.rand(3000, 10, generator=torch.Generator().manual_seed(0)) - 1
    turn = torch.linalg.qr(torch.randn(10, 10, generator=torch.Generator().manual_seed(1)))[0]
    world = SimpleNamespace(test=SimpleNamespace(latents=z), history=[{'loss': 1.0}], params=Params())

    def found(h):
        at, scores = torch.arange(len(h)), factor_scores(z[: len(h)], h)
        return final_scores(world, Scored(at, at, h, scores, scores))

    mixed = found(z @ turn)
    assert mixed['r2'] > 0.99 and mixed['mcc'] < 0.8 and mixed['mcc_ica'] > 0.98
    flat = z.clone()
    flat[:, 3] = 0.5
    assert 'mcc_ica' not in found(flat) and 'mcc_ica' not in found(z[:50])


def test_fifty_steps_from_a_fresh_set_of_200(tmp_path):
    """From 200 PNG files that were never opened: decoded, matched, trained on for 50 steps of 32 pairs. An encoder
    that ignores its images cannot get below log 33 on average; this one is below by a tenth. (Blurred noise.)"""
    import torch
    from PIL import Image

    from clica_nb.core import rng
    from clica_nb.data.pairs import PairBatches
    from clica_nb.data.threedident import open_set, render_latents
    from clica_nb.data.threedident_scores import pairs_of
    from clica_nb.encoders.resnet import ImageEncoder
    from clica_nb.losses import InfoNCE
    from clica_nb.training import contrastive, fit, make_optimizer

    r = np.random.default_rng(0)
    z = r.uniform(-1, 1, size=(200, 10))
    (tmp_path / 'images').mkdir()
    np.save(tmp_path / 'raw_latents.npy', z.astype('float32'))
    np.save(tmp_path / 'latents.npy', render_latents(z).astype('float32'))
    basis = r.normal(size=(10, 8, 8, 3))
    for i, x in enumerate(z):
        image = 128 + 20 * np.tensordot(x, basis, 1)
        Image.fromarray(np.clip(image, 0, 255).astype('uint8')).resize((64, 64)).save(
            tmp_path / 'images' / f'{i:03d}.png'
        )
    images = open_set(tmp_path, progress=False)
    f = ImageEncoder(10, width=16, output='box', generator=rng(0)).to(memory_format=torch.channels_last)
    source, loss = PairBatches(images, pairs_of(images), 32, rng(1)), contrastive(InfoNCE('lp'))
    h = fit(f, source, loss, 50, make_optimizer(f, lr=1e-3), log_every=10, score_every=10, progress=False)
    losses = h.column('loss')
    assert losses[-1] < math.log(33) - 0.1, losses


@pytest.mark.parametrize(
    'args, says',
    [
        (['--data', 'nowhere'], 'it does not exist; a folder with train/ and test/ is needed'),
        (['--data', 'nbs'], 'it is no 3DIdent folder'),
        ([], 'data is missing: threedident needs a folder with train/ and test/'),
        (['--data', 'sample', '--set', 'encoder=rn151'], "encoder is 'rn151': allowed are 'resnet18'"),
        (['--data', 'sample', '--set', 'width=4'], 'width is 4: >= 8 is needed'),
        (
            ['--data', 'sample', '--set', 'batch_norm=frozen'],
            "batch_norm is 'frozen': allowed are 'published', 'ordinary'",
        ),
    ],
)
def test_refused_in_one_line(args, says, tmp_path):
    r = clica('reproduce', '--table', '4', '--preset', 'smoke', '--runs', tmp_path, *args, check=2)
    assert says in r and len(r.strip().splitlines()) == 1, r
