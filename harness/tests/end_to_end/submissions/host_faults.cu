/// A right submission, but for the one fault that the environment variable PLANT names.

#include <climits>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "correct_host.h"
#include <unistd.h>

namespace {

bool planted(std::string_view fault) {
  const char* plant = std::getenv("PLANT");
  return plant != nullptr && fault == plant;
}

int planted_block_size() {
  if (planted("block_0")) return 0;
  if (planted("block_negative")) return -64;
  if (planted("block_48")) return 48;
  if (planted("block_1056")) return 1056;
  if (planted("block_32")) return 32;
  if (planted("block_1024")) return 1024;
  return 128;
}

// What a submission may do instead of returning, at `place`.
void misbehave(std::string_view place) {
  const auto at = [&](const char* fault) { return planted(std::string(place) + "_" + fault); };
  if (at("throws")) throw std::runtime_error("shelf " + std::to_string(7) + " is empty");
  if (at("throws_int")) throw 42;
  if (at("crashes")) raise(SIGSEGV);
  if (at("aborts")) std::abort();
  if (at("exits")) _exit(0);
  if (at("hangs")) {
    for (volatile bool forever = true; forever;) {
    }
  }
  if (at("eats_memory")) throw std::bad_alloc();
}

void spoil_order(std::vector<int>& order) {
  if (order.size() < 524'288) return;  // right on the small matrices
  if (planted("order_drops_row")) order.pop_back();
  if (planted("order_repeats_row")) order[9] = order[4];
  if (planted("order_out_of_range")) order[3] = 524'288;
  if (planted("order_negative")) order[3] = INT_MIN;
  if (planted("order_empty")) order.clear();
  if (planted("order_huge")) order.resize(270'000'000);  // 1,080,000,000 bytes
}

void spoil_rebuilt(Csr& sorted) {
  if (sorted.rows() < 524'288) return;
  if (planted("rebuilt_value")) sorted.val[1000] = -sorted.val[1000];
  if (planted("rebuilt_column")) sorted.col_idx[1000] ^= 1;
  if (planted("rebuilt_row_ptr")) sorted.row_ptr[524'287] -= 1;
  if (planted("rebuilt_falls")) sorted.row_ptr[2] = 0;
  if (planted("rebuilt_start")) sorted.row_ptr[0] = 1;
  if (planted("rebuilt_short")) sorted.val.pop_back();
  if (planted("rebuilt_cols")) sorted.cols = 0;
  if (planted("rebuilt_empty")) sorted = {};
}

}  // namespace

const int block_size = planted_block_size();

std::vector<int> sort_rows(const Csr& matrix) {
  misbehave("sort");
  std::vector<int> order = heavy_first(matrix);
  if (planted("order_ascending")) std::reverse(order.begin(), order.end());
  spoil_order(order);
  return order;
}

Csr rebuild(const Csr& matrix, const std::vector<int>& order) {
  misbehave("rebuild");
  if (planted("rebuilt_unsorted")) return matrix;
  Csr sorted = correct_rebuild(matrix, order);
  spoil_rebuilt(sorted);
  return sorted;
}

extern "C" __global__ void spmv_sorted(const int* row_ptr, const int* col_idx, const float* val,
                                       const float* x, float* y, std::size_t rows) {
  const std::size_t row = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int e = row_ptr[row]; e < row_ptr[row + 1]; ++e) sum += val[e] * x[col_idx[e]];
  y[row] = sum;
}
