"""What comes from outside, changed at random: refused in words or harmless, and nothing else.

    python tests/fuzz.py [--count 10000] [--seed 0] [--only checkpoints,records] [--out fuzz.json]

Mutation `i` of a target is a function of the seed, the target's name and `i` alone, so a finding can be repeated with
`--only TARGET --first I --count 1`. The mutations run in children forked from a process that has the library loaded,
fifty to a child, with a limit of 10 seconds each and, for the child, of 1 GiB beyond what it has at its start. A second
is one of work or of waiting for anything but a processor, so that a busy machine makes no hang. With `--out` a campaign
that was stopped goes on where it was. Verdicts:

    refused    an exception that the command line shows as one line (`cli.is_expected`), without control characters
    harmless   taken, and what came out is right
    crash      any other exception, or the end of the process by a signal
    hang       more than 10 seconds
    memory     more than 1 GiB
    wrong      taken, and what came out differs from what an undisturbed run gives

Files with a right checksum or seal are made as well, with one value of the wrong kind or size. What is not made: a file
with a right checksum and another value that could be true. No reader can tell that one from an honest file.
"""

import argparse
import base64
import contextlib
import hashlib
import io
import json
import math
import os
import pickle
import random
import resource
import selectors
import shutil
import signal
import struct
import sys
import tarfile
import tempfile
import time
import warnings
import zipfile
import zlib
from pathlib import Path

import numpy as np
import torch
import yaml
from PIL import Image

from clica_nb import cli
from clica_nb.core import atomic_write, read_notebook, rng
from clica_nb.data import fetch, kitti, worlds
from clica_nb.data.images import read_array, read_image, read_latents, read_note
from clica_nb.data.kitti_standin import standin
from clica_nb.encoders import MLPEncoder
from clica_nb.engine import checkpoint as checkpoints
from clica_nb.engine.tensorfile import START, ZEROS, read_tensors, tensor_bytes
from clica_nb.estimator import ContrastiveEncoder
from clica_nb.experiments.params import fingerprint
from clica_nb.losses import InfoNCE
from clica_nb.repro import folder as run_folder
from clica_nb.repro import pool, report
from clica_nb.repro.clone import commit, notebook_path
from clica_nb.repro.plan import plan
from clica_nb.repro.process import failure
from clica_nb.repro.record import identity, read_record, seal
from clica_nb.repro.rows import read_table, rows_folder, select
from clica_nb.site.markdown import notebook_markdown
from clica_nb.training import Generated, fit, generations, make_optimizer, save_checkpoint

SECONDS = 10
MEMORY = 2**30
BATCH = 50  # mutations per child
GOOD = 'refused', 'harmless'
BYTES = b'\x00', b'\xff', b'\xff\xff\xff\xff', b'\x00\x00\x00\x80', b'\xff\xff\xff\x7f', b'\x1b]0;x\x07', b'../', b'\n'
VALUES = (
    [None, True, -1, 0, 10**9, 2**70, 10**300, 1e308, -1e308, float('nan'), float('inf'), 0.5]
    + ['', 'x', '../../x', '/etc/passwd', '\x1b[2J', '\u202ex', '\ud800', 'a' * 70_000, '<script>alert(1)</script>']
    + [[], [1], {}, {'x': 1}, [[[[[[]]]]]]]
)


# Changes -------------------------------------------------------------------------------------------------------------


def changed_bytes(data: bytes, gen) -> bytes:
    "One to four of: flipped bits, overwritten, removed, repeated, inserted, cut off."
    data = bytearray(data)
    for _ in range(gen.choice([1, 1, 1, 2, 4])):
        if not data:
            return b''
        at, n = gen.randrange(len(data)), gen.choice([1, 1, 2, 4, 16, 100])
        how = gen.randrange(7)
        if how == 0:
            data[at] ^= 1 << gen.randrange(8)
        if how == 1:
            some = gen.choice(BYTES)
            data[at : at + len(some)] = some
        if how == 2:
            del data[at : at + n]
        if how == 3:
            data[at:at] = data[at : at + n] * gen.choice([1, 3])
        if how == 4:
            data[at:at] = gen.randbytes(n)
        if how == 5:
            del data[at:]
        if how == 6:
            data[at : at + 1] = bytes([gen.randrange(256)])
    return bytes(data)


def places(x, path=()):
    "Every path in a tree of dictionaries and lists."
    yield path
    items = x.items() if isinstance(x, dict) else enumerate(x) if isinstance(x, (list, tuple)) else ()
    for k, v in items:
        yield from places(v, (*path, k))


def changed_tree(x, gen, values=VALUES):
    "A tree with one value replaced, or one entry of a dictionary removed; and where."
    found = [p for p in places(x) if p]
    path = gen.choice(found)
    return _changed(x, path, gen, values), path


def _changed(x, path, gen, values):
    if not path:
        return values(x, gen) if callable(values) else gen.choice(values)
    if isinstance(x, dict):
        if len(path) == 1 and gen.random() < 0.2:
            return {k: v for k, v in x.items() if k != path[0]}
        return {k: _changed(v, path[1:], gen, values) if k == path[0] else v for k, v in x.items()}
    return type(x)(_changed(v, path[1:], gen, values) if i == path[0] else v for i, v in enumerate(x))


def changed_json(text: str, gen) -> bytes:
    "JSON with a value replaced, a key twice, nested without end, numbers that are none, or changed bytes."
    how = gen.random()
    if how < 0.5:
        tree, _ = changed_tree(json.loads(text), gen)
        return json.dumps(tree).encode('utf-8', 'surrogatepass')
    if how < 0.55:
        return text.replace('{', '{"steps": 1, "seed": 2, "label": "x", ', 1).encode()
    if how < 0.6:
        return text.replace(':', ': ' + '[' * gen.choice([10, 100_000]), 1).encode()
    if how < 0.65:
        return text.replace(':', gen.choice([': NaN,', ': Infinity,', ': 1e999,', ': ' + '9' * 5000 + ',']), 1).encode()
    return changed_bytes(text.encode(), gen)


def odd_place(path: Path, gen) -> bool:
    "Put something else than a file at a path."
    how = gen.choice(['folder', 'pipe', 'link to nowhere', 'link to itself', 'link to a device', 'empty'])
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    if how == 'folder':
        path.mkdir()
    if how == 'pipe':
        os.mkfifo(path)
    if how == 'link to nowhere':
        path.symlink_to('nowhere')
    if how == 'link to itself':
        path.symlink_to(path.name)
    if how == 'link to a device':
        path.symlink_to('/dev/zero')
    if how == 'empty':
        path.touch()


class Wrong(Exception):
    "Taken, and it should not have been."


# Checkpoints ---------------------------------------------------------------------------------------------------------


def train(file, progress=False):
    "Twenty steps of a small encoder; its weights and losses."
    encoder = MLPEncoder(2, widths=[6], output='sphere', generator=rng(0, 'encoder'))
    source = Generated(lambda g: (torch.rand(8, 2, generator=g),) * 2, rng(0, 'pairs'))
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        history = fit(
            encoder,
            source,
            InfoNCE('dot'),
            20,
            make_optimizer(encoder, lr=1e-2),
            score_every=5,
            log_every=5,
            checkpoint=file,
            checkpoint_every=0,
            fingerprint='fuzz',
            progress=progress,
        )
    weights = torch.cat([p.detach().flatten() for p in encoder.parameters()])
    return weights, [(h['step'], h['loss']) for h in history]


class Killed(Exception):
    pass


def _kill(info):
    if info['step'] >= 20:
        raise Killed


def timeless(state):
    "A checkpoint with the times that its steps would take at a hundred a second."
    times = {k: state['step'] / 100 for k in ('seconds', 'cpu_seconds')}
    history = [{**h, 'seconds': h['step'] / 100, 'cpu_seconds': h['step'] / 100} for h in state['history']]
    return {**state, **times, 'history': history}


def not_true(x, gen):
    "A value that cannot stand where `x` stands."
    if isinstance(x, torch.Tensor):
        same = [x.double(), x.flatten()[:-1], x[None], x.to(torch.int64), None, 'x', {}]
        return gen.choice(same + ([x.float() * float('nan')] if x.is_floating_point() else []))
    if isinstance(x, str):
        return gen.choice([None, 1, x + ' ', []])
    if isinstance(x, (int, float)):
        return gen.choice([None, 'x', [], {}, -(10**9), 2**70, float('nan'), float('inf')])
    return gen.choice([None, 'x', 1, True, [1], {'x': 1}])


def forged(state, gen, values=not_true) -> bytes:
    "A tensor file with a right checksum, and one thing in it that cannot be; or with a header that asks for more."
    if gen.random() < 0.7:
        return tensor_bytes(changed_tree(state, gen, values)[0])
    data = tensor_bytes(state)
    n = int.from_bytes(data[:8], 'little')
    text, rest = data[8 : 8 + n], data[8 + n :]
    head = len(START) + 64
    text = START + ZEROS + changed_bytes(text[head:], gen)
    data = len(text).to_bytes(8, 'little') + text + rest
    return data.replace(ZEROS, hashlib.sha256(data).hexdigest().encode(), 1)


def forked_read_old(path):
    "As `read_old`, whose process is forked from this one and not started anew."
    target = tempfile.mktemp(dir='.')
    pid = os.fork()
    if not pid:
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                checkpoints._convert(str(path), target)
            os._exit(0)
        except BaseException:
            os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status:
        raise checkpoints.TensorFileError(f'its reader ended with status {status}')
    return read_tensors(target)


class Checkpoint:
    "A training that was killed, with its two generations; it must end with the undisturbed one's numbers."

    share = 20

    def prepare(self, home):
        self.whole = train(home / 'whole.pt')
        with contextlib.suppress(Killed):
            train(home / 'c.pt', _kill)
        for p in generations(home / 'c.pt'):
            p.write_bytes(tensor_bytes(timeless(read_tensors(p))))  # or a change would depend on how long it took
        self.files = {p.name: p.read_bytes() for p in generations(home / 'c.pt')}
        self.state = read_tensors(home / 'c.pt')
        buffer = io.BytesIO()
        torch.save(self.state, buffer)
        self.old = buffer.getvalue()
        checkpoints.read_old = forked_read_old

    def mutate(self, gen, here):
        for name, data in self.files.items():
            (here / name).write_bytes(data)
        names = list(self.files)
        for name in gen.choice([names[:1], names[:1], names]):
            how = gen.random()
            if how < 0.1:
                odd_place(here / name, gen)
            elif how < 0.4:
                (here / name).write_bytes(changed_bytes(self.files[name], gen))
            elif how < 0.85:
                (here / name).write_bytes(forged(self.state, gen))
                while self.could_be_true(here / name):
                    (here / name).write_bytes(forged(self.state, gen))
            elif how < 0.95:
                (here / name).write_bytes(self.changed_old(gen))
            else:
                (here / name).write_bytes(gen.choice([pickle.dumps(self.files), gen.randbytes(500), b'PK\x03\x04']))

    def could_be_true(self, path) -> bool:
        "Is it a whole file with other losses? A digit of the header was changed, and then the checksum."
        try:
            there = read_tensors(path)['history']
            losses = [h['loss'] for h in there]
            finite = all(type(x) is float and abs(x) < float('inf') for x in losses)
        except (checkpoints.TensorFileError, KeyError, TypeError):
            return False
        return finite and losses != [h['loss'] for h in self.state['history'][: len(losses)]]

    def changed_old(self, gen) -> bytes:
        "A file of `torch.save` with changed bytes, or another pickle in it."
        if gen.random() < 0.5:
            return changed_bytes(self.old, gen)
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(self.old)) as old, zipfile.ZipFile(out, 'w') as new:
            for n in old.namelist():
                data = old.read(n)
                if n.endswith('data.pkl'):
                    deep = b'\x80\x02}' + b')' + b'\x85' * 500_000 + b'Ns.'
                    data = gen.choice([deep, b'\x80\x02\x8b\xff\xff\xff\x7fx', b'\x80\x02r\xff\xff\xff\x0f.', b'.'])
                new.writestr(n, data)
        return out.getvalue()

    def run(self, here):
        weights, losses = train(here / 'c.pt')
        if not torch.equal(weights, self.whole[0]) or losses != self.whole[1]:
            raise Wrong('the training ended with other numbers')


class Estimator:
    "The file of a fitted estimator: refused, or the same representation to the last bit."

    share = 10

    def prepare(self, home):
        self.X = np.random.default_rng(0).normal(size=(60, 4))
        fitted = ContrastiveEncoder(2, hidden=(6,), max_iter=5, batch_size=16, random_state=0).fit(self.X)
        self.file = fitted.save(home / 'e').read_bytes()
        self.state, self.h = read_tensors(home / 'e'), fitted.transform(self.X)
        buffer = io.BytesIO()
        torch.save(self.state, buffer)
        self.others = [buffer.getvalue(), pickle.dumps(self.state), tensor_bytes({'step': 1, 'encoder': {}}), b'']

    def mutate(self, gen, here):
        how = gen.random()
        if how < 0.3:
            data = changed_bytes(self.file, gen)
        elif how < 0.6:
            data = forged(self.state, gen)
        elif how < 0.8:
            data = forged(self.state, gen, lambda x, gen: gen.choice(VALUES[:-1] + [(2, 3), torch.ones(3, dtype=int)]))
        elif how < 0.9:
            data = changed_bytes(gen.choice(self.others), gen) if how < 0.88 else gen.choice(self.others)
        else:  # to be taken
            data = tensor_bytes({**self.state, 'n_iter': gen.randrange(10**6)})
        (here / 'e').write_bytes(data)
        if gen.random() < 0.03:
            odd_place(here / 'e', gen)

    def run(self, here):
        again = ContrastiveEncoder.load(here / 'e')
        if not np.array_equal(again.transform(self.X), self.h):
            raise Wrong('another representation')
        again.score(self.X)


class Folder:
    "The folder of a run, with something odd in it."

    share = 8

    def prepare(self, home):
        self.job = plan(select(['1'], [2]), preset='smoke', kinds=['unsupervised'])[0]
        weights = {'w': torch.zeros(3)}
        state = dict(step=20, seconds=1.0, cpu_seconds=1.0, history=[], encoder=weights, optimizer={}, source=None)
        state['fingerprint'] = fingerprint({**self.job.params, 'seed': 0})
        self.state = state
        save_checkpoint(home / 'c.pt', state)
        note = json.dumps(identity(self.job))
        progress = json.dumps(dict(step=1, steps=60, eta=1.0, loss=0.5, r2=0.5))
        beat = json.dumps(dict(machine='elsewhere', pid=1, count=-1))
        notebook = json.dumps(dict(cells=[dict(outputs=[dict(output_type='error', ename='E', evalue='no')])]))
        self.files = {
            'checkpoint.pt': (home / 'c.pt').read_bytes(),
            'run.json': note.encode(),
            'progress.json': progress.encode(),
            'heartbeat.json': beat.encode(),
            'run.ipynb': notebook.encode(),
            'run.log': b'Error: no\n',
        }

    def mutate(self, gen, here):
        place = self.job.folder(here)
        place.mkdir(parents=True)
        for name, data in self.files.items():
            (place / name).write_bytes(data)
        for name in gen.sample([*self.files, '.lock', 'result.json'], gen.choice([1, 2, 5])):
            if gen.random() < 0.4:
                odd_place(place / name, gen)
            elif name == 'checkpoint.pt' and gen.random() < 0.5:
                (place / name).write_bytes(forged(self.state, gen))
            elif name.endswith(('.json', '.ipynb')):
                text = self.files.get(name, b'{"seal": "x"}').decode()
                (place / name).write_bytes(changed_json(text, gen))
            else:
                (place / name).write_bytes(changed_bytes(self.files.get(name, b'x'), gen))

    def run(self, here):
        place = self.job.folder(here)
        said = [pool.work_line(type('A', (), dict(job=self.job, seconds=1.0))(), here), failure(place)]
        os.close(run_folder.lock(place))
        said += run_folder.tidy(place)
        said.append(run_folder.check_heartbeat(place, 0.01))
        notes = run_folder.inspect(self.job, here)
        if any('\n' in s for s in notes + said) or not all(s.isprintable() for s in said):
            raise Wrong('a message that is not one line')
        went_on = any(n.startswith('goes on from step ') for n in notes)
        if went_on and 'goes on from step 20' not in notes:
            raise Wrong(f'another step: {notes}')


# Records, notebooks, tables ------------------------------------------------------------------------------------------


class Records:
    "The record of a run: refused, or what was written."

    share = 16

    def prepare(self, home):
        run = plan(select(['1'], [2]), kinds=['unsupervised'])[0]
        r = json.loads(json.dumps(identity(run)))
        curve = [{'step': 10, 'seconds': 1.0, 'loss': 0.5, 'r2': 0.5}]
        r |= dict(metrics={'r2': 0.5, 'mcc': 0.25}, steps=10, wall_s=1.0, device='a test', precision='fp32')
        r |= dict(status='done', curve=curve)
        self.record = {**r, 'seal': seal(r)}
        self.text = json.dumps(self.record)

    def mutate(self, gen, here):
        kind = gen.random()
        if kind < 0.05:  # the same content written in another way
            keys = gen.sample(list(self.record), len(self.record))
            data = json.dumps({k: self.record[k] for k in keys}, indent=gen.randrange(4)).encode()
        elif kind < 0.4:
            tree, path = changed_tree(self.record, gen)
            if path[0] != 'seal':
                tree = {**tree, 'seal': seal(tree)} if gen.random() < 0.5 else tree
            data = json.dumps(tree).encode()
        else:
            data = changed_json(self.text, gen)
        (here / 'result.json').write_bytes(data)
        if gen.random() < 0.03:
            odd_place(here / 'result.json', gen)

    def run(self, here):
        try:
            r = read_record(here / 'result.json')
        finally:
            found = report.collect([here])
            if any(not n.isprintable() for n in found.notes):
                raise Wrong(f'a note with control characters: {found.notes}')
        for k, v in r['metrics'].items():
            if isinstance(v, bool) or not isinstance(v, (int, float)) or (k in ('r2', 'mcc') and v > 1.00001):
                raise Wrong(f'{k} is {v!r}')
        if r['params'] != self.record['params'] or any(r[k] != self.record[k] for k in ('seed', 'setting', 'preset')):
            if r['seal'] == self.record['seal']:
                raise Wrong('the content differs under the same seal')


class Notebooks:
    "The error of an executed notebook, and its page on the site."

    share = 12

    def prepare(self, home):
        text = notebook_path('mlp_mixing').read_text()
        nb = json.loads(text)
        nb['cells'] = [c for c in nb['cells'] if 'parameters' in c['metadata'].get('tags', [])] + nb['cells'][:3]
        output = dict(output_type='display_data', metadata={}, data={'text/html': '<b>x</b>', 'text/plain': 'x'})
        buffer = io.BytesIO()
        Image.new('RGB', (4, 3)).save(buffer, 'png')
        png = base64.b64encode(buffer.getvalue()).decode()
        picture = dict(output_type='display_data', metadata={}, data={'image/png': png})
        error = dict(output_type='error', ename='E', evalue='no', traceback=['no'])
        stream = dict(output_type='stream', name='stdout', text=['x\n'])
        nb['cells'][0]['outputs'] = [output, picture, error, stream]
        self.nb = nb
        self.text = json.dumps(nb)

    def mutate(self, gen, here):
        (here / 'run.ipynb').write_bytes(changed_json(self.text, gen))
        (here / 'run.json').touch()

    def run(self, here):
        text = failure(here)
        if not text.isprintable():
            raise Wrong('an error with control characters')
        _, files, _ = notebook_markdown(read_notebook(here / 'run.ipynb'), 'url')
        if any('/' in name or not name.isprintable() for name in files):
            raise Wrong(f'pictures {list(files)}')


class Tables:
    "The rows, as YAML."

    share = 8

    def prepare(self, home):
        self.text = (rows_folder() / 'table_1.yaml').read_text()

    def mutate(self, gen, here):
        how = gen.random()
        if how < 0.4:
            text = yaml.safe_dump(changed_tree(yaml.safe_load(self.text), gen)[0]).encode()
        elif how < 0.5:
            bomb = 'a0: &a0 [x, x]\n' + ''.join(f'a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n' for i in range(1, 40))
            odd = ['!!python/object/apply:os.system [touch executed]', '[' * 5000, '&a [*a]', bomb]
            text = gen.choice([f'table: {odd[0]}', odd[1], f'table: {odd[2]}', bomb, f'{self.text}\nx: 1']).encode()
        else:
            text = changed_bytes(self.text.encode(), gen)
        (here / 'table_1.yaml').write_bytes(text)

    def run(self, here):
        read_table(here / 'table_1.yaml')
        if Path('executed').exists():
            raise Wrong('executed')


# Data ----------------------------------------------------------------------------------------------------------------


class Pickles:
    "The published format of KITTI Masks, and the folder it is converted to."

    share = 12

    def prepare(self, home):
        masks = standin(2, 4)
        kitti.write_pickle(masks, home / 'k.pickle')
        self.data = (home / 'k.pickle').read_bytes()
        self.converted = {p.name: p.read_bytes() for p in kitti.convert(home / 'k.pickle').iterdir()}
        self.label = kitti.open_masks(home / 'k.pickle').label
        self.bits = kitti.open_masks(home / 'k.pickle').bits.clone()

    def mutate(self, gen, here):
        how = gen.random()
        if how < 0.4:
            (here / 'k').write_bytes(changed_bytes(self.data, gen))
            return
        if how < 0.5:
            deep = b'\x80\x04}' + b')' + b'\x85' * 500_000 + b'Ns.'
            odd = [
                deep,
                b'\x80\x02r\xff\xff\xff\x0f.',
                b'\x80\x04\x8d' + b'\xff' * 7 + b'\x0f',
                b'cos\nsystem\n(S"x"\ntR.',
            ]
            (here / 'k').write_bytes(gen.choice(odd))
            return
        (here / 'k').mkdir()
        for name, data in self.converted.items():
            (here / 'k' / name).write_bytes(data)
        name = gen.choice(list(self.converted))
        data = self.converted[name]
        if gen.random() < 0.1:
            odd_place(here / 'k' / name, gen)
        elif name.endswith('.json'):
            (here / 'k' / name).write_bytes(changed_json(data.decode(), gen))
        else:
            (here / 'k' / name).write_bytes(gen.choice([changed_bytes, changed_npy])(data, gen))

    def run(self, here):
        masks = kitti.open_masks(here / 'k')
        if masks.label == 'kitti-masks' or not torch.isfinite(masks.latents).all():
            raise Wrong(f'{masks}')
        if masks.label == self.label and not torch.equal(masks.bits, self.bits):
            raise Wrong('other masks under the same label')


def changed_npy(data: bytes, gen) -> bytes:
    "An array's file with another header: a huge shape, objects, another order."
    n = struct.unpack('<H', data[8:10])[0]
    header = data[10 : 10 + n].decode('latin1').strip()
    shapes = ['(10**12, 4)', '(1000000000000, 4)', '(-1, 4)', '(2.0,)', '()', '(0, 4)', "('x',)", '(' + '1,' * 40 + ')']
    pairs = [("'shape': ", "'shape': " + gen.choice(shapes) + ", 'x': ")]
    pairs += [("'descr': '", "'descr': '" + gen.choice(['|O', '<f8', '|V9999999', '<U99', '>i2', 'x']) + "', 'x': '")]
    pairs += [('False', 'True'), ("'", '"'), ('{', '{' * gen.choice([2, 3000])), ('}', "}, __import__('os')")]
    old, new = gen.choice(pairs)
    text = header.replace(old, new, 1)
    text = text.ljust(n - 1) + '\n' if len(text) < n else text + '\n'
    return data[:8] + struct.pack('<H', len(text) & 0xFFFF) + text.encode('latin1') + data[10 + n :]


class Arrays:
    "Arrays, trajectories and notes of data sets."

    share = 8

    def prepare(self, home):
        np.save(home / 'x.npy', np.linspace(-1, 1, 40, dtype=np.float32).reshape(10, 4))
        np.savez(home / 'x.npz', t=np.arange(10.0), pos=np.ones((10, 2)) * np.arange(10)[:, None])
        self.npy, self.npz = (home / 'x.npy').read_bytes(), (home / 'x.npz').read_bytes()

    def mutate(self, gen, here):
        (here / 'x.npy').write_bytes(gen.choice([changed_bytes, changed_npy])(self.npy, gen))
        (here / 'x.npz').write_bytes(changed_bytes(self.npz, gen))
        (here / 'x.json').write_bytes(changed_json('{"n": 3, "label": "x"}', gen))
        if gen.random() < 0.05:
            odd_place(here / gen.choice(['x.npy', 'x.npz', 'x.json']), gen)
        self.which = gen.randrange(4)

    def run(self, here):
        if self.which == 0:
            read_array(here / 'x.npy')
        if self.which == 1:
            x = read_latents(here / 'x.npy', 4)
            if not np.isfinite(x).all():
                raise Wrong('latents that are not finite')
        if self.which == 2:
            worlds.read_trajectory(here / 'x.npz')
        if self.which == 3:
            read_note(here / 'x.json', dict(n=int, label=str))


class Pictures:
    "An image of a data set."

    share = 8

    def prepare(self, home):
        x = np.arange(32 * 32 * 3, dtype=np.uint8).reshape(32, 32, 3)
        buffer = io.BytesIO()
        Image.fromarray(x).save(buffer, 'png')
        self.png = buffer.getvalue()

    def mutate(self, gen, here):
        data = self.png
        if gen.random() < 0.5:
            w, h = gen.choice(
                [(60_000, 60_000), (13_000, 13_000), (2**31 - 1, 1), (0, 0), (4096, 4096), (1, 2**31 - 1)]
            )
            head = struct.pack('>IIBBBBB', w, h, 8, gen.choice([0, 2, 3, 6]), 0, 0, gen.choice([0, 1]))
            data = data[:16] + head + struct.pack('>I', zlib.crc32(b'IHDR' + head)) + data[33:]
        if gen.random() < 0.6:
            data = changed_bytes(data, gen)
        (here / 'x.png').write_bytes(data)
        if gen.random() < 0.03:
            odd_place(here / 'x.png', gen)

    def run(self, here):
        x = read_image(here / 'x.png', 16)
        if x.shape != (16, 16, 3) or x.dtype != np.uint8:
            raise Wrong(f'an image of shape {x.shape}')


class Archives:
    "Archives of data sets: all below the folder, or nothing."

    share = 10

    def prepare(self, home):
        (home / 'in').mkdir()
        (home / 'in/a.txt').write_text('a' * 2000)
        (home / 'in/b').mkdir()
        (home / 'in/b/c.txt').write_text('c')
        self.files = {}
        for name, mode in (('x.tar', 'w'), ('x.tar.gz', 'w:gz'), ('x.tar.xz', 'w:xz')):
            with tarfile.open(home / name, mode) as t:
                t.add(home / 'in', 'in')
            self.files[name] = (home / name).read_bytes()
        with zipfile.ZipFile(home / 'x.zip', 'w', zipfile.ZIP_DEFLATED) as z:
            z.write(home / 'in/a.txt', 'in/a.txt')
            z.write(home / 'in/b/c.txt', 'in/b/c.txt')
        self.files['x.zip'] = (home / 'x.zip').read_bytes()

    def mutate(self, gen, here):
        name = gen.choice(list(self.files))
        if gen.random() < 0.6:
            (here / 'x').write_bytes(changed_bytes(self.files[name], gen))
            return
        names = [
            '../x',
            '/tmp/x',
            'a\x9bb',
            'a\u202eb',
            'a' * 5000,
            'a',
            'a/b',
            '',
            '.',
            'C:x',
            '\udc80',
            'in/a.txt/x',
            '\x00',
        ]
        with tarfile.open(here / 'x', 'w') as t:
            for _ in range(gen.choice([1, 2, 3])):
                info = tarfile.TarInfo(gen.choice(names))
                info.type = gen.choice([b'0', b'0', b'1', b'2', b'3', b'5', b'6', b'7', b'S'])
                info.linkname = gen.choice(['', '/etc/passwd', '../../x'])
                info.size = gen.choice([0, 0, 5, 10**12]) if info.type == b'0' else 0
                with contextlib.suppress(UnicodeError, ValueError):
                    t.addfile(info, io.BytesIO(b'x' * 5) if info.size == 5 else None)

    def run(self, here):
        try:
            fetch.extract(here / 'x', here / 'to', max_bytes=10**6, progress=False)
        finally:
            there = {p.name for p in here.iterdir()}
            if there - {'x', 'to'} or any(p.is_symlink() or not (p.is_file() or p.is_dir()) for p in here.rglob('*')):
                raise Wrong(f'{sorted(there)} after unpacking')


# Command lines -------------------------------------------------------------------------------------------------------


class Commands:
    "What may be typed; nothing is run, and nothing is fetched."

    share = 12
    BASES = (
        'rows --table 1 --json',
        'reproduce --table 1 --rows 1,2 --seeds 0-2 --preset smoke --set lr=0.1 --dry-run',
        'reproduce --table 2 --rows 1 --kinds unsupervised --set widths=8,8 --jobs 2 --timeout 3 --dry-run',
        'reproduce --study recipe --seeds 1 --dry-run',
        'reproduce --table 3 --data standin --preset smoke --memory 2 --retries 1 --dry-run',
        'report --runs RUNS --table 1 --preset smoke --html out.html --json out.json --csv out.csv',
        'results add RUNS --results out',
        'data verify 3dident RUNS --n 3',
        'data verify kitti-masks RUNS',
        'data verify causal3dident RUNS',
        'bench loss --out',
    )
    # no '/' alone: `report --runs /` searches the disk for records, as it was told to
    WORDS = (
        ['', '-', '--', '-1', '0', 'nan', 'inf', '1e999', '9' * 40, '0-9999999999', '1-', 'x', 'x=y', '=', 'lr=', '\n']
        + ['--dry-run', '--help', '--table', '--seeds', '--set', '--json', '--runs', '\x1b[2J', '\udcff', 'a' * 9000]
        + ['/dev/null', '/dev/full', '/proc/self/mem', '.', '/dev', '../..', 'RUNS', 'none', 'None', 'n=10**9', 'true']
        + ['lr=nan', 'lr=-1', 'steps=0', 'steps=1e3', 'widths=abc', 'widths=0', 'output=lin f', 'n=2', 'n=-2', 'seed=1']
    )

    def prepare(self, home):
        pool.reproduce = lambda todo, *a, **k: []
        self.runs = home / 'runs'
        self.runs.mkdir()
        (self.runs / 'result.json').write_text('{}')

    def mutate(self, gen, here):
        words = gen.choice(self.BASES[:-1]).split()
        for _ in range(gen.choice([1, 1, 2, 3])):
            at = gen.randrange(1, len(words) + 1)
            how = gen.randrange(8)
            values = [i for i, w in enumerate(words[1:], 1) if words[i - 1].startswith('--') and w[:2] != '--']
            if how > 3 and values:
                words[gen.choice(values)] = gen.choice(self.WORDS)
            elif how == 0:
                words.insert(at, gen.choice(self.WORDS))
            elif at < len(words):
                if how == 1:
                    words[at] = gen.choice(self.WORDS)
                if how == 2:
                    del words[at]
                if how == 3:
                    other = changed_bytes(words[at].encode('utf-8', 'surrogateescape'), gen)
                    words[at] = other.decode('utf-8', 'surrogateescape').replace('\x00', '')
        self.words = [str(self.runs) if w == 'RUNS' else w for w in words]

    def run(self, here):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                cli.main(self.words, 'clica')
            except SystemExit as e:
                status = e.code
        said = err.getvalue()
        if status == 70:
            name = said.split('the report is in ')[-1].strip()
            text = Path(name).read_text()
            Path(name).unlink()
            raise Unexpected(f'{self.words}: {text[-800:]}')
        if status == 2 and 'Usage' not in said:
            if len(said.splitlines()) != 1 or not said.strip().isprintable():
                raise Wrong(f'{self.words}: not one line: {said!r}')
            raise Refused
        if status not in (0, 1, 2):
            raise Wrong(f'{self.words}: status {status}')


class Refused(Exception):
    pass


class Unexpected(Exception):
    pass


TARGETS = {
    'checkpoints': Checkpoint,
    'estimators': Estimator,
    'folders': Folder,
    'records': Records,
    'notebooks': Notebooks,
    'tables': Tables,
    'pickles': Pickles,
    'arrays': Arrays,
    'images': Pictures,
    'archives': Archives,
    'commands': Commands,
}


# Children ------------------------------------------------------------------------------------------------------------


def chain(e):
    "An exception and those before it."
    while e is not None:
        yield e
        e = e.__cause__ or e.__context__


def verdict(target, here) -> tuple:
    "What became of one mutation, in this process."
    try:
        target.run(here)
        return 'harmless', ''
    except Refused:
        return 'refused', ''
    except (Wrong, Unexpected) as e:
        return 'wrong' if isinstance(e, Wrong) else 'crash', str(e)
    except Exception as e:
        text = ' '.join(f'{type(e).__name__}: {e}'.split())
        if any(isinstance(x, MemoryError) or 'allocate memory' in str(x) for x in chain(e)):
            return 'memory', text
        if not cli.is_expected(e):
            import traceback

            return 'crash', text + ' ' + ' '.join(traceback.format_exc().split())[-600:]
        return ('refused', '') if cli.in_words(e).isprintable() else ('wrong', f'not printable: {text!r}')


def child(name, target, numbers, seed, write, home):
    "Mutations one after the other; a line before each and a line after."
    os.setpgid(0, 0)
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    pages = int(Path('/proc/self/statm').read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for i in numbers:
        os.write(write, f'{json.dumps([i])}\n'.encode())
        began = time.process_time()
        here = Path(tempfile.mkdtemp(dir=home))
        os.chdir(here)
        target.mutate(random.Random(f'{seed} {name} {i}'), here)
        found = verdict(target, here)
        os.chdir(home)
        shutil.rmtree(here, ignore_errors=True)
        used = time.process_time() - began, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - start) / 2**10
        os.write(write, f'{json.dumps([i, found[0], found[1][:2500], *used])}\n'.encode())
    os._exit(0)


def waited(pid) -> float:
    "Seconds that a process has spent waiting for a processor; 0 where the system does not tell."
    try:
        return int(Path(f'/proc/{pid}/schedstat').read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def ready_to_read(fd, pid, seconds) -> bool:
    "Is there something to read, or the end, within the time? That in which the process waits its turn does not count."
    began, before = time.monotonic(), waited(pid)
    with selectors.DefaultSelector() as s:
        s.register(fd, selectors.EVENT_READ)
        while (left := seconds - (time.monotonic() - began) + (waited(pid) - before)) > 0:
            if s.select(max(left, 0.1)):
                return True
    return False


def batch(name, target, numbers, seed, home):
    "Verdicts of the numbers, from as many children as it takes; yields (number, verdict, text, seconds, MiB)."
    left = list(numbers)
    while left:
        read, write = os.pipe()
        pid = os.fork()
        if not pid:
            try:
                os.close(read)
                child(name, target, left[:BATCH], seed, write, home)
            finally:
                os._exit(9)
        os.close(write)
        begun, text, late = None, b'', False
        while True:
            if not ready_to_read(read, pid, SECONDS):
                late = True
                os.killpg(pid, signal.SIGKILL)
                break
            if not (piece := os.read(read, 65536)):
                break
            text += piece
            *lines, text = text.split(b'\n')
            for line in lines:
                found = json.loads(line)
                begun = found[0] if len(found) == 1 else None
                if len(found) > 1:
                    left.remove(found[0])
                    yield tuple(found)
        os.close(read)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if begun is not None:
            left.remove(begun)
            how = ('hang', f'more than {SECONDS} s') if late else ('crash', f'status {status}')
            yield begun, *how, float(SECONDS if late else 0), 0.0
        elif status:
            raise RuntimeError(f'{name}: the child ended with status {status} outside a mutation')


def campaign(count, seed=0, only=None, first=0, say=print, found=None, keep=lambda found: None) -> dict:
    "Counts by target and verdict, and the findings; goes on from what was `found`, and gives it to `keep` as it grows."
    torch.set_num_threads(1)
    chosen = {k: TARGETS[k] for k in only or TARGETS}
    shares = sum(t.share for t in chosen.values())
    found = found or dict(seed=seed, count=count, first=first, targets={}, findings=[])
    for name, kind in chosen.items():
        mine = found['targets'].setdefault(
            name, dict(counts={}, cpu_s=0.0, longest_s=0.0, most_mib=0.0, commit=commit())
        )
        total, done = math.ceil(count * kind.share / shares), sum(mine['counts'].values())
        if done >= total:
            continue
        target, began = kind(), os.times()
        home = Path(tempfile.mkdtemp(prefix=f'clica-fuzz-{name}-'))
        was = os.getcwd()
        try:
            os.chdir(home)
            (home / 'sample').mkdir()
            target.prepare(home / 'sample')
            for i, what, text, used, mib in batch(name, target, range(first + done, first + total), seed, home):
                mine['counts'][what] = mine['counts'].get(what, 0) + 1
                mine['longest_s'] = max(mine['longest_s'], round(used, 2))
                mine['most_mib'] = max(mine['most_mib'], round(mib))
                if what not in GOOD:
                    found['findings'].append([name, i, what, text])
                    say(f'{name} {i}: {what}: {text[:1500]}')
                if sum(mine['counts'].values()) % 100 == 0:
                    began = _add_time(mine, began)
                    keep(found)
        finally:
            os.chdir(was)
            shutil.rmtree(home, ignore_errors=True)
        _add_time(mine, began)
        keep(found)
    return found


def _add_time(mine, began):
    "Count the processor time since then; returns now."
    now = os.times()
    mine['cpu_s'] = round(mine['cpu_s'] + sum(now[:4]) - sum(began[:4]), 1)
    return now


def table(found) -> str:
    "A line per target."
    names = [*GOOD, 'crash', 'hang', 'memory', 'wrong']
    lines = [f'{"target":<12}' + ''.join(f'{n:>10}' for n in names) + f'{"cpu s":>8}{"longest":>9}{"MiB":>6}']
    for k, t in found['targets'].items():
        used = f'{t["cpu_s"]:>8}{t["longest_s"]:>9}{t["most_mib"]:>6}'
        lines.append(f'{k:<12}' + ''.join(f'{t["counts"].get(n, 0):>10}' for n in names) + used)
    return '\n'.join(lines)


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument('--count', type=int, default=10_000, help='mutations, shared among the targets')
    p.add_argument('--seed', type=int, default=0)
    p.add_argument('--first', type=int, default=0, help='number of the first mutation of each target')
    p.add_argument('--only', help=f'of {", ".join(TARGETS)}')
    p.add_argument('--out', help='JSON file for the counts and findings; one of the same campaign is gone on with')
    a = p.parse_args()
    began = time.monotonic()
    if os.access('/dev/shm', os.W_OK):
        tempfile.tempdir = '/dev/shm'  # it is the readers that are tested, not the disk
    out, found = a.out and Path(a.out).absolute(), None
    if out and out.exists():
        found = json.loads(out.read_text())
        if any(found.get(k) != getattr(a, k) for k in ('seed', 'count', 'first')):
            p.error(f'{a.out} is of another campaign: remove it, or give its --seed, --count and --first')

    def keep(found):
        if out:
            atomic_write(out, json.dumps(found, indent=1) + '\n')

    found = campaign(a.count, a.seed, a.only and a.only.split(','), a.first, found=found, keep=keep)
    print(table(found))
    print(f'{len(found["findings"])} findings, {time.monotonic() - began:.0f} s')
    return bool(found['findings'])


if __name__ == '__main__':
    sys.exit(main())
