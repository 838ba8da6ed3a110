"Content and style: the numerical experiment from a row to the report."

import json
import re

from command import call, clica

from clica_nb.repro.plan import plan
from clica_nb.repro.rows import select


def test_a_row_at_smoke_scale(tmp_path):
    for run in plan(select(['content-style'], [4]), [0], 'smoke'):
        call(run, run.folder(tmp_path))
    out = clica('report', '--table', 'content-style', '--preset', 'smoke', '--runs', tmp_path)
    r = json.loads(next(tmp_path.rglob('result.json')).read_text())
    assert r['rows'] == ['content-style.4'] and r['params']['prob'] == 0.75
    assert r['params']['statistical'] and r['params']['causal']
    scores = 'content_r2', 'style_r2', 'content_linear', 'style_linear', 'content_back', 'style_floor'
    assert set(scores) <= set(r['metrics'])
    assert 0 < r['metrics']['style_floor'] < 1 and re.search('^4 +CONTENT R2 .* below$', out, re.M), out


def test_wrong_settings_are_refused(tmp_path):
    for change, says in (
        ('law=code', "law is 'code'"),
        ('prob=0', 'prob is 0'),
        ('objective=vicreg', "objective is 'vicreg'"),
    ):
        row = 'reproduce', '--table', 'content-style', '--rows', '1', '--preset', 'smoke'
        assert says in clica(*row, '--set', change, '--runs', tmp_path, check=2)
