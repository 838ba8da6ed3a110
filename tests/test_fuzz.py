"What comes from outside, changed at random: a fixed set of changes, and, with --slow, ten thousand."

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

root = Path(__file__).resolve().parent.parent


def fuzz(tmp_path, count, *args):
    out = tmp_path / 'fuzz.json'
    command = [sys.executable, str(root / 'tests/fuzz.py'), '--count', str(count), '--out', str(out), *args]
    env = {**os.environ, 'OMP_NUM_THREADS': '1', 'PYTHONPATH': str(root)}
    r = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=3000, env=env)
    assert out.exists(), r.stdout + r.stderr
    found = json.loads(out.read_text())
    return found, r.stdout


def check(found, said, count):
    "Every target met both: what it refuses and what it takes; nothing else."
    counts = {k: t['counts'] for k, t in found['targets'].items()}
    total = sum(n for c in counts.values() for n in c.values())
    assert not found['findings'] and 0 <= total - count < len(counts), said
    assert all(c.get('harmless') for c in counts.values()), said
    refused = {name for name, c in counts.items() if c.get('refused')}
    assert refused >= set(counts) - {'checkpoints', 'folders'}  # there all is set aside, with the right outcome


def test_a_fixed_set(tmp_path):
    check(*fuzz(tmp_path, 600), 600)


@pytest.mark.slow
def test_ten_thousand(tmp_path):
    check(*fuzz(tmp_path, 10_000, '--seed', '1'), 10_000)


def test_a_broken_reader_is_found(tmp_path, monkeypatch):
    "The fuzzer sees a wrong number, a crash, a hang and a bomb."
    import random

    sys.path.insert(0, str(root / 'tests'))
    import fuzz as f

    class Broken:
        def mutate(self, gen, here):
            self.how = here.name and gen.number

        def run(self, here):
            if self.how == 0:
                raise f.Wrong('x')
            if self.how == 1:
                os.abort()
            if self.how == 2:
                while True:
                    pass
            if self.how == 3:
                bytearray(2**31)
            if self.how == 4:
                {}['x']
            if self.how == 5:
                raise ValueError('not ours')

    class Numbered(random.Random):
        def __init__(self, text):
            super().__init__(text)
            self.number = int(text.split()[-1])

    monkeypatch.setattr(f.random, 'Random', Numbered)
    monkeypatch.setattr(f, 'SECONDS', 2)
    found = {i: what for i, what, *_ in f.batch('broken', Broken(), range(7), 0, tmp_path)}
    assert found == {0: 'wrong', 1: 'crash', 2: 'hang', 3: 'memory', 4: 'crash', 5: 'crash', 6: 'harmless'}
