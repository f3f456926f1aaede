#pragma once

#include "rowsort/exercise/test_case.h"
#include "rowsort/matrix/row_lengths.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "method.h"
#include "runner.h"

namespace rowsort::lesson {

enum class Outcome : std::uint8_t {
  kNotRun,   ///< yet
  kRight,    ///< every row as the CPU has it, in every run that was looked at
  kWrong,    ///< some row is not, or a kernel failed; the note says which and how
  kRefused,  ///< its format would take too much memory
  kSkipped,  ///< cannot run on this device
};

/// What the CPU device counts of one product (runner.h).
struct Traffic {
  std::uint64_t lane_slots = 0;
  std::uint64_t load_requests = 0;
  std::uint64_t load_sectors = 0;
  std::uint64_t store_sectors = 0;
};

/// One method on one matrix: what is known beforehand, and what running it has shown.
struct MethodStudy {
  const Method* method = nullptr;
  FormatSize size;
  std::optional<std::uint64_t> lane_slots;
  Outcome outcome = Outcome::kNotRun;
  std::string note;  ///< one sentence, when it is wrong, refused or skipped
  std::optional<Traffic> traffic;
  std::vector<double> microseconds;  ///< of every timed run; empty without times
};

/// One matrix with every method.
struct MatrixStudy {
  const TestCase* test_case = nullptr;
  RowLengthStatistics lengths;
  std::vector<MethodStudy> methods;
  std::vector<double> floor_microseconds;

  std::uint64_t nonzeros() const { return test_case->matrix.nnz(); }
};

struct StudyOptions {
  std::vector<std::string> methods;  ///< ids; empty: all
  std::uint64_t format_limit = kDefaultFormatLimit;
  std::size_t runs = 20;  ///< timed runs of each method, on a device that can; 0: none
  bool count = false;     ///< trace each method on the CPU device
  /// Told what happens next.
  std::function<void(const std::string& step)> progress = [](const std::string&) {};
};

/// What the row lengths say before anything runs. `test_case` outlives the study. Throws
/// std::invalid_argument for an unknown method.
MatrixStudy survey(const TestCase& test_case, const StudyOptions& options);

/// Runs each method once and compares every row; a right one is then counted and timed, as the
/// options say, and its last timed run compared again. Throws EnvironmentError.
void run_study(MatrixStudy& study, Runner& runner, const StudyOptions& options);

/// Whether no method was wrong.
bool all_right(const MatrixStudy& study);

/// The method with the least median time, of the library's or of the lesson's own; null where none
/// of them was timed.
const MethodStudy* fastest_method(const MatrixStudy& study, bool of_library);

/// Median microseconds. Throws std::invalid_argument without times.
double median_time(const std::vector<double>& microseconds);

/// The byte model of the tables: each array of the format read once, x read once, y written once.
std::uint64_t model_bytes(const MatrixStudy& study, const MethodStudy& method);

}  // namespace rowsort::lesson
