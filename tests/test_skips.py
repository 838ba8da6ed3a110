"The list of skips that CI accepts: short, no entry without a test that skips for it, and no part that CI installs."

import re
from pathlib import Path

import skips

SOURCES = [f.read_text() for f in Path(__file__).parent.rglob('*.py') if f.name not in ('skips.py', 'test_skips.py')]
REASONS = re.findall(r"""(?:reason=|skip\(f?)(['"])(.*?)\1""", '\n'.join(SOURCES))
TAKEN_OUT = 'no Mitsuba', 'Snakemake is not here'


def test_every_entry_has_a_test_that_skips_for_it():
    said = [re.sub(r'\{.*?\}', '3.14', text) for _, text in REASONS]
    for pattern in (*skips.ALLOWED, *skips.WITHOUT_APT):
        assert any(re.fullmatch(pattern, text) for text in said), pattern


def test_a_part_that_ci_installs_must_not_be_skipped():
    parts = [text for _, text in REASONS if text.startswith(TAKEN_OUT)]
    assert len(parts) >= len(TAKEN_OUT) and skips.unexpected(parts) == parts
    assert skips.unexpected(["could not import 'triton': No module named 'triton'", 'no C compiler here']) != []
