"""Reads the GitHub workflows for courses and checks that they are safe to run on a submission.

Exit status: 0 for success, 1 for a failure, 77 when the Debian and Ubuntu package python3-yaml is missing (1 where
ROWSORT_REQUIRE_PYTHON is set).
"""

import copy
import os
import pathlib
import subprocess
import sys

try:
    import yaml
except ImportError:
    print("not run: install the package python3-yaml")
    sys.exit(1 if os.environ.get("ROWSORT_REQUIRE_PYTHON") else 77)

READ_ONLY = {"contents": "read"}


def texts(value):
    if isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    else:
        yield str(value)


def job_faults(name, job):
    if job.get("permissions", READ_ONLY) != READ_ONLY:
        yield f"job {name} asks for more than the right to read"
    if "uses" in job:
        if "secrets" in job:
            yield f"job {name} passes secrets on"
        return
    if "github.event.repository.private" not in str(job.get("if")).split(" && ") or "||" in str(job.get("if")):
        yield f"job {name} runs in public repositories"
    if "strategy" in job and job["strategy"].get("fail-fast") is not False:
        yield f"a part of job {name} that fails ends the others"
    if "self-hosted" not in job["runs-on"]:
        yield f"job {name} runs elsewhere than on the course's runner"
    if not isinstance(job.get("timeout-minutes"), int):
        yield f"job {name} may run for hours"
    for step in job["steps"]:
        yield from step_faults(step)


def step_faults(step):
    if step.get("uses", "").startswith("actions/checkout@"):
        options = step.get("with", {})
        if options.get("persist-credentials") is not False:
            yield "the checkout leaves a token beside the submission"
        if options.get("submodules") is not False or options.get("lfs") is not False:
            yield "the checkout follows what the submission points to"
        if options.get("path") != "submission":
            yield "the checkout puts the submission into the working folder of the job"
    script = step.get("run", "")
    if "${{" in script:
        yield "a script is put together from expressions, which a submission could write"
    if script and subprocess.run(["bash", "-n"], input=script, encoding="utf-8", check=False,
                                 stderr=subprocess.DEVNULL).returncode != 0:
        yield "a script is not valid bash"
    for command in ["rowsort grade", "rowsort batch"]:
        if command in script and not -1 < script.find("::stop-commands::") < script.index(command):
            yield "what the grader prints could be a command to the runner"


def faults(workflow):
    # YAML 1.1 reads the key "on" as true.
    triggers = workflow.get(True, workflow.get("on"))
    triggers = set(triggers if isinstance(triggers, (dict, list)) else [triggers])
    if triggers & {"pull_request_target", "workflow_run", "issue_comment"}:
        yield "code of others can start it with the repository's rights"
    if workflow.get("permissions") != READ_ONLY:
        yield "it asks for more than the right to read"
    if any("secrets." in text for text in texts(workflow)):
        yield "it uses a secret"
    for name, job in workflow["jobs"].items():
        yield from job_faults(name, job)


def parts_faults(workflow):
    """What has to fit together in the workflow of a class."""
    parts = workflow["jobs"]["grade"]["strategy"]["matrix"]["part"]
    if parts != list(range(1, workflow["env"]["PARTS"] + 1)):
        yield "the parts are not the whole class"
    if workflow["jobs"]["collect"]["needs"] != "grade":
        yield "the parts are put together before they are there"
    options = [word for word in texts(workflow) if "--device cuda" in word and "rowsort batch" in word]
    if len(options) != 2:
        yield "the parts are collected with other settings than they were graded with"


def planted_in_class(workflow):
    def change(function):
        broken = copy.deepcopy(workflow)
        function(broken, broken["jobs"]["grade"], broken["jobs"]["collect"])
        return broken

    yield change(lambda w, grade, collect: grade["strategy"].pop("fail-fast"))
    yield change(lambda w, grade, collect: collect.update({"if": "!cancelled()"}))
    yield change(lambda w, grade, collect: collect.update({"if": "github.event.repository.private || always()"}))
    yield change(lambda w, grade, collect: collect["steps"][0].pop("with"))
    yield change(lambda w, grade, collect: grade["steps"][1].update(run="rowsort batch x"))
    yield change(lambda w, grade, collect: grade["steps"][1].update(run="rowsort batch ${{ matrix.part }}"))
    yield change(lambda w, grade, collect: w["env"].update(PARTS=5))
    yield change(lambda w, grade, collect: collect.update(needs=[]))
    yield change(lambda w, grade, collect: collect["steps"][2].update(run="true"))


def planted(workflow):
    """Workflows with one fault each."""
    def change(function):
        broken = copy.deepcopy(workflow)
        function(broken, broken["jobs"]["grade"], broken["jobs"]["grade"]["steps"])
        return broken

    yield change(lambda w, job, steps: w.update(permissions={"contents": "write"}))
    yield change(lambda w, job, steps: w.pop("permissions"))
    yield change(lambda w, job, steps: w.update({True: {"pull_request_target": None}}))
    yield change(lambda w, job, steps: job.update(permissions={"checks": "write"}))
    yield change(lambda w, job, steps: job.pop("if"))
    yield change(lambda w, job, steps: job.pop("timeout-minutes"))
    yield change(lambda w, job, steps: job.update({"runs-on": "ubuntu-latest"}))
    yield change(lambda w, job, steps: steps[0]["with"].pop("persist-credentials"))
    yield change(lambda w, job, steps: steps[0]["with"].update(submodules=True))
    yield change(lambda w, job, steps: steps[0].pop("with"))
    yield change(lambda w, job, steps: steps[1].update(run="echo ${{ github.head_ref }}"))
    yield change(lambda w, job, steps: steps[1].update(run="if"))
    yield change(lambda w, job, steps: steps[1].update(env={"TOKEN": "${{ secrets.TOKEN }}"}))
    yield change(lambda w, job, steps: steps[1].update(run="rowsort grade x\necho ::stop-commands::x"))


def main():
    folder = pathlib.Path(sys.argv[1])
    failures = 0
    workflows = {file.name: yaml.safe_load(file.read_text()) for file in sorted(folder.glob("*.yml"))}
    if set(workflows) != {"rowsort-class.yml", "rowsort-grade.yml", "submission.yml"}:
        failures += 1
        print("other workflows than expected:", sorted(workflows))
    for name, workflow in workflows.items():
        for fault in faults(workflow):
            failures += 1
            print(f"{name}: {fault}")
    for number, broken in enumerate(planted(workflows["rowsort-grade.yml"])):
        if not list(faults(broken)):
            failures += 1
            print(f"planted fault {number} is not found")
    of_class = workflows["rowsort-class.yml"]
    for fault in parts_faults(of_class):
        failures += 1
        print(f"rowsort-class.yml: {fault}")
    for number, broken in enumerate(planted_in_class(of_class)):
        if not list(faults(broken)) + list(parts_faults(broken)):
            failures += 1
            print(f"fault {number} planted in the workflow of a class is not found")
    print(f"{len(workflows)} workflows, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
