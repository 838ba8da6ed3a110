"Content and style: the numerical experiment through the command line, in a process of its own."

import json

from command import clica


def test_a_row_at_smoke_scale(tmp_path):
    out = clica('reproduce', '--table', 'content-style', '--rows', '4', '--preset', 'smoke', '--runs', str(tmp_path))
    r = json.loads(next(tmp_path.rglob('result.json')).read_text())
    assert (
        r['rows'] == ['content-style.4']
        and r['params']['statistical']
        and r['params']['causal']
        and r['params']['prob'] == 0.75
    )
    assert {'content_r2', 'style_r2', 'content_linear', 'style_linear', 'content_back', 'style_floor'} <= set(
        r['metrics']
    )
    assert 0 < r['metrics']['style_floor'] < 1 and 'content-style.4' in out


def test_wrong_settings_are_refused(tmp_path):
    for change, says in (
        ('law=code', "law is 'code'"),
        ('prob=0', 'prob is 0'),
        ('objective=vicreg', "objective is 'vicreg'"),
    ):
        row = 'reproduce', '--table', 'content-style', '--rows', '1', '--preset', 'smoke'
        assert says in clica(*row, '--set', change, '--runs', tmp_path, check=2)
