"The command line, called in this process: starting another one takes longer than most of what is asked of it."

from click.testing import CliRunner

from clica_nb.cli import main


def clica(*args, check=0):
    "What `clica` prints with these arguments; its exit status must be `check`."
    r = CliRunner(env={'OMP_NUM_THREADS': '1'}).invoke(main, [str(a) for a in args])
    assert r.exit_code == check, r.output
    return r.output
