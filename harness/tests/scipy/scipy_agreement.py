#!/usr/bin/python3
"""Compares the matrices, the COO to CSR conversion, the reference product and the row permutation with
numpy and scipy, bit for bit.

usage: scipy_agreement.py DUMP_MATRICES_PROGRAM DIRECTORY

The program writes its arrays into DIRECTORY, which is made if need be; those of a matrix that agrees are
removed again. Exit status: 0 all agree;
1 something differs, and the output says what and where; 77 scipy is missing, so nothing was compared
(1 instead where the environment variable ROWSORT_REQUIRE_PYTHON is set); 2 wrong usage.
"""

import sys

from array_files import Disagreement, compare, np, same, scipy

ROWS = 524_288
SEED = 37
RANDOM_SHAPES = {101: (1, 1), 102: (1, 585), 103: (585, 1), 104: (33, 65), 105: (1000, 585),
                 106: (3000, 500)}


def splitmix64(z):
    """Steele, Lea, Flood (OOPSLA 2014): one step from state z, on arrays of 64-bit words."""
    with np.errstate(over="ignore"):
        z = z + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def random_bits(seed, stream, count):
    start = splitmix64(np.array([seed], dtype=np.uint64))
    stream_start = splitmix64(start + np.uint64(stream))
    return splitmix64(stream_start + np.arange(count, dtype=np.uint64))


def values(seed, count):
    """Odd integers from -4095 to 4095, over 4096."""
    return ((2 * (random_bits(seed, 1, count) >> np.uint64(52)).astype(np.int64) - 4095) / 4096).astype(
        np.float32)


def vector(seed, count):
    """-7, -5, ... 7, over 8."""
    return ((2 * (random_bits(seed, 2, count) >> np.uint64(61)).astype(np.int64) - 7) / 8).astype(
        np.float32)


def exercise_entries(lengths):
    """Rows and columns: row r holds (r + k) mod rows for k below its length."""
    rows = np.repeat(np.arange(len(lengths)), lengths)
    k = np.arange(len(rows)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return rows, (rows + k) % len(lengths)


def check_exercise(dump, lengths):
    rows, cols = exercise_entries(lengths)
    same(f"{dump.name}: row", dump.read("row", np.int32), rows.astype(np.int32))
    same(f"{dump.name}: col", dump.read("col", np.int32), cols.astype(np.int32))
    same(f"{dump.name}: val", dump.read("val", np.float32), values(SEED, len(rows)))
    same(f"{dump.name}: x", dump.read("x", np.float32), vector(SEED, len(lengths)))


def check_random(dump, seed):
    if (dump.rows, dump.cols) != RANDOM_SHAPES[seed]:
        raise Disagreement(f"{dump.name}: shape {dump.rows} x {dump.cols}")
    same(f"{dump.name}: val", dump.read("val", np.float32), values(seed, dump.nnz))
    same(f"{dump.name}: x", dump.read("x", np.float32), vector(seed, dump.cols))


def check_csr(dump, arrays, matrix):
    for array, want in (("row_ptr", matrix.indptr), ("col_idx", matrix.indices),
                        ("csr_val", matrix.data)):
        array = f"{arrays}.{array}" if arrays else array
        same(f"{dump.name}: {array}", dump.read(array, want.dtype), want)


def check_sorted_columns(dump, matrix):
    """Once more with the columns of each row sorted by both sides."""
    ours = scipy.sparse.csr_matrix(
        (dump.read("csr_val", np.float32), dump.read("col_idx", np.int32),
         dump.read("row_ptr", np.int32)), shape=(dump.rows, dump.cols))
    theirs = matrix.copy()
    ours.sort_indices()
    theirs.sort_indices()
    same(f"{dump.name}: sorted columns", ours.indices, theirs.indices)
    same(f"{dump.name}: values in the sequence of sorted columns", ours.data, theirs.data)


def check_products(dump, matrix):
    x = dump.read("x", np.float32)
    same(f"{dump.name}: y in float32", dump.read("y", np.float32), matrix @ x)
    wide = matrix.astype(np.float64) @ x.astype(np.float64)
    same(f"{dump.name}: y in float64", dump.read("y", np.float32).astype(np.float64), wide)
    same(f"{dump.name}: the float64 reference", dump.read("want", np.float64), wide)
    magnitude = abs(matrix).astype(np.float64) @ abs(x).astype(np.float64)
    bound = (np.diff(matrix.indptr) + 1) * 2.0**-24 * magnitude
    same(f"{dump.name}: bound", dump.read("bound", np.float64), bound)


def check_permutation(dump, matrix):
    order = np.argsort(-np.diff(matrix.indptr), kind="stable").astype(np.int32)
    same(f"{dump.name}: order", dump.read("order", np.int32), order)
    check_csr(dump, "sorted", matrix[order])


def check(dump):
    if dump.name == "even":
        check_exercise(dump, np.full(ROWS, 16))
    elif dump.name == "skewed":
        check_exercise(dump, np.where(np.arange(ROWS) % 32 == 31, 419, 3))
    elif dump.name.startswith("random"):
        check_random(dump, int(dump.name[len("random"):]))
    entries = (dump.read("val", np.float32), (dump.read("row", np.int32), dump.read("col", np.int32)))
    coo = scipy.sparse.coo_matrix(entries, shape=(dump.rows, dump.cols))
    if coo.tocsr().nnz != dump.nnz:
        raise Disagreement(f"{dump.name}: the entries are not at different places")
    # So told, scipy leaves the columns of each row in their sequence instead of sorting them.
    coo.has_canonical_format = True
    matrix = coo.tocsr()
    check_csr(dump, "", matrix)
    check_sorted_columns(dump, matrix)
    # A copy, since astype() and abs() sort the columns of the matrix they are asked of.
    check_products(dump, matrix.copy())
    check_permutation(dump, matrix)


if __name__ == "__main__":
    sys.exit(compare(__doc__, ["even", "skewed"] + [f"random{seed}" for seed in RANDOM_SHAPES] + ["empty"], check))
