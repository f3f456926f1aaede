#include "rowsort/grade/rubric.h"

#include <gtest/gtest.h>

namespace rowsort {
namespace {

// Students see the compiled-in points, course staff edit the file: as it is shipped the two agree.
TEST(RubricFile, HoldsThePointsThatTheStudentKitHasCompiledIn) {
  const Rubric file = read_rubric(ROWSORT_RUBRIC_FILE);
  const Rubric compiled_in;
  for (const CheckId id : kAllChecks)
    EXPECT_EQ(file.points(id), compiled_in.points(id)) << check_name(id);
}

}  // namespace
}  // namespace rowsort
