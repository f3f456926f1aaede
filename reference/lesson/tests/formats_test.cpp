#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/lane_slots.h"
#include "rowsort/matrix/row_lengths.h"

#include <algorithm>
#include <numeric>

#include "formats/csr.h"
#include "formats/ell.h"
#include "formats/format_size.h"
#include "formats/orders.h"
#include "formats/sliced_ell.h"
#include "matrices.h"
#include <gtest/gtest.h>

namespace rowsort::lesson {
namespace {

// 5 0 0 1 / 0 8 0 0 / 0 0 3 0 / 0 6 0 4
const Csr kFourByFour = {4, {0, 2, 3, 4, 6}, {0, 3, 1, 2, 1, 3}, {5, 1, 8, 3, 6, 4}};

void add_entry(Coo& coo, std::size_t row, int col, float val) {
  coo.row.push_back(static_cast<int>(row));
  coo.col.push_back(col);
  coo.val.push_back(val);
}

// The inverse of to_ell().
Csr from_ell(const Ell& ell) {
  Coo coo{ell.rows, ell.cols, {}, {}, {}};
  for (std::size_t row = 0; row < ell.rows; ++row) {
    for (std::size_t k = 0; k < ell.width; ++k) {
      const std::size_t place = k * ell.pitch + row;
      if (ell.col_idx[place] == kNoColumn) break;
      add_entry(coo, row, ell.col_idx[place], ell.val[place]);
    }
  }
  return to_csr(coo);
}

// The inverse of to_hybrid(): each row's entries in ELL, then the rest.
Csr from_hybrid(const Hybrid& hybrid) {
  Coo all = to_coo(from_ell(hybrid.ell));
  const Coo& rest = hybrid.rest;
  all.row.insert(all.row.end(), rest.row.begin(), rest.row.end());
  all.col.insert(all.col.end(), rest.col.begin(), rest.col.end());
  all.val.insert(all.val.end(), rest.val.begin(), rest.val.end());
  return to_csr(all);
}

// The inverse of to_sliced_ell().
Csr from_sliced_ell(const SlicedEll& sliced) {
  Coo coo{sliced.rows, sliced.cols, {}, {}, {}};
  for (std::size_t i = 0; i < sliced.rows; ++i) {
    const auto end = static_cast<std::size_t>(sliced.slice_ptr[i / kSliceRows + 1]);
    auto place = static_cast<std::size_t>(sliced.slice_ptr[i / kSliceRows]) + i % kSliceRows;
    for (; place < end && sliced.col_idx[place] != kNoColumn; place += kSliceRows) {
      add_entry(coo, static_cast<std::size_t>(sliced.order[i]), sliced.col_idx[place],
                sliced.val[place]);
    }
  }
  return to_csr(coo);
}

TEST(Ell, IsStoredColumnByColumnWithThePaddingLast) {
  const Ell ell = to_ell(kFourByFour);
  EXPECT_EQ(ell.width, 2u);
  EXPECT_EQ(ell.pitch, 32u);
  EXPECT_EQ(std::vector<int>(ell.col_idx.begin(), ell.col_idx.begin() + 4),
            (std::vector<int>{0, 1, 2, 1}));
  EXPECT_EQ(std::vector<int>(ell.col_idx.begin() + 32, ell.col_idx.begin() + 36),
            (std::vector<int>{3, kNoColumn, kNoColumn, 3}));
  EXPECT_EQ(std::vector<float>(ell.val.begin() + 32, ell.val.begin() + 36),
            (std::vector<float>{1, 0, 0, 4}));
}

TEST(Ell, ConvertedBackIsTheSameMatrix) {
  for (const auto& [name, matrix] : testing::small_matrices()) {
    EXPECT_EQ(from_ell(to_ell(matrix)), matrix) << name;
  }
}

// One row with every column makes ELL take twice what the dense matrix does: an index for each
// value.
TEST(Ell, OneGiantRowTakesTwiceTheDenseMatrix) {
  std::vector<int> lengths(kRows, 16);
  lengths[100] = static_cast<int>(kRows);
  EXPECT_EQ(dense_bytes(kRows, kRows), std::uint64_t{1} << 40);
  EXPECT_EQ(ell_size(kRows, longest_row(lengths)).bytes, std::uint64_t{2} << 40);
}

TEST(Ell, IsRefusedBeyondTheLimitNamingTheLongestRow) {
  Csr matrix = exact_matrix(std::vector<int>(100, 1), 1);
  EXPECT_NO_THROW(to_ell(matrix, 128 * 8));
  try {
    to_ell(matrix, 128 * 8 - 1);
    FAIL() << "built beyond the limit";
  } catch (const FormatTooLarge& refusal) {
    EXPECT_STREQ(
        refusal.what(),
        "ELL would take 1 KiB for 128 places, because row 0 has 1 nonzero and every row is "
        "padded to that; the limit is 1023 bytes");
  }
}

TEST(Ell, ASizeBeyond64BitsIsTheLargestNumber) {
  const std::size_t most = (std::size_t{1} << 31) - 1;
  EXPECT_EQ(ell_size(most, most).bytes, std::numeric_limits<std::uint64_t>::max());
}

TEST(Hybrid, TheWidthIsFilledByAThirdOfTheRows) {
  EXPECT_EQ(hybrid_width(std::vector<int>{9, 5, 5, 1, 1, 1}), 5u);
  EXPECT_EQ(hybrid_width(std::vector<int>{9, 5, 1, 1, 1, 1, 1}), 1u);
  EXPECT_EQ(hybrid_width(skewed_row_lengths()), 3u);
  EXPECT_EQ(hybrid_width(even_row_lengths()), 16u);
  EXPECT_EQ(hybrid_width({}), 0u);
}

TEST(Hybrid, ConvertedBackIsTheSameMatrix) {
  for (const auto& [name, matrix] : testing::small_matrices()) {
    EXPECT_EQ(from_hybrid(to_hybrid(matrix)), matrix) << name;
  }
}

TEST(Hybrid, PutsTheRestOfLongRowsIntoCoo) {
  const Hybrid hybrid = to_hybrid(exact_matrix(skewed_row_lengths(1024), 1));
  EXPECT_EQ(hybrid.ell.width, 3u);
  EXPECT_EQ(hybrid.rest.nnz(), 32u * 416);
  EXPECT_EQ(hybrid.rest.row.front(), 31);
}

TEST(SlicedEll, ConvertedBackIsTheSameMatrixForEveryWindow) {
  for (const std::size_t window :
       {std::size_t{1}, std::size_t{32}, std::size_t{100}, kWholeMatrix}) {
    for (const auto& [name, matrix] : testing::small_matrices()) {
      EXPECT_EQ(from_sliced_ell(to_sliced_ell(matrix, window)), matrix)
          << name << ", window " << window;
    }
  }
}

TEST(SlicedEll, SortsWithinWindowsOnly) {
  const std::vector<int> lengths = {1, 3, 2, 5, 9, 9};
  EXPECT_EQ(falling_order(lengths, 1), (std::vector<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(falling_order(lengths, 2), (std::vector<int>{1, 0, 3, 2, 4, 5}));
  EXPECT_EQ(falling_order(lengths, kWholeMatrix), (std::vector<int>{4, 5, 3, 1, 2, 0}));
}

TEST(SlicedEll, LargerWindowsPadLess) {
  const std::vector<int> lengths = skewed_row_lengths();
  EXPECT_EQ(sliced_ell_size(lengths, 1).places, 219'676'672u);
  EXPECT_EQ(sliced_ell_size(lengths, 1024).places, 8'388'608u);
  const std::uint64_t unsorted = sliced_ell_size(lengths, 1).places;
  EXPECT_NEAR(useful_share(kNonzeros, unsorted), 0.038, 0.0005);
  EXPECT_EQ(useful_share(kNonzeros, kNonzeros), 1.0);
}

TEST(SlicedEll, OffsetsBeyond31BitsAreRefused) {
  // 32 rows of 2^26 places and more, without building any of them.
  std::vector<int> lengths(32, 0);
  lengths[3] = 1 << 26;
  EXPECT_EQ(sliced_ell_size(lengths, 1).places, std::uint64_t{1} << 31);
}

TEST(RowBlocks, FillUpToTheNonzerosOrTheRows) {
  const std::vector<int> row_ptr = {0, 3, 6, 9, 9, 9, 9, 12};
  EXPECT_EQ(row_blocks(row_ptr, 6, 100), (std::vector<int>{0, 2, 7}));
  EXPECT_EQ(row_blocks(row_ptr, 7, 100), (std::vector<int>{0, 2, 7}));
  EXPECT_EQ(row_blocks(row_ptr, 100, 3), (std::vector<int>{0, 3, 6, 7}));
}

TEST(RowBlocks, ALongRowHasABlockOfItsOwn) {
  const std::vector<int> row_ptr = {0, 1, 51, 52, 53};
  EXPECT_EQ(row_blocks(row_ptr, 10, 100), (std::vector<int>{0, 1, 2, 4}));
}

TEST(RowBlocks, NoRowsMakeNoBlocks) {
  EXPECT_EQ(row_blocks(std::vector<int>{0}, 10, 10), (std::vector<int>{0}));
}

TEST(Orders, AreStablePermutationsInTheirDirection) {
  const std::vector<int> lengths = {3, 9, 3, 1, 9};
  EXPECT_EQ(falling_order(lengths), (std::vector<int>{1, 4, 0, 2, 3}));
  EXPECT_EQ(rising_order(lengths), (std::vector<int>{3, 0, 2, 1, 4}));
}

TEST(Orders, DealtGivesEachBlockItsShareOfLongWarps) {
  const std::vector<int> lengths = skewed_row_lengths();
  const std::vector<int> order = dealt_order(lengths, 8);
  const std::vector<int> stored = row_lengths_in_order(lengths, order);
  // 512 heavy warps on 2,048 blocks of 8 warps: one in each of the first 512.
  for (std::size_t block = 0; block < 2048; ++block) {
    const auto first = stored.begin() + static_cast<std::ptrdiff_t>(256 * block);
    EXPECT_EQ(std::count(first, first + 256, kHeavyRowLength), block < 512 ? 32 : 0) << block;
  }
}

TEST(Orders, DealtIsAPermutationForAnyNumberOfRows) {
  for (const std::size_t rows : {0u, 1u, 255u, 256u, 257u, 1000u, 2047u}) {
    std::vector<int> lengths(rows);
    for (std::size_t row = 0; row < rows; ++row) lengths[row] = static_cast<int>(row * 7 % 50);
    std::vector<int> order = dealt_order(lengths, 8);
    std::sort(order.begin(), order.end());
    std::vector<int> all(rows);
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(order, all) << rows;
  }
}

TEST(MemoryText, UsesPowersOf1024) {
  EXPECT_EQ(memory_text(0), "0 bytes");
  EXPECT_EQ(memory_text(1023), "1023 bytes");
  EXPECT_EQ(memory_text(64u << 20), "64 MiB");
  EXPECT_EQ(memory_text(1'757'413'376), "1.64 GiB");
  EXPECT_EQ(memory_text(std::uint64_t{1} << 40), "1 TiB");
}

}  // namespace
}  // namespace rowsort::lesson
