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
import signal
import struct
import sys
import tempfile
import warnings
import zlib
from pathlib import Path

import numpy as np
import torch

from clica_nb import cli
from clica_nb.core import atomic_write, read_notebook
from clica_nb.data.kitti import convert, write_pickle
from clica_nb.data.kitti_standin import standin
from clica_nb.encoders import MLPEncoder, Range
from clica_nb.engine.tensorfile import tensor_bytes
from clica_nb.experiments.params import fingerprint
from clica_nb.losses import InfoNCE
from clica_nb.repro import clone, folder, report
from clica_nb.repro.plan import plan
from clica_nb.repro.process import failure
from clica_nb.repro.record import identity, is_done, read_record, seal
from clica_nb.repro.rows import read_table, select
from clica_nb.site.markdown import output_markdown
from clica_nb.training import Pairs, fit, save_checkpoint

ROW = 'reproduce --table 1 --rows 2 --kinds unsupervised --preset smoke'
JOB = plan(select(['1'], [2]), preset='smoke', kinds=['unsupervised'])[0]
DEEP = b'\x80\x04}' + b')' + b'\x85' * 500_000 + b'Ns.'
SECONDS = 300  # by the clock, of a busy machine; what takes longer is ended, and the status says so
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


# What is tried for the first time -------------------------------------------------------------------------------------


def good(place, run=JOB, **changes):
    "A record, sealed, in a folder."
    r = {**json.loads(json.dumps(identity(run))), 'metrics': {'r2': 0.5}, 'steps': 60, 'wall_s': 1.0, 'status': 'done'}
    r = {**r, 'device': 'a test', 'precision': 'fp32', **changes}
    Path(place).mkdir(parents=True, exist_ok=True)
    Path(place, 'result.json').write_text(json.dumps({**r, 'seal': seal(r)}))


def notes_of(*words):
    "What a report says beside its table."
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), contextlib.suppress(SystemExit):
        clica('report', '--runs', 'x', '--table', '1', '--preset', 'smoke', *words)
    print(*(line for line in out.getvalue().splitlines() if line.startswith(('note:', 'clica:', 'wrote'))), sep='\n')


def sparse(path, size=2**32):
    "A file of so many zeros, which takes no room."
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with open(path, 'ab') as f:
        f.truncate(size)


def another():
    "The run of another seed."
    return plan(select(['1'], [2]), [1], 'smoke', ['unsupervised'])[0]


@item('-', 'a record that is a pipe', REPORT)
def record_pipe():
    Path('x').mkdir()
    os.mkfifo('x/result.json')
    notes_of()


@item('-', 'folders linked in a circle', REPORT)
def circle():
    good('x')
    os.symlink('..', 'x/up')
    os.symlink('b', 'x/a')
    os.symlink('a', 'x/b')
    notes_of()
    print(f'{len(report.collect(["x"]).records)} record')


@item('-', 'a score of NaN', REPORT)
def record_nan():
    good('x', metrics={'r2': float('nan')})
    notes_of()


@item('-', 'a record that serves no row', REPORT)
def serves_nothing():
    good('x', serves=[])
    notes_of()


@item('-', '200,000 brackets in each other as a record', REPORT)
def deep_record():
    Path('x').mkdir()
    Path('x/result.json').write_text('[' * 200_000)
    notes_of()


@item('-', 'a record of 4 GB', REPORT)
def sparse_record():
    sparse('x/result.json')
    notes_of()


@item('-', 'records written and removed while they are read', REPORT)
def changing():
    import threading

    def churn():
        for i in range(400):
            shutil.rmtree(f'x/{i % 30}', ignore_errors=True)
            Path(f'x/{i % 30}').mkdir(parents=True, exist_ok=True)
            Path(f'x/{i % 30}/result.json').write_text('{"half')
            good(f'x/{i % 30}', seed=i % 30)

    for i in range(30):
        good(f'x/{i}', seed=i)
    writer = threading.Thread(target=churn)
    writer.start()
    looks = [report.collect(['x']) for _ in range(15)]
    writer.join()
    wrong = sum(r['metrics'] != {'r2': 0.5} for c in looks for r in c.records)
    print(f'{sum(len(c.records) for c in looks)} records read in 15 looks, {wrong} of them wrong')
    print(*dict.fromkeys(re.sub(r'x/\d+', 'x/N', n) for c in looks for n in c.notes if 'result.json' in n), sep='\n')


@item('-', "another seed's record under a second name (a hard link)", f'clica {ROW} --seeds 1')
def linked_record():
    good(JOB.folder('runs'))
    other = another().folder('runs')
    other.mkdir(parents=True)
    os.link(JOB.folder('runs') / 'result.json', other / 'result.json')
    print('done' if is_done(another(), 'runs') else 'not done: it is to be run', *sorted(os.listdir(other)))


@item('-', "another run's checkpoint under a second name (a hard link)", f'clica {ROW} --seeds 1')
def linked_checkpoint():
    place, other = killed(), another().folder('runs')
    other.mkdir(parents=True)
    os.link(place / 'checkpoint.pt', other / 'checkpoint.pt')
    (other / 'run.json').write_text(json.dumps(identity(another())))
    print(*folder.inspect(another(), 'runs'))


for what, name in (('a checkpoint', 'checkpoint.pt'), ("a run's executed notebook and log", 'run.log')):

    def large(name=name):
        place = killed()
        for n in {name, name.replace('log', 'ipynb')}:
            sparse(place / n)
        told(place)

    ITEMS.append(('-', f'{what} of 4 GB', f'clica {ROW}', large))


@item('-', 'an executed notebook of a million cells', f'clica {ROW}')
def million_cells():
    place, cell = killed(), '{"cell_type":"code","source":"x","metadata":{},"outputs":[]}'
    (place / 'run.ipynb').write_text('{"cells":[' + ','.join([cell] * 10**6) + ']}')
    print(failure(place))


@item('-', 'the report over a record', f'{REPORT} --html x/result.json')
def over_record():
    good('x')
    notes_of('--html', 'x/result.json')


@item('-', 'two reports to one file', f'{REPORT} --html out --json out')
def one_file():
    good('x')
    notes_of('--html', 'out', '--json', 'out')


@item('-', 'a pipe as pickle', f'{VERIFY} x.pickle')
def pickle_pipe():
    os.mkfifo('x.pickle')
    clica('data', 'verify', 'kitti-masks', 'x.pickle')


@item('-', 'an empty folder as data', f'{VERIFY} x')
def empty_folder():
    Path('x').mkdir()
    clica('data', 'verify', 'kitti-masks', 'x')


@item('-', 'a pickle of 4 GB', f'{VERIFY} x.pickle')
def sparse_pickle():
    sparse('x.pickle')
    clica('data', 'verify', 'kitti-masks', 'x.pickle')


@item('-', 'a pipe as image', 'clica data verify 3dident set')
def image_pipe():
    from clica_nb.data.threedident_sets import file_name

    dataset()
    os.mkfifo(Path('set/images', file_name(1).format(0)))
    clica('data', 'verify', '3dident', 'set')


@item('-', 'PostScript, which Pillow has Ghostscript execute, as image', 'clica data verify 3dident set')
def postscript():
    from clica_nb.data.threedident_sets import file_name

    dataset()
    text = '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 8 8\n(x) (w) file\nshowpage\n'
    Path('set/images', file_name(1).format(0)).write_text(text)
    clica('data', 'verify', '3dident', 'set')


def archive_item(what, make, limit=10**7):
    "An archive that `make` writes as `x`."

    def f():
        from clica_nb.data.fetch import extract

        make()
        try:
            extract('x', 'to', max_bytes=limit, progress=False)
        finally:
            print('unpacked:', sorted(os.listdir('to')) if Path('to').exists() else 'nothing')

    ITEMS.append(('-', what, 'clica data fetch 3dident', f))


def zip_of(*files):
    import zipfile

    def make():
        with zipfile.ZipFile('x', 'w', zipfile.ZIP_DEFLATED) as z:
            for name, data in files:
                z.writestr(name, data)

    return make


def lying_zip():
    zip_of(('a', bytes(2 * 10**8)))()
    data = bytearray(Path('x').read_bytes())
    for start, at in ((b'PK\x03\x04', 22), (b'PK\x01\x02', 24)):
        i = data.find(start) + at
        data[i : i + 4] = struct.pack('<I', 10)
    Path('x').write_bytes(data)


def large_member():
    import gzip
    import tarfile

    member = tarfile.TarInfo('a')
    member.size = 10**13
    with gzip.open('x', 'wb') as f:
        f.write(member.tobuf() + bytes(10_000))


archive_item('a pipe as archive', lambda: os.mkfifo('x'))
archive_item('4 GB of zeros as archive', lambda: sparse('x'))
archive_item('a zip bomb: 200 MB in 200 kB', zip_of(('a', bytes(2 * 10**8))))
archive_item('the same, which says that it holds ten bytes', lying_zip)
archive_item('a compressed tar file that says it holds 10 TB', large_member)
archive_item('two spellings of one name (composed, decomposed)', zip_of(('caf\u00e9', 'a'), ('cafe\u0301', 'b')))


@item('-', 'rows: a number of 100,000 digits', 'python')
def huge_integer():
    Path('table_9.yaml').write_text(f'table: {"9" * 100_000}\n')
    read_table('table_9.yaml')


@item('-', 'a notebook: half a character', 'clica docs')
def half_character():
    cell = dict(cell_type='code', source='x = "\ud800"', metadata={}, outputs=[])
    Path('n.ipynb').write_text(json.dumps(dict(cells=[cell])))
    read_notebook('n.ipynb')


for what, change in (
    ('a flipped bit in', lambda p: flip(p)),
    ('half of', lambda p: os.truncate(p, p.stat().st_size // 2)),
    ('a pickle as', lambda p: p.write_bytes(DEEP)),
    ('a pipe as', pipe),
    ('4 GB of zeros as', lambda p: (p.unlink(), sparse(p))),
):

    def estimator_file(change=change):
        from clica_nb import ContrastiveEncoder

        x = np.random.default_rng(0).normal(size=(50, 4))
        fitted = ContrastiveEncoder(2, hidden=(8,), max_iter=3, batch_size=16, random_state=0).fit(x)
        change(fitted.save('my.encoder'))
        ContrastiveEncoder.load('my.encoder')

    ITEMS.append(('-', f"{what} an estimator's file", 'python', estimator_file))


@item('-', 'a working directory that was deleted', 'clica reproduce --dry-run')
def nowhere():
    here = os.getcwd()
    os.mkdir('gone')
    os.chdir('gone')
    os.rmdir('../gone')
    try:
        clica('reproduce', '--dry-run')
    finally:
        os.chdir(here)


for what, command in (
    ('the output closed', 'rows >&-'),
    ('the output full', 'rows > /dev/full'),
    ('a terminal without Unicode', 'rows --table 1 | tail -n 1'),
):

    def stream(command=command):
        import subprocess

        word, rest = command.partition(' ')[::2]
        line = (
            f'PYTHONIOENCODING=ascii {sys.executable} -m clica_nb.cli {word} {rest}; echo status ${{PIPESTATUS[0]}} >&2'
        )
        r = subprocess.run(['bash', '-c', line], capture_output=True, cwd=clone.project_root())
        print((r.stderr + r.stdout).decode(errors='replace'))

    ITEMS.append(('-', what, f'clica {command}', stream))


# What has no command of its own --------------------------------------------------------------------------------------


@item(15, 'the way from a claim to its record', 'clica docs')
def ways():
    import yaml

    from clica_nb.repro.sheet import sheets
    from clica_nb.site.records import rows_of_claim

    root = clone.project_root()
    pages = sheets(report.collect([root / 'results']))
    rows = {f'{t}.{k}' for s in pages for t, k in s.first['serves']}
    claims = yaml.safe_load((root / 'nbs/claims.yaml').read_text())['claims']
    named = {row for c in claims for row, _ in rows_of_claim(c)}
    print(f'{sum(len(s.records) for s in pages)} records on {len(pages)} pages of the site')
    print(
        f'{sum(bool(rows_of_claim(c)) for c in claims)} claims name {len(named)} rows, {len(named & rows)} with records'
    )


@item(17, 'the texts that were wrong', 'clica docs')
def texts():
    wrong = ['EPYC, 1 threads', '1 times the record', 'several more with a CUDA build', '64 pixels above, 48 below']
    wrong += ['<IPython.core.display.Markdown object>', 'output=lin f', '-190.64 to', ' 43 of 50']
    found = []
    for path in (clone.project_root() / 'nbs').rglob('*.ipynb'):
        for c in read_notebook(path)['cells']:
            shown = [''.join(c['source'])] if c['cell_type'] == 'markdown' else []
            for o in c.get('outputs', []):
                data = o.get('data', {})
                pictured = 'image/png' in data or 'image/svg+xml' in data or 'text/markdown' in data
                kinds = ['text/markdown', 'text/html'] + ([] if pictured else ['text/plain'])
                shown += [''.join(o.get('text', ''))] + [''.join(data.get(k, '')) for k in kinds]
            found += [f'{path.name}: {w}' for w in wrong for s in shown if w in s]
    print(f'{len(wrong)} texts looked for on every page, {len(found)} found', *found)


@item(19, 'a history without `score_every`', 'python')
def history():
    x = torch.rand(64, 2)
    h = fit(MLPEncoder(2, widths=[4]), Pairs(x, x, batch_size=8), InfoNCE('lp'), 200, progress=False)
    print(f'{len(h)} losses over 200 steps')


@item(19, '`recovery` of class labels', 'python')
def labels():
    from clica_nb.metrics import recovery

    recovery(np.repeat(['a', 'b'], 50), np.random.default_rng(0).normal(size=(100, 2)))


# All of them ---------------------------------------------------------------------------------------------------------


def answer(f) -> dict:
    "Exit status and lines of a function in a process and a folder of its own."
    here = Path(tempfile.mkdtemp(prefix='clica-items-')).resolve()
    pid = os.fork()
    if not pid:
        os.chdir(here)
        signal.alarm(SECONDS)
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
    text = text.replace(f'{clone.project_root()}/', '').replace(f'{here}/', '').replace(str(here), '.')
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
