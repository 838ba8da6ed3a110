"""The gate confirms what is committed, and refuses every corruption: a sample here, all of them by
`python tests/test_gate.py`, which writes results/faults/gate.json."""

import copy
import json
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clica_nb.repro import gate
from clica_nb.repro.contracts import as_text, contracts

root = Path(__file__).resolve().parent.parent
results = root / 'results'
WORDS = 'holds', 'fails', 'undecided'


@pytest.fixture(scope='module')
def state():
    return read_state()


def read_state():
    rules = gate.read(root / 'clica_nb/repro/rules.json')
    return gate.read(results / 'contracts.json'), gate.records_below(results), rules


def refuses(function, *args) -> bool:
    try:
        function(*args)
    except gate.Refused:
        return True
    return False


def flip(data: bytes, seed: str) -> bytes:
    "One bit changed, at a place that depends on the name."
    g = random.Random(seed)
    at = g.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << g.randrange(8)]) + data[at + 1 :]


# ---- each yields (what was corrupted, whether it was refused)


def flipped(copied: Path, every: int):
    "One bit of a file, and nothing else."
    for f in gate.files_below(copied)[::every]:
        whole = (copied / f).read_bytes()
        (copied / f).write_bytes(flip(whole, f))
        yield f, refuses(gate.check_files, copied)
        (copied / f).write_bytes(whole)


def removed(copied: Path, every: int):
    "A file that is gone."
    for f in gate.files_below(copied)[::every]:
        (copied / f).rename(copied.parent / 'aside')
        yield f, refuses(gate.check_files, copied)
        (copied.parent / 'aside').rename(copied / f)


def rescored(state, every: int):
    "A record with another score, sealed again, its hash listed again."
    made, records, _ = state
    for path in list(records)[::every]:
        r = copy.deepcopy(records[path])
        name = sorted(r['metrics'])[len(path) % len(r['metrics'])]
        r['metrics'][name] = r['metrics'][name] * 0.999 + 1e-4
        r['seal'] = gate.seal_of(r)
        yield path, refuses(gate.confirm, root, made, {**records, path: r})


def left_out(state, every: int):
    "A record that is no longer there, nor listed."
    made, records, _ = state
    for path in list(records)[::every]:
        yield path, refuses(gate.confirm, root, made, {k: v for k, v in records.items() if k != path})


def forgotten(state, every: int):
    "A record that a verdict rests on, taken out of the evidence, nothing else changed."
    made, records, rules = state
    rows = {r['id']: r for r in made['rows']}
    for path in sorted({p for r in rows.values() for at in r['results'] for p in at['evidence']})[::every]:
        without = copy.deepcopy(rows)
        for at in (at for r in without.values() for at in r['results']):
            at['evidence'] = [p for p in at['evidence'] if p != path]
        yield path, refuses(gate.check_nothing_left_out, without, made['superseded'], records)


def reworded(state, every: int):
    "A verdict of a contract that says something else."
    made, records, rules = state
    rows = {r['id']: r for r in made['rows']}
    cases = [(r, i, k) for r in made['rows'] for i in range(len(r['results'])) for k in ('number', 'claim')]
    for r, i, k in cases[::every]:
        changed = copy.deepcopy(r)
        changed['results'][i][k] = 'equal' if changed['results'][i][k] in WORDS else 'holds'
        if k == 'claim':
            changed['results'][i][k] = next(w for w in WORDS if w != r['results'][i][k])
        yield f'row {r["id"]} {i} {k}', refuses(gate.check_row, changed, rows, records, rules)
    claims = [c for c in made['claims'] if c['kind'] == 'compared']
    for c in claims[::every]:
        changed = {**c, 'verdict': next(w for w in WORDS if w != c['verdict'])}
        yield c['id'], refuses(gate.check_compared, changed, rows, records, rules)


def emptied(state, every: int):
    "A claim or a row without its contract, or a contract without one of its fields."
    made, records, _ = state
    for part in ('claims', 'rows'):
        for i in range(0, len(made[part]), every):
            short = {**made, part: made[part][:i] + made[part][i + 1 :]}
            yield made[part][i]['id'], refuses(gate.check_everything_is_claimed, short)


def resampled(state, tmp: Path):
    "A sample of latents and outputs that is another one, scored and sealed again."
    made, records, _ = state
    for f in sorted((results / 'evidence').glob('*.json')):
        s = gate.read(f)
        s['outputs'] = random.Random(0).sample(s['outputs'], len(s['outputs']))
        s['value'] = gate.check_sample(s)
        s['seal'] = gate.seal_of(s)
        (tmp / f.name).write_text(json.dumps(s))
        yield f'{f.name}, shuffled', refuses(gate.check_evidence, tmp / f.name, records)
        yield f'{f.name}, any', refuses(gate.check_records, made['records'], {**records, f'evidence/{f.name}': s})


def campaign(tmp: Path, state, every: int = 1) -> list:
    "Every kind of corruption, of every file (or every so many-th): what was tried, and what was not refused."
    shutil.copytree(results, tmp / 'results')
    out = []
    for kind, made in (
        ('one bit of a file', flipped(tmp / 'results', every)),
        ('a file gone', removed(tmp / 'results', every)),
        ('a score of a record, sealed and listed again', rescored(state, every)),
        ('a record gone, and from the list', left_out(state, every)),
        ('a record taken out of the evidence', forgotten(state, every)),
        ('a verdict', reworded(state, every)),
        ('a claim or row without contract', emptied(state, every)),
        ('a sample, scored and sealed again', resampled(state, tmp)),
    ):
        began, found = time.process_time(), list(made)
        missed = [name for name, refused in found if not refused]
        out.append(dict(corruption=kind, tried=len(found), refused=len(found) - len(missed)))
        out[-1] |= dict(missed=', '.join(missed[:20]))
        out[-1]['cpu_s'] = round(time.process_time() - began, 1)
    return out


# ---- the tests


def test_the_gate_confirms_what_is_committed():
    "With NumPy alone: the file is run by itself, and imports nothing of the package."
    probe = 'import runpy, sys; sys.argv = ["gate.py"]; sys.modules["torch"] = sys.modules["scipy"] = None\n'
    probe += 'runpy.run_path("clica_nb/repro/gate.py", run_name="__main__")'
    ended = subprocess.run([sys.executable, '-c', probe], cwd=root, capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0 and ended.stdout.startswith('confirmed in'), ended.stderr or ended.stdout
    code = (root / 'clica_nb/repro/gate.py').read_text()
    imports = {line.split()[1].partition('.')[0] for line in code.splitlines() if line.startswith(('import ', 'from '))}
    assert imports - set(sys.stdlib_module_names) == {'numpy'}


def test_the_contracts_are_those_of_ledger_tables_and_records():
    assert (results / 'contracts.json').read_text(encoding='utf-8') == as_text(contracts(root)), 'clica gate --write'


def test_a_sample_of_corruptions_is_refused(tmp_path, state):
    found = campaign(tmp_path, state, every=60)
    assert all(x['tried'] > 1 for x in found) and not [x for x in found if x['missed']], found


def test_changed_rules_are_refused(tmp_path, state):
    made, records, _ = state
    (tmp_path / 'clica_nb/repro').mkdir(parents=True)
    rules = (root / 'clica_nb/repro/rules.json').read_text()
    (tmp_path / 'clica_nb/repro/rules.json').write_text(rules.replace('"fewest": 3', '"fewest": 2'))
    with pytest.raises(gate.Refused, match='the contracts were made under'):
        gate.confirm(tmp_path, made, records)


if __name__ == '__main__':
    import tempfile

    with tempfile.TemporaryDirectory() as d:
        cases = campaign(Path(d), read_state())
    target = results / 'faults/gate.json'
    target.write_text(json.dumps(dict(cases=cases), indent=1) + '\n')
    print(json.dumps(cases, indent=1))
    sys.exit(any(x['missed'] for x in cases))
