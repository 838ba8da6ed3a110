"Content and style: the numerical experiment through the command line, in a process of its own."

import json
import os
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent


def clica(*args, check=0):
    r = subprocess.run(
        [sys.executable, '-m', 'clica_nb.cli', *args],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, 'OMP_NUM_THREADS': '1'},
    )
    assert r.returncode == check, r.stdout + r.stderr
    return r.stdout + r.stderr


def test_a_row_at_smoke_scale(tmp_path):
    out = clica('reproduce', '--table', 'content-style', '--rows', '4', '--preset', 'smoke', '--runs', str(tmp_path))
    r = json.loads(next(tmp_path.rglob('result.json')).read_text())
    assert (
        r['serves'] == [['content-style', 4]]
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
        assert says in clica(
            'reproduce',
            '--table',
            'content-style',
            '--rows',
            '1',
            '--preset',
            'smoke',
            '--set',
            change,
            '--runs',
            str(tmp_path),
            check=2,
        )
