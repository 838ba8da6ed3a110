"""Every public name has a docstring; in the library each argument has a comment, and returned arrays a shape."""

import ast
import io
import tokenize
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / 'clica_nb'


def comments(text):
    "Lines with code and a comment behind it."
    lines, tokens = text.splitlines(), tokenize.generate_tokens(io.StringIO(text).readline)
    found = (t.start for t in tokens if t.type == tokenize.COMMENT)
    return {line for line, column in found if lines[line - 1][:column].strip()}


def exported(tree):
    "The names of `__all__`."
    for x in tree.body:
        if isinstance(x, ast.Assign) and getattr(x.targets[0], 'id', '') == '__all__':
            return set(ast.literal_eval(x.value))
    return set()


def is_command(f):
    "Commands of click are documented by the help of their options."
    return any('click' in ast.unparse(d) or 'command' in ast.unparse(d) for d in f.decorator_list)


def returns_value(f):
    "Does the function return or yield anything but None?"
    nested = {y for x in ast.walk(f) if x is not f and isinstance(x, SCOPES) for y in ast.walk(x)}
    found = [x for x in ast.walk(f) if isinstance(x, (ast.Return, ast.Yield, ast.YieldFrom)) and x not in nested]
    return any(x.value is not None and ast.unparse(x.value) != 'None' for x in found)


SCOPES = ast.FunctionDef, ast.Lambda, ast.ClassDef
ARRAYS = 'Tensor', 'ndarray'


def arguments(f, method=False):
    "The arguments that need a comment."
    found = [*f.args.posonlyargs, *f.args.args, *f.args.kwonlyargs]
    static = any(ast.unparse(d) == 'staticmethod' for d in f.decorator_list)
    return found[1:] if method and not static else found


def of_function(f, name, notes, method=False):
    "What is missing in one function."
    text, inside = ast.get_docstring(f) or '', method and f.name == '__init__'
    if not text and not inside:
        yield f'{name}: no docstring'
    end = max(f.body[0].lineno - 1, f.lineno)  # the line of the colon: a comment there is on what is returned
    for a in arguments(f, method):
        if (a.lineno not in notes or a.lineno == end) and f'`{a.arg}`' not in text:
            yield f'{name}: no comment on {a.arg}'
    said = end in notes
    kind = ast.unparse(f.returns) if f.returns else ''
    if not returns_value(f) or inside or said:
        return
    if not kind:
        yield f'{name}: neither annotation nor comment on what it returns'
    elif any(a in kind for a in ARRAYS) and not ('`(' in text or 'shape' in text or '`size' in text or '[:' in text):
        yield f'{name}: returns {kind}, of no shape'


def fields(c, name, notes):
    "Fields of a data class or a named tuple without a comment."
    plain = [ast.unparse(x) for x in (*c.decorator_list, *c.bases)]
    if any('dataclass' in p or 'NamedTuple' in p for p in plain):
        for x in c.body:
            if isinstance(x, ast.AnnAssign) and not x.target.id.startswith('_'):
                if x.lineno not in notes and x.end_lineno not in notes:
                    yield f'{name}: no comment on the field {x.target.id}'


def inherited(c, classes):
    "Names of the methods that a base class in the package documents."
    out = set()
    for b in c.bases:
        base = classes.get(ast.unparse(b).split('.')[-1])
        if base is not None and base is not c:
            out |= {m.name for m in base.body if isinstance(m, ast.FunctionDef) and ast.get_docstring(m)}
            out |= inherited(base, classes)
    return out


def missing(text, module='', classes=None):
    "What the public names of a module lack."
    tree = ast.parse(text)
    notes, public, classes = comments(text), exported(tree), classes or {}
    for x in tree.body:
        if getattr(x, 'name', None) not in public:
            continue
        name = f'{module}.{x.name}'
        if isinstance(x, ast.FunctionDef) and not is_command(x):
            yield from of_function(x, name, notes)
        elif isinstance(x, ast.ClassDef):
            if not ast.get_docstring(x):
                yield f'{name}: no docstring'
            yield from fields(x, name, notes)
            known = inherited(x, classes) - {'__init__'} | PROTOCOL
            for m in x.body:
                if isinstance(m, ast.FunctionDef) and m.name not in known:
                    if m.name == '__init__' or not m.name.startswith('_'):
                        yield from of_function(m, f'{name}.{m.name}', notes, method=True)


# methods that a framework calls, which also documents them
PROTOCOL = {
    *('extra_repr', 'state_dict', 'load_state_dict'),  # torch
    *('list_commands', 'get_command', 'resolve_command'),  # click
    *('begin', 'handle_data', 'handle_starttag', 'handle_endtag'),  # nbdev, html.parser
}
# rooms behind the commands: their callers are the command line and the pages, so only docstrings are required there
INTERNAL = 'repro', 'cli', 'cli_data'


def modules():
    "The modules of the package, without the generated index."
    return sorted(p for p in PACKAGE.rglob('*.py') if not p.name.startswith('_'))


@cache
def all_classes():
    "Name -> syntax tree of every class of the package."
    found = (x for p in modules() for x in ast.parse(p.read_text(encoding='utf-8')).body)
    return {x.name: x for x in found if isinstance(x, ast.ClassDef)}


@pytest.mark.parametrize('path', modules(), ids=lambda p: p.relative_to(PACKAGE).with_suffix('').as_posix())
def test_documented(path):
    name = '.'.join(path.relative_to(PACKAGE).with_suffix('').parts)
    found = list(missing(path.read_text(encoding='utf-8'), name, all_classes()))
    if name.split('.')[0] in INTERNAL:
        found = [line for line in found if line.endswith('no docstring')]
    assert not found, '\n'.join(found)


@pytest.mark.parametrize(
    'source,lacks',
    [
        ('def f(\n    x: int,  # How many\n) -> int:\n    "Twice `x`."\n    return 2 * x', []),
        ('def f(\n    x: int,  # How many\n) -> int:\n    return 2 * x', ['no docstring']),
        ('def f(x: int) -> int:  # Twice as many\n    "Doubled."\n    return 2 * x', ['no comment on x']),
        ('def f(x):\n    "Twice `x`."\n    return 2 * x', ['neither annotation nor comment on what it returns']),
        ('def f(x: int) -> Tensor:\n    "Twice `x`."\n    return 2 * x', ['returns Tensor, of no shape']),
        ('def f(x: int) -> Tensor:  # `(n,)`\n    "Twice `x`."\n    return 2 * x', []),
        (
            '@dataclass\nclass f:\n    "Two numbers."\n\n    x: int  # The first\n    y: int',
            ['no comment on the field y'],
        ),
        ('class f(Base):\n    "One."\n\n    def g(self, x):\n        return x', []),
    ],
)
def test_the_search_itself(source, lacks):
    base = ast.parse('class Base:\n    def g(self, x):\n        "Itself."').body[0]
    found = missing(f"__all__ = ['f']\n{source}\n", 'm', {'Base': base})
    assert [line.split(': ')[1] for line in found] == lacks
