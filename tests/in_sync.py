"Notebooks and library say the same: export and clean in a copy of the tree, then compare. Changes nothing here."

import subprocess
import sys
import tempfile
from pathlib import Path

root = Path(__file__).resolve().parent.parent
tools = Path(sys.executable).parent


def tracked() -> list[str]:
    "Files git knows or would add, as they are in the working tree; in an unpacked sdist, all that it lists."
    if not (root / '.git').exists():
        names = (root / 'clica_nb.egg-info/SOURCES.txt').read_text().splitlines()
    else:
        words = ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
        git = subprocess.run(words, cwd=root, capture_output=True, text=True)
        if git.returncode:  # a checkout of another user's, which git does not trust
            raise SystemExit(f'git ls-files: {" ".join(git.stderr.split())}')
        names = git.stdout.split('\0')
    return sorted({f for f in names if f and not f.startswith('clica_nb.egg-info') and (root / f).is_file()})


def main() -> int:
    with tempfile.TemporaryDirectory() as tmp:
        copy, run = Path(tmp), dict(cwd=tmp, check=True, stdout=subprocess.DEVNULL)
        for f in tracked():
            (copy / f).parent.mkdir(parents=True, exist_ok=True)
            if (root / f).is_symlink():
                (copy / f).symlink_to((root / f).readlink())
            else:
                (copy / f).write_bytes((root / f).read_bytes())
        # every exported module is made afresh, so one whose notebook is gone does not survive
        for f in (copy / 'clica_nb').rglob('*.py'):
            if f.name not in ('__init__.py', '__main__.py'):
                f.unlink()
        for args in (['git', 'init', '-q'], [tools / 'nbdev_clean'], [tools / 'nbdev_export']):
            subprocess.run(args, **run)
        now = {f: (copy / f).read_bytes() for f in tracked() if (copy / f).exists()}
        made = {str(p.relative_to(copy)) for p in (copy / 'clica_nb').rglob('*.py')}
    bad = [f for f in tracked() if f not in now or now[f] != (root / f).read_bytes()] + sorted(made - set(tracked()))
    for f in bad:
        print(f'{f}: differs after nbdev_clean and nbdev_export (or its notebook is gone)', file=sys.stderr)
    if bad:
        print('run: make prepare, then commit the notebooks and clica_nb/ together', file=sys.stderr)
    print(f'in sync: {len(now)} files' if not bad else f'{len(bad)} files out of sync')
    return bool(bad)


if __name__ == '__main__':
    sys.exit(main())
