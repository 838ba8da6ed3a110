"The two verdicts say the same in every format: constructed cases, and the committed records."

import json
import re
from pathlib import Path

import pytest

from clica_nb.repro import results, show
from clica_nb.repro.plan import Case
from clica_nb.repro.rows import published, select
from clica_nb.repro.rows import tables as tables_of

root = Path(__file__).resolve().parent.parent
OLD = re.compile(r'\breproduced\b|\bdifferent on\b|\breproduced on\b')

# table, row, scores by seed, data, the words for number and claim, both as a page shows them
CASES = {
    'within': ('1', 2, (0.9981, 0.9984, 0.9990), '', 'within (-0.01)', 'holds'),
    'half a point': ('1', 9, (0.9995, 0.9996, 0.9994), '', 'within (+0.93)', 'holds'),
    'above': ('1', 11, (0.9950, 0.9960, 0.9955), '', 'above (+1.42)', 'holds'),
    'below': ('1', 1, (0.92, 0.85, 0.84), '', 'below (-12.42)', 'fails'),
    'below, and the claim holds': ('2', 5, (0.965, 0.966, 0.964), '', 'below (-2.30)', 'holds'),
    'one seed': ('1', 2, (0.9986,), '', 'undecided (1 seed)', 'undecided (1 seed)'),
    'two seeds': ('3', 2, (0.7381, 0.7963), 'standin', 'undecided (2 seeds)', 'undecided (2 seeds)'),
    'at the bound': ('1', 2, (1.0, 1.0, 1.0), '', 'within (+0.14)', 'holds'),
    'no scatter': ('1', 2, (0.97, 0.97, 0.97), '', 'below (-2.86)', 'holds'),
    'seeds far apart': ('2', 1, (0.9759, 0.9756, 0.8842), '', 'undecided (-4.10)', 'undecided'),
    'stand-in data': ('4', 1, (0.4758, 0.4565, 0.4482), 'rendered-64px', 'below (-52.29), other data', 'fails'),
    'no R2 besides': ('2', 10, (0.43, 0.44, 0.44), '', 'within (-0.13)', 'fails'),
    'at the floor instead': ('2', 10, (0.59, 0.60, 0.60), '', 'above (+15.87)', 'fails'),
    'no record': ('1', 2, (), '', 'not run', 'not run'),
}


def summary(table, row, scores, data, **more):
    "A collection with one row's invented records, and the row's summary."
    records = [
        dict(
            experiment=tables_of()[table].experiment,
            commit='ab',
            versions={'clica_nb': '1'},
            rows=[f'{table}.{row}'],
            kind='unsupervised',
            recipe='quick',
            seed=seed,
            overrides={},
            params=Case(select([table], [row])[0], 'unsupervised', 'quick', data=data).params,
            metrics={'r2': v, 'mcc': v, 'rotation_floor': 0.595, 'rotation_floor_sd': 0.036},
            wall_s=1.0,
            device='a test',
            precision='fp32',
            **more,
        )
        for seed, v in enumerate(scores)
    ]
    found = results.Collection(records)
    return found, results.summarise(found, table, 'quick', ['unsupervised'], [row])[0]


def both_words(markdown):
    "Number and claim of the only row."
    claim, number = markdown.split('\n')[2].strip('| ').split(' | ')[1:3]
    return number, claim


@pytest.mark.parametrize('case', CASES)
def test_every_format_says_the_same(case):
    table, row, scores, data, number, claim = CASES[case]
    found, s = summary(table, row, scores, data)
    assert both_words(show.as_markdown([s])) == (number, claim)
    assert show.as_claims([s]).endswith(f'| {claim} |')
    page = show.as_report(found, {table: [s]})
    assert f'| {number} |' in page and f'| {claim} |' in page
    (r,) = json.loads(show.as_json(found, [s]))['rows']
    words = number.partition(' (')[0].partition(',')[0], claim.partition(' (')[0]
    assert (r['number']['word'], r['claim']['word']) == words == (s.number.word, s.claim.word)
    shown = [page, show.as_markdown([s]), show.as_claims([s])]
    assert not any(OLD.search(x) for x in shown)
    if data:
        assert all(data.partition('-')[0] in x for x in (*shown[:2], show.as_text([s])))


def test_few_seeds_are_listed():
    "No mean and no standard deviation of one or two values."
    s = summary('3', 2, (0.7381, 0.7963), 'standin')[1]
    assert '| 73.81, 79.63 |' in show.as_markdown([s]) and '±' not in show.cells(s)[4]


def test_published_std_may_be_missing(monkeypatch):
    from clica_nb.repro import rows

    row = select(['1'], [2])[0]
    monkeypatch.setitem(row.published, 'unsupervised', (99.86, None))
    assert rows.tables()['1'].rows[2].published['unsupervised'][1] is None
    s = summary('1', 2, (0.9981, 0.9984, 0.9990), '')[1]
    assert both_words(show.as_markdown([s])) == ('within (-0.01)', 'holds') and '| 99.86 |' in show.as_markdown([s])
    show.as_report(results.Collection([]), {'1': [s]})


@pytest.mark.parametrize('bad', [float('nan'), 7.0])
def test_what_no_score_can_be_is_refused(bad):
    with pytest.raises(ValueError, match='scores is'):
        summary('1', 2, (0.9, 0.9, bad), '')


def without_links(path):
    "The text of a page, where a link is its words."
    return re.sub(r'\[([^\][]*)\]\([^()]*\)', r'\1', path.read_text(encoding='utf-8'))


def test_committed_records_on_every_page():
    "What stands for each row is on its own page, its claim on the page of all rows, and their counts in the README."
    found = results.collect([root / 'results'])
    pages = {p.stem: without_links(p) for p in (root / 'nbs/results').glob('*.ipynb')}
    names = {t: f'table_{t}' for t in '123'} | {'content-style': 'content_style', 'causal3dident': 'causal3dident'}
    for t in published():
        summaries = results.standing(found, t)
        told = {'verdicts': show.as_claims(summaries)}
        told |= {names[t]: show.as_markdown(summaries)} if t in names else {}
        for page, lines in told.items():
            for line in lines.split('\n'):
                assert json.dumps(line, ensure_ascii=False)[1:-1] in pages[page], (t, line)
    for line in show.scoreboard(found).split('\n'):
        assert line in without_links(root / 'README.md')


def test_every_row_can_be_described():
    for row in select():
        text = show.describe(row)
        assert text and not re.search(r'True|False|\bp 1|\{', text), text
