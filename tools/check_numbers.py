"""Every mean that the tables print, recomputed from the records by a program that nobody here wrote.

make check-numbers    the command `repro` of reproducible-science reads what this writes into build/numbers

The records' metrics by run, a sentence a row with its mean and the scores of its seeds, `repro.yaml`, which binds each
decimal of the sentences to records, and `ro-crate-metadata.json`, which says what is what.
"""

import hashlib
import json
from pathlib import Path

import yaml

from clica_nb.repro.record import run_key
from clica_nb.repro.results import collect, standing
from clica_nb.repro.rows import published

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / 'build/numbers'


def assertions(results) -> tuple:
    "Records' metrics by run; sentences; a claim a sentence, in which each decimal is a score of a run or their mean."
    found, metrics, sentences, claims = collect([results]), {}, [], []
    for summary in (s for table in published() for s in standing(found, table) if s.values):
        unit = dict(conversion='percent') if summary.factor == 100 else {}
        places = []
        for record in summary.records:
            run = '-'.join(map(str, run_key(record)))
            metrics[run] = record['metrics']
            places.append(dict(kind='tree', pointer=f'/{run}/{summary.metric}'))
        mean, scores = f'{summary.mean:.2f}', [f'{value:.2f}' for value in summary.values]
        row = f'T{summary.row.table}-R{summary.row.row}'
        says = f'{summary.metric.replace("_", " ")} of {row} is {mean} in the mean of {len(places)} seeds, '
        sentences.append(f'{says}which have {", ".join(scores)}.')
        name = dict(name=summary.metric, **unit)
        members = [dict(artifact='records', locator=place) for place in places]
        evidence = [dict(kind='aggregate', reported=mean, statistic='mean', count=len(places), members=members, **name)]
        for score, place in zip(scores, places):
            evidence.append(dict(kind='metric', artifact='records', reported=score, pointer=place['pointer'], **name))
        evidence.append(dict(kind='quote', artifact='sentences', text=sentences[-1]))
        claims.append(dict(id=row.lower(), text=sentences[-1], evidence=evidence))
    return metrics, sentences, claims


def write(results=ROOT / 'results', out: Path = OUT) -> int:
    "The files that the verifier reads; the number of means."
    metrics, sentences, claims = assertions(results)
    out.mkdir(parents=True, exist_ok=True)
    (out / 'records.json').write_text(json.dumps(metrics, indent=1))
    (out / 'sentences.md').write_text('\n\n'.join(sentences) + '\n')
    kinds = {'records': ('records.json', 'application/json'), 'sentences': ('sentences.md', 'text/markdown')}
    artifacts = [
        dict(id=id, path=path, media_type=kind, digest=dict(algorithm='sha256', value=value))
        for id, (path, kind) in kinds.items()
        for value in [hashlib.sha256((out / path).read_bytes()).hexdigest()]
    ]
    manifest = dict(schema_version='repro/1', project='clica-nb', artifacts=artifacts, claims=claims)
    (out / 'repro.yaml').write_text(yaml.safe_dump(manifest, sort_keys=False))
    parts = [{'@id': path, '@type': 'File', 'encodingFormat': kind} for path, kind in kinds.values()]
    about = {'@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', 'about': {'@id': './'}}
    about['conformsTo'] = {'@id': 'https://w3id.org/ro/crate/1.1'}
    folder = {'@id': './', '@type': 'Dataset', 'name': 'Means of all tables of clica_nb, and the records behind them'}
    folder['hasPart'] = [{'@id': part['@id']} for part in parts]
    crate = {'@context': 'https://w3id.org/ro/crate/1.1/context', '@graph': [about, folder, *parts]}
    (out / 'ro-crate-metadata.json').write_text(json.dumps(crate, indent=1))
    return len(claims)


if __name__ == '__main__':
    print(f'{write()} rows with their means and seeds, in {OUT.relative_to(ROOT)}', flush=True)
