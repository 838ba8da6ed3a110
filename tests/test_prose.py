"""Decimals in the prose of a page of results come from somewhere: what a cell printed or asserts, or a table there."""

import json
import re
from pathlib import Path

import pytest

results = Path(__file__).resolve().parent.parent / 'nbs' / 'results'
NUMBER = r'(?<![\w.,/])\d+\.\d+(?![\w.]*\.\d)'
# page -> numbers that no cell computes: of papers, and of runs at an earlier commit
WITHOUT_SOURCE = dict.fromkeys('causal3dident content_style table_1 table_2 table_3 table_4 verdicts'.split(), '')
WITHOUT_SOURCE |= dict(
    figure_2='0.987 0.9998 1.2 5.5',
    objectives='0.986 0.988 0.990 0.9975',
    rotations='0.60',
)


def without_source(cells: list) -> set:
    "Decimals of the prose that are in no code, no text that a cell printed, and no table of the page."
    said, known = '', ''
    for cell in cells:
        source = ''.join(cell['source'])
        if cell['cell_type'] == 'markdown':
            lines = source.splitlines()
            known += '\n'.join(line for line in lines if line.startswith('|'))
            prose = '\n'.join(line for line in lines if not line.startswith('|'))
            said += re.sub(r'\]\([^)]*\)|`[^`]*`|arXiv\W*\d{4}\.\d{5}', '', prose)
        else:
            shown = [d for o in cell['outputs'] for k, d in o.get('data', {}).items() if k.startswith('text/')]
            known += source + ''.join(''.join(d) for d in [*shown, *(o.get('text', '') for o in cell['outputs'])])
    return set(re.findall(NUMBER, said)) - set(re.findall(r'\d+\.\d+', known))


@pytest.mark.parametrize('page', WITHOUT_SOURCE)
def test_a_decimal_in_the_prose_has_a_source_on_its_page(page):
    cells = json.loads((results / f'{page}.ipynb').read_text(encoding='utf-8'))['cells']
    assert without_source(cells) == set(WITHOUT_SOURCE[page].split())


def test_a_stale_number_is_found():
    table, code = dict(cell_type='markdown', source=['| 0.47 |']), dict(cell_type='code', source=[''], outputs=[])
    for number, found in (('0.47', set()), ('0.39', {'0.39'})):
        prose = dict(cell_type='markdown', source=[f'The hue has {number}.'])
        assert without_source([table, code, prose]) == found
