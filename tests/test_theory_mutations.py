"""A wrong formula of the theory does not pass: the check named in `theory_mutations.yaml` catches each error there.

The cells that a check needs are taken from the page and run in order. With one formula changed, on the page or in
`clica_nb.theory`, the check fails, and no cell before it does; unchanged it passes (on its page in every run of the
tests, among these cells alone with --slow). What several errors of a page have in common runs once: where their cells
differ, each goes on in a process of its own. Every theorem, proposition, lemma and corollary has such an error, or a
false statement that HOL Light refuses.
"""

import contextlib
import io
import json
import os
import re
import tempfile
import traceback
from functools import lru_cache
from pathlib import Path

import pytest
import yaml

import clica_nb.theory

HERE = Path(__file__).resolve().parent
ERRORS = yaml.safe_load((HERE / 'theory_mutations.yaml').read_text(encoding='utf-8'))
REFUSED = ERRORS.pop('refused')
LIBRARY = """
import sys, types, clica_nb
clica_nb.theory = sys.modules['clica_nb.theory'] = types.ModuleType('clica_nb.theory')
clica_nb.theory.__package__ = 'clica_nb'
exec({!r}, vars(clica_nb.theory))
"""


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


def ways(page: str, error: dict) -> tuple:
    "The cells of a check with the error, and as they are."
    cells, right, wrong = chosen(page, error['cells']), error['right'], error['wrong']
    text = Path(clica_nb.theory.__file__).read_text(encoding='utf-8') if 'library' in error else '\n'.join(cells)
    assert text.count(right) == 1, f'{right!r} is not there once'
    if 'library' in error:
        return [LIBRARY.format(text.replace(right, wrong)), *cells], ['', *cells]
    return ['', *(s.replace(right, wrong) for s in cells)], ['', *cells]


def explore(at: dict, depth: int, names: dict, report):
    "Run lists of cells, by what they are reported as, whose first `depth` cells are the same and have run."
    following: dict = {}
    for key, cells in at.items():
        following.setdefault(cells[depth], {})[key] = cells
    for source, some in following.items():
        if process := os.fork():
            os.waitpid(process, 0)
            continue
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(source, f'cell {depth}', 'exec'), names)
            report(key for key, cells in some.items() if depth + 1 == len(cells))
            explore({k: cells for k, cells in some.items() if depth + 1 < len(cells)}, depth + 1, names, report)
        except AssertionError:
            report(some, depth)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)


def first_failures(page: str, errors: dict, kinds: tuple = ('wrong', 'right')) -> dict:
    "Of each error, and of its cells as they are: the number of the first cell that fails, from 1; None if none does."
    at = {f'{k} {name}': way for name, error in errors.items() for k, way in zip(kinds, ways(page, error))}
    with tempfile.TemporaryFile('a+') as file:

        def report(keys, failed=None):
            file.writelines(json.dumps([key, failed]) + '\n' for key in keys)
            file.flush()

        explore(at, 0, {}, report)
        file.seek(0)
        return dict(map(json.loads, file))


@pytest.fixture(scope='module')
def found(pytestconfig):
    "What the errors of each page lead to."
    kinds = ('wrong', 'right') if pytestconfig.getoption('--slow') else ('wrong',)
    return lru_cache(lambda page: first_failures(page, ERRORS[page], kinds))


@pytest.mark.parametrize('page, name', [(page, name) for page, errors in ERRORS.items() for name in errors])
def test_error_is_caught(found, page, name, pytestconfig):
    if pytestconfig.getoption('--slow'):
        assert found(page)[f'right {name}'] is None, 'the page itself fails'
    last = len(chosen(page, ERRORS[page][name]['cells']))
    assert found(page)[f'wrong {name}'] == last, 'the wrong formula passes, or fails before the named check'


def test_every_statement_has_one():
    pages = [json.loads(p.read_text(encoding='utf-8'))['cells'] for p in (HERE.parent / 'nbs/theory').glob('*.ipynb')]
    text = '\n'.join(''.join(c['source']) for cells in pages for c in cells if c['cell_type'] == 'markdown')
    labels = re.findall(r'^:+ \{#((?:thm|prp|lem|cor)-[\w-]+)\}', text, re.M)
    named = {error['of'] for errors in ERRORS.values() for error in errors.values() if 'of' in error}
    assert set(labels) == named | set(REFUSED) and len(labels) == len(set(labels)) > 50
    records = ''.join(p.read_text(encoding='utf-8') for p in (HERE.parent / 'proofs').glob('checked*.txt'))
    for label, statement in REFUSED.items():
        assert re.search(rf'^is refused +{re.escape(statement)}', records, re.M), label


# ---- the bookkeeping cannot disarm itself: an error that is not made, or not in the named check, is no error caught


def test_a_formula_that_is_not_there_is_no_error_caught():
    for more in ({}, {'library': True}):
        with pytest.raises(AssertionError, match='is not there once'):
            ways('10_infonce_limit', dict(cells=['def coefficients('], right='a formula not there', wrong='', **more))
    with pytest.raises(AssertionError, match='names no cell'):
        ways('52_coverings', dict(cells=['a cell that is not there'], right='x', wrong='y'))


def test_an_assertion_before_the_check_is_no_error_caught():
    early = 'test_close(sphere_loss(5.0, 3.0, M), infonce_loss(3, 5.0, 3.0, M), 1e-11)'
    same = dict(cells=['def coefficients('], right='b, c = -v / 2, s / 3', wrong='b, c = v * -0.5, s / 3', library=True)
    early = dict(cells=['def mean_log_sum(', 'own_row = {'], right=early, wrong='assert False')
    found = first_failures('10_infonce_limit', dict(early=early, same=same))
    assert found['wrong early'] == len(chosen('10_infonce_limit', early['cells'])) - 1 and found['wrong same'] is None
