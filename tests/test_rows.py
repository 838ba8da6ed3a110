"What `Params` allow, what the library checks, what the comments say and what papermill reads are the same."

import re
from importlib import import_module

import pytest
from fastcore.docments import docments
from papermill import inspect_notebook

from clica_nb.experiments.params import Bound, Settings, Several
from clica_nb.repro.plan import Case, declared_parameters, params_of, plan
from clica_nb.repro.record import notebook_path
from clica_nb.repro.rows import experiments, select, tables

CHOICES = [
    (e, name, rule.rule if isinstance(rule, Several) else rule)
    for e in experiments()
    for name, p in declared_parameters(e).items()
    for rule in p.rules
    if not isinstance(getattr(rule, 'rule', rule), Bound)
]


@pytest.mark.parametrize('experiment, name, allowed', CHOICES)
def test_choices_are_checked_and_named(experiment, name, allowed):
    "Every choice stands in the parameter's comment, or, for what is joined by +, its parts do."
    with pytest.raises(ValueError, match=f"{name} is 'superviced': allowed are '{next(iter(allowed))}'"):
        params_of(experiment)(**{name: 'superviced'})
    help = docments(params_of(experiment))[name]
    if 'OBJECTIVES' in help or name == 'worlds':
        return
    for choice in {part for c in allowed for part in c.split('+')}:
        assert re.search(rf'(?<![\w-]){re.escape(choice)}(?![\w-])', help), (choice, help)


@pytest.mark.parametrize('experiment', experiments())
def test_papermill_reads_every_parameter(experiment, caplog):
    found = inspect_notebook(str(notebook_path(experiment)))
    assert list(found) == list(declared_parameters(experiment))
    assert not [r for r in caplog.records if 'Unable to parse' in r.message]


@pytest.mark.parametrize('experiment', experiments())
def test_steps_take_the_default_parameters(experiment):
    module = import_module(f'clica_nb.experiments.{experiment}')
    world = module.make_world('sphere') if experiment == 'objectives' else module.make_world(module.Params())
    assert world.latents.space.n == 3 if experiment == 'objectives' else world.f is not None


@pytest.mark.parametrize('experiment', experiments())
def test_every_experiment_has_every_preset(experiment):
    spec, row = experiments()[experiment], next(r for r in select() if tables()[r.table].experiment == experiment)
    assert {'smoke', 'quick', 'long', 'paper'} <= set(spec['presets'])
    for preset in spec['presets']:
        for kind in spec['kinds']:
            assert (
                Case(row, kind, preset, data=spec['data'] and spec['data']['generated'][0] or '').params['steps'] >= 1
            )


def test_one_run_is_checked_once(monkeypatch):
    "Which rows a run serves is found without a check of theirs."
    made, check = [], Settings.__post_init__
    monkeypatch.setattr(Settings, '__post_init__', lambda self: made.append(self) or check(self))
    (run,) = plan(select(['2'], [1]), kinds=['unsupervised'])
    assert len(made) == 1 and '2.1' in run.rows
