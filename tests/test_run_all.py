"What the runner of the tests says of a run, whatever becomes of its notes."

import os
import subprocess
import sys
from pathlib import Path

import pytest
import run_all


def test_the_result_is_told_where_nothing_can_be_written(monkeypatch, capsys):
    "As in a checkout that is read-only, or on a full disk; and of a long output the middle is left out."
    program = 'print(*range(1000), sep="\\n"); raise SystemExit(1)'
    task = run_all.Task('lint', 'a task', (sys.executable, '-c', program))
    monkeypatch.setattr(run_all, 'TIMES', Path('/proc/none/times.json'))
    monkeypatch.setattr(run_all, 'tasks_of', lambda *_: [task])
    monkeypatch.setattr(sys, 'argv', ['run_all.py', '--parts', 'lint'])
    assert run_all.main() == 1
    out, err = capsys.readouterr()
    assert 'FAILED lint: a task\n' in out and out.endswith('0 passed, 1 failed, 0 skipped\n')
    assert '\n149\n... 700 lines left out ...\n850\n' in out
    assert '/proc/none/times.json is not written' in err


@pytest.mark.skipif(not (run_all.root / '.git').exists(), reason='no checkout, but an unpacked archive')
def test_a_checkout_that_git_distrusts_says_so():
    "As one that is mounted into a container: it belongs to another user."
    env = {**os.environ, 'GIT_TEST_ASSUME_DIFFERENT_OWNER': '1'}
    r = subprocess.run([sys.executable, run_all.root / 'tests/in_sync.py'], env=env, capture_output=True, text=True)
    assert r.returncode == 1 and r.stderr.startswith('git ls-files: fatal: detected dubious ownership')
    assert 'git config --global --add safe.directory' in r.stderr and len(r.stderr.splitlines()) == 1
