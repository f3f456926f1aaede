#pragma once

#include "rowsort/exercise/grading.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace rowsort {

/// What a local check was asked to do.
struct LocalCheckOptions {
  DeviceChoice device = DeviceChoice::kAuto;
  std::string matrix = "skewed";  ///< "skewed", "even", or a Matrix Market file
  std::uint64_t seed = 0;
  std::optional<std::size_t>
      timed_pairs;  ///< exactly so many; 0: none; absent: as many as it takes
  bool gpu_counters = true;
  double limit_seconds = 30;
  std::filesystem::path answers;
  std::filesystem::path rubric;  ///< empty: the points that are compiled in
  std::filesystem::path json = "grade.json";
  std::filesystem::path html;  ///< empty: no page
  bool trace = true;
  bool quiet = false;
};

/// Parses the command line. Prints help, version or a usage error itself; the exit status of the
/// program is then in `exit_status`.
struct ParsedOptions {
  LocalCheckOptions options;
  std::optional<int> exit_status;
};

ParsedOptions parse_options(int argc, char** argv);

}  // namespace rowsort
