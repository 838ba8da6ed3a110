"""The findings of an independent tester, repeated: each command, and its present message.

    python tests/faults/items.py --out results/faults/items.json

Every command runs in a process forked from this one, in a folder of its own, through the entry point of the command
line. `RUN` stands for the folder of a run in which a run was killed at step 20. For a checkpoint the line is what the
runner says before it starts the run; that the numbers are then the same is tested in the notebooks on training and
checkpoints, by the fuzzer and by the campaign.
"""

import argparse
import contextlib
import io
import json
import os
import re
import shutil
import struct
import sys
import tempfile
import warnings
import zlib
from pathlib import Path

import numpy as np
import torch

from clica_nb import cli
from clica_nb.core import atomic_write
from clica_nb.data.kitti import convert, write_pickle
from clica_nb.data.kitti_standin import standin
from clica_nb.encoders import MLPEncoder, Range
from clica_nb.engine.tensorfile import tensor_bytes
from clica_nb.losses import InfoNCE
from clica_nb.repro import clone, folder
from clica_nb.repro.params import declared_parameters, fingerprint
from clica_nb.repro.plan import plan
from clica_nb.repro.record import identity, read_record, seal
from clica_nb.repro.rows import read_table, select
from clica_nb.site.markdown import output_markdown
from clica_nb.training import Pairs, fit, save_checkpoint

ROW = 'reproduce --table 1 --rows 2 --kinds unsupervised --preset smoke'
JOB = plan(select(['1'], [2]), preset='smoke', kinds=['unsupervised'])[0]
DEEP = b'\x80\x04}' + b')' + b'\x85' * 500_000 + b'Ns.'
ITEMS = []  # (item, what, command, function without arguments)


def item(number, what, command):
    "File a function as what tries an item."

    def file(f):
        ITEMS.append((number, what, command, f))
        return f

    return file


def clica(*words):
    cli.main(list(map(str, words)), 'clica')


# Checkpoints and the folder of a run ---------------------------------------------------------------------------------


def state(**changes):
    weights = {'w': torch.linspace(-1, 1, 8)}
    base = dict(step=20, seconds=1.0, cpu_seconds=1.0, history=[], encoder=weights, optimizer={}, source=None)
    return {**base, 'fingerprint': fingerprint({**JOB.params, 'seed': 0}), **changes}


def killed() -> Path:
    "The folder of a run that was killed at step 20, with the checkpoint of step 10 before it."
    place = JOB.folder('runs')
    place.mkdir(parents=True)
    for step in (10, 20):
        save_checkpoint(place / 'checkpoint.pt', state(step=step))
    (place / 'run.json').write_text(json.dumps(identity(JOB)))
    return place


def told(place):
    "What the runner says before it starts."
    notes = []
    os.close(folder.lock(place, notes.append))
    print(*notes, *folder.tidy(place), folder.check_heartbeat(place, 0.1), *folder.inspect(JOB, 'runs'), sep='\n')


def checkpoint_item(number, what, change):
    def f():
        place = killed()
        change(place / 'checkpoint.pt')
        told(place)

    ITEMS.append((number, what, f'clica {ROW}', f))


def flip(p):
    content = bytearray(p.read_bytes())
    content[-3] ^= 0x40
    p.write_bytes(content)


def both_flipped(p):
    for f in (p, p.with_name('checkpoint.pt.before')):
        flip(f)


def old_with(data):
    def change(p):
        import zipfile

        torch.save(state(), p)
        with zipfile.ZipFile(p) as z:
            parts = {n: z.read(n) for n in z.namelist()}
        with zipfile.ZipFile(p, 'w') as z:
            for n, was in parts.items():
                z.writestr(n, data if n.endswith('data.pkl') else was)

    return change


def pipe(p):
    p.unlink()
    os.mkfifo(p)


def directory(p):
    p.unlink()
    p.mkdir()


for number, what, change in (
    (1, 'an exponent bit of a weight flipped', flip),
    (1, 'the same in both generations', both_flipped),
    (2, '`step = 10**9`', lambda p: p.write_bytes(tensor_bytes(state(step=10**9)))),
    (2, 'the seed of another run', lambda p: p.write_bytes(tensor_bytes(state(fingerprint='{"seed": 1}')))),
    (2, 'a weight that is NaN', lambda p: p.write_bytes(tensor_bytes(state(encoder={'w': torch.full((8,), np.nan)})))),
    (5, 'nested pickle in a checkpoint of the old format', old_with(b'\x80\x02' + DEEP[2:])),
    (6, "`step = 'x'`", lambda p: p.write_bytes(tensor_bytes(state(step='x')))),
    (6, '`encoder = {}`', lambda p: p.write_bytes(tensor_bytes(state(encoder={})))),
    (6, 'a FIFO as checkpoint', pipe),
    (6, 'a directory as checkpoint', directory),
    (8, 'a short pickle that asks for 4 GB, in a checkpoint', old_with(b'\x80\x02r\xff\xff\xff\x0f.')),
):
    checkpoint_item(number, what, change)

for name in ('.lock', 'run.json', 'run.ipynb'):

    def odd(name=name):
        place = killed()
        (place / name).unlink(missing_ok=True)
        (place / name).mkdir()
        told(place)

    ITEMS.append((6, f'`{name}` as a directory', f'clica {ROW}', odd))


# Records -------------------------------------------------------------------------------------------------------------


def record(text=None, **changes):
    r = {**json.loads(json.dumps(identity(JOB))), 'metrics': {'r2': 0.5}, 'steps': 60, 'wall_s': 1.0, 'status': 'done'}
    r = {**r, 'device': 'a test', 'precision': 'fp32', **changes}
    r = {**r, 'seal': seal(r)} if 'seal' not in changes else {k: v for k, v in r.items() if k != 'seal'}
    Path('x').mkdir()
    Path('x/result.json').write_text(text(json.dumps(r)) if text else json.dumps(r))
    read_record('x/result.json')


REPORT = 'clica report --runs x'
item(3, 'r2 = 7.0, seal removed', REPORT)(lambda: record(metrics={'r2': 7.0}, seal=None))
item(3, 'r2 = 0.9, seal removed', REPORT)(lambda: record(metrics={'r2': 0.9}, seal=None))
item(3, 'r2 = 7.0, sealed anew', REPORT)(lambda: record(metrics={'r2': 7.0}))
item(3, 'a score of 1e308', REPORT)(lambda: record(metrics={'loss': 1e308}))
item(3, 'steps = 10**300', REPORT)(lambda: record(steps=10**300))
item(3, 'a key twice', REPORT)(lambda: record(text=lambda s: s.replace('{', '{"steps": 1, ', 1)))


# Data ----------------------------------------------------------------------------------------------------------------


def converted() -> Path:
    write_pickle(standin(2, 4), 'k.pickle')
    return convert('k.pickle', 'k')


VERIFY = 'clica data verify kitti-masks'


@item(4, 'a folder that calls itself kitti-masks', f'{VERIFY} k')
def labelled():
    about = converted() / 'about.json'
    about.write_text(json.dumps({**json.loads(about.read_text()), 'label': 'kitti-masks'}))
    clica('data', 'verify', 'kitti-masks', 'k')


@item(4, 'the label `../../../etc/x`', f'{VERIFY} k')
def label_path():
    about = converted() / 'about.json'
    about.write_text(json.dumps({**json.loads(about.read_text()), 'label': '../../../etc/x'}))
    clica('data', 'verify', 'kitti-masks', 'k')


@item(4, 'NaN latents', f'{VERIFY} k')
def nan_latents():
    x = np.load(converted() / 'latents.npy')
    np.save('k/latents.npy', x * np.nan)
    clica('data', 'verify', 'kitti-masks', 'k')


@item(4, 'latents of shape (4, 7)', f'{VERIFY} k')
def other_shape():
    converted()
    np.save('k/latents.npy', np.zeros((4, 7), np.float32))
    clica('data', 'verify', 'kitti-masks', 'k')


@item(5, 'half a million nested pickle opcodes', f'{VERIFY} x.pickle')
def nested():
    Path('x.pickle').write_bytes(DEEP)
    clica('data', 'verify', 'kitti-masks', 'x.pickle')


@item(7, '`about.json` = `{}`', f'{VERIFY} k')
def empty_note():
    (converted() / 'about.json').write_text('{}')
    clica('data', 'verify', 'kitti-masks', 'k')


def png(side):
    head = struct.pack('>IIBBBBB', side, side, 8, 2, 0, 0, 0)
    chunk = b'IHDR' + head
    data = b'IDAT' + zlib.compress(bytes(1000))
    parts = [(13, chunk), (len(data) - 4, data), (0, b'IEND')]
    return b'\x89PNG\r\n\x1a\n' + b''.join(
        struct.pack('>I', n) + c + struct.pack('>I', zlib.crc32(c)) for n, c in parts
    )


def dataset():
    "A set of one image."
    from clica_nb.data.threedident import render_latents

    z = np.zeros((1, 10), np.float32)
    Path('set/images').mkdir(parents=True)
    np.save('set/raw_latents.npy', z)
    np.save('set/latents.npy', render_latents(z))


for number, side in ((7, 60_000), (8, 13_000)):

    def bomb(side=side):
        from clica_nb.data.threedident_sets import file_name

        dataset()
        Path('set/images', file_name(1).format(0)).write_bytes(png(side))
        clica('data', 'verify', '3dident', 'set')

    ITEMS.append((number, f'a PNG of {side:,} pixels a side', 'clica data verify 3dident set', bomb))


@item(7, 'a `.npy` of shape (10**12, 10)', 'clica data verify 3dident set')
def huge_array():
    dataset()
    head = str({'descr': '<f4', 'fortran_order': False, 'shape': (10**12, 10)}).ljust(117).encode() + b'\n'
    Path('set/raw_latents.npy').write_bytes(b'\x93NUMPY\x01\x00' + struct.pack('<H', 118) + head + bytes(40))
    clica('data', 'verify', '3dident', 'set')


@item(8, 'a 10-byte pickle that asks for 4.3 GB', f'{VERIFY} x.pickle')
def large_memo():
    Path('x.pickle').write_bytes(b'\x80\x02Nr\x00\x00\x00\x10.')
    clica('data', 'verify', 'kitti-masks', 'x.pickle')


@item(10, 'names with C1 or text-direction controls', 'clica data fetch 3dident')
def control_names():
    import zipfile

    from clica_nb.data.fetch import extract

    for name in ('a\x9bb', 'a\u202eb'):
        with zipfile.ZipFile('x.zip', 'w') as z:
            z.writestr(name, 'x')
        try:
            extract('x.zip', 'to', progress=False)
        except RuntimeError as e:
            print(e)


@item(10, 'a file against a directory of its name', 'clica data fetch 3dident')
def file_and_folder():
    import tarfile

    from clica_nb.data.fetch import extract

    with tarfile.open('x.tar', 'w') as t:
        for name in ('a', 'a/b'):
            t.addfile(tarfile.TarInfo(name))
    extract('x.tar', 'to', progress=False)


# Files that are written ----------------------------------------------------------------------------------------------


@item(9, 'a device node', 'clica report --html /dev/full')
def device_node():
    try:
        atomic_write('/dev/full', 'x')
    finally:
        print('still a device' if Path('/dev/full').is_char_device() else 'REPLACED')


# People --------------------------------------------------------------------------------------------------------------


@item(11, 'weights of `MLPEncoder(784, 8)`', 'python')
def wide():
    print(f'{sum(p.numel() for p in MLPEncoder(784, 8).parameters()):,} weights')


@item(12, 'a DataLoader that ends', 'python')
def loader():
    x = torch.rand(8, 2)
    batches = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x, x), batch_size=4)
    h = fit(MLPEncoder(2, widths=[4]), batches, InfoNCE('lp'), 10, log_every=2, progress=False)
    print(f'{h[-1]["step"]} steps, {len(h)} entries in the history')


@item(13, 'NaN in the data', 'python')
def nan_data():
    Pairs(torch.full((8, 2), float('nan')), torch.rand(8, 2), batch_size=4)


@item(13, 'float64 data', 'python')
def doubles():
    x = torch.rand(8, 2, dtype=torch.float64)
    fit(MLPEncoder(2, widths=[4]), Pairs(x, x, batch_size=4), InfoNCE('lp'), 2, progress=False)


@item(13, "`Range('sphere', 10)` on 8 outputs", 'python')
def other_range():
    Range('sphere', 10)(torch.rand(4, 8))


@item(13, "`InfoNCE('dot')` on an unbounded range", 'python')
def dot_unbounded():
    x = torch.rand(8, 2)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter('always')
        fit(MLPEncoder(2, widths=[4]), Pairs(x, x, batch_size=4), InfoNCE('dot'), 2, progress=False)
    print(*(w.message for w in said))


@item(14, 'verdicts of rows 4.1, 4.2, 3.2', 'clica report --table 4 --table 3')
def verdicts():
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        clica('report', '--table', '4', '--table', '3')
    lines = [re.sub(r' +', ' ', line) for line in out.getvalue().splitlines()]
    print(*(line for line in lines if re.match(r'(3.2|4.1|4.2) unsupervised', line)), sep='\n')


# The command line ----------------------------------------------------------------------------------------------------

for number, what, words in (
    (7, '`--seeds 0-9999999999`', f'{ROW} --seeds 0-9999999999'),
    (18, '`--jobs 0` in a dry run', f'{ROW} --dry-run --jobs 0'),
    (18, '`--timeout nan` in a dry run', f'{ROW} --dry-run --timeout nan'),
    (18, '`--set widths=abc` in a dry run', f'{ROW} --dry-run --set widths=abc'),
    (18, '`--runs -dash`', f'{ROW} --dry-run --runs -dash'),
    ('-', 'a folder that cannot be written to', f'{ROW} --runs /proc/runs'),
    ('-', 'an option that does not exist', f'{ROW} --sets 0'),
):
    ITEMS.append((number, what, f'clica {words}', lambda words=words: clica(*words.split())))


@item(18, 'a broken pipe', 'clica rows | head -3')
def broken_pipe():
    import subprocess

    command = f'{sys.executable} -m clica_nb.cli rows | head -3 | cut -c1-60; echo "status ${{PIPESTATUS[0]}}"'
    r = subprocess.run(['bash', '-c', command], capture_output=True, text=True, cwd=clone.project_root())
    print(r.stderr or '', r.stdout.splitlines()[-1], 'and nothing on the error stream' * (not r.stderr))


@item(19, 'an estimator with fit, transform, score, save, load', 'python')
def estimator():
    import clica_nb

    methods = [m for m in ('fit', 'transform', 'score', 'save', 'load') if hasattr(clica_nb.ContrastiveEncoder, m)]
    print(f'clica_nb.ContrastiveEncoder: {", ".join(methods)}; {len(dir(clica_nb))} names in clica_nb')


@item('-', 'a notebook that is missing', 'python')
def missing_notebook():
    declared_parameters(clone.notebook_path('no_such_experiment'))


@item('-', 'rows that carry code', 'python')
def hostile_rows():
    Path('table_9.yaml').write_text('table: !!python/object/apply:os.system [touch executed]\n')
    try:
        read_table('table_9.yaml')
    finally:
        print('executed' if Path('executed').exists() else 'nothing executed')


@item('-', 'rows that unfold to a billion entries', 'python')
def billion():
    text = 'a0: &a0 [x, x]\n' + ''.join(f'a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n' for i in range(1, 31))
    Path('table_9.yaml').write_text(text)
    read_table('table_9.yaml')


@item('-', 'a script in the text output of a cell, on the site', 'clica docs')
def hostile_output():
    import pypandoc

    text = '```\n<script>alert(1)</script>'
    page = pypandoc.convert_text(output_markdown(dict(output_type='stream', text=text), {}, 'x', {}, ''), 'html', 'md')
    print('a script' if '<script' in page else 'shown as text: ' + re.sub(r'\s+', ' ', page)[-70:])


# All of them ---------------------------------------------------------------------------------------------------------


def answer(f) -> dict:
    "Exit status and lines of a function in a process and a folder of its own."
    here = Path(tempfile.mkdtemp(prefix='clica-items-')).resolve()
    pid = os.fork()
    if not pid:
        os.chdir(here)
        out, code = io.StringIO(), 0
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            try:
                f()
            except SystemExit as e:
                code = e.code or 0
            except BaseException as e:
                code = 2 if cli.is_expected(e) else 70
                print(cli.in_words(e) if cli.is_expected(e) else f'UNEXPECTED {type(e).__name__}: {e}')
        (here / '.said').write_text(json.dumps([code, out.getvalue()]))
        os._exit(0)
    ended = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    code, text = json.loads((here / '.said').read_text()) if ended == 0 else (ended, f'ended with status {ended}')
    shutil.rmtree(here)
    text = text.replace(f'{here}/', '').replace(str(here), '.')
    text = re.sub(r'runs/\S*/seed0', 'RUN', text)
    return dict(status=code, lines=[line[:400] for line in text.splitlines() if line.strip() and 'img/s' not in line])


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument('--out', default='results/faults/items.json')
    a = p.parse_args()
    torch.set_num_threads(1)
    found = []
    for number, what, command, f in sorted(ITEMS, key=lambda i: (i[0] == '-', str(i[0]).zfill(2))):
        r = dict(item=str(number), what=what, command=command, **answer(f))
        found.append(r)
        print(f'{number} {what}: {r["status"]} {" | ".join(r["lines"][:3])}'[:300], flush=True)
    about = dict(commit=clone.commit(), versions=clone.versions(), items=found)
    Path(a.out).write_text(json.dumps(about, indent=1) + '\n')
    return any(r['status'] == 70 or r['status'] < 0 for r in found)


if __name__ == '__main__':
    sys.exit(main())
