"What the runner of the tests says of a run, whatever becomes of its notes."

import sys
from pathlib import Path

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
