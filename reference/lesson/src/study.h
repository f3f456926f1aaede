#pragma once

#include "rowsort/exercise/test_case.h"
#include "rowsort/matrix/row_lengths.h"
#include "rowsort/measure/statistics.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "method.h"
#include "runner.h"
#include "trace.h"
#include <nlohmann/json.hpp>

namespace rowsort::lesson {

enum class Outcome : std::uint8_t {
  kNotRun,   ///< not yet
  kRight,    ///< every row matches the CPU in every run that was compared
  kWrong,    ///< some row does not, or a kernel failed; the note says which and how
  kRefused,  ///< its format would take too much memory
  kSkipped,  ///< it cannot run on this device
};

/// "not_run", "right", "wrong", "refused", "skipped".
std::string outcome_name(Outcome outcome);

/// One method on one matrix: what the row lengths tell, and what running it has shown.
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
  std::size_t runs = 20;  ///< timed runs of each method on a GPU; 0: none
  bool count = false;     ///< trace each method on the CPU device
  /// Told what happens next.
  std::function<void(const std::string& step)> progress = [](const std::string&) {};
};

/// What the row lengths tell before anything runs. `test_case` outlives the study. Throws
/// UsageError for an unknown method.
MatrixStudy survey(const TestCase& test_case, const StudyOptions& options);

/// Runs each method once and compares every row. A method that is right is then counted and timed,
/// as the options say. Throws EnvironmentError.
void run_study(MatrixStudy& study, Runner& runner, const StudyOptions& options);

/// Whether no method was wrong.
bool all_right(const MatrixStudy& study);

/// The method with the least median time, of cuSPARSE's or of the lesson's own; null where none of
/// them was timed.
const MethodStudy* fastest_method(const MatrixStudy& study, bool of_library);

/// Median microseconds of five runs of `work` on the CPU, after one that does not count.
double time_on_cpu(const std::function<void()>& work);

/// Bytes that a product moves if each array of the format and x are read once and y is written
/// once.
std::uint64_t model_bytes(const MatrixStudy& study, const FormatSize& format);

/// Everything that the tables show, and every timed run in microseconds. What is not known is null.
nlohmann::ordered_json to_json(const MatrixStudy& study);

}  // namespace rowsort::lesson
