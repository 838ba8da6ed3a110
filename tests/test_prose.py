"""Decimals in the prose of a page of results come from somewhere: what a cell printed or asserts, or a table there."""

import json
import re
from pathlib import Path

import pytest

results = Path(__file__).resolve().parent.parent / 'nbs' / 'results'
NUMBER = r'(?<![\w.,/])\d+\.\d+(?![\w.]*\.\d)'
# page -> numbers that no cell computes: of single trials that left no record, or of papers and reports
WITHOUT_SOURCE = dict(
    causal3dident='1.93 0.50 0.63 0.49 5.70 0.001 5.84 6.24 0.54',
    content_style='',
    table_1='0.4 0.2',
    table_2='',
    table_3='0.003 0.013 11.0 12.5 13.5 14.2 18.8',
    table_4='96.7 0.99 0.76 0.85 0.20 0.53 91.4 97.7 90.2',
    verdicts='',
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
