#!/usr/bin/env python3
"""Statements that are false, with the proofs of the true ones: none of them may check.

    python3 proofs/mutations.py             # compares with proofs/mutations.txt
    python3 proofs/mutations.py --record    # writes it

A checker that accepts anything would pass all other tests. So a hypothesis is taken away or a constant changed, and the
proof of the theorem is run on what then stands there. The first line is the theorem as it is, which has to check.
"""

import argparse
import os
import re
import resource
import subprocess
from pathlib import Path

import check

RECORD = check.HERE / 'mutations.txt'
# theorem, what stands there, what is put in its place, and why the result is false
MUTATIONS = (
    ('thm_every_m.ml', 'THM_EVERY_M', '', '', 'as it is'),
    (
        'thm_every_m.ml',
        'THM_EVERY_M',
        '1 <= M',
        '0 <= M',
        'without a negative the loss is 0 for every score',
    ),
    (
        'thm_two.ml',
        'THM_TWO',
        'span z = (:real^N) /\\',
        '',
        'in spare dimensions of the latents R is not determined, and K may be too small for an R',
    ),
    (
        'thm_two.ml',
        'THM_TWO',
        'h x = sqrt(tau * kappa) % (R ** x)',
        'h x = sqrt(kappa) % (R ** x)',
        'the wrong constant: tau is missing',
    ),
    (
        'thm_two.ml',
        'THM_TWO_RADIUS',
        '(?x. x IN z /\\ --x IN z) /\\',
        '',
        'N latents that form a basis leave room for a constant and a larger radius',
    ),
    (
        'thm_encoder.ml',
        'THM_ENCODER',
        '(!y. y IN z ==> nu y = n) /\\',
        '(!y. y IN z ==> &0 < nu y) /\\',
        'with negatives that are not uniform the score has a term -ln nu (prp-negatives)',
    ),
    (
        'lem_sign.ml',
        'SIGNED_PERMUTATION',
        '&0 < al /\\ ~(al = &2) /\\',
        '&0 < al /\\',
        'at alpha = 2 every rotation keeps the norm',
    ),
    (
        'prp_saturation.ml',
        'PRP_SATURATION',
        '&2 * (&1 - exp(--l)) <= &2 * l',
        '&2 * (&1 - exp(--l)) <= l',
        'for small losses the derivatives are twice the loss',
    ),
)


def attempt(file: str, name: str, old: str, new: str, why: str) -> str:
    "OCaml that tries the proof on the changed statement, and prints one line."
    found = re.search(rf'^let {name} = prove\n \(`(.+?)`,\n(.+?)\);;$', check.text_of(file), re.M | re.S)
    if not found or old not in found[1]:
        raise ValueError(f'{file}: {name} with {old!r} is gone')
    change = f'{old or "nothing"} becomes {new or "nothing"}' if old else 'unchanged'
    line = f'{name}: {change} ({why})'.replace('\\', '\\\\').replace('"', '\\"')
    statement = found[1].replace(old, new) if old else found[1]
    return (
        f'let () =\n  let line = (try ignore (prove\n (`{statement}`,\n{found[2]})); "checks      " '
        f'with Failure _ -> "is refused  ") in\n  Stdlib.print_string ("\\nMUTATION " ^ line ^ "{line}\\n");;\n'
    )


def outcome(folder: Path) -> str:
    "Compile the attempts behind the true proofs, run all, and keep the lines."
    folder.mkdir(parents=True, exist_ok=True)
    needs = ''.join(f'needs "{f}";;\n' for f in dict.fromkeys(('thm_linear.ml', *(m[0] for m in MUTATIONS))))
    (folder / 'mutations_source').mkdir(exist_ok=True)
    (folder / 'mutations_source' / 'mutations.ml').write_text(needs + ''.join(attempt(*m) for m in MUTATIONS))
    check.PLACES.insert(0, folder / 'mutations_source')
    needed = check.load_order('mutations.ml')
    check.compile_all(needed, folder, 'check_mutations')
    done = subprocess.run([folder / 'check_mutations'], stdout=subprocess.PIPE, text=True)
    return ''.join(line.removeprefix('MUTATION ') + '\n' for line in done.stdout.splitlines() if line.startswith('MUT'))


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument('--folder', default=check.FOLDER, type=Path, help='of the compiled files')
    options.add_argument('--record', action='store_true', help='write the file of outcomes')
    options = options.parse_args()
    if line := check.missing():
        raise SystemExit(line)
    resource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY,) * 2)
    os.environ['OCAMLRUNPARAM'] = 'l=200M'
    found = outcome(options.folder.resolve())
    print(found, end='')
    words = [line.split()[0] for line in found.splitlines()]
    if words != ['checks'] + ['is'] * (len(MUTATIONS) - 1):
        raise SystemExit('a false statement checks, or the true one does not')
    if options.record:
        RECORD.write_text(found)
    elif found != RECORD.read_text():
        raise SystemExit('mutations.txt says something else')


if __name__ == '__main__':
    main()
