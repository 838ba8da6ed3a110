"""A real Slurm on one machine, from Debian's packages: two nodes, accounting in MariaDB, a pretended GPU on each node,
and memory enforced by Slurm's own count.

    python tests/slurm/lab.py FOLDER start     some seconds; then sbatch, srun, sacct, scancel and Snakemake work
    python tests/slurm/lab.py FOLDER stop

Needs root and PACKAGES. Account `project`; partitions `cpu` (a job may be preempted and is started again), `spot` (a
preempted job is cancelled) and `urgent` (which preempts). The configuration has to lie in /etc/slurm, since the engine
hands no variable of Slurm on to its jobs; a machine that has a Slurm of its own is refused.
"""

import fcntl
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

PACKAGES = 'slurmctld slurmd slurmdbd slurm-client munge mariadb-server'
PROGRAMS = 'slurmctld', 'slurmd', 'slurmdbd', 'sbatch', 'munged', 'mariadbd', 'runuser'
ETC = Path('/etc/slurm')
LOCK = Path('/run/clica-lab.lock')  # ports and /etc/slurm are one a machine: held as long as a lab's process lives
NODES = 'n1', 'n2'
PATH = f'{os.environ["PATH"]}:/usr/sbin:/sbin'

SLURM = """\
ClusterName=lab
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort=16817
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
StateSaveLocation={d}/state
SlurmdSpoolDir={d}/%n
SlurmctldPidFile={d}/slurmctld.pid
SlurmdPidFile={d}/slurmd.%n.pid
SlurmctldLogFile={d}/log/slurmctld
SlurmdLogFile={d}/log/slurmd.%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
MpiDefault=none
ReturnToService=2
SlurmdTimeout=20
KillWait=10
GresTypes=gpu
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePort=16819
AccountingStorageTRES=gres/gpu
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=2
JobAcctGatherParams=OverMemoryKill
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port=17001 CPUs={cpus} RealMemory={memory} Gres=gpu:1
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port=17002 CPUs={cpus} RealMemory={memory} Gres=gpu:1
PartitionName=cpu Nodes=ALL Default=YES MaxTime=INFINITE State=UP PriorityTier=1
PartitionName=spot Nodes=ALL MaxTime=INFINITE State=UP PriorityTier=1 PreemptMode=CANCEL
PartitionName=urgent Nodes=ALL MaxTime=INFINITE State=UP PriorityTier=9 PreemptMode=OFF
"""
DATABASE = """\
AuthType=auth/munge
DbdHost=localhost
DbdAddr=127.0.0.1
DbdPort=16819
SlurmUser=root
LogFile={d}/log/slurmdbd
PidFile={d}/slurmdbd.pid
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort=13306
StorageUser=slurm
StoragePass=slurm
StorageLoc=slurm_acct_db
"""


def missing() -> str:
    "Why there can be no lab here; empty if there can."
    if os.geteuid():
        return 'Slurm needs root'
    if absent := [p for p in PROGRAMS if shutil.which(p, path=PATH) is None]:
        return f'no {absent[0]} here: apt-get install {PACKAGES}'
    if not os.path.ismount('/sys/fs/cgroup'):
        return 'no control groups in /sys/fs/cgroup, which slurmd looks for'
    conf = ETC / 'slurm.conf'
    if conf.exists() and 'ClusterName=lab\n' not in conf.read_text():
        return f'this machine has a Slurm of its own: {conf}'
    return ''


class Taken(RuntimeError):
    "Another process has its lab on this machine."


class Lab:
    "The daemons, in a folder."

    def __init__(self, folder):
        self.d = Path(folder).resolve()

    def start(self, memory: int = 8000, cpus: int = 1):
        "All daemons; raises RuntimeError with what did not answer within minutes."
        if why := missing():
            raise RuntimeError(why)
        self.lock = LOCK.open('w')
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Taken(f'another process has its lab here: {LOCK}') from None
        if (ETC / 'slurm.conf').exists():  # of a lab that was killed, maybe
            state = re.search(r'StateSaveLocation=(.*)', (ETC / 'slurm.conf').read_text())[1]
            Lab(Path(state).parent).stop()
        for name in ('state', 'n1', 'n2', 'log', 'db'):
            (self.d / name).mkdir(parents=True, exist_ok=True)
        self.d.chmod(0o755)
        shutil.chown(self.d / 'db', 'mysql')
        if subprocess.run(['runuser', '-u', 'mysql', '--', 'test', '-w', self.d / 'db']).returncode:
            raise RuntimeError(f'user mysql cannot get into {self.d}: give the folders above it mode 755')
        ETC.mkdir(exist_ok=True)
        host = socket.gethostname().partition('.')[0]
        (ETC / 'slurm.conf').write_text(SLURM.format(d=self.d, host=host, memory=memory, cpus=cpus))
        (ETC / 'gres.conf').write_text('Name=gpu File=/dev/null\n')
        (ETC / 'slurmdbd.conf').write_text(DATABASE.format(d=self.d))
        (ETC / 'slurmdbd.conf').chmod(0o600)
        self._munge()
        self._mariadb()
        self.slurmdbd()
        for what in ('cluster lab', 'account project Cluster=lab', 'user root Account=project'):
            run('sacctmgr', '-iQ', 'add', *what.split())  # fails where it is there from the last start
        self.slurmctld()
        for n in NODES:
            self.slurmd(n)
        wait_for(
            lambda: run('sinfo', '-hN', '-p', 'cpu', '-t', 'idle', '-o', '%N').split() == [*NODES], 'two idle nodes'
        )

    def _munge(self):
        if run('munge', '-n'):
            return
        Path('/run/munge').mkdir(exist_ok=True)
        shutil.chown('/run/munge', 'munge')
        run('runuser', '-u', 'munge', '--', 'munged')
        wait_for(lambda: run('munge', '-n'), 'munge')
        shutil.copy('/run/munge/munged.pid', self.d / 'munged.pid')

    def _mariadb(self):
        data = self.d / 'db/data'
        as_mysql = 'runuser', '-u', 'mysql', '--'
        if not data.exists():
            new = f'--datadir={data}', '--auth-root-authentication-method=normal'
            run(*as_mysql, 'mariadb-install-db', '--no-defaults', *new)
        more = (
            '--port=13306',
            '--bind-address=127.0.0.1',
            '--innodb-lock-wait-timeout=900',
            f'--pid-file={self.d}/db/pid',
        )
        server = *as_mysql, 'mariadbd', '--no-defaults', f'--datadir={data}', f'--socket={self.d}/db/sock', *more
        self._background(server, 'mariadb')
        wait_for(lambda: self.sql('select 1'), 'MariaDB')
        shutil.copy(self.d / 'db/pid', self.d / 'mariadbd.pid')
        self.sql(
            "create database if not exists slurm_acct_db; create user if not exists slurm@'127.0.0.1' identified by"
            " 'slurm'; grant all on slurm_acct_db.* to slurm@'127.0.0.1'"
        )

    def _background(self, words, name):
        with open(self.d / f'log/{name}.out', 'ab') as f:
            return subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=f, stderr=f, start_new_session=True, env=ENV
            )

    def sql(self, text: str) -> str:
        return run('mariadb', '--no-defaults', '-uroot', '-S', f'{self.d}/db/sock', '-e', text)

    def slurmdbd(self):
        self._background(('slurmdbd', '-D'), 'slurmdbd')
        wait_for(lambda: run('sacctmgr', '-V') and ok('sacctmgr', '-n', 'show', 'cluster'), 'slurmdbd')

    def slurmctld(self):
        run('slurmctld')
        wait_for(lambda: ok('sinfo'), 'slurmctld')

    def slurmd(self, node: str):
        run('slurmd', '-N', node)

    def kill(self, daemon: str, number=signal.SIGTERM):
        "End a daemon by the name of its file: slurmctld, slurmdbd, slurmd.n1, mariadbd, munged."
        file = self.d / f'{daemon}.pid'
        try:
            pid = int(file.read_text())
            os.kill(pid, number)
        except (OSError, ValueError):
            return
        wait_for(lambda: not _alive(pid), f'the end of {daemon}')
        file.unlink(missing_ok=True)

    def stop(self):
        "All jobs, then all daemons."
        if not list(self.d.glob('*.pid')):
            return
        run('scancel', '-u', 'root')
        until = time.monotonic() + 15
        while time.monotonic() < until and run('squeue', '-h'):
            time.sleep(0.5)
        for daemon in ('slurmd.n1', 'slurmd.n2', 'slurmctld', 'slurmdbd', 'mariadbd', 'munged'):
            self.kill(daemon)


ENV = {**os.environ, 'PATH': PATH, 'USER': 'root'}


def run(*words) -> str:
    "What a command printed; empty if it failed."
    p = subprocess.run(words, capture_output=True, text=True, env=ENV, stdin=subprocess.DEVNULL)
    return p.stdout if not p.returncode else ''


def ok(*words) -> bool:
    return not subprocess.run(words, capture_output=True, env=ENV, stdin=subprocess.DEVNULL).returncode


def wait_for(condition, what: str, seconds: float = 240.0):
    "Raises RuntimeError if the condition does not come true in time."
    until = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > until:
            raise RuntimeError(f'no answer in {seconds:.0f} s: {what}')
        time.sleep(0.25)
    return found


def _alive(pid: int) -> bool:
    try:
        return Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()[0] != 'Z'
    except OSError:
        return False


if __name__ == '__main__':
    folder, what = sys.argv[1:]
    getattr(Lab(folder), what)()
