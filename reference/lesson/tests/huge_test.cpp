/// Offsets past 2^31, without the memory that they speak of.

#include "huge.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/spmv_reference.h"
#include "rowsort/simt/launch.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>

extern "C" void huge_row_ptr(long long* row_ptr, std::size_t rows, std::size_t row_length);
extern "C" void huge_entries(int* col_idx, float* val, std::size_t rows, std::size_t row_length,
                             std::size_t seed);
extern "C" void csr_thread_per_row_64(const long long* row_ptr, const int* col_idx,
                                      const float* val, const float* x, float* y, std::size_t rows);
extern "C" void csr_warp_per_row_64(const long long* row_ptr, const int* col_idx, const float* val,
                                    const float* x, float* y, std::size_t rows);

namespace rowsort::lesson {
namespace {

// Address space for `elements`, of which only the pages that are written take memory.
template <typename T>
class SparseArray {
 public:
  explicit SparseArray(std::size_t elements) : bytes_(elements * sizeof(T)) {
    data_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  }
  ~SparseArray() {
    if (mapped()) munmap(data_, bytes_);
  }
  SparseArray(const SparseArray&) = delete;
  SparseArray& operator=(const SparseArray&) = delete;

  bool mapped() const { return data_ != MAP_FAILED; }
  T* data() const { return static_cast<T*>(data_); }

 private:
  std::size_t bytes_;
  void* data_;
};

// A small matrix whose entries lie behind 2^31 others that no row has.
TEST(WideOffsets, KernelsReachEntriesPast2To31) {
  constexpr std::size_t kBefore = (std::size_t{1} << 31) + 5;
  std::vector<int> lengths(50, 2);
  lengths[2] = 40;
  lengths[3] = 0;
  const Csr matrix = exact_matrix(lengths, 2);
  const SparseArray<int> col_idx(kBefore + matrix.nnz());
  const SparseArray<float> val(kBefore + matrix.nnz());
  if (!col_idx.mapped() || !val.mapped()) GTEST_SKIP() << "no 17 GB of address space";
  std::copy(matrix.col_idx.begin(), matrix.col_idx.end(), col_idx.data() + kBefore);
  std::copy(matrix.val.begin(), matrix.val.end(), val.data() + kBefore);
  std::vector<long long> row_ptr;
  for (const int offset : matrix.row_ptr) {
    row_ptr.push_back(static_cast<long long>(kBefore) + offset);
  }
  const std::vector<float> x = exact_vector(matrix.cols, 2);
  for (const auto kernel : {csr_thread_per_row_64, csr_warp_per_row_64}) {
    std::vector<float> y(matrix.rows(), -1);
    simt::launch({10, 160}, [&] {
      kernel(row_ptr.data(), col_idx.data(), val.data(), x.data(), y.data(), y.size());
    });
    EXPECT_EQ(y, spmv_reference(matrix, x));
  }
}

TEST(WideOffsets, TheMatrixBuiltOnTheDeviceIsTheEvenMatrix) {
  constexpr std::size_t kSmall = 1024;
  const Csr want = exact_matrix(even_row_lengths(kSmall), 11);
  std::vector<long long> row_ptr(kSmall + 1);
  std::vector<int> col_idx(want.nnz());
  std::vector<float> val(want.nnz());
  simt::launch({5, 256}, [&] { huge_row_ptr(row_ptr.data(), kSmall, kHugeRowLength); });
  simt::launch({64, 256},
               [&] { huge_entries(col_idx.data(), val.data(), kSmall, kHugeRowLength, 11); });
  EXPECT_EQ(std::vector<int>(row_ptr.begin(), row_ptr.end()), want.row_ptr);
  EXPECT_EQ(col_idx, want.col_idx);
  EXPECT_EQ(val, want.val);
}

TEST(WideOffsets, EveryRowIsComparedWithTheRuleOfTheMatrix) {
  const Csr matrix = exact_matrix(even_row_lengths(4096), 11);
  std::vector<float> y = spmv_reference(matrix, exact_vector(4096, 11));
  EXPECT_EQ(count_bad_huge_rows(y, 11), 0u);
  y[0] += 1.0f / 32768.0f;
  y[4095] = -y[4095];
  y[77] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(count_bad_huge_rows(y, 11), 3u);
}

TEST(WideOffsets, ThirtyTwoBitsAreRefusedAndWouldHaveWrapped) {
  const HugeRun run = huge_shape(kHugeRows);
  EXPECT_EQ(run.nonzeros, (std::size_t{1} << 31) + 512);
  EXPECT_EQ(run.refusal,
            "the matrix has 2147484160 nonzeros; 32-bit indices address at most 2147483647 "
            "(2^31 - 1)");
  EXPECT_EQ(run.last_offset_32, -2147483136);
  EXPECT_EQ(huge_shape(1024).refusal, "");
}

}  // namespace
}  // namespace rowsort::lesson
