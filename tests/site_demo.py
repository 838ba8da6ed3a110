"A small project that uses everything a page may use, and hostile names; written to a folder by the tests of the site."

import base64
import hashlib
import json
import re
import struct
import subprocess
import sys
import zlib
from pathlib import Path

settings = '''[DEFAULT]
repo = demo
lib_name = demo
version = 0.0.1
user = someone
author = someone
description = Demo <script>alert(1)</script>
branch = main
nbs_path = nbs
doc_path = _docs
lib_path = demo
recursive = True
title = Demo & <more>
custom_sidebar = True
doc_host = https://%(user)s.github.io
doc_baseurl = /%(repo)s
git_url = https://github.com/%(user)s/%(repo)s
renderer = clica_nb.site.api.ApiEntry
procs = clica_nb.site.api:NotebookLinks clica_nb.site.api:FoldExports
skip_procs = rm_export
allowed_cell_metadata_keys = tags
update_pyproject = False
'''
quarto = '''project: {type: website, output-dir: _docs}
metadata-files: [nbdev.yml]
bibliography: references.bib
website:
  sidebar:
    contents:
      - index.ipynb
      - section: Read <b>
        contents:
          - {text: "A & <i>b", href: theory/10_limit.ipynb}
          - "theory/20_hostile 'a' & b.ipynb"
      - section: Library
        contents: [api/00_balls.ipynb]
      - {text: Contribute, href: contributing.md}
'''
bib = '''@article{gauss1809, title = {Theoria motus}, author = {Gau{\\ss}, Carl Friedrich}, year = {1809},
  journal = {Hamburg}}
'''
index = '''
# %% md
# Demo

> A page with $x^2$ in its subtitle

# %% md
Words about `Ball` and [the theorem](theory/10_limit.ipynb#thm-limit), [a file](../pyproject.txt), [elsewhere](https://example.org).
'''
theory = '''
# %% md
# The limit $M \\to \\infty$

> What grows and what stays, after [@gauss1809]

# %% md
## Statement

A sum that grows [^1], written $\\sum_{i<M} a_i$ and cited as @gauss1809 and [@gauss1809, p. 3].

[^1]: A footnote with $\\pi$ in it.

::: {#def-sum}
## Partial sum
$$
S_M = \\sum_{i=1}^{M} a_i
$$ {#eq-sum}
:::

::: {#thm-limit}
## Geometric limit
For $|q|<1$ the sum @eq-sum of $a_i=q^i$ obeys
$$
\\begin{aligned} S_M &= q\\,\\frac{1-q^M}{1-q} \\\\ &\\to \\frac{q}{1-q} \\end{aligned}
$$ {#eq-limit}
:::

::: {.proof}
Multiply @eq-sum by $1-q$; see @def-sum.
:::

::: {.remark}
## On cases
$$
f(x)=\\begin{cases} 1 & x>0 \\\\ 0 & \\text{else} \\end{cases}
$$
:::

::: {.callout-note}
## A note with $x$
Text.
:::

::: {.callout-warning collapse="true"}
## Folded
Hidden at first, refers to @thm-limit.
:::

::: {.callout-tip}
No title.
:::

::: {.callout-important}
## Important
Text.
:::

::: {.callout-caution}
## Careful
Text.
:::

::: {#lem-small}
A lemma without a title.
:::

::: {#exm-half}
## One half
With $q=1/2$ the limit is 1, as @fig-sum and @tbl-sum show; @tbl-md is written by hand.
:::

| $M$ | sum |
|----:|-----|
| 1   | 0.5 |

: A table *by hand* {#tbl-md}

# %%
#| label: fig-sum
#| fig-cap: "Partial sums on $[0, 1)$ and a *limit*"
#| fig-alt: "A figure of partial sums"
draw() #PNG

# %%
#| label: tbl-sum
#| tbl-cap: "Sums"
#| echo: false
table() #HTML

# %%
#| code-fold: true
#| code-summary: "How it is <b>done</b>"
x = 1 < 2

# %%
print('a & b ```') #STREAM
'''
hostile = '''
# %% md
# Title <script>document.title='owned'</script> & `code` <img src=x onerror=alert(1)>

> Subtitle <script>alert(2)</script>

# %% md
## Heading <b>bold</b>

Text.
'''
balls = '''
# %%
#| default_exp balls

# %% md
# Balls

> Points of small norm

# %%
#| hide
from fastcore.test import test_eq

# %%
#| export
import math

# %% md
The volume is
$$
V_n(r) = \\frac{\\pi^{n/2}}{\\Gamma(n/2+1)}\\, r^n .
$$ {#eq-volume}

# %%
#| export
def volume(n:int, # Dimension, $n \\ge 1$
           r:float|None=1. # Radius; `a | b` in code
          )->float: # Volume
    "Volume of the ball."
    return math.pi ** (n / 2) / math.gamma(n / 2 + 1) * r ** n

# %%
test_eq(round(volume(3), 3), 4.189)

# %% md
A class, see `volume` and `_hidden` and `Ball.inside`.

# %%
#| export
#| computes ../theory/10_limit.ipynb#eq-limit
class Ball:
    "All points of norm at most `r`."
    def __init__(self, n:int, # Dimension
                 r:float=1.   # Radius
                ): self.n, self.r = n, r
    def inside(self, x): # A point
        "Whether `x` lies inside."
        return math.dist(x, [0] * self.n) <= self.r

def _hidden(): pass

# %%
assert Ball(2).inside([0, .5])

# %%
#| export
import click

@click.command('roll')
@click.argument('place')
@click.option('--times', default=1, show_default=True, help='How often, <b>at most</b> 3.')
def roll_ball(place, times):
    "Roll a ball to PLACE."
'''
pages = {'index': index, 'theory/10_limit': theory, "theory/20_hostile 'a' & b": hostile, 'api/00_balls': balls}


def png(width=40, height=30) -> str:
    "A white image with a black frame, as a notebook keeps it."
    rows = b''.join(
        b'\0' + bytes(255 * (0 < x < width - 1 and 0 < y < height - 1) for x in range(width)) for y in range(height)
    )

    def chunk(k, d):
        return struct.pack('>I', len(d)) + k + d + struct.pack('>I', zlib.crc32(k + d))

    data = (
        b'\x89PNG\r\n\x1a\n'
        + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 0, 0, 0, 0))
        + chunk(b'IDAT', zlib.compress(rows))
        + chunk(b'IEND', b'')
    )
    return base64.b64encode(data).decode()


def outputs(source: str) -> list:
    if '#PNG' in source:
        return [
            {'output_type': 'display_data', 'metadata': {}, 'data': {'image/png': png(), 'text/plain': ['<Figure>']}}
        ]
    if '#HTML' in source:
        return [
            {'output_type': 'display_data', 'metadata': {}, 'data': {'text/html': '<table><tr><td>1</td></tr></table>'}}
        ]
    if '#STREAM' in source:
        return [{'output_type': 'stream', 'name': 'stdout', 'text': ['a & b ```\n', '<script>alert(3)</script>\n']}]
    return []


def notebook(text: str) -> dict:
    "A notebook from text: cells begin with `# %%` or `# %% md`."
    cells = []
    for i, (kind, source) in enumerate(re.findall(r'(?ms)^# %%( md)?\n(.*?)(?=^# %%|\Z)', text)):
        c = {
            'cell_type': 'markdown' if kind else 'code',
            'id': hashlib.sha1(source.encode()).hexdigest()[:6] + f'{i:02d}',
            'metadata': {},
            'source': source.strip('\n').splitlines(True),
        }
        if not kind:
            c |= {'execution_count': None, 'outputs': outputs(source)}
        cells.append(c)
    return {
        'cells': cells,
        'metadata': {'kernelspec': {'display_name': 'python3', 'language': 'python', 'name': 'python3'}},
        'nbformat': 4,
        'nbformat_minor': 5,
    }


def write_project(folder: Path, **changed: str) -> Path:
    "The project; `changed` gives other text for a page, by the last part of its name."
    folder = Path(folder)
    (folder / 'nbs').mkdir(parents=True)
    for name, text in {
        'settings.ini': settings,
        '_quarto.yml': quarto,
        'nbs/references.bib': bib,
        'nbs/contributing.md': '# Contribute\n\nAs you like.\n',
        'README.md': '',
        'pyproject.txt': '',
    }.items():
        (folder / name).write_text(text)
    (folder / 'nbs/_quarto.yml').symlink_to('../_quarto.yml')
    for path, text in pages.items():
        f = folder / f'nbs/{path}.ipynb'
        f.parent.mkdir(exist_ok=True)
        f.write_text(json.dumps(notebook(changed.get(path.split('/')[-1].split(' ')[0].lstrip('0123456789_'), text))))
    subprocess.run([str(Path(sys.executable).with_name('nbdev_export'))], cwd=folder, check=True, capture_output=True)
    return folder
