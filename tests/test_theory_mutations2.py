"""A wrong formula on a theory page does not pass: the check named in `theory_mutations.yaml` catches each error there.

The cells that a check needs are taken from the notebook and run in order. With one formula changed the check fails,
and no cell before it does; unchanged it passes, also after the wrong one in the same namespace.
"""

import contextlib
import io
import json
from functools import lru_cache
from pathlib import Path

import pytest
import yaml

HERE = Path(__file__).resolve().parent
MUTATIONS = {
    name: (page, e['cells'], e['right'], e['wrong'])
    for page, errors in yaml.safe_load((HERE / 'theory_mutations.yaml').read_text(encoding='utf-8')).items()
    for name, e in errors.items()
}


@lru_cache
def sources(page: str) -> tuple:
    path = HERE.parent / 'nbs/theory' / f'{page}.ipynb'
    cells = json.loads(path.read_text(encoding='utf-8'))['cells']
    return tuple(''.join(c['source']) for c in cells if c['cell_type'] == 'code')


def chosen(page: str, starts: list) -> list:
    "The page's imports and the cells that begin with the given words, in the page's order."
    code = [s.removeprefix('#| hide\n') for s in sources(page)]
    picked = [s for s in code if 'import' in s.split('\n')[0] or any(s.lstrip().startswith(t) for t in starts)]
    for t in starts:
        assert sum(s.lstrip().startswith(t) for s in picked) == 1, f'{page}: {t!r} names no cell or several'
    return picked


def run(cells: list, names: dict) -> int | None:
    "Number of the first cell whose assertion fails, None if all pass."
    for i, source in enumerate(cells):
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(source, f'cell {i}', 'exec'), names)
        except AssertionError:
            return i
    return None


@lru_cache
def before(page: str, starts: tuple) -> dict:
    "The names that the cells before the check define."
    names: dict = {}
    assert run(chosen(page, list(starts))[:-1], names) is None, 'the page itself fails before the check'
    return names


@lru_cache
def passes(page: str, starts: tuple) -> bool:
    return run(chosen(page, list(starts))[-1:], before(page, starts)) is None


@pytest.mark.parametrize('name', MUTATIONS)
def test_error_is_caught(name):
    page, starts, right, wrong = MUTATIONS[name]
    cells = chosen(page, starts)
    assert sum(s.count(right) for s in cells) == 1, f'{right!r} is not there once'
    changed = [s.replace(right, wrong) for s in cells]
    if right in cells[-1]:
        caught = run(changed[-1:], before(page, tuple(starts))) == 0
    else:
        caught = run(changed, {}) == len(cells) - 1
    assert caught, 'the wrong formula passes, or fails before the named check'
    assert passes(page, tuple(starts)), 'the page itself fails'
