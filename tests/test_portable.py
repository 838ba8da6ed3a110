"The closed forms and samplers under one foreign processor's arithmetic; all combinations: `make test-portable`."

import json

import portable
import pytest

CLOSED_FORMS = [
    'api/12_distributions',
    *(pytest.param(f'api/{k}', marks=pytest.mark.slow) for k in ('10_spaces', '38_theory')),
]


def test_the_foreign_arithmetic_takes_effect():
    found, differs = portable.effect(portable.FOREIGN)
    assert found['threads'] == 1 and 'PyTorch DEFAULT' in found['chosen'], found['chosen']
    assert {'NumPy products', 'PyTorch products'} <= set(differs.split(', ')), differs


@pytest.mark.parametrize('name', CLOSED_FORMS)
def test_closed_forms_and_samplers(name):
    (part,) = portable.parts([f'{name}.ipynb'])
    found = portable.run_part(part, portable.FOREIGN)
    assert found['passed'] > 10 and not found['failures'], found['failures']


def test_a_cell_that_fails_is_counted(tmp_path):
    cells = ['x = 1', 'assert x == 2', 'raise ValueError("no")', 'assert x == 1', '#| slow\nassert False']
    made = [
        dict(cell_type='code', execution_count=None, id=f'cell{i}', metadata={}, outputs=[], source=s)
        for i, s in enumerate(cells)
    ]
    path = tmp_path / 'bad.ipynb'
    path.write_text(json.dumps(dict(cells=made, metadata={}, nbformat=4, nbformat_minor=5)))
    found = portable.run_part(path, 'native')
    assert found['passed'] == 2
    assert found['failures'] == ['cell 1: AssertionError: assert x == 2', 'cell 2: ValueError: no']
    assert 'all' in portable.table([found]).splitlines()[-1]
