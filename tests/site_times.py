"""Seconds of a build of the site: cold, with nothing changed, after a sentence was added to one page.

python tests/site_times.py FILE
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from clica_nb.bench.harness import machine
from clica_nb.core import atomic_write

PAGE = 'nbs/theory/20_cross_entropy_minimisers.ipynb'
BUILD = "import sys; from clica_nb.site.build import docs; sys.exit(docs('{0}/_docs', 'pandoc', root='{0}'))"


def cpu() -> float:
    "Processor time of all finished child processes, in seconds."
    r = resource.getrusage(resource.RUSAGE_CHILDREN)
    return r.ru_utime + r.ru_stime


def build(root: Path, what: str) -> dict:
    start, before = time.perf_counter(), cpu()
    subprocess.run([sys.executable, '-c', BUILD.format(root)], check=True)
    case = dict(build=what, seconds=round(time.perf_counter() - start, 1), cpu=round(cpu() - before, 1))
    print(case, flush=True)
    return case


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as d:
        root = Path(d) / 'clone'  # what is committed, and nothing else
        subprocess.run(['git', 'clone', '-q', '--shared', Path(__file__).parent.parent, root], check=True)
        found = machine()
        cases = [build(root, 'cold'), build(root, 'nothing changed')]
        page = json.loads((root / PAGE).read_text())
        next(c for c in page['cells'][1:] if c['cell_type'] == 'markdown')['source'].append(' One sentence more.')
        (root / PAGE).write_text(json.dumps(page))
        cases.append(build(root, 'one page changed'))
        size = [f.stat().st_size for f in (root / '_docs').rglob('*') if f.is_file()]
        pages = len(list((root / '_docs').rglob('*.html')))
    atomic_write(sys.argv[1], json.dumps(dict(machine=found, pages=pages, bytes=sum(size), cases=cases), indent=1))
