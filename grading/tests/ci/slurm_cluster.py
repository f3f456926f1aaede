"""A Slurm cluster of one node, this machine, from the packages slurm-wlm and munge: with a configuration, a key,
sockets and ports of its own in a folder of its own, so that it needs no service of the machine and touches none."""

import getpass
import os
import pathlib
import shutil
import socket
import subprocess
import time

PROGRAMS = ["munged", "munge", "slurmctld", "slurmd", "sbatch", "scontrol", "sinfo", "squeue"]

CONFIGURATION = """
ClusterName=rowsort
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2,batch_sched_delay=1
ReturnToService=2
KillWait=2
MaxArraySize={max_array_size}
GresTypes=gpu
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} Gres=gpu:1 State=UNKNOWN
PartitionName=grading Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def program(name):
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def missing_programs():
    return [name for name in PROGRAMS if program(name) is None]


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class ClusterError(Exception):
    """The cluster did not come up; says what its logs say."""


class Cluster:
    """With `with`. An array of tasks has fewer than `max_array_size`. `environment` is what Slurm's commands need to
    find it."""

    def __init__(self, folder, cpus, max_array_size):
        self.folder = pathlib.Path(folder)
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}
        self.processes = []
        self.host = socket.gethostname().split(".")[0]
        controller_port, node_port = free_ports(2)
        for name in ["state", "spool"]:
            (self.folder / name).mkdir()
        # A GPU for --gres to ask for; nothing of it is used on the CPU device.
        (self.folder / "gres.conf").write_text(f"NodeName={self.host} Name=gpu File=/dev/null\n")
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=self.host, controller_port=controller_port, node_port=node_port, user=getpass.getuser(),
            folder=self.folder, cpus=cpus, max_array_size=max_array_size))
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)

    def start(self, name, *arguments):
        log = open(self.folder / f"{name}.out", "wb")  # pylint: disable=consider-using-with
        self.processes.append(subprocess.Popen([program(name), *arguments], stdout=log, stderr=log,
                                               env=self.environment, start_new_session=True))
        log.close()

    def __enter__(self):
        try:
            files = {"key-file": "munge.key", "socket": "munge.socket", "pid-file": "munged.pid",
                     "log-file": "munged.log", "seed-file": "munge.seed"}
            self.start("munged", "--foreground", "--force",
                       *(f"--{option}={self.folder / name}" for option, name in files.items()))
            self.wait_for("munged", lambda: (self.folder / "munge.socket").exists())
            self.start("slurmctld", "-D")
            self.wait_for("slurmctld", lambda: self.answers("scontrol", "ping") and "UP" in self.output)
            self.start("slurmd", "-D", "-N", self.host)
            self.wait_for("slurmd", lambda: self.answers("sinfo", "-h", "-o", "%T") and "idle" in self.output)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def answers(self, name, *arguments):
        run = subprocess.run([program(name), *arguments], env=self.environment, capture_output=True,
                             encoding="utf-8", errors="replace", check=False)
        self.output = run.stdout
        return run.returncode == 0

    def wait_for(self, what, condition, seconds=60):
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                logs = "\n".join(f"== {file.name}\n{file.read_text(errors='replace')[-2000:]}"
                                 for file in sorted(self.folder.glob("*.log")) + sorted(self.folder.glob("*.out")))
                raise ClusterError(f"{what} did not come up within {seconds} s\n{logs}")
            time.sleep(0.2)
