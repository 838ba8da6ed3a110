"""Files from outside, changed at random: a reader refuses them in words, or gives what an unchanged file gives.

    python tests/hostile.py COUNT [SEED]     # prints {reader: [refused, taken]}; ends at the first finding

One process, with one gigabyte beyond what the library takes, and two processor seconds for each change. Change `i` is a
function of seed, reader and `i` alone. Called by `test_security.py`.
"""

import io
import json
import os
import pickle
import random
import resource
import signal
import struct
import sys
import tarfile
import tempfile
import zlib
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from clica_nb import ContrastiveEncoder
from clica_nb.data import fetch, kitti
from clica_nb.data.images import read_array, read_image, read_note
from clica_nb.data.kitti import standin
from clica_nb.engine.checkpoint import read_tensors, tensor_bytes

REFUSAL = ValueError, TypeError, OSError, RuntimeError  # what a command shows as one line
ODD = b'\x00', b'\xff', b'\xff\xff\xff\xff', b'\x00\x00\x00\x80', b'\xff\xff\xff\x7f', b'\x1b]0;x\x07', b'../', b'\n'
NEST = b')' + b'\x85' * 100_000  # tuples in tuples, to be hashed as a key, as a member or as a name
PICKLES = (
    b'\x80\x02r\xff\xff\xff\x0f.',
    b'\x80\x04\x8d' + b'\xff' * 7 + b'\x0f',
    b'cos\nsystem\n(S"x"\ntR.',
    b'\x80\x02}' + NEST + b'K\x01s.',
    b'\x80\x04\x8f(' + NEST + b'\x90.',
    b'\x80\x02cnumpy\ndtype\n' + NEST + b'\x85R.',
)
SHAPES = '(10**12, 4)', '(1000000000000, 4)', '(-1, 4)', '(2.0,)', '()', "('x',)", '(' + '1,' * 40 + ')'
SIDES = (60_000, 60_000), (13_000, 13_000), (2**31 - 1, 1), (0, 0), (1, 2**31 - 1)


def changed(data: bytes, gen) -> bytes:
    "One to four of: flipped bits, overwritten, removed, repeated, inserted, cut off."
    data = bytearray(data)
    for _ in range(gen.choice([1, 1, 1, 2, 4])):
        at, n, some = gen.randrange(len(data) or 1), gen.choice([1, 1, 2, 4, 16, 100]), gen.choice(ODD)
        piece = bytes(data[at : at + n])
        flipped = bytes(x ^ (1 << gen.randrange(8)) for x in piece[:1]) + piece[1:]
        data[at : at + n] = gen.choice([flipped, some, b'', piece * 4, gen.randbytes(n) + piece, piece])
        if gen.random() < 0.1:
            del data[at:]
    return bytes(data)


def array_file(gen) -> bytes:
    "An array's file with a huge shape, objects, or code in its header."
    kind = gen.choice(['<f4', '|O', '|V9999999', '<U99', 'x'])
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {gen.choice(SHAPES)}, }}\n"
    return b'\x93NUMPY\x01\x00' + struct.pack('<H', len(head)) + head.encode() + bytes(40)


def png_file(gen, data: bytes) -> bytes:
    "An image that says it is larger than it is."
    head = struct.pack('>IIBBBBB', *gen.choice(SIDES), 8, gen.choice([0, 2, 3, 6]), 0, 0, gen.choice([0, 1]))
    return data[:16] + head + struct.pack('>I', zlib.crc32(b'IHDR' + head)) + data[33:]


def archive(gen) -> bytes:
    "Entries that lead outside, links, devices, and more bytes than there are."
    names = '../x', '/tmp/x', 'a\x9bb', 'a\u202eb', 'a' * 5000, 'a', 'a/b', '', '.', 'C:x', 'in/a.txt/x'
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=gen.choice(['w', 'w:gz'])) as t:
        if gen.random() < 0.2:  # the headers that `tarfile` reads before it says anything of a member
            member = tarfile.TarInfo('long')
            member.type, member.size = gen.choice([b'x', b'g', b'X', b'L', b'K']), gen.choice([2**31, -1024, 0])
            t.fileobj.write(member.tobuf(tarfile.GNU_FORMAT) * gen.choice([1, 2000]) + bytes(10**6))
        for _ in range(gen.choice([1, 2, 3])):
            member = tarfile.TarInfo(gen.choice(names))
            member.type, member.linkname = gen.choice([b'0', b'0', b'1', b'2', b'3', b'5', b'6', b'S']), '/etc/passwd'
            member.size = gen.choice([0, 5, 10**12]) if member.type == b'0' else 0
            t.addfile(member, io.BytesIO(b'x' * 5) if member.size == 5 else None)
    return out.getvalue()


def unpack(path):
    "Everything below its folder, or nothing; and no link."
    try:
        fetch.extract(path, path.with_name('to'), progress=False)
    finally:
        assert {p.name for p in path.parent.iterdir()} <= {'x', 'to'}, 'something beside the folder'
        assert all(p.is_file() or p.is_dir() for p in path.parent.rglob('*')), 'no ordinary file'
        assert not any(p.is_symlink() for p in path.parent.rglob('*')), 'a link'


def readers(home: Path) -> dict:
    "Reader -> function of a path, an honest file, makers of dishonest ones."
    x = np.random.default_rng(0).normal(size=(60, 4))
    model = ContrastiveEncoder(2, hidden=(6,), max_iter=5, batch_size=16, random_state=0).fit(x)
    h = model.transform(x)

    def load(path):
        assert np.array_equal(ContrastiveEncoder.load(path).transform(x), h), 'another representation'

    masks = standin(2)
    kitti.write_pickle(masks, home / 'k')
    np.save(home / 'x.npy', np.linspace(-1, 1, 40, dtype=np.float32).reshape(10, 4))
    Image.fromarray(np.arange(3072, dtype=np.uint8).reshape(32, 32, 3)).save(home / 'x.png')
    png, npy, pickled = [(home / n).read_bytes() for n in ('x.png', 'x.npy', 'k')]
    tensors = {'step': 1, 'encoder': {'w': torch.ones(3)}}
    torch.save(tensors, home / 'pt')
    foreign = (home / 'pt').read_bytes(), pickle.dumps([1]), pickled
    with tarfile.open(home / 'pair', 'w:gz') as t:
        t.add(home / 'x.npy', 'in/a')
        t.add(home / 'k', 'in/b')
    note = b'{"n": 3, "label": "x"}'

    def one_of(*files):
        return lambda gen: gen.choice(files)

    return {
        'estimator': (load, model.save(home / 'e').read_bytes(), one_of(*foreign)),
        'tensors': (read_tensors, tensor_bytes(tensors), one_of(*foreign)),
        'pickle': (kitti.open_masks, pickled, one_of(*PICKLES)),
        'array': (read_array, npy, array_file),
        'image': (lambda p: read_image(p, 16), png, lambda gen: png_file(gen, png)),
        'note': (lambda p: read_note(p, dict(n=int, label=str)), note, one_of(b'[]', b'{}', b'{"n": "3", "label": 1}')),
        'archive': (unpack, (home / 'pair').read_bytes(), archive),
    }


def odd_place(path: Path, gen):
    "A folder, a pipe, or four gigabytes of nothing, where a file should be."
    how = gen.randrange(3)
    if how == 0:
        path.mkdir()
    elif how == 1:
        os.mkfifo(path)
    else:
        path.touch()
        os.truncate(path, 2**32)


def limit():
    "A gigabyte more than now."
    now = int(Path('/proc/self/statm').read_text().split()[0]) * os.sysconf('SC_PAGE_SIZE')
    resource.setrlimit(resource.RLIMIT_AS, (now + 2**30, now + 2**30))
    signal.signal(signal.SIGVTALRM, overdue)


def overdue(*_):
    raise AssertionError('more than two processor seconds')


def tried(name, read, honest, dishonest, gen) -> bool:
    "Was the changed file taken? Any other exception than a refusal is a finding."
    with tempfile.TemporaryDirectory() as d:
        path, how = Path(d, 'x'), gen.random()
        if how < 0.05:
            odd_place(path, gen)
        else:
            path.write_bytes(honest if how < 0.1 else changed(honest, gen) if how < 0.7 else dishonest(gen))
        signal.setitimer(signal.ITIMER_VIRTUAL, 2)
        try:
            read(path)
            return True
        except REFUSAL as e:
            assert str(e).isprintable() or '\n' in str(e), f'{e!r} would speak to a terminal'
            return False
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            assert not Path('executed').exists(), 'executed'


def main(count: int, seed: int = 0):
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as d:
        os.chdir(d)
        targets, found = readers(Path(d)), {}
        limit()
        for name, parts in targets.items():
            found[name] = [0, 0]
            for i in range(count // len(targets)):
                try:
                    found[name][tried(name, *parts, random.Random(f'{seed} {name} {i}'))] += 1
                except BaseException as e:
                    raise SystemExit(f'{name}, seed {seed}, change {i}: {type(e).__name__}: {e}') from e
        print(json.dumps(found))


if __name__ == '__main__':
    main(*map(int, sys.argv[1:]))
