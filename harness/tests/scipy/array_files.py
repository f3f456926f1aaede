"""What the comparisons with numpy and scipy have in common: the arrays that a program of this tree wrote
(array_files.h), and how two of them are the same.

Importing this ends the process where scipy is missing: with 77, or with 1 where the environment variable
ROWSORT_REQUIRE_PYTHON is set.
"""

import os
import subprocess
import sys

try:
    import numpy as np
    import scipy.sparse  # noqa: F401: for those who import this
except ImportError as error:
    print(f"not compared: {error}; install the Debian package python3-scipy")
    sys.exit(1 if os.environ.get("ROWSORT_REQUIRE_PYTHON") else 77)


class Disagreement(Exception):
    pass


def same(name, got, want):
    """The same length, and the same bits in every element."""
    if got.shape != want.shape:
        raise Disagreement(f"{name}: {got.shape} elements, should be {want.shape}")
    if got.dtype != want.dtype:
        want = want.astype(got.dtype, casting="same_kind")
    words = np.dtype(f"u{got.dtype.itemsize}")
    differ = np.flatnonzero(got.view(words) != np.ascontiguousarray(want).view(words))
    if len(differ):
        at = differ[0]
        raise Disagreement(
            f"{name}[{at}] is {got[at]!r}, should be {want[at]!r}; {len(differ)} of {len(got)} differ")


class Dump:
    """The arrays of one matrix, whose shape is one of them."""

    def __init__(self, directory, name):
        self.directory, self.name = directory, name
        self.rows, self.cols, self.nnz = (int(n) for n in self.read("shape", np.uint64))

    def read(self, array, dtype):
        path = os.path.join(self.directory, f"{self.name}.{array}.bin")
        return np.fromfile(path, dtype=np.dtype(dtype).newbyteorder("<"))

    def arrays(self):
        """Names of all its arrays."""
        return sorted(file[len(self.name) + 1:-len(".bin")] for file in os.listdir(self.directory)
                      if file.startswith(self.name + "."))

    def remove(self):
        for array in self.arrays():
            os.remove(os.path.join(self.directory, f"{self.name}.{array}.bin"))


def compare(usage, expected_names, check):
    """main() of a comparison: runs the program of the command line and checks each matrix that it names.
    `check` raises Disagreement, or gives what else there is to say. Gives the exit status."""
    if len(sys.argv) != 3:
        print(usage)
        return 2
    program, directory = sys.argv[1:]
    os.makedirs(directory, exist_ok=True)
    names = subprocess.run([program, directory], check=True, stdout=subprocess.PIPE,
                           text=True).stdout.split()
    if names != expected_names:
        print(f"the program wrote {names}, should be {expected_names}")
        return 1
    try:
        for name in names:
            dump = Dump(directory, name)
            more = check(dump) or ""
            dump.remove()
            print(f"{name}: {dump.rows} x {dump.cols}, {dump.nnz} nonzeros{more}, agrees")
    except Disagreement as disagreement:
        print(f"disagreement in {disagreement}")
        return 1
    return 0
