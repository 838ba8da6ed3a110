"What a page says of what its notebook exports, from the source alone: signature, one line, parameters, members."

import ast
import importlib
import io
import json
import re
import tokenize
from pathlib import Path, PurePosixPath

import click

DEFINED = ast.FunctionDef, ast.ClassDef


def page_url(path: str) -> str:
    "The address of the page of a notebook: theory/10_limit.ipynb is theory/limit.html."
    p = PurePosixPath(path)
    return str(p.with_name(re.sub(r'^\d+[a-z0-9]*_', '', p.stem.lower()) + '.html'))


def comments(source: str) -> dict:
    "Line -> the comment that ends it."
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {t.start[0]: t.string.lstrip('# ') for t in tokens if t.type == tokenize.COMMENT}


def unparse(node, limit: int = 10**6) -> str:
    text = ast.unparse(node) if node is not None else ''
    return text if len(text) <= limit else text[: limit - 1] + '…'


def type_of(node) -> str:
    "As a reader writes it, without the modules."
    return re.sub(r'\b(?:\w+\.)+(?=[A-Za-z_])', '', unparse(node))


def text_of(cell: dict) -> str:
    return ''.join(cell['source'])


def colon(f) -> int:
    "The line of the colon: a comment there is on what is returned."
    return max(f.body[0].lineno - 1, f.lineno)


def arguments(f, notes: dict) -> list:
    "(name, type, default, comment) of each argument; a bare `*` stands where those by keyword begin."
    a, rows = f.args, []
    given = [*a.posonlyargs, *a.args]
    found = list(zip(given, [None] * (len(given) - len(a.defaults)) + a.defaults, [''] * len(given)))
    found += [(a.vararg, None, '*')] if a.vararg or a.kwonlyargs else []
    found += [(x, d, '') for x, d in zip(a.kwonlyargs, a.kw_defaults)]
    found += [(a.kwarg, None, '**')] if a.kwarg else []
    for x, default, star in found:
        if x is None:
            rows.append((star, '', '', ''))
        elif x.arg not in ('self', 'cls'):
            line = (default or x).end_lineno
            note = '' if line == colon(f) else notes.get(line, '')
            rows.append((star + x.arg, type_of(x.annotation), unparse(default, 32), note))
    return rows


def class_facts(c: ast.ClassDef, notes: dict, path: str) -> dict:
    "What a class says itself: its bases, its fields, the parameters of its constructor, its documented members."
    methods, members = {x.name: x for x in c.body if isinstance(x, ast.FunctionDef)}, {}
    own = [x for x in c.body if isinstance(x, ast.AnnAssign) and not unparse(x.annotation).startswith('ClassVar')]
    is_data = re.search('dataclass|NamedTuple', ' '.join(map(unparse, c.decorator_list + c.bases)))
    fields = [
        (unparse(x.target), type_of(x.annotation), unparse(x.value, 32), notes.get(x.end_lineno, '')) for x in own
    ]
    for name, f in methods.items():
        if not name.startswith('_') and ast.get_docstring(f):
            parts = (n + '=' * bool(d) + d for n, _, d, _ in arguments(f, notes))
            shown = name if 'property' in map(unparse, f.decorator_list) else f'{name}({", ".join(parts)})'
            members[name] = f'`{shown}`', ast.get_docstring(f).splitlines()[0]
    rows = arguments(methods['__init__'], notes) if '__init__' in methods else None
    bases, fields = [unparse(b) for b in c.bases], fields if is_data else None
    return dict(bases=bases, fields=fields, rows=rows, members=members, path=path)


class Names:
    "Where each documented name of the library is, and what its classes say."

    def __init__(self, nbs: Path, paths: list, lib: str):
        self.lib, self.modules, self.ids, self.classes, self.places = lib, {}, {}, {}, {}
        for path in (p for p in paths if p.endswith('.ipynb')):
            cells = json.loads((nbs / path).read_text(encoding='utf-8'))['cells']
            code = '\n'.join(text_of(c) for c in cells if c['cell_type'] == 'code')
            module = re.search(r'^#\|\s*default_exp\s+(\S+)', code, re.M)
            if module and not any('parameters' in c['metadata'].get('tags', []) for c in cells):  # a template: all code
                self.modules[path] = f'{lib}.{module[1]}'
                self._read(path, cells)

    def _read(self, path, cells):
        prose = '\n'.join(text_of(c) for c in cells if c['cell_type'] == 'markdown')
        heads = re.findall(r'^#{2,} (.*?)(?: \{.*)?$', prose, re.M)
        taken = {re.sub(r'[^\w.]+', '-', h.lower()).strip('-') for h in heads}
        sources = (text_of(c) for c in cells if c['cell_type'] == 'code')
        for source in (s for s in sources if re.search(r'^#\|\s*export\b', s, re.M)):
            for x in (x for x in ast.parse(source).body if isinstance(x, DEFINED)):
                names = [x.name]
                if isinstance(x, ast.ClassDef):
                    found = self.classes[f'{path} {x.name}'] = class_facts(x, comments(source), path)
                    self.classes.setdefault(x.name, found)
                    names += [f'{x.name}.{m}' for m in self.members(x.name, path)]
                if x.name.startswith('_'):
                    continue
                own = next(i for n in range(9) if (i := x.name.lower() + f'-{n}' * (n > 0)) not in taken)
                self.ids[f'{path} {x.name}'] = own
                taken.add(own)
                for name in names:
                    module = self.modules[path]
                    known = f'{path} {name}', name, f'{module.rpartition(".")[2]}.{name}', f'{module}.{name}'
                    self.places |= {k: f'{page_url(path)}#{own}' for k in known if k not in self.places}

    def of_class(self, name: str, path: str) -> dict | None:
        "Of the same page where it is there, else of any; a base class with a dot in its name is another library's."
        return self.classes.get(f'{path} {name}', self.classes.get(name))

    def parameters(self, name: str, path: str):
        "Of a class; None where it has no constructor that this package defines."
        c = self.of_class(name, path)
        if c is None or c['rows'] is not None:
            return c and c['rows']
        above = next((r for b in c['bases'] if (r := self.parameters(b, c['path'])) is not None), None)
        return above if c['fields'] is None else list({r[0]: r for r in [*(above or []), *c['fields']]}.values())

    def members(self, name: str, path: str) -> dict:
        "Own members, and those of private base classes."
        c, found = self.of_class(name, path), {}
        for base in (b for b in reversed(c['bases']) if b.startswith('_')):
            found |= self.members(base, path)
        return found | c['members']


def table(head: list, rows: list) -> str:
    "A markdown table; a bar outside code is escaped."

    def cell(text):
        parts = re.split(r'(`+[^`]*`+)', ' '.join(text.split()))
        return ''.join(p if i % 2 else re.sub(r'(?<!\\)\|', r'\\|', p) for i, p in enumerate(parts))

    lines = [head, ['---'] * (len(head) - 1) + ['-----------'], *(map(cell, r) for r in rows)]
    return '\n'.join('| ' + ' | '.join(line) + ' |' for line in lines) if rows else ''


def signature(name: str, rows: list, returns: str = '') -> str:
    "In one line where it fits, else a line for each argument."
    parts = [n + (f': {t}' if t else '') + (' = ' if t else '=') * bool(d) + d for n, t, d, _ in rows]
    end = f') -> {returns}' if returns else ')'
    one = f'{name}({", ".join(parts)}{end}'
    return one if len(one) <= 88 else f'{name}(\n    ' + ',\n    '.join(parts) + f'\n{end}'


def entry(x, path: str, names: Names, notes: dict) -> list:
    "The markdown of a function, a class or a command of click, which has what `--help` prints."
    head, members = f'### {x.name} {{#{names.ids[f"{path} {x.name}"]} .symbol}}', ''
    if any(re.search(r'\.(command|group)\(', unparse(d)) for d in x.decorator_list):
        command = getattr(importlib.import_module(names.modules[path]), x.name)
        shown = click.Context(command, info_name=command.name, max_content_width=88).get_help()
        return [head, f'```{{.output}}\n{shown}\n```']
    if isinstance(x, ast.ClassDef):
        rows, members = names.parameters(x.name, path), list(names.members(x.name, path).values())
        members = table(['Member', 'Meaning'], members)
        shown = signature(f'class {x.name}', [(unparse(b), '', '', '') for b in x.bases] if rows is None else rows)
    else:
        rows = arguments(x, notes)
        shown = signature(x.name, rows, type_of(x.returns))
    told = [(f'`{n}`', note) for n, _, _, note in rows or [] if note]
    told += [('*returns*', notes[colon(x)])] if isinstance(x, ast.FunctionDef) and colon(x) in notes else []
    told = table(['Parameter', 'Meaning'], told)
    return [head, f'```{{.python .signature}}\n{shown}\n```', ast.get_docstring(x) or '', told, members]


def entries(source: str, path: str, names: Names) -> list:
    "Those of all public names of a cell."
    public = [x for x in ast.parse(source).body if isinstance(x, DEFINED) and not x.name.startswith('_')]
    return [text for x in public for text in entry(x, path, names, comments(source)) if text]
