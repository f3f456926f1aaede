#pragma once

#include <string>
#include <vector>

#include "class/batch.h"

namespace rowsort {

/// What is left for a person to look at.
struct Attention {
  std::string who;
  std::string why;
};

/// Students without a grade of what they handed in last, names in the folder that are nobody's,
/// calibration that failed.
std::vector<Attention> needs_attention(const BatchEnd& end,
                                       const std::vector<std::string>& not_taken);

/// A table for a person: how many there are of each status and kind of error, how fast it went, and
/// who needs attention.
std::string summary(const ClassFolder& grades, const BatchEnd& end,
                    const std::vector<Attention>& attention);

}  // namespace rowsort
