"""A cluster of Slurm on this machine alone: a controller and two nodes on 127.0.0.1, in a folder of their own.

Everything is its own: munge key and socket, slurm.conf, ports, state. Whoever uses it as a context has it started, and
stopped again with all that it started.
"""

import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol")

CONFIGURATION = """\
ClusterName=plumb
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort={controller_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,sched_min_interval=100000,bf_interval=2,batch_sched_delay=0
SlurmdTimeout=10
SlurmctldTimeout=10
KillWait=5
MinJobAge=600
JobRequeue=1
ReturnToService=2
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=60 PriorityTier=1 GraceTime=5 State=UP
PartitionName=urgent Nodes=ALL MaxTime=60 PriorityTier=10 State=UP
"""

NODE = "NodeName={name} NodeHostname=localhost NodeAddr=127.0.0.1 Port={port} CPUs=1 RealMemory=2000 State=UNKNOWN"


def missing_programs():
    """What Debian's packages slurmctld, slurmd, slurm-client and munge would bring."""
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    return [name for name in PROGRAMS if shutil.which(name, path=path) is None]


def ends_with_its_parent():
    """What is started must not outlive a test that is killed."""
    end_of_parent = 1  # PR_SET_PDEATHSIG
    ctypes.CDLL(None).prctl(end_of_parent, signal.SIGTERM)


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def descendants(pid):
    """The processes below one, in the table of this machine."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    parents[int(name)] = int(file.read().rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):
                continue
    found, open_ends = [], [pid]
    while open_ends:
        parent = open_ends.pop()
        children = [child for child, of in parents.items() if of == parent]
        found += children
        open_ends += children
    return found


def kill(pids):
    """These and all below them, at once."""
    for pid in [below for one in pids for below in descendants(one)] + list(pids):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Cluster:
    def __init__(self, folder, nodes=("n1", "n2")):
        self.folder = str(folder)
        self.nodes = nodes
        self.environment = dict(os.environ, SLURM_CONF=f"{self.folder}/slurm.conf")
        self.environment["PATH"] += ":/usr/sbin:/sbin"
        self.daemons = {}

    def __enter__(self):
        try:
            self.configure()
            self.start_munge()
            self.start("slurmctld", ["slurmctld", "-D"])
            for node in self.nodes:
                self.start(node, ["slurmd", "-D", "-N", node])
            self.wait_for("nodes", lambda: self.run("sinfo", "-h", "-o", "%D %t").strip() == f"{len(self.nodes)} idle")
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def configure(self):
        for name in ("state", "spool"):
            os.makedirs(f"{self.folder}/{name}", exist_ok=True)
        ports = free_ports(1 + len(self.nodes))
        lines = [NODE.format(name=name, port=port) for name, port in zip(self.nodes, ports[1:])]
        with open(f"{self.folder}/slurm.conf", "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(folder=self.folder, controller_port=ports[0],
                                            user=pwd.getpwuid(os.getuid()).pw_name, nodes="\n".join(lines)))

    def start_munge(self):
        key = f"{self.folder}/munge.key"
        with open(os.open(key, os.O_CREAT | os.O_WRONLY, 0o400), "wb") as file:
            file.write(os.urandom(128))
        at = {name: f"--{name}={self.folder}/munge.{name.split('-')[0]}" for name in ("socket", "pid-file", "log-file",
                                                                                     "seed-file")}
        self.start("munged", ["munged", "--foreground", "--force", f"--key-file={key}", *at.values()])
        self.wait_for("munge", lambda: os.path.exists(f"{self.folder}/munge.socket"))

    def start(self, name, command):
        log = open(f"{self.folder}/{name}.out", "ab")  # pylint: disable=consider-using-with
        self.daemons[name] = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log,
                                              start_new_session=True, preexec_fn=ends_with_its_parent)
        log.close()

    def run(self, *command):
        ended = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False, timeout=60)
        if ended.returncode != 0:
            return ""
        return ended.stdout

    def wait_for(self, what, ready, seconds=60):
        give_up = time.monotonic() + seconds
        while not ready():
            dead = [name for name, daemon in self.daemons.items() if daemon.poll() is not None]
            if dead or time.monotonic() > give_up:
                raise RuntimeError(f"{what}: not after {seconds} s, dead: {dead}\n{self.logs()}")
            time.sleep(0.2)

    def states(self):
        """Of all jobs that the controller remembers, tasks of an array one by one: (job, state, node)."""
        lines = self.run("squeue", "-h", "-r", "-t", "all", "-o", "%i %T %N").splitlines()
        return [(line.split() + ["", ""])[:3] for line in lines]

    def scripts_on(self, node):
        return self.processes(f"{self.folder}/spool/{node}/")

    def hold(self, node):
        """What a job on a node runs stands still, until a signal of the cluster wakes it. Returns whether there was such."""
        held = [below for script in self.scripts_on(node) for below in descendants(script)]
        for pid in held:
            try:
                os.kill(pid, signal.SIGSTOP)
            except ProcessLookupError:
                return False
        return bool(held)

    def kill_node(self, node):
        """As a power cut: the daemon, and the steps of its jobs with all that they run."""
        scripts = self.scripts_on(node)
        steps = [step for step in self.processes("slurmstepd") if set(descendants(step)) & set(scripts)]
        kill([self.daemons[node].pid] + steps)
        self.daemons.pop(node).wait()

    def processes(self, text):
        """Those with a text in their command line that were started with the configuration of this cluster."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    command = file.read()
                with open(f"/proc/{pid}/environ", "rb") as file:
                    environment = file.read()
            except OSError:
                continue
            if text.encode() in command and f"SLURM_CONF={self.folder}/".encode() in environment:
                found.append(int(pid))
        return found

    def logs(self):
        out = ""
        for name in sorted(os.listdir(self.folder)):
            if name.endswith((".log", ".out")):
                with open(f"{self.folder}/{name}", encoding="utf-8", errors="replace") as file:
                    out += f"--- {name}\n{''.join(file.readlines()[-40:])}"
        return out

    def stop(self):
        for daemon in self.daemons.values():
            daemon.terminate()
        kill(self.processes("slurmstepd"))
        for daemon in self.daemons.values():
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                kill([daemon.pid])
                daemon.wait()
