#!/usr/bin/python3
"""Compares the lesson's format conversions, and y = A x of each of its kernels, with numpy and scipy, bit
for bit, on random matrices with empty rows, one giant row, and columns in no sequence.

usage: formats_agreement.py DUMP_FORMATS_PROGRAM DIRECTORY

The program writes its arrays into DIRECTORY, which is made if need be; those of a matrix that agrees are
removed again. Exit status: 0 all agree; 1 something differs, and the output says what and where; 77 scipy
is missing, so nothing was compared (1 instead where the environment variable ROWSORT_REQUIRE_PYTHON is
set); 2 wrong usage.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../harness/tests/scipy"))
# pylint: disable=wrong-import-position
from array_files import Disagreement, compare, np, same, scipy  # noqa: E402

NAMES = ["random201", "random202", "random203", "random204", "random205", "random206", "empty"]
WARP = 32


def same_array(dump, array, want):
    same(f"{dump.name}.{array}", dump.read(array, want.dtype), np.ascontiguousarray(want))


def ids_of_products(dump):
    return [array[len("y."):] for array in dump.arrays() if array.startswith("y.")]


def scipy_matrix(dump, rows, cols):
    entries = (dump.read("entries.val", np.float32),
               (dump.read("entries.row", np.int32), dump.read("entries.col", np.int32)))
    coo = scipy.sparse.coo_matrix(entries, shape=(rows, cols))
    # So told, scipy leaves the columns of each row in their sequence instead of sorting them.
    coo.has_canonical_format = True
    return coo.tocsr()


def entries_of(matrix):
    """Row, number within the row, column and value of each nonzero, in CSR's sequence."""
    lengths = np.diff(matrix.indptr)
    row = np.repeat(np.arange(len(lengths)), lengths)
    number = np.arange(matrix.nnz) - np.repeat(matrix.indptr[:-1], lengths)
    return row, number, matrix.indices, matrix.data


def check_coo(dump, array, matrix, chosen):
    row, _, col, val = (part[chosen] for part in entries_of(matrix))
    same_array(dump, f"{array}.row", row.astype(np.int32))
    same_array(dump, f"{array}.col", col.astype(np.int32))
    same_array(dump, f"{array}.val", val)


def check_ell(dump, array, matrix, width):
    """The first `width` entries of each row, in a rectangle."""
    pitch = -(-matrix.shape[0] // WARP) * WARP if width else 0
    same_array(dump, f"{array}.shape", np.array([width, pitch], dtype=np.uint64))
    col_idx = np.full(pitch * width, -1, dtype=np.int32)
    values = np.zeros(pitch * width, dtype=np.float32)
    row, number, col, val = entries_of(matrix)
    inside = number < width
    place = (number * pitch + row)[inside]
    col_idx[place], values[place] = col[inside], val[inside]
    same_array(dump, f"{array}.col_idx", col_idx)
    same_array(dump, f"{array}.val", values)


def check_hybrid(dump, matrix):
    lengths = np.sort(np.diff(matrix.indptr))[::-1]
    width = int(lengths[(len(lengths) + 2) // 3 - 1])
    check_ell(dump, "hybrid_ell", matrix, width)
    _, number, _, _ = entries_of(matrix)
    check_coo(dump, "hybrid_rest", matrix, number >= width)


def check_sliced(dump, array, matrix, window):
    rows = matrix.shape[0]
    lengths = np.diff(matrix.indptr)
    order = np.concatenate([first + np.argsort(-lengths[first:first + window], kind="stable")
                            for first in range(0, rows, window)]).astype(np.int32)
    same_array(dump, f"{array}.order", order)
    padded = np.zeros(-(-rows // WARP) * WARP, dtype=np.int64)
    padded[:rows] = lengths[order]
    slice_ptr = np.concatenate([[0], np.cumsum(WARP * padded.reshape(-1, WARP).max(axis=1))])
    same_array(dump, f"{array}.slice_ptr", slice_ptr.astype(np.int32))
    position = np.empty(rows, dtype=np.int64)
    position[order] = np.arange(rows)
    col_idx = np.full(slice_ptr[-1], -1, dtype=np.int32)
    values = np.zeros(slice_ptr[-1], dtype=np.float32)
    row, number, col, val = entries_of(matrix)
    at = position[row]
    place = slice_ptr[at // WARP] + WARP * number + at % WARP
    col_idx[place], values[place] = col, val
    same_array(dump, f"{array}.col_idx", col_idx)
    same_array(dump, f"{array}.val", values)


def check_orders(dump, matrix):
    lengths = np.diff(matrix.indptr)
    falling = np.argsort(-lengths, kind="stable").astype(np.int32)
    same_array(dump, "falling", falling)
    same_array(dump, "rising", np.argsort(lengths, kind="stable").astype(np.int32))
    # Full blocks of two warps; warp w of the falling order goes to block w mod blocks.
    blocks = len(falling) // (2 * WARP)
    dealt = falling.copy()
    dealt[:blocks * 2 * WARP] = falling[:blocks * 2 * WARP].reshape(2, blocks, WARP).transpose(
        1, 0, 2).reshape(-1)
    same_array(dump, "dealt", dealt)


def check_row_blocks(dump, matrix, max_nonzeros, max_rows):
    blocks = dump.read("row_blocks", np.int32)
    if blocks[0] != 0 or blocks[-1] != matrix.shape[0] or (np.diff(blocks) < 1).any():
        raise Disagreement(f"{dump.name}: row blocks do not cover the rows")
    nonzeros = np.diff(matrix.indptr[blocks])
    if (np.diff(blocks) > max_rows).any() or (nonzeros[np.diff(blocks) > 1] > max_nonzeros).any():
        raise Disagreement(f"{dump.name}: a row block is too large")
    # The next row would not have fitted.
    for first, end in zip(blocks[:-2], blocks[1:-1]):
        fits = matrix.indptr[end + 1] - matrix.indptr[first] <= max_nonzeros
        if fits and end - first < max_rows:
            raise Disagreement(f"{dump.name}: the row block from row {first} is too small")


def check(dump):
    matrix = scipy_matrix(dump, dump.rows, dump.cols)
    check_coo(dump, "coo", matrix, slice(None))
    check_ell(dump, "ell", matrix, int(np.diff(matrix.indptr).max()))
    check_hybrid(dump, matrix)
    for array, window in (("sliced_1", 1), ("sliced_64", 64), ("sliced_all", dump.rows)):
        check_sliced(dump, array, matrix, window)
    check_orders(dump, matrix)
    check_row_blocks(dump, matrix, 100, 16)
    ids = ids_of_products(dump)
    if len(ids) < 10:
        raise Disagreement(f"{dump.name}: only {len(ids)} kernels ran")
    y = matrix @ dump.read("x", np.float32)
    for kernel in ids:
        # -0 and 0 are the same result.
        if not np.array_equal(dump.read(f"y.{kernel}", np.float32), y):
            raise Disagreement(f"{dump.name}: y of {kernel} differs")
    return f", {len(ids)} kernels"


if __name__ == "__main__":
    sys.exit(compare(__doc__, NAMES, check))
