#include "rowsort/page/warps.h"

#include <numeric>

#include <gtest/gtest.h>

namespace rowsort::page {
namespace {

std::vector<int> lengths_of_lesson() {
  std::vector<int> lengths(32, 3);
  lengths.back() = 419;
  return lengths;
}

TEST(Warps, OneGroupOfTheLessonHasTheNumbersOfItsCaption) {
  EXPECT_EQ(describe(warp_slots(lengths_of_lesson())),
            "13,408 lane-slots issued, 512 of them useful (3.8%)");
  EXPECT_EQ(describe(warp_slots(std::vector<int>(32, 16))),
            "512 lane-slots issued, 512 of them useful (100.0%)");
}

TEST(Warps, APartialLastWarpCountsThirtyTwoLanesAndOnlyItsOwnRows) {
  std::vector<int> lengths = lengths_of_lesson();
  lengths.insert(lengths.end(), {7, 5});
  EXPECT_EQ(trip_counts(lengths), (std::vector<int>{419, 7}));
  EXPECT_EQ(rows_of_warp(lengths, 1).size(), 2u);
  EXPECT_EQ(warp_slots(rows_of_warp(lengths, 1)).issued, 224u);
  EXPECT_EQ(warp_slots(rows_of_warp(lengths, 1)).useful, 12u);
}

TEST(Warps, AWarpOfEmptyRowsIssuesNothing) {
  EXPECT_EQ(warp_slots(std::vector<int>(32, 0)).issued, 0u);
}

TEST(SplitEvenly, CoversEveryItemOnceWhateverTheCount) {
  for (const std::size_t count : {0u, 1u, 7u, 255u, 256u, 257u, 16'384u, 16'385u}) {
    std::size_t next = 0;
    const std::vector<Range> ranges = split_evenly(count, 256);
    EXPECT_LE(ranges.size(), 256u);
    for (const Range& range : ranges) {
      EXPECT_EQ(range.first, next);
      EXPECT_GE(range.last, range.first);
      EXPECT_LE(range.last - range.first, count / 256 + 1);
      next = range.last + 1;
    }
    EXPECT_EQ(next, count);
  }
}

TEST(Ranges, AreNamedByTheirEnds) {
  EXPECT_EQ(describe(Range{7, 7}), "7");
  EXPECT_EQ(describe(Range{0, 2047}), "0 to 2,047");
}

TEST(Ranges, TheLongestOfEachIsKeptWhereverItLies) {
  const std::vector<int> values = {1, 9, 2, 3, 8};
  EXPECT_EQ(maxima(values, std::vector<Range>{{0, 1}, {2, 3}, {4, 4}}),
            (std::vector<int>{9, 3, 8}));
}

TEST(Ranges, EachNumberIsCountedInItsOwn) {
  const std::vector<Range> ranges = {{0, 9}, {10, 19}, {20, 29}, {30, 39}};
  EXPECT_EQ(count_in(ranges, std::vector<int>{0, 9, 10, 39}), (std::vector<int>{2, 1, 0, 1}));
  EXPECT_EQ(count_in(ranges, std::vector<int>{}), (std::vector<int>{0, 0, 0, 0}));
}

}  // namespace
}  // namespace rowsort::page
