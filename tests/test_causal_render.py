"""With Blender (make render-env): a rendered Causal3DIdent set is the same whatever happens around it. Without:
skipped; the rest is tested in the notebooks."""

import pytest

from clica_nb.data.causal3dident import CLASSES, data_label, load
from clica_nb.data.causal3dident_sets import render_causal
from clica_nb.render import process as renderer
from clica_nb.render.meshes import simplify, teapot

try:
    renderer.blender_command()
    found = True
except ValueError:
    found = False
pytestmark = [pytest.mark.skipif(not found, reason='no Blender: make render-env'), pytest.mark.slow]
tiny = renderer.settings(size=32, samples=4, denoise='fast')
# seven objects that no file is needed for: the teapot on coarser and coarser grids
objects = {name: simplify(teapot(), 60 - 9 * k) if k else teapot() for k, name in enumerate(CLASSES)}


def files(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.glob('*/images_*/*.png'))}


def test_jobs_and_growth_change_no_byte(tmp_path):
    render_causal(tmp_path / 'one', 18, 14, objects, settings=tiny, progress=False)
    render_causal(tmp_path / 'grown', 14, 14, objects, settings=tiny, progress=False)
    for p in (tmp_path / 'grown/testset/images_3').glob('*.png'):
        p.write_bytes(p.read_bytes()[:50])  # broken off
    render_causal(tmp_path / 'grown', 18, 14, objects, settings=tiny, jobs=2, progress=False)
    assert len(files(tmp_path / 'one')) == 32 and files(tmp_path / 'one') == files(tmp_path / 'grown')
    train, test = load(data_label(str(tmp_path / 'one')), str(tmp_path / 'one'))
    assert (train.counts, test.counts, train.size) == ([3] * 4 + [2] * 3, [2] * 7, 32)
    shapes = [train.pixels[k].astype(int).std((1, 2)).mean() for k in range(7)]
    assert min(shapes) > 5  # something is seen in every class
