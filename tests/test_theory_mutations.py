"""A wrong formula of the theory does not pass: the check named in `theory_mutations.yaml` catches each error there.

The cells that a check needs are taken from the page and run in order. With one formula changed, on the page or in
`clica_nb.theory`, the check fails, and no cell before it does; unchanged it passes.
"""

import contextlib
import io
import json
import re
import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from unittest import mock

import pytest
import yaml

import clica_nb.theory

HERE = Path(__file__).resolve().parent
MUTATIONS = {
    name: (page, e['cells'], e['right'], e['wrong'], e.get('library', False))
    for page, errors in yaml.safe_load((HERE / 'theory_mutations.yaml').read_text(encoding='utf-8')).items()
    for name, e in errors.items()
}


@lru_cache
def sources(page: str) -> tuple:
    path = HERE.parent / 'nbs/theory' / f'{page}.ipynb'
    cells = json.loads(path.read_text(encoding='utf-8'))['cells']
    return tuple(re.sub(r'\A(#\|.*\n)+', '', ''.join(c['source'])) for c in cells if c['cell_type'] == 'code')


def chosen(page: str, known_by: list) -> list:
    "The page's imports and the cells that begin with the given words, or else hold them, in the page's order."
    picked = {i for i, s in enumerate(sources(page)) if 'import' in s.split('\n')[0]}
    for words in known_by:
        first = [i for i, s in enumerate(sources(page)) if s.lstrip().startswith(words)]
        found = first or [i for i, s in enumerate(sources(page)) if words in s]
        assert len(found) == 1, f'{page}: {words!r} names no cell or several'
        picked.update(found)
    return [sources(page)[i] for i in sorted(picked)]


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
def before(page: str, known_by: tuple) -> dict:
    "The names that the cells before the check define."
    names: dict = {}
    assert run(chosen(page, list(known_by))[:-1], names) is None, 'the page itself fails before the check'
    return names


@lru_cache
def passes(page: str, known_by: tuple) -> bool:
    return run(chosen(page, list(known_by))[-1:], before(page, known_by)) is None


def caught(page: str, known_by: list, right: str, wrong: str, library: bool = False) -> bool:
    "Does the last of these cells, and none before it, fail with the wrong formula?"
    cells = chosen(page, known_by)
    text = Path(clica_nb.theory.__file__).read_text(encoding='utf-8') if library else '\n'.join(cells)
    assert text.count(right) == 1, f'{right!r} is not there once'
    if library:
        module = ModuleType('clica_nb.theory')
        module.__package__ = 'clica_nb'
        exec(text.replace(right, wrong), module.__dict__)
        with mock.patch.dict(sys.modules, {'clica_nb.theory': module}), mock.patch.object(clica_nb, 'theory', module):
            return run(cells, {}) == len(cells) - 1
    changed = [s.replace(right, wrong) for s in cells]
    if right in cells[-1]:
        return run(changed[-1:], before(page, tuple(known_by))) == 0
    return run(changed, {}) == len(cells) - 1


@pytest.mark.parametrize('name', MUTATIONS)
def test_error_is_caught(name):
    page, known_by, *formula = MUTATIONS[name]
    assert caught(page, known_by, *formula), 'the wrong formula passes, or fails before the named check'
    assert passes(page, tuple(known_by)), 'the page itself fails'
