"""From a number to its record and from a claim to its record: on this project's own site, link by link, and in a
browser."""

import os
import re
import zipfile
from html import unescape
from pathlib import Path

import pytest
import yaml

from clica_nb.repro.results import collect
from clica_nb.repro.sheet import Sheet, sheets
from clica_nb.site.build import documented
from clica_nb.site.check import PageReader
from clica_nb.site.records import record_page, rows_of_claim

root = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.filterwarnings('ignore')
ledger = yaml.safe_load((root / 'nbs/claims.yaml').read_text(encoding='utf-8'))


@pytest.fixture(scope='session')
def found():
    return sheets(collect([root / 'results']))


def text(site, page):
    return (site / page).read_text(encoding='utf-8')


def plain(cell):
    return unescape(re.sub(r'<[^>]+>', '', cell)).strip()


def tables_of(page):
    "Every table of a page: headings, and its lines as (attributes of the line, cells)."
    article = page[page.index('<article') : page.index('</article>')]
    for table in re.findall(r'<table.*?</table>', article, re.S):
        head = [plain(c) for c in re.findall(r'<t[hd]\b[^>]*>(.*?)</t[hd]>', table.partition('<tbody')[0], re.S)]
        body = table.partition('<tbody')[2]
        lines = re.findall(r'<tr([^>]*)>(.*?)</tr>', body, re.S)
        yield head, [(a, re.findall(r'<t[dh][^>]*>(.*?)</t[dh]>', line, re.S)) for a, line in lines]


def follow(page, href):
    "The page and the identifier that a link of a page leads to."
    path, _, name = unescape(href).partition('#')
    there = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
    return there.replace(os.sep, '/'), name


# ---- every record has its page


def test_every_record_has_a_page_with_its_scores(own, found):
    assert sum(len(s.records) for s in found) == len(collect([root / 'results']).records) > 100
    for s in found:
        page = text(own[0], f'records/{s.key}.html')
        shown = [
            [plain(c) for c in cells] for head, lines in tables_of(page) for _, cells in lines if head[0] == 'score'
        ]
        by_name = {re.split(r'(?=[A-Z ])', cells[0])[0]: cells for cells in shown}
        for i, r in enumerate(s.records):
            assert f'id="seed{r["seed"]}"' in page
            value = s.table.factor * r['metrics'][s.metric]
            cells = next(c for name, c in by_name.items() if name.startswith(s.metric))
            assert cells[len(cells) - len(s.records) + i] == f'{value:.2f}', (s.title, r['seed'])
        with zipfile.ZipFile(own[0] / f'records/{s.key}.zip') as kept:
            for f in map(Path, s.files):
                assert kept.read(f.name) == f.read_bytes()


def test_only_a_training_is_drawn_as_a_curve(found):
    "Records of the objectives hold an entry per world, one world after the other."
    drawn = {s.first['experiment']: 'class="curves"' in record_page(s, {}).body for s in found if s.first.get('curve')}
    assert drawn.pop('objectives') is False and all(drawn.values()) and len(drawn) >= 5


def test_addresses_of_records_stay():
    "A page is named by the hash of its parameters: the row it stands for may be counted anew, its address stays."
    known = {
        '5e09127d-quick': 'Row 1.1',
        'a4fbf8cf-quick': 'Row 1.1, signal: pairs within the batch',
        '625c28be-quick': 'Rows 1.6 and 2.9, second recipe: first recipe',
        '78bd587c-quick': 'Row 1.2, recipe: Adam',
    }
    titles = {s.key: s.title for s in sheets(collect([root / 'results']))}
    assert {k: titles.get(k) for k in known} == known


def test_hostile_records_are_shown_as_text(found):
    evil = '<script>alert(1)</script><img src=x onerror=alert(2)>" onmouseover="x'
    s = next(s for s in found if s.data and s.summaries)
    r = {**s.first, 'device': evil, 'commit': evil, 'precision': evil, 'finished': evil, 'seal': evil, 'backend': evil}
    r['versions'], r['metrics'] = {evil: evil}, {**r['metrics'], evil: 0.5}
    r['params'] = {**r['params'], 'lr_schedule': evil}
    made = record_page(Sheet((r,), s.files[:1], s.summaries), documented(root / 'clica_nb'))
    page = made.body + made.lead + made.title + made.links
    assert '<script' not in page and '<img' not in page and 'alert(1)' in page
    assert not re.search(r'<[^>]*onmouseover', page)


# ---- from a number to its record

MEASURED = re.compile(r'\d\.\d|\d:\d\d|^[-+\u2212]?\d+(\.\d+)?( \(|$)')
NO_RECORD = {
    # what a column holds that is no measurement of ours, or is what a setting asks for
    '',
    'percent of the steps',
    *'''
        row rows setting published data seed seeds number claim verdict views what where paper code here
        parameter ablation quick long part variant score baseline factor run runs table images steps batch width
        similarity backend implementation preset records frames p predicted
    '''.split(),
    *('published R2', 'published MCC', 'class, published', 'content, published', 'style, published', 'second view'),
    *('paper (transcription)', 'pairs, million', 'compared', 'columns', 'left', 'fault', 'message', 'objective'),
    *('number, quick', 'claim, quick', 'number, long', 'claim, long', 'proof, check, code, rows', 'statements'),
    *('claims about experiments', 'rows, quick', 'rows, long', 'Blender', 'Mitsuba', 'rate', 'rate x steps'),
}
NO_RECORDS = {
    # tables whose numbers the page itself computes, without a run: what they are from is the code above them
    ('results/engines.html', 'RMSE, all pixels'),
    ('results/engines.html', 'RMSE, flat regions'),
    ('results/engines.html', 'mean difference'),
    ('results/engines.html', 'seconds per image'),
    ('results/engines.html', 'images per second and core'),
    ('results/figure_2.html', 'identical images over'),
    ('results/figure_2.html', 'closed form'),
    ('results/figure_2.html', 'R2 at best, measured'),
    ('results/figure_2.html', 'wrapped'),
    ('results/content_style.html', 'content in its three weakest directions'),
    ('results/content_style.html', 'style, most persistent direction'),
    *(('results/row_2_10.html', h) for h in ('reading', 'best scale', 'even minus axes')),
    # numbers of files that the text names; reasons repeat numbers linked above
    *(('results/parity.html', h) for h in ('code, function', 'published code', 'difference', 'tolerance')),
    *(('results/parity.html', h) for h in ('largest difference', 'the same function', 'variants')),
    ('results/objectives.html', 'statement'),
    ('claims.html', 'reason'),
    ('results/table_3.html', 'gap'),
    ('results/table_3.html', 'outputs'),
    ('results/table_3.html', 'MCC'),
    ('results/table_3.html', 'final loss'),
}


def unlinked(site, pages):
    "Numbers of tables that lead to no record: (page, heading, text)."
    for page in pages:
        for head, lines in tables_of(text(site, page)):
            if all('±' in c for c in map(plain, lines[0][1][2:])) and head[:2] == ['row', 'views']:
                continue  # the poster's own table
            for _, cells in lines:
                printed = len(cells) > 2 and plain(cells[2]) == 'published'
                for name, cell in zip(head, cells):
                    skip = printed or name in NO_RECORD or (page, name) in NO_RECORDS
                    known = 'records/' in cell or 'records.html' in cell  # of one setting, or the list of all
                    if not skip and MEASURED.search(plain(cell)) and not known:
                        yield page, name, plain(cell)


def test_every_measured_number_leads_to_its_record(own):
    pages = ['index.html', 'claims.html', *sorted(f'results/{p.name}' for p in (own[0] / 'results').glob('*.html'))]
    assert len(pages) > 15
    bad = list(unlinked(own[0], pages))
    assert not bad, '\n'.join(map(str, bad[:40]))


def test_an_unlinked_number_would_be_found(tmp_path):
    "The check above can fail."
    (tmp_path / 'a.html').write_text(
        '<article><table><thead><tr><th>row</th><th>measured (seeds)</th></tr></thead><tbody>'
        '<tr><td>1.1</td><td>99.80 ± 0.02 (3)</td></tr>'
        '<tr><td>1.2</td><td><a href="records/k.html">99.80</a></td></tr></tbody></table></article>'
    )
    assert list(unlinked(tmp_path, ['a.html'])) == [('a.html', 'measured (seeds)', '99.80 ± 0.02 (3)')]


def test_a_number_leads_to_the_record_that_has_it(own, found):
    "In the main tables the page behind a number shows that number."
    for page in ('results/table_1.html', 'results/table_2.html', 'results/table_3.html'):
        count = 0
        for head, lines in tables_of(text(own[0], page)):
            columns = [i for i, h in enumerate(head) if h.endswith(' (seeds)')] if 'setting' in head else []
            for at in columns:
                for _, cells in lines:
                    for href, number in re.findall(r'<a[^>]*href="([^"]*records/[^"]*)"[^>]*>(.*?)</a>', cells[at]):
                        there = text(own[0], follow(page, href)[0])
                        assert re.sub(r' \(\d+\)$', '', plain(number)) in plain(there), (page, number)
                        count += 1
        assert count >= 10, page


def test_a_sign_of_the_scoreboard_leads_to_the_records_of_its_row(own, found):
    rows = {x.row.id for s in found for x in s.summaries}
    sign = r'<a[^>]*href="([^"]*)"[^>]*title="([\w.-]+), (?:claim|number): [^"]+"'
    signs = re.findall(sign, text(own[0], 'index.html'))
    for href, row in signs:
        assert href.startswith('records/') and row in rows, (href, row)
        name = row if row[0].isdigit() else row.rpartition('.')[2]
        assert f'#row-{name}"' in text(own[0], follow('index.html', href)[0]), (href, row)
    assert len(signs) > 60


# ---- from a claim to its record


def to_records(site, page, html):
    "Records that a piece of a page links to."
    return {follow(page, h)[0] for h in re.findall(r'href="([^"]*records/[^"]*)"', html)}


@pytest.mark.parametrize('claim', ledger['claims'], ids=lambda c: c['id'])
def test_a_claim_reaches_a_record_in_two_clicks(own, claim):
    if not rows_of_claim(claim):
        pytest.skip('the ledger names no row for it: a statement that no run shows')
    page = text(own[0], 'claims.html')
    line = re.search(rf'<tr[^>]*>(?:(?!</tr>).)*<span id="{claim["id"]}">.*?</tr>', page, re.S)
    assert line, 'the claim has no line of its own'
    reached = set()
    for href in re.findall(r'href="([^"]+)"', line[0]):
        there, name = follow('claims.html', href)
        if there.startswith(('http', 'theory/', 'api/')) or not name:
            continue
        second = re.search(rf'<tr[^>]*id="{re.escape(name)}".*?</tr>', text(own[0], there), re.S) or re.search(
            rf'<tr[^>]*>(?:(?!</tr>).)*id="{re.escape(name)}".*?</tr>', text(own[0], there), re.S
        )
        if second:
            reached |= to_records(own[0], there, second[0])
    assert reached and all((own[0] / r).exists() for r in reached), claim['id']


def test_a_claim_names_code_and_proof_or_comparison():
    "Code is named wherever a run shows the claim; what only a page proves names the place in that page."
    for claim in ledger['claims']:
        if claim['verdict'] in ('cited', 'not checked'):
            continue
        assert claim.get('code') or not rows_of_claim(claim), f'{claim["id"]} names no code'
        assert claim.get('checks') or claim.get('compare'), claim['id']


def test_records_lead_back_to_rows_and_claims(own, found):
    for s in (s for s in found if s.summaries and s.first['kind'] == 'unsupervised'):
        page = text(own[0], f'records/{s.key}.html')
        for x in s.summaries:
            row = x.row.id if x.row.table.isdigit() else str(x.row.row)
            assert re.search(rf'href="\.\./results/\w+\.html#row-{re.escape(row)}"', page), (s.title, row)
    page = text(own[0], 'records/5e09127d-quick.html')
    assert '../claims.html#icml-theorem-2' in page and '../index.html' in page and '#tbl-main' in page


def test_two_clicks_lead_from_a_row_to_its_evidence(own):
    "From row 1.1 on the home page: its record and command are one click away; proof, code and table two."

    def links(page):
        found = (u for _, _, u in PageReader(text(own[0], page)).links if not u.startswith('http'))
        here = Path(page).parent
        return {os.path.normpath(here / u.partition('#')[0]) + '#' + u.partition('#')[2] for u in found}

    record = re.search(r'href="(records/[^"]+\.html)" title="1\.1, claim', text(own[0], 'index.html'))[1]
    assert 'clica reproduce' in text(own[0], record)
    second = links(record)
    for wanted in ('theory/infonce_limit.html#thm-', 'experiments/mlp_mixing.html', 'results/table_1.html#row-1.1'):
        assert any(u.startswith(wanted) for u in second), wanted
    assert any(u.startswith('records/') and '.zip' in u for u in second)


def test_theory_and_library_lead_to_claims(own):
    assert 'claims.html#icml-theorem-1"' in text(own[0], 'theory/infonce_limit.html')
    assert 'claims.html#icml-theorem-6"' in text(own[0], 'api/metrics.html')


# ---- in a browser


@pytest.mark.parametrize('theme', ['light', 'dark'])
def test_a_record_in_a_browser(own, browser, theme):
    browser.theme(theme)
    for width, phone in ((1280, False), (390, True)):
        browser.size(width, 900, phone=phone)
        browser.open(own[0] / 'records/a4fbf8cf-quick.html', '#seed1')
        assert not browser.errors()
        assert browser.js('document.documentElement.scrollWidth') <= width
        assert browser.js("document.querySelectorAll('svg.curve').length") == 2
        shown = browser.js(
            "[...document.querySelectorAll('svg.curve')].every(s => s.getBoundingClientRect().height > 120)"
        )
        assert shown and browser.js("document.querySelector('.sourceCode .copy') !== null")
        line = browser.js("getComputedStyle(document.querySelector('.curve g path')).stroke")
        paper = browser.js('getComputedStyle(document.body).backgroundColor')
        assert contrast(line, paper) > 3, (theme, line, paper)
    browser.theme('light')


def contrast(a, b):
    "Contrast of two colours by the rule of WCAG."

    def light(c):
        v = [int(x) / 255 for x in re.findall(r'\d+', c)[:3]]
        r, g, b = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in v)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    low, high = sorted((light(a), light(b)))
    return (high + 0.05) / (low + 0.05)


def test_the_list_of_records_can_be_filtered(own, browser, found):
    browser.size(1280, 900)
    browser.open(own[0] / 'results/records.html')
    shown = "[...document.querySelectorAll('#tbl-records tbody tr')].filter(r => !r.hidden).length"
    assert browser.js(shown) == len(found)
    browser.js("document.querySelector('.filter input').focus()")
    browser.type('identity')
    wanted = sum(s.first['kind'] == 'identity' for s in found)
    browser.until(f'{shown} === {wanted}')
    assert f'{wanted} of {len(found)}' in browser.js("document.querySelector('.filter span').textContent")


def test_a_number_is_clicked_through(own, browser):
    "Home page, a number, its record, its row."
    browser.size(1280, 900)
    browser.open(own[0] / 'index.html')
    browser.js("document.querySelector('td a[href*=\"records/\"]').click()")
    browser.until("location.href.includes('/records/') && document.documentElement?.dataset.ready === 'yes'")
    browser.js("document.querySelector('.card .head a').click()")
    browser.until("location.href.endsWith('results/table_1.html#row-1.1') && !!document.querySelector(':target')")
    assert browser.js("document.querySelector(':target').tagName") == 'TR'
