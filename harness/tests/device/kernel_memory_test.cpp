#include "rowsort/device/kernel_memory.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/poison.h"
#include "rowsort/text.h"

#include <cstring>

#include "../simt/aligned_bytes.h"
#include <gtest/gtest.h>

namespace rowsort {
namespace {

// A filled block of kernel memory of a 5-row matrix, and what was filled in.
class KernelMemoryTest : public ::testing::Test {
 protected:
  KernelMemoryTest()
      : matrix_(exact_matrix(std::vector<int>{2, 0, 3, 1, 4}, 1)),
        x_(exact_vector(matrix_.cols, 1)),
        layout_(kernel_layout(matrix_.rows(), matrix_.cols, matrix_.nnz())),
        storage_(layout_.bytes),
        memory_(storage_.bytes(), layout_) {
    memory_.fill(matrix_, x_);
  }

  template <typename T>
  void write(std::size_t offset, T value) {
    std::memcpy(memory_.bytes().data() + offset, &value, sizeof value);
  }

  std::string tampering() const { return find_tampering(memory_, matrix_, x_).value_or("none"); }

  Csr matrix_;
  std::vector<float> x_;
  KernelLayout layout_;
  testing::AlignedBytes storage_;
  KernelMemory memory_;
};

TEST_F(KernelMemoryTest, BuffersAreAlignedAsOnTheGpuAndAGuardBandApart) {
  std::size_t end = 0;
  for (const auto& [begin, count] : {std::pair{layout_.row_ptr, std::size_t{6}},
                                     {layout_.col_idx, std::size_t{10}},
                                     {layout_.val, std::size_t{10}},
                                     {layout_.x, std::size_t{5}},
                                     {layout_.y, std::size_t{5}}}) {
    EXPECT_EQ(begin % 256, 0u);
    EXPECT_GE(begin, end + kGuardBytes);
    end = begin + 4 * count;
  }
  EXPECT_GE(layout_.bytes, end + kGuardBytes);
}

TEST_F(KernelMemoryTest, FillPutsInEveryInputAndPoisonsAllOfY) {
  EXPECT_EQ(std::vector<int>(memory_.row_ptr(), memory_.row_ptr() + 6), matrix_.row_ptr);
  EXPECT_EQ(std::vector<int>(memory_.col_idx(), memory_.col_idx() + 10), matrix_.col_idx);
  EXPECT_EQ(std::vector<float>(memory_.val(), memory_.val() + 10), matrix_.val);
  EXPECT_EQ(std::vector<float>(memory_.x(), memory_.x() + 5), x_);
  for (const float element : memory_.y()) EXPECT_TRUE(is_poison(element));
}

TEST_F(KernelMemoryTest, WritingYIsNotTampering) {
  for (float& element : memory_.y()) element = 1;
  EXPECT_EQ(tampering(), "none");
}

TEST_F(KernelMemoryTest, AChangedInputIsNamedWithItsElement) {
  write(layout_.row_ptr + 4 * 5, 7);
  EXPECT_EQ(tampering(), "the kernel changed its input row_ptr: row_ptr[5] was 10 and is now 7");
  memory_.fill(matrix_, x_);
  write(layout_.col_idx, -1);
  EXPECT_EQ(tampering(), "the kernel changed its input col_idx: col_idx[0] was 0 and is now -1");
  memory_.fill(matrix_, x_);
  write(layout_.val + 4 * 9, 17.0f);
  EXPECT_EQ(tampering(), "the kernel changed its input val: val[9] was " +
                             shortest(matrix_.val[9]) + " and is now 17");
  memory_.fill(matrix_, x_);
  write(layout_.x + 4 * 2, 17.0f);
  EXPECT_EQ(tampering(),
            "the kernel changed its input x: x[2] was " + shortest(x_[2]) + " and is now 17");
}

TEST_F(KernelMemoryTest, AWritePastEachEndIsNamedByBufferAndIndex) {
  const auto past = [&](const char* name, std::size_t begin, std::size_t count) {
    memory_.fill(matrix_, x_);
    write(begin + 4 * count, 1.0f);
    EXPECT_EQ(tampering(), std::string("the kernel wrote outside its buffers: to ") + name + "[" +
                               std::to_string(count) + "], but " + name + " has " +
                               std::to_string(count) + " elements");
  };
  past("row_ptr", layout_.row_ptr, 6);
  past("col_idx", layout_.col_idx, 10);
  past("val", layout_.val, 10);
  past("x", layout_.x, 5);
  past("y", layout_.y, 5);
}

TEST_F(KernelMemoryTest, AWriteBeforeABufferIsNamedByANegativeIndex) {
  write(layout_.y - 8, 1.0f);
  EXPECT_EQ(tampering(), "the kernel wrote outside its buffers: to y[-2], before the start of y");
}

TEST_F(KernelMemoryTest, AWriteAWholeBlockPastTheEndIsSeen) {
  write(layout_.y + 4 * (5 + 1023), 1.0f);
  EXPECT_NE(tampering().find("y[1,028], but y has 5 elements"), std::string::npos);
}

TEST_F(KernelMemoryTest, AGuardWordCopiedFromElsewhereIsSeen) {
  std::memcpy(memory_.bytes().data() + 64, memory_.bytes().data() + 128, 4);
  EXPECT_NE(tampering(), "none");
}

TEST(KernelMemory, AMatrixWithoutRowsHasMemoryToo) {
  const Csr empty = exact_matrix({}, 1);
  const KernelLayout layout = kernel_layout(0, 0, 0);
  std::vector<std::byte> storage(layout.bytes);
  KernelMemory memory(storage, layout);
  memory.fill(empty, {});
  EXPECT_TRUE(memory.y().empty());
  EXPECT_EQ(find_tampering(memory, empty, {}), std::nullopt);
}

}  // namespace
}  // namespace rowsort
