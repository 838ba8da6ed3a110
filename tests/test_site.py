"""The documentation site: what a page becomes, in a small project; this project's own pages, in files and in a
browser. The site is built once, in conftest.py."""

import json
import re
import subprocess
from pathlib import Path

import check
import pypandoc
import pytest
import readme
import theory_pdf

import build

ROOT = Path(__file__).resolve().parent.parent
PUBLIC = """[DEFAULT]
lib_name = demo
title = Demo
nbs_path = nbs
branch = main
git_url = https://github.com/someone/demo
"""
LIMIT = r"""# The limit $M \to \infty$
> What grows, after [@gauss1809]
---
See `volume()`, `Ball.inside`, `_hidden`, [a file](../../setup.txt) and [the balls](../api/00_balls.ipynb#ball).

::: {#def-sum}
## Partial sum
$$
S_M = \sum_{i=1}^{M} a_i
$$ {#eq-sum}
:::

::: {#thm-limit}
## Geometric limit
For $|q|<1$ the sum @eq-sum of @tbl-by-hand converges.
:::

::: {.proof}
By @def-sum.
:::

::: {.callout-warning collapse="true"}
## Folded
Refers to @thm-limit.
:::

| $M$ | sum |
|----:|-----|
| 1   | **fails** |

: A table *by hand* {#tbl-by-hand}
---code
#| label: tbl-sum
#| tbl-cap: "Sums"
#| echo: false
table()
---code
#| code-summary: "How it is <b>done</b>"
#| code-fold: true
x = 1 < 2
"""
BALLS = r"""#| default_exp balls
---
# Balls
> Points of small norm
---code
#| hide
import secret
---code
#| export
def volume(
    n: int,  # Dimension, $n \ge 1$
    r: float | None = 1.0,  # Radius; `a | b` in code
) -> float:  # Volume
    "Volume of the ball."


class _Base:
    def inside(self, x):
        "Whether `x` lies inside."


class Ball(_Base):
    "All points of norm at most `r`."

    def __init__(
        self,
        n,  # The dimension
        *,
        r=1.0,  # The radius
    ):
        self.n = n
---code
assert volume(3)
"""
FAULTS = {
    'see @eq-nowhere': 'undefined reference: @eq-nowhere',
    'see [@nobody2020]': 'nobody2020 not found',
    '[gone](gone.ipynb)': 'broken link: gone.html',
    '[gone](10_limit.ipynb#no)': 'broken anchor: limit.html#no',
    'price $5': 'a formula that was not typeset',
    '$$x$$ {#eq-twice}\n\n$$y$$ {#eq-twice}': 'label used twice: eq-twice',
    '::: {#thm-open}\n\nno end\n\n::: {.proof}\n:::': 'unclosed',
    '![x](https://example.org/x.png)': 'over the network',
    '<a href="/x.html">x</a>': 'absolute link',
    '<img src="10_limit.ipynb">': 'image without a description',
}
NO_OUTPUT = '#| label: fig-none\n#| fig-cap: "Nothing"\ndraw()'


def notebook(text: str, kind: str = 'markdown') -> str:
    "Cells are parted by `---`; after `---code` comes code."
    cells = []
    for i, part in enumerate(re.split(r'^---(?=code$|$)', text, flags=re.M)):
        code = part.startswith('code\n') or part.startswith('#|')
        source = part.removeprefix('code').strip('\n')
        cells.append(dict(cell_type='code' if code else 'markdown', id=f'c{i}', metadata={}, source=[source]))
        if code:
            data = {'text/html': '<table><tr><td>1</td></tr></table>'} if 'table()' in source else {}
            shown = [dict(output_type='display_data', metadata={}, data=data)] if data else []
            cells[-1] |= dict(outputs=shown, execution_count=None)
    return json.dumps(dict(cells=cells, metadata={}, nbformat=4, nbformat_minor=5))


@pytest.fixture(scope='module')
def demo(tmp_path_factory):
    "A project with everything that a page may hold, and a page for each fault; its site, and its problems."
    d = tmp_path_factory.mktemp('demo')
    pages = {'index': '# Demo\n---\nWords.', 'theory/10_limit': LIMIT, 'api/00_balls': BALLS}
    pages |= {f'theory/{20 + i}_fault{i}': f'# Fault\n---\n{fault}' for i, fault in enumerate(FAULTS)}
    pages['theory/90_none'] = f'# None\n---code\n{NO_OUTPUT}'
    menu = [dict(text=k, href=f'{k}.ipynb') for k in [*pages, 'lost'] if k != 'index']
    menu = [dict(text='Home', href='index.ipynb'), dict(section='Read', contents=menu)]
    frame = dict(bibliography='references.bib', website=dict(sidebar=dict(contents=menu)))
    for name, text in {
        'settings.ini': PUBLIC,
        '_quarto.yml': json.dumps(frame),
        'nbs/references.bib': '@book{gauss1809, title={Theoria motus}, author={Gauss, C. F.}, year={1809}}',
        'nbs/_extensions/clica/clica.lua': (ROOT / 'nbs/_extensions/clica/clica.lua').read_text(encoding='utf-8'),
        **{f'nbs/{k}.ipynb': notebook(text) for k, text in pages.items()},
    }.items():
        (d / name).parent.mkdir(parents=True, exist_ok=True)
        (d / name).write_text(text, encoding='utf-8')
    return d, build.build(d, d / 'site')


def text(site: Path, page: str) -> str:
    return (site / page).read_text(encoding='utf-8')


@pytest.mark.parametrize(
    'page, wanted',
    [
        ('theory/limit', '<title>The limit'),
        ('theory/limit', 'id="thm-limit" class="theorem thm"'),
        ('theory/limit', '>Theorem\u00a010.1</a> <span class="theorem-name">Geometric limit</span>'),
        ('theory/limit', '>Definition\u00a010.1</a>'),
        ('theory/limit', '<em>Proof.</em> By'),
        ('theory/limit', '<a href="#eq-sum" class="xref">Equation\u00a0(1)</a>'),
        ('theory/limit', '<a href="#tbl-by-hand" class="xref">Table\u00a01</a>'),
        ('theory/limit', '<figure class="table" id="tbl-sum">'),
        ('theory/limit', '<details class="callout warning"><summary>'),
        ('theory/limit', 'role="doc-biblioref">Gauss 1809</a>'),
        ('theory/limit', '<span class="verdict bad">fails</span>'),
        ('theory/limit', '<summary>How it is &lt;b&gt;done&lt;/b&gt;</summary>'),
        ('theory/limit', '<a href="../api/balls.html#volume" class="symbol"><code>volume()</code></a>'),
        ('theory/limit', '<a href="../api/balls.html#ball" class="symbol"><code>Ball.inside</code></a>'),
        ('theory/limit', ', <code>_hidden</code>'),
        ('theory/limit', 'href="https://github.com/someone/demo/blob/main/setup.txt"'),
        ('theory/limit', 'href="../api/balls.html#ball">the balls</a>'),
        ('theory/limit', 'href="10_limit.ipynb" download'),
        ('api/balls', '<h3 class="symbol" id="volume">volume</h3>'),
        ('api/balls', 'volume(n: int, r: float | None = 1.0) -&gt; float'),
        ('api/balls', '<td>Dimension, <span class="math inline">n \\ge 1</span></td>'),
        ('api/balls', '<td>Radius; <code>a | b</code> in code</td>'),
        ('api/balls', '<td><em>returns</em></td>'),
        ('api/balls', '<td><code>inside(x)</code></td>'),
        ('api/balls', '<summary>Source: volume, _Base, Ball</summary>'),
        ('api/balls', '<details class="tests" open><summary>Check</summary>'),
    ],
)
def test_a_page_has(demo, page, wanted):
    assert wanted in re.sub(r'\s*(</?summary>)\s*', r'\1', text(demo[0] / 'site', f'{page}.html'))


@pytest.mark.parametrize('fault', FAULTS)
def test_each_fault_is_found(demo, fault):
    own = [w for w in demo[1] if f'fault{list(FAULTS).index(fault)}.' in w]
    assert any(FAULTS[fault] in w for w in own), own


def test_other_faults_are_found_and_a_good_page_has_none(demo):
    told = '\n'.join(demo[1])
    assert 'secret' not in text(demo[0] / 'site', 'api/balls.html'), 'hidden code'
    assert 'fig-none has no saved output' in told and 'lost.ipynb: named in the menu' in told
    good = [w for w in demo[1] if re.match(r'(theory/10_limit|theory/limit|api/)', w) and 'lost' not in w]
    assert not good, good


def test_a_foreign_folder_stays_and_one_changed_page_is_made_anew(demo):
    root = demo[0]
    (root / 'thesis').mkdir()
    (root / 'thesis/thesis.txt').write_text('mine')
    with pytest.raises(SystemExit, match='no build of a site wrote'):
        build.build(root, root / 'thesis')
    before, page = set((root / 'build/site').iterdir()), root / 'nbs/theory/10_limit.ipynb'
    page.write_text(page.read_text().replace('What grows', 'What shrinks'))
    build.build(root, root / 'site')
    assert len(set((root / 'build/site').iterdir()) - before) == 1
    assert 'What shrinks' in text(root / 'site', 'theory/limit.html')


def test_quarto_loads_the_same_filter(tmp_path):
    "Under Quarto, which makes sections of headings, a fold keeps its heading outside."
    source, out = '## B {.fold}\n\n| row |\n|---|\n| 1.1 |\n\n## D\n', []
    for i, before in enumerate(('', 'quarto = {}\n')):
        (tmp_path / f'{i}.lua').write_text(before + text(ROOT, 'nbs/_extensions/clica/clica.lua'), encoding='utf-8')
        command = [pypandoc.get_pandoc_path(), '-t', 'html', '--section-divs', '--lua-filter', tmp_path / f'{i}.lua']
        done = subprocess.run(command, input=source, capture_output=True, text=True, check=True)
        out.append(' '.join(done.stdout.split()))
    assert re.search('<summary>[^/]*<h2>B</h2> </summary>', out[0]) and all('<tr id="row-1.1">' in page for page in out)
    assert '<h2>B</h2> <details class="section"><summary>Show</summary>' in out[1]


# ---- this project's own pages


def pages(site: Path) -> list:
    return sorted(p for p in site.rglob('*.html') if 'lib' not in p.parts)


def test_own_site_is_sound(own):
    assert not own[1], '\n'.join(own[1])
    assert len(pages(own[0])) > 100


def test_every_reference_has_the_number_of_what_it_refers_to(own):
    "A statement, an equation, a figure or a table; on theory pages also those of the PDF."
    count = 0
    for p in pages(own[0]):
        page = p.read_text(encoding='utf-8')
        labels = re.findall(r'href="#([\w-]+)" class="theorem-label"[^>]*>(.*?)</a>', page)
        labels += [(i, f'Equation\u00a0{n}') for i, n in re.findall(r'class="eqno" href="#([\w-]+)"[^>]*>(.*?)<', page)]
        labels += re.findall(r'<figure[^>]*id="([\w-]+)"[^>]*>(?:(?!</figure).)*?caption-label">(.*?)<', page, re.S)
        found = dict(labels)
        assert len(found) == len(labels), p
        for to, words in re.findall(r'<a href="#([\w-]+)" class="xref"[^>]*>(.*?)</a>', page):
            assert found[to] == words, (p.name, to, words)
            count += 1
        notebook = next((ROOT / 'nbs/theory').glob(f'[0-9]*_{p.stem}.ipynb'), None)
        cells = json.loads(notebook.read_text(encoding='utf-8'))['cells'] if notebook else []
        pdf, kinds = theory_pdf.numbers(notebook.name, cells) if notebook else {}, {}
        for label, words in labels:
            shown = words.replace('\u00a0', ' ')
            assert label[:3] not in ('thm', 'lem', 'prp', 'cor') or pdf.get(label, shown) == shown, label
            kind, _, n = shown.rpartition(' ')
            kinds.setdefault(kind, []).append(float(n.strip('()').rpartition('.')[2]))
        assert all(v == sorted(v) and v[-1] == len(v) for v in kinds.values()), (p.name, kinds)
    assert count > 60


def test_pages_link_only_where_something_is(own):
    "As long as the repository has no public address, no page links to it, but says which record a number is from."
    p = build.Project(ROOT)
    if p.blob:
        pytest.skip('settings.ini says that the repository is public')
    for f in pages(own[0]):
        links = re.findall(r'<a\b[^>]*?href="(https?:[^"]+)"', f.read_text(encoding='utf-8'))
        assert not [u for u in links if 'colab.' in u or 'clica-nb' in u], f.name
    assert re.search(r'<td[^>]*><span title="results/[^"]+">\d', text(own[0], 'results/table_1.html'))


def test_a_claim_leads_to_the_line_of_its_row(own):
    places = set(re.findall(r'href="(results/\w+\.html)#(row-[\d.]+)"', text(own[0], 'claims.html')))
    assert len(places) > 40
    for page, row in places:
        assert f'<tr id="{row}"' in text(own[0], page), (page, row)


def test_readme_and_tables_are_up_to_date():
    assert readme.make(check=True) == [], 'run: make readme'


# ---- in a browser


def search(browser, words: str) -> list:
    if not browser.js("document.querySelector('dialog.search').open"):
        browser.key('/')
    browser.until("document.querySelector('dialog.search').open")
    browser.js("document.querySelector('dialog.search input').value = ''")
    browser.type(words)
    browser.until("document.querySelector('.search .status').textContent.match(/place|Nothing/)")
    return browser.js("[...document.querySelectorAll('.hits a')].map(a => a.href.split('/').slice(-2).join('/'))")


BASICS = """[
    ...[...document.querySelectorAll('.katex-error')].map(e => 'formula: ' + e.title),
    ...[...document.querySelectorAll('span.math:not(.typeset)')].map(e => 'not typeset: ' + e.textContent),
    ...[...document.querySelectorAll('button')].filter(b => !(b.ariaLabel || b.textContent).trim()).map(b => 'button'),
    ...[...document.querySelectorAll('nav')].filter(n => !n.ariaLabel).map(n => 'a landmark without a name'),
    ...[...document.querySelectorAll('article :is(h1,h2,h3,h4)')].map(h => +(h.ariaLevel || h.tagName[1]))
        .flatMap((n, i, all) => i && n > all[i - 1] + 1 ? ['a level left out before heading ' + i] : []),
    ...(document.querySelectorAll('main, h1').length == 2 ? [] : ['not one main part and one title']),
    ...(document.documentElement.scrollWidth > innerWidth ? ['wider than the window'] : []),
    ...(document.querySelector('.kind-api') && innerWidth > 999 && document.body.scrollHeight > 9600 ? ['long'] : []),
]"""


def test_every_page_runs(own, browser):
    """In both themes: no error, formulas typeset, no page wider than the window, none of the library above 12 screens.

    Of the pages of rows, which one function writes, the first of each table."""
    bad = []
    for i, p in enumerate(p for p in pages(own[0]) if p.parent.name != 'rows' or p.stem.endswith('.1')):
        for k, (width, theme) in enumerate([(390, 'light'), (1280, 'dark')][:: 1 if i % 2 else -1]):
            browser.size(width, 844, phone=width < 500)
            browser.media(prefers_color_scheme=theme)
            if not k:
                browser.open(p)
            bad += [f'{p.relative_to(own[0])}, {theme}: {f}' for f in browser.errors() + browser.js(BASICS)]
    assert not bad, '\n'.join(bad)


def test_theme_menu_and_figure(own, browser):
    browser.size(1280, 900)
    browser.media(prefers_color_scheme='light')
    browser.open(own[0] / 'theory/infonce_limit.html')
    background, menu = 'getComputedStyle(document.body).backgroundColor', "document.querySelector('.menu')"
    light = browser.js(background)
    browser.js("document.querySelector('.theme').click()")
    assert browser.js(background) != light
    assert browser.js("getComputedStyle(document.querySelector('img.drawing, img.clear')).filter") != 'none'
    browser.open(own[0] / 'index.html')
    assert browser.js(background) != light, 'the choice is remembered'
    browser.js('localStorage.clear()')
    browser.size(390, 844, phone=True)
    browser.open(own[0] / 'theory/infonce_limit.html')
    browser.js(f'{menu}.focus(); {menu}.click()')
    assert browser.js("document.querySelector('.side [aria-current=page]').offsetHeight") > 0
    browser.key('Escape')
    assert browser.js(f"{menu}.getAttribute('aria-expanded')") == 'false'
    browser.js("document.querySelector('figure .zoom').click()")
    assert browser.js("document.querySelector('dialog.viewer').open")


QUESTIONS = {
    'row 1.1': '^results/table_1.html',
    'mcc': r'^api/metrics.html#mcc$',
    'InfoNCE': '^api/losses.html#infonce',
    'why is row 1.11 lower than published': 'table_1.html#',
    'permutation instead of rotation': 'convex_bodies_lp|marginals|glance|table_2',
    'rotation ambiguity': 'metrics|glance|table_2|rotation',
    'content-style.3': 'content_style|verdicts',
    'why does row 1.11 fail': 'table_1|verdicts|index',
    'counterexample to the poster theorem': 'coverings|claims',
    'how many pairs do I need': 'information_per_pair|table_1|own_data',
    'run on a slurm cluster': 'howto/cluster',
    'train on my own data': 'own_data|estimator',
    'what is a typical negative': 'table_1|losses|infonce_limit.html#a-typical-negative',
    'errors in the paper': 'claims',
    'content and style theorem': 'content_block|content_style',
    'resume an interrupted run': 'training.html#interrupted-and-resumed|cluster|cli.html#reproduce',
    'how is a verdict decided': 'verdicts',
    'von mises fisher sampling': 'distributions',
    'machine checked proofs': 'proofs|glance',
    **dict.fromkeys(['install', 'how to cite', 'pip', 'license'], 'index'),
    'load my own images': 'howto/own_data|data_images',
    'neural spikes': 'noisy_counts|questions',
    'does Table 1 reproduce': 'results/table_1',
    'what is the temperature': 'losses|objectives',
    'what is MCC': 'metrics',
    '62.49': 'results/table_1',
    'lost coordinate': 'table_1|diagnosis',
    'which optimiser': 'table_1|optim|recipe',
    'KITTI': 'results/table_3|kitti',
    'GPU': 'cluster',
    'time series': 'questions|own_data|estimator',
    'check a number': 'verdicts.html#check-a-number-yourself',
    'baseline identity supervised': 'table_.*floor-and-ceiling',
    'hidden factors': 'paper|index',
    'what differs from the published recipe': 'what-differs-from-the-published-recipe',
    'which objective for my data': 'objectives|own_data',
    'confounders qqzebra mcc': 'metrics.html#mcc',
}  # a question -> what the address of a good answer contains


def test_search_answers_questions(own, browser):
    browser.size(1280, 900)
    browser.open(own[0] / 'index.html')
    found = {q: search(browser, q)[:5] for q in QUESTIONS}
    bad = {q: f for q, f in found.items() if not any(re.search(QUESTIONS[q], x) for x in f)}
    assert not bad, bad
    index = check.search_entries(text(own[0], 'theory/infonce_limit.html'), 'theory/infonce_limit.html')
    named = next(e for e in index if e['k'] == 'theorem')
    assert search(browser, named['l'])[0] == named['u']
    assert search(browser, 'qqzebra') == []
