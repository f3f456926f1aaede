#include "rowsort/device/kernel_code.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/spmv_reference.h"
#include "rowsort/simt/launch.h"
#include "rowsort/simt/trace.h"

#include <vector>

#include "../simt/aligned_bytes.h"
#include "../simt/kernels/spmv_kernels.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

struct Called {
  const int* pointer;
  std::size_t count;
  char letter;
};
Called called;

void keep(const int* pointer, std::size_t count, char letter) {
  called = {pointer, count, letter};
}

TEST(KernelCode, EveryArgumentArrivesInItsPlaceWithItsOwnType) {
  const int element = 5;
  const int* pointer = &element;
  std::size_t count = std::size_t{1} << 40;
  char letter = 'x';
  void* arguments[] = {&pointer, &count, &letter};
  ArgumentCall<&keep>::call(arguments);
  EXPECT_EQ(called.pointer, &element);
  EXPECT_EQ(called.count, std::size_t{1} << 40);
  EXPECT_EQ(called.letter, 'x');
  EXPECT_EQ(ArgumentCall<&keep>::kParameters, 3u);
}

TEST(KernelCode, ThePlainAndTheTracedBuildAreTheSameKernel) {
  const KernelCode code = ROWSORT_KERNEL_CODE(test_thread_per_row);
  EXPECT_STREQ(code.name, "test_thread_per_row");
  EXPECT_EQ(code.parameters, 6u);

  const Csr matrix = exact_matrix(std::vector<int>{3, 0, 5, 1, 2}, 1);
  const std::vector<float> x = exact_vector(matrix.cols, 1);
  const KernelLayout layout = kernel_layout(matrix.rows(), matrix.cols, matrix.nnz());
  const auto result = [&](auto launch) {
    testing::AlignedBytes storage(layout.bytes);
    KernelMemory memory(storage.bytes(), layout);
    memory.fill(matrix, x);
    const int* row_ptr = memory.row_ptr();
    const int* col_idx = memory.col_idx();
    const float* val = memory.val();
    const float* x_pointer = memory.x();
    float* y = memory.y().data();
    std::size_t rows = matrix.rows();
    void* arguments[] = {&row_ptr, &col_idx, &val, &x_pointer, &y, &rows};
    launch(arguments, memory);
    return std::vector<float>(memory.y().begin(), memory.y().end());
  };
  const std::vector<float> plain = result([&](void* const* arguments, const KernelMemory&) {
    simt::launch({1, 32}, [&] { code.call(arguments); });
  });
  const std::vector<float> traced = result([&](void* const* arguments, const KernelMemory& memory) {
    const auto counts = simt::traced_launch(
        {1, 32}, [&] { code.call_traced(arguments); }, kernel_buffers(memory));
    EXPECT_EQ(counts.executed_lane_slots, 5u * 32);
  });
  EXPECT_EQ(plain, spmv_reference(matrix, x));
  EXPECT_EQ(traced, plain);
}

}  // namespace
}  // namespace rowsort
