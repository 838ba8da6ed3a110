"What no file of the repository may hold: half a merge, a path of the machine it was made on."

import re
from pathlib import Path

from in_sync import tracked

root = Path(__file__).resolve().parent.parent
MERGE = re.compile(r'^(<{7}|>{7}) \S', re.M)
MACHINE = re.compile(r'(?<![\w.])/(work|farm|root|opt/wheels|tmp/bash_jobs)/')


def test_no_merge_is_left_half_done_and_no_path_of_a_machine():
    assert MERGE.search('a\n' + '<' * 7 + ' HEAD\nb') and MACHINE.search("'/" + "root/x'")
    found = []
    for name in tracked():
        if name.endswith(tuple('.ipynb .py .md .yml .yaml .ini .js .css .lua .c Makefile Snakefile .jsonl'.split())):
            text = (root / name).read_text(encoding='utf-8')
            found += [f'{name}: {m[0]!r}' for rule in (MERGE, MACHINE) for m in rule.finditer(text)]
    assert not found, '\n'.join(found)
