#include "rowsort/text.h"

#include <cmath>
#include <cstdlib>
#include <limits>

#include <gtest/gtest.h>

namespace rowsort {
namespace {

TEST(Text, GroupsThreeDigitsAtATime) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(7), "7");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(99999), "99,999");
  EXPECT_EQ(grouped(524288), "524,288");
  EXPECT_EQ(grouped(219676672), "219,676,672");
  EXPECT_EQ(grouped(std::numeric_limits<std::uint64_t>::max()), "18,446,744,073,709,551,615");
}

TEST(Text, CountsOneAsSingularAndAllElseAsPlural) {
  EXPECT_EQ(counted(0, "row"), "0 rows");
  EXPECT_EQ(counted(1, "row"), "1 row");
  EXPECT_EQ(counted(2, "row"), "2 rows");
  EXPECT_EQ(counted(524288, "nonzero"), "524,288 nonzeros");
}

TEST(Text, ShortestFloatIsNotPaddedToDoubleDigits) {
  EXPECT_EQ(shortest(0.1f), "0.1");
  EXPECT_EQ(shortest(1.5f), "1.5");
  EXPECT_EQ(shortest(-0.0f), "-0");
  EXPECT_EQ(shortest(16777216.0f), "16777216");
  EXPECT_EQ(shortest(std::numeric_limits<float>::max()), "3.4028235e+38");
  EXPECT_EQ(shortest(std::numeric_limits<float>::denorm_min()), "1e-45");
}

TEST(Text, ShortestDoubleReadsBackAsTheSameNumber) {
  for (const double number : {0.1, 1.0 / 3.0, 2.25, -1e300, 5e-324, 123456789.123456789,
                              std::numeric_limits<double>::max()}) {
    // Not std::stod, which throws for a number as small as 5e-324.
    EXPECT_EQ(std::strtod(shortest(number).c_str(), nullptr), number);
  }
  EXPECT_EQ(shortest(5e-324), "5e-324");
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(static_cast<double>(0.1f)), "0.10000000149011612");
}

TEST(Text, NamesWhatIsNotANumber) {
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(shortest(std::nanf("")), "nan");
  EXPECT_EQ(shortest(-std::nanf("")), "nan");
  EXPECT_EQ(shortest(inf), "inf");
  EXPECT_EQ(shortest(-inf), "-inf");
  EXPECT_EQ(shortest(std::nan("")), "nan");
  EXPECT_EQ(shortest(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(fixed(std::nan(""), 2), "nan");
  EXPECT_EQ(fixed(std::numeric_limits<double>::infinity(), 2), "inf");
}

TEST(Text, FixedRoundsToTheDigitsAsked) {
  EXPECT_EQ(fixed(3.818, 1), "3.8");
  EXPECT_EQ(fixed(35.5556, 1), "35.6");
  EXPECT_EQ(fixed(100, 1), "100.0");
  EXPECT_EQ(fixed(0.999, 2), "1.00");
  EXPECT_EQ(fixed(-1.25, 0), "-1");
  EXPECT_EQ(fixed(std::numeric_limits<double>::max(), 0).size(), 309u);
}

TEST(Text, DurationIsRoundedToSecondsOrMinutes) {
  EXPECT_EQ(duration(44.6), "45 s");
  EXPECT_EQ(duration(723), "12 min 3 s");
  EXPECT_EQ(duration(7530), "2 h 5 min");
}

TEST(Text, NowIsWrittenAsIso8601) {
  const std::string now = utc_now();
  ASSERT_EQ(now.size(), 20u);
  EXPECT_EQ(now[10], 'T');
  EXPECT_EQ(now[19], 'Z');
  EXPECT_GT(now, "2026-01-01T00:00:00Z");
}

}  // namespace
}  // namespace rowsort
