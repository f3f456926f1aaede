// Writes random matrices in the lesson's formats, as raw little-endian arrays, for
// formats_agreement.py to make again with numpy and scipy.
#include "rowsort/checks/rows.h"
#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/row_lengths.h"

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "../../../../harness/tests/matrix/random_coo.h"
#include "../../../../harness/tests/scipy/array_files.h"
#include "formats/csr.h"
#include "formats/ell.h"
#include "formats/orders.h"
#include "formats/sliced_ell.h"
#include "method.h"
#include "runner.h"

namespace {

using namespace rowsort;
using namespace rowsort::lesson;
using namespace rowsort::testing;

void write_coo(const std::string& name, const Coo& coo) {
  write(name + ".row", coo.row);
  write(name + ".col", coo.col);
  write(name + ".val", coo.val);
}

void write_ell(const std::string& name, const Ell& ell) {
  write(name + ".shape", std::vector<std::uint64_t>{ell.width, ell.pitch});
  write(name + ".col_idx", ell.col_idx);
  write(name + ".val", ell.val);
}

void write_sliced(const std::string& name, const SlicedEll& sliced) {
  write(name + ".slice_ptr", sliced.slice_ptr);
  write(name + ".col_idx", sliced.col_idx);
  write(name + ".val", sliced.val);
  write(name + ".order", sliced.order);
}

void dump(const std::string& name, const Coo& entries) {
  const Csr matrix = to_csr(entries);
  const std::vector<int> lengths = row_lengths(matrix);
  write(name + ".shape", std::vector<std::uint64_t>{entries.rows, entries.cols, entries.nnz()});
  write_coo(name + ".entries", entries);
  write_coo(name + ".coo", to_coo(matrix));
  write_ell(name + ".ell", to_ell(matrix));
  const Hybrid hybrid = to_hybrid(matrix);
  write_ell(name + ".hybrid_ell", hybrid.ell);
  write_coo(name + ".hybrid_rest", hybrid.rest);
  write_sliced(name + ".sliced_1", to_sliced_ell(matrix, 1));
  write_sliced(name + ".sliced_64", to_sliced_ell(matrix, 64));
  write_sliced(name + ".sliced_all", to_sliced_ell(matrix, kWholeMatrix));
  write(name + ".rising", rising_order(lengths));
  write(name + ".falling", falling_order(lengths));
  write(name + ".dealt", dealt_order(lengths, 2));
  write(name + ".row_blocks", row_blocks(matrix.row_ptr, 100, 16));
  const std::vector<float> x = exact_vector(entries.cols, 1);
  write(name + ".x", x);
  for (const Method& method : methods()) {
    const Plan plan = method.plan(matrix, kDefaultFormatLimit);
    if (!make_cpu_runner()->refuse(plan).empty()) continue;
    std::vector<float> y = make_cpu_runner()->multiply(plan, x);
    if (!plan.order.empty()) y = unpermute(y, plan.order);
    write(name + ".y." + method.id, y);
  }
  std::cout << name << '\n';
}

void dump_all() {
  std::uint64_t seed = 200;
  for (const RandomShape& shape : kRandomShapes) {
    ++seed;
    dump("random" + std::to_string(seed),
         random_coo(shape.rows, shape.cols, shape.giant_row, seed));
  }
  dump("empty", Coo{7, 5, {}, {}, {}});
}

}  // namespace

int main(int argc, char** argv) {
  return rowsort::testing::dump_main(argc, argv, dump_all);
}
