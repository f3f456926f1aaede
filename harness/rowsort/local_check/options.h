#pragma once

#include "rowsort/exercise/grading.h"
#include "rowsort/report/outcome.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace rowsort {

/// Name of the program that this is, and the answers.json that goes with it; generated for each
/// submission from harness/cmake/submission_identity.cpp.in.
const char* submission_name();
const char* submission_answers();

/// What a local check was asked to do.
struct LocalCheckOptions {
  std::string matrix = "skewed";  ///< "skewed", "even", or a Matrix Market file
  std::uint64_t seed = 0;
  std::optional<std::size_t> timed_pairs;  ///< exactly so many; absent: as many as it takes
  double limit_seconds = 30;
  std::filesystem::path answers;
  std::filesystem::path rubric;  ///< empty: the points that are compiled in
  GradingOptions grading;        ///< what an option decides alone: device, gpu_counters, trace
  OutcomeOptions outcome;
};

/// Parses the command line. Prints help, version or a usage error itself; the exit status of the
/// program is then in `exit_status`.
struct ParsedOptions {
  LocalCheckOptions options;
  std::optional<int> exit_status;
};

ParsedOptions parse_options(int argc, char** argv);

}  // namespace rowsort
