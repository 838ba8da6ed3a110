"A page for each published row, in markdown, from the records: what was published, what differs and why, the seeds."

import json
import re
from pathlib import Path

from api import table

from clica_nb.repro import plan, results, show
from clica_nb.repro.record import run_key
from clica_nb.repro.rows import CLAIMS, published, tables
from clica_nb.repro.run import clock

PAGES = {'5': 'table_4', 'content-style': 'content_style', 'causal3dident': 'causal3dident'}  # of a table, else table_N
SCORING = 'score_', 'final_', 'eval_', 'fit_', 'log_', 'data', 'shown_'  # parameters that change no training


def reasons(nbs: Path, page: str) -> str:
    "What the page of a table says of the published recipe, as seen from the folder of the rows."
    cells = json.loads((nbs / f'results/{page}.ipynb').read_text(encoding='utf-8'))['cells']
    text = '\n\n'.join(''.join(c['source']) for c in cells if c['cell_type'] == 'markdown')
    told = re.search(r'^## What differs from the published recipe\n(.*?)(?=^## |\Z)', text, re.M | re.S)[1]
    told = re.sub(r'\]\((?=#)', f'](../results/{page}.ipynb', told)
    return re.sub(r'\]\((?!\.\./|[a-z]+:)', '](../results/', told)


def row_page(s, nbs: Path, page: str) -> str:
    "One row, from its `Summary`."
    row, t, runs, what = s.row, tables()[s.row.table], s.records, show.score_name(s.metric)
    ours, theirs = runs[0]['params'], plan.Case(row, s.kind, 'paper').values
    versus = f' ([row {row.versus}]({row.table}.{row.versus}.md))' if row.versus else ''
    facts = {
        'setting': f'{results.describe(row, s.preset)} ([all rows](../results/{page}.ipynb))',
        'claim': f'{CLAIMS.get(row.claim, "none of its own")}{versus}: **{s.claim.word}**',
        'published': f'{show.printed(s.published)}, {t.published_seeds} seeds: {t.source}',
        'here': f'{what} {show.spread(s.values)}, {len(runs)} seeds, recipe *{s.preset}*: {show.number_text(s)}',
        'data': s.data,
        'note': row.note,
    }
    differ = [k for k, v in theirs.items() if ours.get(k, v) != v and not k.startswith(SCORING)]
    scores = [k for k in dict.fromkeys((s.metric, 'r2', 'mcc', 'loss')) if k in runs[0]['metrics']]
    seeds = [[str(r['seed']), *(f'{r["metrics"][k]:.4f}' for k in scores), r['commit']] for r in runs]
    return f"""# Row {row.id if t.id.isdigit() else f'{row.row} of {t.title.partition(",")[0]}'}

> {what} {show.spread(s.values)} where {show.printed(s.published)} is published.

{table(['', ''], [f for f in facts.items() if f[1]])}

## Run it again
```bash
{s.command}   # {clock(s.wall)} a seed
clica verify {row.id}   # one of the records below, whole
```
You find the executed notebook in `runs/{runs[0]['rows'][0]}-seed{runs[0]['seed']}-{run_key(runs[0])[0]}/run.ipynb`:
[this one](../experiments/{t.experiment}.ipynb) with the parameters of the row.

## Seeds
{table(['seed', *map(show.score_name, scores), 'commit'], seeds)}

## What differs from the published run
{table(['parameter', 'published', 'here'], [(f'`{k}`', f'`{theirs[k]}`', f'`{ours[k]}`') for k in differ])}

{reasons(nbs, page)}
"""


def row_pages(root: Path) -> dict:
    "Path of a page -> its text; nothing in a project without records."
    found, made = results.collect([*root.glob('results')]), {}
    for t in published() if found.records else ():
        page = PAGES.get(t, f'table_{t}')
        made |= {f'rows/{s.row.id}.md': row_page(s, root / 'nbs', page) for s in results.standing(found, t)}
    return made
