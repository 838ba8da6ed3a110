#!/usr/bin/env python3
"""Check the proofs with HOL Light, compiled to native code.

    python3 proofs/check.py             # compares with proofs/checked.txt; topology and continuous with theirs
    python3 proofs/check.py --record    # writes that file instead of comparing

HOL Light is usually loaded as source into an OCaml toplevel, which takes ten minutes before the first proof of ours.
Here each file of HOL Light that the proofs need becomes an OCaml module that opens the modules of the files it builds
on; ocamlopt compiles them, and running the program replays every proof down to the axioms. The kernel, fusion.ml, is
compiled unchanged, and its type of theorems is abstract: nothing but its rules can make one. Modules that were
compiled before are kept as long as neither their text, nor that of a file they need, nor the compiler changes.

Only the standard library of Python is used, so that the machine needs OCaml and HOL Light and nothing else.
"""

import argparse
import difflib
import hashlib
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

import mutations

HERE = Path(__file__).resolve().parent
HOL = Path(os.environ.get('HOLLIGHT_DIR', '/usr/share/hol-light'))
PLACES = [HERE, HOL]  # where a file is looked for
FOLDER = HERE.parent / 'build' / 'proofs'  # of the compiled files
PACKAGES = 'hol-light libnum-ocaml-dev ocaml-findlib'
PROGRAMS = 'ocamlc', 'ocamlfind', 'camlp5o'
# by the file that loads all others
RECORDS = {'all': 'checked.txt', 'topology': 'checked_topology.txt', 'continuous': 'checked_continuous.txt'}
# a file that HOL Light's file uses and does not name
MORE = {'Multivariate/canal.ml': ['Multivariate/measure.ml']}

# `loads "lib.ml";;` with a remark behind it, as in hol.ml, or `needs "report.ml";;`
LOAD = re.compile(r'^\s*(?:loads|loadt|needs)\s*"([^"]+)"\s*;;(?:\s*\(\*.*\*\))?', re.M)
# a third automatic prover, the help and the search index: not needed, and not made to be compiled
LEFT_OUT = {'thecops.ml', 'help.ml', 'database.ml'}
# a value that a module may not have, since its type stays open; a function may
PATCHES = {
    'lib.ml': (
        'let print_fpf = pp_print_fpf Format.std_formatter',
        'let print_fpf x = pp_print_fpf Format.std_formatter x',
    )
}
# the toplevel's own hook for `...`; in a compiled file quotations.ml does the same
HOOK = re.compile(r'let quotexpander.*?Quotation.add[^\n]*;;', re.S)
# camlp5 needs the streams that OCaml no longer brings along, before HOL Light's syntax extension
PARSE = 'camlp5o -I /usr/lib/ocaml/camlp-streams camlp_streams.cma -I . pa_j.cmo quotations.cmo'.split()
COMPILE = 'ocamlfind ocamlopt -package num -w -a -inline 0 -c'.split()
LINK = 'ocamlfind ocamlopt -package num -linkpkg'.split()


def path_of(name: str) -> Path:
    "A file of ours, else of HOL Light."
    for p in PLACES:
        if (p / name).exists():
            return p / name
    raise SystemExit(f'{name}: in none of {", ".join(map(str, PLACES))}')


def text_of(name: str) -> str:
    return path_of(name).read_text(encoding='latin-1')


def module(name: str) -> str:
    "The OCaml module of a file: Library/transc.ml is h_library_transc."
    return 'h_' + re.sub(r'\W', '_', name.removesuffix('.ml')).lower()


def load_order(target: str) -> dict[str, list[str]]:
    "All files in the order in which they are loaded, each with the files that it builds on, in an order of its own."
    core = [f for f in re.findall(r'^loads "([^"]+)"', text_of('hol.ml'), re.M) if f not in LEFT_OUT]
    needed = {f: core[:k] for k, f in enumerate(core)}

    def visit(name):
        if name in needed:
            return
        direct = LOAD.findall(text_of(name)) + MORE.get(name, [])
        for f in direct:
            visit(f)
        needed[name] = list(dict.fromkeys([*core, *(g for f in direct for g in (*needed[f], f))]))

    visit(target)
    return needed


def as_module(name: str, opened: list[str]) -> str:
    "The text of a file as the text of an OCaml module that opens others."
    body = re.sub(r'^#.*$', '', LOAD.sub('', text_of(name)), flags=re.M)
    if name == 'system.ml':
        body = HOOK.sub('', body)
    if name in PATCHES:
        old, new = PATCHES[name]
        if old not in body:
            raise SystemExit(f'{HOL / name}: the line to patch is gone; this script was written for HOL Light 20230128')
        body = body.replace(old, new)
    head = '' if name == 'system.ml' else 'set_jrh_lexer;;\n'
    return head + ''.join(f'open {module(f).capitalize()};;\n' for f in opened) + f'# 1 "{name}"\n' + body


def compile_all(needed: dict[str, list[str]], folder: Path, program: str):
    "Compile what changed since the last time, and link the program that replays all proofs."

    def run(*command, **options):
        if subprocess.run(command, cwd=folder, **options).returncode:
            raise SystemExit(f'failed: {" ".join(map(str, command))}')

    for f in 'pa_j.cmo', 'pa_j.cmi':
        shutil.copyfile(HOL / f, folder / f)
    shutil.copyfile(HERE / 'quotations.ml', folder / 'quotations.ml')
    run('ocamlc', '-I', '+camlp5', '-c', 'quotations.ml')
    version = subprocess.run(['ocamlc', '-version'], capture_output=True, text=True).stdout.strip()
    fresh = set()
    for name, before in needed.items():
        m = module(name)
        new = as_module(name, before)
        stamp, mark = folder / f'{m}.done', f'{version} {hashlib.sha256(new.encode("latin-1")).hexdigest()}'
        if not fresh.intersection(before) and stamp.exists() and stamp.read_text() == mark:
            continue
        fresh.add(name)
        stamp.unlink(missing_ok=True)
        print(f'compile {name}', flush=True)
        (folder / f'{m}.ml').write_text(new, encoding='latin-1')
        with (folder / f'{m}.log').open('w') as log:  # camlp5 greets on its standard output
            run(*PARSE, '-o', f'{m}.ast', f'{m}.ml', stdout=log)
        run(*COMPILE, '-impl', f'{m}.ast', '-o', f'{m}.cmx')
        (folder / f'{m}.ast').unlink()
        stamp.write_text(mark)
    run(*LINK, *(f'{module(f)}.cmx' for f in needed), '-o', program)


def sources(needed) -> str:
    "Our files among these with their SHA-256."
    own = [HERE / f for f in needed if (HERE / f).exists()]
    return ''.join(f'{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.name}\n' for p in own)


def check(target: str, folder: Path) -> str:
    "Replay all proofs and try the false statements; what was printed about them, below the files that were read."
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / 'source'
    source.mkdir(exist_ok=True)
    PLACES.append(source)
    false = mutations.attempts(load_order(f'{target}.ml'))
    (source / f'false_{target}.ml').write_text(f'needs "{target}.ml";;\n{false}report ();;\n')
    needed = load_order(f'false_{target}.ml')
    files = sources(needed)  # before they are read: a file that is edited during the replay was not checked
    compile_all(needed, folder, f'check_{target}')
    print('replay the proofs', flush=True)
    done = subprocess.run([folder / f'check_{target}'], stdout=subprocess.PIPE, text=True)
    # before the report stands the chatter of the automatic provers
    chatter, mark, printed = done.stdout.partition('STATEMENTS\n')
    if done.returncode or not mark:
        raise SystemExit(f'a proof does not check (status {done.returncode}): {done.stdout[-2000:]}')
    tried = [line.removeprefix('TRIED ') for line in chatter.splitlines() if line.startswith('TRIED ')]
    if wrong := mutations.wrong(tried):
        raise SystemExit('not as it should be:\n' + '\n'.join(wrong))
    return f'FILES\n{files}\n{mark}{printed}\nFALSE STATEMENTS\n' + '\n'.join(tried) + '\n'


def missing() -> str:
    "What this machine lacks, as a line with the remedy; else ''."
    lacks = [p for p in PROGRAMS if not shutil.which(p)] + [str(HOL)] * (not (HOL / 'hol.ml').exists())
    return f'the proof checker needs {", ".join(lacks)}: as root, apt-get install {PACKAGES}' if lacks else ''


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument('target', nargs='?', default='all', choices=RECORDS)
    options.add_argument('--folder', default=FOLDER, type=Path, help='of the compiled files')
    options.add_argument('--record', action='store_true', help="write the file of the checker's output")
    options = options.parse_args()
    if line := missing():
        raise SystemExit(line)
    # proofs recurse deeply
    resource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY,) * 2)
    os.environ['OCAMLRUNPARAM'] = 'l=200M'
    began = time.monotonic()
    printed = check(options.target, options.folder.resolve())
    record = HERE / RECORDS[options.target]
    print(printed)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f'checked in {time.monotonic() - began:.0f} s, {used.ru_utime + used.ru_stime:.0f} s of processor time')
    if options.record:
        record.write_text(printed)
    elif printed != record.read_text():
        lines = difflib.unified_diff(
            record.read_text().splitlines(), printed.splitlines(), record.name, 'now', lineterm=''
        )
        print('\n'.join(lines))
        raise SystemExit(f'{record.name} says something else; if the change is meant, run check.py with --record')


if __name__ == '__main__':
    sys.exit(main())
