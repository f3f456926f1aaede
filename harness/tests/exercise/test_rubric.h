#pragma once

#include "rowsort/grade/rubric.h"

namespace rowsort {

/// Points for tests, whatever rubric.json ships: 4 for the checks up to memory, then 3, 2 and 1.
inline Rubric test_rubric() {
  const Rubric shipped;
  Rubric rubric;
  for (const auto& [check, points] : shipped.all()) rubric.set_points(check, 0);
  for (const char* check : {"order", "rebuilt_csr", "small_matrices", "all_rows", "claim"}) {
    rubric.set_points(check, 1);
  }
  rubric.set_points("lane_slots", 3);
  rubric.set_points("prediction", 2);
  return rubric;
}

}  // namespace rowsort
