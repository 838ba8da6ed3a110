"""Every public name has a docstring; in the public rooms each argument has a comment, and returned arrays a shape."""

import ast
import io
import tokenize
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / 'clica_nb'
INTERNAL = 'repro', 'site', 'bench', 'cli', 'experiments', 'engine', 'data', 'render'  # docstrings only
PROTOCOL = {
    *('extra_repr', 'state_dict', 'load_state_dict'),  # torch
    *('list_commands', 'get_command', 'resolve_command'),  # click
    *('begin', 'handle_data', 'handle_starttag', 'handle_endtag'),  # nbdev, html.parser
}  # methods that a framework calls, which also documents them
MODULES = sorted(p for p in PACKAGE.rglob('*.py') if not p.name.startswith('_'))
TREES = {p: ast.parse(p.read_text(encoding='utf-8')) for p in MODULES}
CLASSES = {x.name: x for tree in TREES.values() for x in tree.body if isinstance(x, ast.ClassDef)}


def of_function(f, name, notes, method=False):
    "What a function lacks; a comment at the line of the colon is on what it returns."
    text, inside = ast.get_docstring(f) or '', method and f.name == '__init__'
    if not text and not inside:
        yield f'{name}: no docstring'
    end = max(f.body[0].lineno - 1, f.lineno)
    static = any(ast.unparse(d) == 'staticmethod' for d in f.decorator_list)
    for a in [*f.args.posonlyargs, *f.args.args, *f.args.kwonlyargs][method and not static :]:
        if (a.lineno not in notes or a.lineno == end) and f'`{a.arg}`' not in text:
            yield f'{name}: no comment on {a.arg}'
    kind = ast.unparse(f.returns) if f.returns else ''
    if any(x in kind for x in ('Tensor', 'ndarray')) and end not in notes and '`(' not in text:
        if not any(word in text for word in ('shape', '`size', '[:')):
            yield f'{name}: returns {kind}, of no shape'


def known(c, classes):
    "Names of the methods that a base class in the package documents."
    bases = [classes[b] for b in (ast.unparse(b).split('.')[-1] for b in c.bases) if classes.get(b, c) is not c]
    own = {m.name for b in bases for m in b.body if isinstance(m, ast.FunctionDef) and ast.get_docstring(m)}
    return own.union(*(known(b, classes) for b in bases))


def missing(text, classes=CLASSES):
    "What the public names of a module lack."
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    notes = {t.start[0] for t in tokens if t.type == tokenize.COMMENT and t.line[: t.start[1]].strip()}
    tree, public = ast.parse(text), set()
    for x in tree.body:
        if isinstance(x, ast.Assign) and getattr(x.targets[0], 'id', '') == '__all__':
            public = set(ast.literal_eval(x.value))
    for x in [x for x in tree.body if getattr(x, 'name', None) in public]:
        how = ' '.join(map(ast.unparse, [*x.decorator_list, *getattr(x, 'bases', ())]))
        if isinstance(x, ast.FunctionDef) and 'click' not in how and 'command' not in how:  # those have help texts
            yield from of_function(x, x.name, notes)
        elif isinstance(x, ast.ClassDef):
            if not ast.get_docstring(x):
                yield f'{x.name}: no docstring'
            for y in [
                y for y in x.body if isinstance(y, ast.AnnAssign) and ('dataclass' in how or 'NamedTuple' in how)
            ]:
                if not y.target.id.startswith('_') and not {y.lineno, y.end_lineno} & notes:
                    yield f'{x.name}: no comment on the field {y.target.id}'
            left = known(x, classes) - {'__init__'} | PROTOCOL
            for m in [m for m in x.body if isinstance(m, ast.FunctionDef) and m.name not in left]:
                if m.name == '__init__' or not m.name.startswith('_'):
                    yield from of_function(m, f'{x.name}.{m.name}', notes, method=True)


@pytest.mark.parametrize('path', MODULES, ids=lambda p: p.relative_to(PACKAGE).with_suffix('').as_posix())
def test_documented(path):
    internal = path.relative_to(PACKAGE).parts[0] in INTERNAL
    found = [m for m in missing(path.read_text(encoding='utf-8')) if not internal or m.endswith('no docstring')]
    assert not found, '\n'.join(found)


@pytest.mark.parametrize(
    'source,lacks',
    [
        ('def f(\n    x: int,  # How many\n) -> int:\n    "Twice `x`."\n    return 2 * x', []),
        ('def f(\n    x: int,  # How many\n) -> int:\n    return 2 * x', ['no docstring']),
        ('def f(x: int) -> int:  # Twice as many\n    "Doubled."\n    return 2 * x', ['no comment on x']),
        ('def f(x: int) -> Tensor:\n    "Twice `x`."\n    return 2 * x', ['returns Tensor, of no shape']),
        ('@dataclass\nclass f:\n    "One."\n\n    x: int  # The first\n    y: int', ['no comment on the field y']),
        ('class f(Base):\n    "One."\n\n    def g(self, x):\n        return x', []),
    ],
)
def test_the_search_itself(source, lacks):
    base = ast.parse('class Base:\n    def g(self, x):\n        "Itself."').body[0]
    assert [line.split(': ')[1] for line in missing(f"__all__ = ['f']\n{source}\n", {'Base': base})] == lacks
