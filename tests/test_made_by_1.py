"Files that version 1.0.0 wrote: each is read, or refused in words. tests/made_by_1.0.0 is never written anew."

import json
from pathlib import Path

import pytest

from clica_nb import ContrastiveEncoder
from clica_nb.engine.checkpoint import CheckpointError, load_checkpoint
from clica_nb.experiments.mlp_mixing import Params
from clica_nb.repro.record import RecordError, read_record

folder = Path(__file__).resolve().parent / 'made_by_1.0.0'
OLD = 'version 1 of this package wrote it'


def test_a_saved_encoder():
    with pytest.raises(ValueError, match=OLD):
        ContrastiveEncoder.load(folder / 'encoder.pt')


def test_a_checkpoint():
    with pytest.raises(CheckpointError, match=OLD):
        load_checkpoint(folder / 'checkpoint.pt')


def test_a_record_and_the_parameters_of_its_notebook():
    with pytest.raises(RecordError, match=r"record.json is no record of this package: .* \['recipe', 'rows'\]"):
        read_record(folder / 'record.json')
    given = json.loads((folder / 'record.json').read_text())['params']
    made = Params(**given)
    assert {name: getattr(made, name) for name in given} == given
