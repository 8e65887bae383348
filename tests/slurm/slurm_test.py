#!/usr/bin/env python3
"""ctest -L slurm: `plumb slurm` on a real cluster of two nodes, one of which is killed in the middle.

A task is preempted by an urgent job, a node loses its power while it runs another, and what the cluster merges in
the end has the bits of a run on one machine. Called with the program; ends with 77 and says why where Slurm's programs
are not installed.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time

from cluster import Cluster, missing_programs

SKIPPED = 77

STUDY = """\
schema = 1
[[cells]]
problem = "squeezer"
formulation = ["index3", "index2", "ggl"]
method = "bdf2,hht,radau-iia,generalized-alpha,lobatto-iiic,esdirk324l2sa"
step = ["5e-6", "2.5e-6", "1.25e-6"]
"""


def plumb(program, *arguments, codes=(0,)):
    ended = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if ended.returncode not in codes:
        raise RuntimeError(f"plumb {' '.join(arguments)}: {ended.returncode}\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def stored(program, store):
    if not os.path.exists(store):
        return 0
    ended = subprocess.run([program, "export", store, "--json"], capture_output=True, text=True, check=False)
    return len(ended.stdout.splitlines())


def log(text):
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def submit(cluster, folder):
    ended = subprocess.run([f"{folder}/submit"], env=cluster.environment, capture_output=True, text=True, check=True)
    array, merge = ended.stdout.split()
    log(f"submitted array {array}, merge {merge}")
    return array, merge


def running(cluster, array):
    return {node: job for job, state, node in cluster.states() if state == "RUNNING" and job.startswith(f"{array}_")}


def still_good(cluster, merge):
    states = cluster.states()
    if [merge, "FAILED", "n2"] in states:
        raise RuntimeError("the merging failed")
    return states


def print_logs(folder):
    """Returns how many tasks began again."""
    restarts = 0
    for name in sorted(os.listdir(folder)):
        with open(f"{folder}/{name}", encoding="utf-8") as file:
            text = file.read()
        restarts += text.count("restart 1")
        log(f"{name}: {' | '.join(text.splitlines())}")
    return restarts


def results_of(program, folder, job):
    return stored(program, f"{folder}/shards/{job.split('_')[1]}.db")


def held_in_the_middle(cluster, program, folder, array, node):
    """Waits for a task on a node that has stored some results and not all, and holds it there. Returns its name."""
    held = []

    def hold():
        task = running(cluster, array).get(node)
        if task is None or results_of(program, folder, task) == 0 or not cluster.hold(node):
            return False
        held.append(task)
        return running(cluster, array).get(node) == task
    cluster.wait_for(f"a task on {node} with results", hold, 120)
    log(f"task {held[-1]} stands still on {node}, with {results_of(program, folder, held[-1])} stored")
    return held[-1]


def disturb(cluster, program, folder, array):
    """The node of one task dies, another task makes room for an urgent job."""
    lost = held_in_the_middle(cluster, program, folder, array, "n1")
    preempted = held_in_the_middle(cluster, program, folder, array, "n2")
    urgent = cluster.run("sbatch", "--parsable", "--partition=urgent", "--nodelist=n2", "--mem=1900M", "--output=/dev/null",
                         "--wrap=sleep 2").strip()
    cluster.wait_for("the urgent job", lambda: [urgent, "COMPLETED", "n2"] in cluster.states(), 120)
    log(f"task {preempted} made room for an urgent job")
    cluster.kill_node("n1")
    log(f"node n1 died with task {lost}")
    cluster.wait_for("the lost task to be queued again",
                     lambda: [lost, "RUNNING", "n1"] not in cluster.states(), 120)
    log(f"task {lost} is no longer on n1")


def test(program, folder):
    study, jobs, one = f"{folder}/study.toml", f"{folder}/jobs", f"{folder}/one.db"
    with open(study, "w", encoding="utf-8") as file:
        file.write(STUDY)
    told = json.loads(plumb(program, "slurm", study, "--shards", "3", "--out", jobs, "--json"))
    log(f"{told['cells']} cells in {told['shards']} shards; limits {told['time']}, {told['memory']}")
    with Cluster(f"{folder}/cluster") as cluster:
        log("cluster of two nodes is up")
        array, merge = submit(cluster, jobs)
        disturb(cluster, program, jobs, array)
        try:
            cluster.wait_for("the merging", lambda: [merge, "COMPLETED", "n2"] in still_good(cluster, merge), 400)
        finally:
            restarts = print_logs(f"{jobs}/logs")
    if restarts < 2:
        raise RuntimeError(f"{restarts} tasks began again, not two")
    plumb(program, "run", study, "--store", one)
    log(plumb(program, "diff", one, told["merged"]).strip())


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    missing = missing_programs()
    if missing:
        print(f"skipped: no {', '.join(missing)}; apt-get install slurmctld slurmd slurm-client munge")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="plumb-slurm-") as folder:
        os.mkdir(f"{folder}/cluster", 0o755)
        test(os.path.abspath(sys.argv[1]), folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
