// Writes matrices as this project makes them, as raw little-endian arrays, for scipy_agreement.py
// to make again from nothing but the rules.
#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/csr_view.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/spmv_reference.h"

#include <cstddef>
#include <iostream>
#include <string>
#include <vector>

#include "../heavy_first.h"
#include "../matrix/random_coo.h"
#include "array_files.h"

namespace {

using namespace rowsort;
using namespace rowsort::testing;

void write_csr(const std::string& name, const Csr& matrix) {
  write(name + ".row_ptr", matrix.row_ptr);
  write(name + ".col_idx", matrix.col_idx);
  write(name + ".csr_val", matrix.val);
}

void dump(const std::string& name, const Coo& coo, const std::vector<float>& x) {
  const Csr matrix = to_csr(coo);
  const std::vector<int> order = heavy_first(matrix);
  write(name + ".shape", std::vector<std::uint64_t>{coo.rows, coo.cols, coo.nnz()});
  write(name + ".row", coo.row);
  write(name + ".col", coo.col);
  write(name + ".val", coo.val);
  write_csr(name, matrix);
  write(name + ".x", x);
  write(name + ".y", spmv_reference(matrix, x));
  write(name + ".want", expect_within_bound(matrix, x).want);
  write(name + ".bound", expect_within_bound(matrix, x).bound);
  write(name + ".order", order);
  write_csr(name + ".sorted", permute_rows(matrix, order));
  std::cout << name << '\n';
}

void dump_all() {
  const std::vector<float> x = exact_vector(kRows, kPublishedSeed);
  dump("even", to_coo(exact_matrix(even_row_lengths(), kPublishedSeed)), x);
  dump("skewed", to_coo(exact_matrix(skewed_row_lengths(), kPublishedSeed)), x);
  std::uint64_t seed = 100;
  for (const RandomShape& shape : kRandomShapes) {
    ++seed;
    dump("random" + std::to_string(seed), random_coo(shape.rows, shape.cols, shape.giant_row, seed),
         exact_vector(shape.cols, seed));
  }
  dump("empty", Coo{7, 5, {}, {}, {}}, exact_vector(5, 1));
}

}  // namespace

int main(int argc, char** argv) {
  return rowsort::testing::dump_main(argc, argv, dump_all);
}
