"""Python processes of a run that are forked from the one that starts them, instead of executed: nothing is imported
twice. They are processes as always, with parent, session, environment and open files of their own, and run the very
command they were given (`python -c CODE ...`); only the seconds are missing in which Python starts and imports, and in
which matplotlib arranges the figures."""

import asyncio
import ctypes
import importlib
import os
import signal
import subprocess
import sys

Executed = subprocess.Popen
LOADED = (
    ['ipykernel.kernelapp', 'ipykernel.kernelspec', 'ipykernel.zmqshell', 'IPython.core.logger', 'papermill.cli']
    + ['papermill.execute', 'torch._dynamo', 'scipy.optimize', 'matplotlib.pyplot', 'matplotlib.backends.backend_agg']
    + [
        'IPython.core.pylabtools',
        'PIL.PngImagePlugin',
        'clica_nb.repro.notebook',
        'clica_nb.metrics',
        'clica_nb.mixing',
    ]
)
NAMES = {'papermill': 'papermill', 'ipykernel': 'kernel'}  # what the code mentions, and what the process is called


def load():
    "What papermill and the kernels would import, before any fork."
    os.environ.setdefault('MPLBACKEND', 'module://matplotlib_inline.backend_inline')
    sys.modules['rfc3987_syntax'] = None  # as the runner's own command says
    for name in LOADED:
        importlib.import_module(name)
    # figures are drawn once and as they fall: two thirds of a run's time would go into their layout
    matplotlib = sys.modules['matplotlib']
    matplotlib.layout_engine.ConstrainedLayoutEngine.execute = lambda self, fig: None
    matplotlib._pylab_helpers.Gcf.draw_all = classmethod(lambda cls, force=False: None)


def install():
    "From now on, in this process and those forked from it."
    import jupyter_client.launcher

    subprocess.Popen = jupyter_client.launcher.Popen = Forked


class Forked(subprocess.Popen):
    "As `subprocess.Popen`; a `python -c CODE` is a fork of this process that runs the code."

    def _execute_child(self, args, executable, preexec_fn, close_fds, pass_fds, cwd, env, *rest):
        words = [args] if isinstance(args, (str, bytes)) else [os.fspath(a) for a in args]
        if '-c' not in words or 'python' not in os.path.basename(words[0]):
            return super()._execute_child(args, executable, preexec_fn, close_fds, pass_fds, cwd, env, *rest)
        _, _, _, p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite, *how = rest
        session = how[5]  # restore_signals, gid, gids, uid, umask, start_new_session, process_group
        sys.stdout.flush()
        sys.stderr.flush()
        ready, begun = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            status = 1
            try:
                status = _be_child(words, preexec_fn, pass_fds, cwd, env, (p2cread, c2pwrite, errwrite), session, begun)
            finally:
                os._exit(status)
        os.close(begun)
        os.read(ready, 1)  # as the real one waits: from here on the child is in its own session
        os.close(ready)
        self._child_created = True
        self._close_pipe_fds(p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite)


def _be_child(words, preexec_fn, pass_fds, cwd, env, streams, session, begun) -> int:
    "All that an executed Python would have; the exit status."
    signal.set_wakeup_fd(-1)
    if session:
        os.setsid()
    for s in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(s, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for fd, source in enumerate(streams):
        if source not in (-1, fd):
            os.dup2(source, fd)
    keep = {0, 1, 2, begun, *pass_fds}
    nothing = os.open(os.devnull, os.O_RDWR)
    for fd in map(int, os.listdir('/proc/self/fd')):
        if fd not in keep and fd != nothing and os.path.exists(f'/proc/self/fd/{fd}'):
            os.dup2(nothing, fd, inheritable=False)  # closed would be reused, while objects here still have the number
    for fd in pass_fds:
        os.set_inheritable(fd, False)
    if cwd is not None:
        os.chdir(cwd)
    if env is not None:
        os.environ.clear()
        os.environ.update(env)
    if preexec_fn is not None:
        preexec_fn()
    os.close(begun)
    at = words.index('-c')
    code, sys.argv = words[at + 1], ['-c', *words[at + 2 :]]
    name = next((v for k, v in NAMES.items() if k in code), 'python')
    ctypes.CDLL(None).prctl(15, name.encode())
    asyncio.events._set_running_loop(None)
    asyncio.set_event_loop_policy(None)
    try:
        exec(compile(code, '<string>', 'exec'), {'__name__': '__main__'})
        return 0
    except SystemExit as e:
        return e.code if isinstance(e.code, int) else 0 if e.code is None else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
