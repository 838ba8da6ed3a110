"""The theory as one document: statements carry the numbers of the site, and no reference is left open."""

import importlib.util
import json
import re
from pathlib import Path

import pytest

root = Path(__file__).resolve().parent.parent
spec = importlib.util.spec_from_file_location('theory_pdf', root / 'tools/site/theory_pdf.py')
theory_pdf = importlib.util.module_from_spec(spec)
spec.loader.exec_module(theory_pdf)


@pytest.fixture(scope='module')
def text(tmp_path_factory):
    return theory_pdf.document(tmp_path_factory.mktemp('pdf'))


def test_every_theorem_is_there_once(text):
    pages = sorted(theory_pdf.THEORY.glob('*.ipynb'))
    labels = [k for p in pages for k in re.findall(r'\{#(thm-[\w-]+)\}', p.read_text(encoding='utf-8'))]
    assert len(re.findall(r'^\*\*Theorem \d+\.\d+', text, re.M)) == len(labels) > 20
    assert text.count('**Theorem 10.1 (InfoNCE at every number of negatives).**') == 1


def test_every_figure_and_table_is_there_once(text):
    found = []
    for page in sorted(theory_pdf.THEORY.glob('*.ipynb')):
        cells = json.loads(page.read_text(encoding='utf-8'))['cells']
        labels = [
            re.search(r'^#\| label: (\S+)', ''.join(c['source']), re.M) for c in cells if c['cell_type'] == 'code'
        ]
        number = theory_pdf.numbers(page.name, cells)
        # a cell that has not been run yet shows nothing
        shows = [bool(c['outputs']) for c in cells if c['cell_type'] == 'code']
        found += [number[m[1]] for m, some in zip(labels, shows) if m and some and m[1] in number]
    assert len(found) > 40
    assert [n for n in found if text.count(f'**{n}.**') != 1] == []


def test_a_drawing_is_a_file_of_its_own():
    legend = '<span style="color:#123456">-</span> loss'
    svg = theory_pdf.drawing(
        f'<svg viewBox="0 0 10 20"><a href="x"><path fill="currentColor"/></a></svg><p>{legend}</p>'
    )
    assert svg.startswith('<svg xmlns') and '<a' not in svg and 'currentColor' not in svg
    assert 'height="40.0"' in svg and '#123456' in svg and '>loss</text></svg>' in svg


def test_no_reference_is_open(text):
    assert not re.findall(r'@(?:thm|prp|lem|cor|def|eq|fig|tbl)-[\w-]+', text)
    assert '.ipynb)' not in text and '.ipynb#' not in text


def test_numbers_count_by_kind():
    cells = [dict(cell_type='markdown', source=['::: {#thm-a}\n', '$$x$$ {#eq-b}\n', '::: {#thm-c}\n'])]
    assert theory_pdf.numbers('10_x.ipynb', cells) == {
        'thm-a': 'Theorem 10.1',
        'eq-b': 'Equation 10.1',
        'thm-c': 'Theorem 10.2',
    }


def test_an_unknown_label_is_seen():
    with pytest.raises(KeyError):
        theory_pdf.prose('::: {#thm-nowhere}\n## Title\n', {})


def test_quotations_stay_quotations():
    assert theory_pdf.prose('# Title\n\n> What the page says.', {}) == '# Title\n\nWhat the page says.'
    assert theory_pdf.prose('Quoted:\n\n> one\n>\n> two', {}) == 'Quoted:\n\n> one\n>\n> two'
