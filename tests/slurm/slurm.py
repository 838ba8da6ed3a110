"""Stands in for Slurm on one machine: called as sbatch, srun, sacct, squeue, scancel, sinfo, sacctmgr, sshare or
scontrol it does what Snakemake's plugin needs, and no more. Jobs are processes; their state is in the folder
STANDIN_HOME, a subfolder each; every call is written to `calls` there."""

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

name, args = Path(sys.argv[0]).name, sys.argv[1:]
home = Path(os.environ['STANDIN_HOME'])
with open(home / 'calls', 'a') as f:
    f.write(shlex.join([name, *args]) + '\n')


def jobs():
    return sorted((p for p in home.glob('[0-9]*')), key=lambda p: int(p.name))


def state(job):
    if (job / 'cancelled').exists():
        return 'CANCELLED'
    if (job / 'rc').exists():
        return 'COMPLETED' if (job / 'rc').read_text().strip() == '0' else 'FAILED'
    return 'RUNNING'


def value(*names):
    "The value of an option given as `--name value`, `--name=value` or `-n value`."
    for i, a in enumerate(args):
        for n in names:
            if a == n:
                return args[i + 1]
            if a.startswith(n + '='):
                return a.partition('=')[2]
    return ''


if name == 'sbatch':
    job = home / str(len(jobs()) + 1)
    job.mkdir()
    (job / 'name').write_text(value('--job-name'))
    script = value('--wrap') or sys.stdin.read()
    (job / 'script').write_text(script)
    log = value('--output').replace('%j', job.name)
    Path(log).parent.mkdir(parents=True, exist_ok=True)
    env = {**os.environ, 'SLURM_JOB_ID': job.name, 'SLURM_CPUS_PER_TASK': value('--cpus-per-task') or '1'}
    whole = f'sh {shlex.quote(str(job / "script"))} > {shlex.quote(log)} 2>&1; echo $? > {shlex.quote(str(job / "rc"))}'
    p = subprocess.Popen(
        ['sh', '-c', whole],
        cwd=value('-D') or None,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    (job / 'pid').write_text(str(p.pid))
    print(job.name)
elif name == 'srun':
    while args and args[0].startswith('-'):
        args.pop(0)  # its options are all of one word here
    os.execvp(args[0], args)
elif name in ('sacct', 'squeue'):
    wanted = value('--name')
    for job in jobs():
        if not wanted or (job / 'name').read_text() == wanted:
            print(f'{job.name}|{state(job)}')
elif name == 'scancel':
    for job in jobs():
        if job.name in args and not (job / 'rc').exists():
            (job / 'cancelled').touch()
            try:
                os.killpg(int((job / 'pid').read_text()), signal.SIGTERM)
            except ProcessLookupError:
                pass
elif name == 'sinfo':
    print('standin*')
elif name in ('sacctmgr', 'sshare'):
    print('project')
elif name == 'scontrol':
    print('MinJobAge = 300 sec')
