"""For tests that need a sandbox: whether bubblewrap can make one here, as sandbox_here.h finds out."""

import os
import shutil
import subprocess


def status_without_sandbox():
    """None where bubblewrap can make a sandbox; else the exit status of a test that needs one: 77, which ctest shows as
    skipped, or 1 where ROWSORT_REQUIRE_SANDBOX is set."""
    command = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"]
    if shutil.which("bwrap") and subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode == 0:
        return None
    print("not run: bubblewrap is not installed or cannot make namespaces here")
    return 1 if os.environ.get("ROWSORT_REQUIRE_SANDBOX") else 77
