#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace rowsort {

/// One run of a kernel on a GPU.
struct TimedRun {
  float microseconds = 0;
  float megahertz = 0;  ///< mean clock rate of the multiprocessors around the run; 0: unknown

  bool operator==(const TimedRun&) const = default;
};

/// One run of each of two kernels that are compared, close to each other in time.
struct TimedPair {
  TimedRun unsorted;   ///< the harness's kernel on the matrix as it is
  TimedRun submitted;  ///< the submission's kernel on the matrix in its order

  bool operator==(const TimedPair&) const = default;
};

/// Runs of one more kernel, beside the pairs.
struct TimedSeries {
  std::string name;  ///< "floor", "cusparse_unsorted", ...
  std::vector<float> microseconds;
};

/// unsorted / submitted of each pair.
std::vector<double> paired_ratios(std::span<const TimedPair> pairs);

/// The microseconds of one side of the pairs.
std::vector<double> times_of(std::span<const TimedPair> pairs, TimedRun TimedPair::*side);

}  // namespace rowsort
