"""Contrastive learning inverts the data generating process: what a user needs first, loaded when it is asked for."""

import ast
import os
from importlib import import_module
from pathlib import Path

__version__ = "2.0.0"

# OpenMP's threads sleep while they wait, instead of spinning: beside a busy core, spinning ones take three times as
# long. Read when torch loads, and by every process that is started from here.
os.environ.setdefault('OMP_WAIT_POLICY', 'PASSIVE')
os.environ.setdefault('GOMP_SPINCOUNT', '0')

# A line of `__init__.pyi` is all that a further name needs: type checkers and this module both read it there.
_home = {
    name.name: line.module
    for line in ast.parse(Path(__file__).with_suffix('.pyi').read_text(encoding='utf-8')).body
    if isinstance(line, ast.ImportFrom)
    for name in line.names
}
__all__ = ['__version__', *_home]


def __getattr__(name: str):
    if name not in _home:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    value = globals()[name] = getattr(import_module(f'{__name__}.{_home[name]}'), name)
    return value


def __dir__():
    return sorted({*globals(), *__all__})
