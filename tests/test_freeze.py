"""What must not change while the house is halved: `python tests/test_freeze.py --write` writes it anew, with the reason
of every difference in CHANGELOG.md."""

import html
import importlib
import json
import re
import sys
from pathlib import Path

import pytest

root = Path(__file__).resolve().parent.parent
FREEZE = root / 'tests' / 'freeze.json'
STATEMENT = re.compile(r'#((?:thm|lem|cor|prp|def|rem|eq|fig|tbl)-[\w-]+)')
NAMES = {
    '': 'ContrastiveEncoder evaluate fit InfoNCE InvertibleMLP LatentModel linear_r2 mcc MLPEncoder recovery',
    'spaces': 'Sphere Box Euclidean',
    'distributions': 'VonMisesFisher Normal Laplace GeneralizedNormal Truncated Projected',
    'mixing': 'InvertibleMLP',
    'encoders': 'MLPEncoder',
    'losses': 'InfoNCE SIMILARITIES',
    'objectives': 'make_objective OBJECTIVES',
    'metrics': 'linear_r2 mcc',
    'evaluation': 'decode evaluate',
    'training': 'fit Pairs',
    'theory': 'vmf_log_normalizer vmf_mean_cosine vmf_cross_entropy box_log_normalizer',
    'experiments.mlp_mixing': 'Params run',
}
SHORT = {
    'mlp_mixing': {},
    'content_style': {},
    'kitti': {'data': 'standin'},
    'threedident': {'data': 'sample'},
    'causal3dident': {'data': 'standin'},
    'objectives': {},
}  # experiment -> what its smoke run needs


def report() -> dict:
    "Every row that has records: seeds, mean, spread, both words."
    from clica_nb.repro.results import collect, summarise
    from clica_nb.repro.rows import experiments, tables

    found, collection = {}, collect([root / 'results'])
    for table in tables():
        for preset in experiments()[tables()[table].experiment]['presets']:
            for s in summarise(collection, table, preset, readings=True):
                if s.values:
                    key = ' '.join(filter(None, (s.row.id, s.kind, s.preset, s.data, s.reading)))
                    seeds = [r['seed'] for r in s.records]
                    found[key] = [seeds, f'{s.mean:.4f}', f'{s.std:.4f}', s.number.word, s.claim.word]
    return found


def pages() -> list:
    "All notebooks, as (path below nbs, cells)."
    files = sorted((root / 'nbs').rglob('*.ipynb'))
    return [(f.relative_to(root / 'nbs').as_posix(), json.loads(f.read_text(encoding='utf-8'))['cells']) for f in files]


def cells_of(text: str) -> list:
    "The rows of a table in HTML or markdown, each as one text without markup."
    if '<tr' in text:
        lines = re.findall(r'<tr.*?</tr>', text, re.S)
        text = '\n'.join('|'.join(re.findall(r'<t[hd].*?>(.*?)</t[hd]>', line, re.S)) for line in lines)
    text = re.sub(r'<[^>]+>|\]\([^)]*\)(\{[^}]*\})?|[\[\]\\]', '', html.unescape(text))
    return [re.sub(r'\s+', ' ', line).strip() for line in text.splitlines() if '|' in line and set(line) - set('|-: ')]


def printed() -> dict:
    "Every labelled table of the results pages, as saved: page and label -> rows."
    found = {}
    for page, cells in pages():
        for cell in cells if page.startswith('results/') else ():
            label = re.search(r'#\|\s*label:\s*(tbl-[\w-]+)', ''.join(cell['source']))
            texts = [
                d
                for o in cell.get('outputs', ())
                for k, d in o.get('data', {}).items()
                if 'markdown' in k or 'html' in k
            ]
            if label and texts:
                found[f'{page} {label[1]}'] = [line for t in texts for line in cells_of(''.join(t))]
    return found


def statements() -> dict:
    "The labels of theorems and equations of the theory, in the order that numbers them."
    return {
        page: [x for c in cells if c['cell_type'] == 'markdown' for x in STATEMENT.findall(''.join(c['source']))]
        for page, cells in pages()
        if page.startswith('theory/')
    }


def names() -> list:
    "Public names that can be imported."
    modules = {m: importlib.import_module('.'.join(filter(None, ('clica_nb', m)))) for m in NAMES}
    return sorted(f'{m}.{n}'.strip('.') for m, ns in NAMES.items() for n in ns.split() if hasattr(modules[m], n))


def short_runs() -> dict:
    "Scores of one smoke run of each experiment."
    found = {}
    for name, changes in SHORT.items():
        module = importlib.import_module(f'clica_nb.experiments.{name}')
        metrics = module.run(module.Params(seed=0, **changes))['metrics']
        found[name] = {k: round(v, 4) for k, v in metrics.items() if isinstance(v, float) and not k.endswith('_cpu')}
    return found


PARTS = {f.__name__: f for f in (report, printed, statements, names, short_runs)}


def differences(was, now, at='') -> list:
    "Where two nested values differ, a line each; scores of short runs may differ by rounding on another processor."
    if isinstance(was, dict) and isinstance(now, dict):
        return [d for k in sorted({*was, *now}) for d in differences(was.get(k), now.get(k), f'{at} {k}'.strip())]
    if isinstance(was, float) and isinstance(now, float) and abs(was - now) < 2e-3:
        return []
    return [] if was == now else [f'{at}: {str(was)[:300]} -> {str(now)[:300]}']


@pytest.mark.parametrize('part', PARTS)
def test_nothing_is_lost(part):
    "Change this on purpose only: write the file anew and say why in the change log."
    found = differences(json.loads(FREEZE.read_text(encoding='utf-8'))[part], json.loads(json.dumps(PARTS[part]())))
    assert not found, '\n'.join([f'{len(found)} differences', *found[:20]])


if __name__ == '__main__' and '--write' in sys.argv:
    FREEZE.write_text(
        json.dumps({k: f() for k, f in PARTS.items()}, indent=0, ensure_ascii=False) + '\n', encoding='utf-8'
    )
