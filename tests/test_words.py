"""The words of the pages: natural technical English, as the list in CONTRIBUTING.md has it."""

import io
import json
import re
import tokenize
from pathlib import Path

import pytest
from in_sync import tracked

root = Path(__file__).resolve().parent.parent
PLACES = (
    'nbs tools proofs tests workflow README.md CONTRIBUTING.md CHANGELOG.md Makefile settings.ini clica_nb/repro/rows '
    'clica_nb/kernels/cpu.c'
).split()
SUFFIXES = '.ipynb .ml .py .md .yml .yaml .ini .js .css .html .lua .c .bib .csl Makefile Snakefile'.split()

# what is not written -> what is written instead; letters only, so that `_said` and `said_of` are found as well
WORDS = {
    r'cards?': 'GPU',
    r'contestants?': 'implementation',
    r'pictures?|pictured': 'image, figure',
    r'said': 'reported, stated',
}
# not written in prose, comments and docstrings; a variable may have the name
PROSE = {
    r'laws?': 'distribution',
    r'as (it|they) stands?|stands? on the page': 'unchanged; the page explains',
    r'fills no (row|table)': 'counts for no row',
    r'how it is reached|let through|told apart by|says? of itself|take apart|undone by': 'the plain statement',
}
ALLOWED = (
    # file, text around the word, reason
    ('', r'(?i)law.of.large.numbers|power law|\$1/M\$ law|Law of Frequency', 'established terms and a title'),
    (
        '',
        r"`law|law=|'law'|\blaw published|law: choices|\.LAWS\b",
        'a recorded parameter: renaming it would give every run a new hash',
    ),
    ('', r"'picture'", 'the name of a random stream, on which the saved figures depend'),
    ('', r"\bpictures(_test)?(=len|'\])", 'a key of sealed records'),
    ('nbs/results/speed.ipynb', r"\['contestant'\]", 'a key of an older record'),
    ('proofs/', r'CARD', 'in HOL Light the number of elements'),
    ('tests/test_words.py', r'.', 'this list'),
)


def texts():
    "Text files of the project."
    here = [n for n in tracked() if n.startswith(tuple(PLACES))]
    return [n for n in here if n.endswith(tuple(SUFFIXES)) and not n.endswith('.min.js')]


def comments(source):
    "Comments and docstrings of Python code, line by line; other strings may hold names."
    lines, before = [], tokenize.NEWLINE
    try:
        for t in tokenize.generate_tokens(io.StringIO(source).readline):
            statement = before in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
            comment = t.type == tokenize.COMMENT and not t.string.startswith('#|')
            if comment or (t.type == tokenize.STRING and statement):
                lines += t.string.splitlines()
            if t.type not in (tokenize.NL, tokenize.COMMENT):
                before = t.type
    except (tokenize.TokenError, SyntaxError):  # a cell with a magic command
        lines += [line for line in source.splitlines() if re.match(r'\s*#(?!\|)', line)]
    return lines


def lines_of(name):
    "(place, line, whether it is prose) for every line that a reader of the file can see."
    text = (root / name).read_text(encoding='utf-8')
    if not name.endswith('.ipynb'):
        prose = comments(text) if name.endswith('.py') else text.splitlines() * (not name.endswith(('.bib', '.js')))
        if not name.startswith('tests/'):  # of tests only what is written for readers, not the names of variables
            yield from ((name, line, False) for line in text.splitlines())
        yield from ((name, line, True) for line in prose)
        return
    for i, cell in enumerate(json.loads(text)['cells']):
        source, place = ''.join(cell['source']), f'{name} cell {i}'
        code = cell['cell_type'] == 'code'
        yield from ((place, line, False) for line in source.splitlines())
        yield from ((place, line, True) for line in (comments(source) if code else source.splitlines()))
        for o in cell.get('outputs', []):
            shown = ''.join(o.get('text', '')) + ''.join(o.get('data', {}).get('text/markdown', ''))
            yield from ((f'{place}, output', line, prose) for line in shown.splitlines() for prose in (False, True))


def old_words(lines):
    "Where an old word is, with what to write instead."
    found = []
    for place, line, prose in lines:
        for pattern, better in ({**WORDS, **PROSE} if prose else WORDS).items():
            edge = r'(?<![A-Za-z])(?:{})(?![A-Za-z])' if not prose else r'\b(?:{})\b'
            for m in re.finditer(edge.format(pattern), line, re.I):
                near = line[max(0, m.start() - 30) : m.end() + 30]
                if not any(place.startswith(p) and re.search(a, near) for p, a, _ in ALLOWED):
                    found.append(f'{place}: {m[0]!r} in {near!r}; write {better}')
    return found


def test_old_words():
    names = texts()
    assert len(names) > 150
    found = old_words(line for name in names for line in lines_of(name))
    assert not found, '\n'.join(found)


@pytest.mark.parametrize(
    'line,prose,hits',
    [
        ('The card is full.', False, 1),
        ('the discarded postcards', False, 0),
        ('_said = set()', False, 1),
        ('a normal law', True, 1),
        ('the law of large numbers', True, 0),
        ('law = softmax(x)', False, 0),
        ('Everything runs as it stands.', True, 1),
        ("rng(seed, 'picture')", False, 0),
    ],
)
def test_the_search_itself(line, prose, hits):
    assert len(old_words([('x', line, prose)])) == hits


def test_no_merge_is_left_half_done():
    "Both sides of a conflict in one file: a style sheet drops the rules beside the markers without a word."
    names = [n for n in texts() if n != 'tests/test_words.py']
    marker = re.compile(r'^(<{7}|>{7}) \S', re.M)
    assert marker.search('a\n<<<<<<< HEAD\nb')
    assert not [n for n in names if marker.search((root / n).read_text(encoding='utf-8'))]


def test_every_exception_is_used():
    "An exception that nothing needs any more is removed from the list."
    lines = [(name, line) for n in texts() for name, line, _ in lines_of(n)]
    unused = [a for p, a, _ in ALLOWED if not any(name.startswith(p) and re.search(a, line) for name, line in lines)]
    assert not unused, unused
