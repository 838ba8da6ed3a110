"The command line, called in this process: starting another one takes longer than most of what is asked of it."

import json

from click.testing import CliRunner

from clica_nb.cli import main
from clica_nb.core import atomic_write
from clica_nb.repro.record import identity
from clica_nb.repro.run import close_run


def clica(*args, check=0):
    "What `clica` prints with these arguments; its exit status must be `check`."
    r = CliRunner(env={'OMP_NUM_THREADS': '1'}).invoke(main, [str(a) for a in args])
    assert r.exit_code == check, r.output
    return r.output


def call(run, folder, **execution):
    "A run of a plan in this process: what papermill would leave in its folder, but for the notebook."
    atomic_write(folder / 'run.json', json.dumps(identity(run)))
    close_run(folder, run.call(device='cpu', run_dir=str(folder), **execution))
