"""Writes the hashes of the pinned files, as PyPI states them, for `pip install --require-hashes`.

python tests/pins.py    after a change of constraints.txt; needs the network and an environment of `make extras`
"""

import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from urllib.request import Request, urlopen

from packaging.requirements import Requirement
from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import Version

ROOT = Path(__file__).parents[1]
FILES = {'core': ROOT / 'constraints-hashes.txt', 'extras': ROOT / 'constraints-hashes-extras.txt'}
NOT_HASHED = {'torch', 'triton'}  # PyTorch's own index has other files of the same version
PLATFORMS = re.compile('any|manylinux.*(x86_64|aarch64)|macosx.*(arm64|universal2)')


def pins():
    "Name and version of every line of constraints.txt."
    lines = (ROOT / 'constraints.txt').read_text(encoding='utf-8').splitlines()
    return dict(line.split('==') for line in lines if line and not line.startswith('#'))


def needed(extras):
    "Names of everything that the package needs with these extras, as the packages installed here state it."
    found, waiting = {}, [('clica_nb', extras)]
    while waiting:
        name, extras = waiting.pop()
        new = set(extras) - found.setdefault(canonicalize_name(name), set())
        if found[canonicalize_name(name)] and not new:
            continue
        found[canonicalize_name(name)] |= new | {''}
        try:
            stated = [Requirement(r) for r in requires(name) or []]
        except PackageNotFoundError:
            continue
        waiting += [
            (r.name, r.extras)
            for r in stated
            if r.marker is None or any(r.marker.evaluate({'extra': e}) for e in {*new, ''})
        ]
    return set(found)


def serves(file):
    "Whether CPython 3.11 on Linux or macOS may install this wheel."
    return any(
        (tag.interpreter in ('py3', 'cp311') or tag.abi == 'abi3') and PLATFORMS.fullmatch(tag.platform)
        for tag in parse_wheel_filename(file['filename'])[3]
    )


def version_of(file):
    "The version that a file's name states; None if it is neither a wheel nor a source."
    try:
        return (parse_wheel_filename if file.endswith('.whl') else parse_sdist_filename)(file)[1]
    except (InvalidWheelFilename, InvalidSdistFilename):
        return None


def entry(name, version):
    "One requirement with the hashes of its files; the source where there is no wheel for everybody."
    accept = {'Accept': 'application/vnd.pypi.simple.v1+json'}
    with urlopen(Request(f'https://pypi.org/simple/{canonicalize_name(name)}/', headers=accept), timeout=60) as f:
        files = [file for file in json.load(f)['files'] if version_of(file['filename']) == Version(version)]
    wheels = [f for f in files if f['filename'].endswith('.whl') and serves(f)]
    for_all = any(f['filename'].endswith('-any.whl') for f in wheels)
    chosen = wheels if for_all else wheels + [f for f in files if f['filename'].endswith('.tar.gz')]
    if not chosen:
        sys.exit(f'{name}=={version} has no file that serves')
    hashes = sorted(f['hashes']['sha256'] for f in chosen)
    return ' \\\n'.join([f'{name}=={version}', *(f'    --hash=sha256:{h}' for h in hashes)])


def main():
    core = needed(['all', 'dev'])
    rest = {name: version for name, version in pins().items() if canonicalize_name(name) not in NOT_HASHED}
    with ThreadPoolExecutor(8) as pool:
        entries = dict(zip(rest, pool.map(entry, rest, rest.values())))
    for part, path in FILES.items():
        chosen = [e for name, e in entries.items() if (canonicalize_name(name) in core) == (part == 'core')]
        path.write_text('\n'.join(['# Written by tests/pins.py', *chosen, '']), encoding='utf-8')
        print(f'{path.name}: {len(chosen)} packages')


if __name__ == '__main__':
    main()
