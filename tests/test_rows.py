"What experiments.yaml allows, what the library checks and what the comments in `Params` say are the same choices."

import re
from importlib import import_module

import pytest
from fastcore.docments import docments

from clica_nb.repro.params import check_allowed, choices, declared_parameters, parameters
from clica_nb.repro.rows import PRESETS, experiments

RULES = [(e, k, rule) for e, spec in experiments().items() for k, rule in spec['allowed'].items()]
CHOICES = [(e, k, choices(rule)) for e, k, rule in RULES if choices(rule) is not None]


@pytest.mark.parametrize('experiment, name, rule', RULES)
def test_rules_are_about_parameters(experiment, name, rule):
    "And the default keeps to them."
    check_allowed(name, declared_parameters(experiment)[name].default, rule)


@pytest.mark.parametrize('experiment, name, allowed', CHOICES)
def test_comments_name_the_choices(experiment, name, allowed):
    "Every choice stands in the parameter's comment, or, for what is joined by +, its parts do."
    help = docments(import_module(f'clica_nb.experiments.{experiment}').Params)[name]
    for choice in {part for c in allowed for part in c.split('+')}:
        assert re.search(rf'(?<![\w-]){re.escape(choice)}(?![\w-])', help), (choice, help)


def test_most_choices_come_from_the_library():
    "A list in experiments.yaml is what the notebook itself decides: which kind of run, which method, which sides."
    own = {k for _, k, rule in RULES if isinstance(rule, list)}
    assert own <= {'kind', 'anchor', 'method', 'encoder', 'change'}


@pytest.mark.parametrize('experiment', experiments())
def test_every_experiment_has_every_preset(experiment):
    spec = experiments()[experiment]
    assert tuple(spec['presets']) == PRESETS
    for preset in PRESETS:
        for kind in spec['kinds']:
            assert parameters(experiment, kind, preset, {}, {})['steps'] >= 1
