#pragma once

#include "rowsort/exercise/grading.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "study.h"

namespace rowsort::lesson {

enum class Mode : std::uint8_t {
  kTables,   ///< the lesson's tables
  kGrowth,   ///< --rows
  kHuge,     ///< --huge
  kDense,    ///< lesson dense
  kExplain,  ///< lesson explain
};

/// What the program was asked to do.
struct LessonOptions {
  Mode mode = Mode::kTables;
  DeviceChoice device = DeviceChoice::kAuto;
  std::string matrix;             ///< "even", "skewed", a Matrix Market file; empty: both
  std::vector<std::size_t> rows;  ///< of --rows: from and to
  std::uint64_t seed = 0;
  StudyOptions study;
  std::filesystem::path explained;  ///< of explain; empty: the 4x4 example
  std::filesystem::path json;       ///< empty: none
  bool quiet = false;

  /// Whether `matrix` is a file.
  bool own_matrix() const { return !matrix.empty() && matrix != "even" && matrix != "skewed"; }
};

struct ParsedOptions {
  LessonOptions options;
  std::optional<int> exit_status;
};

/// Parses the command line. When it has printed help, the version or a usage error, `exit_status`
/// is the program's.
ParsedOptions parse_options(int argc, char** argv);

}  // namespace rowsort::lesson
