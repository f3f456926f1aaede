#pragma once

#include "rowsort/checks/rows.h"
#include "rowsort/device/device.h"
#include "rowsort/device/hardware_counters.h"
#include "rowsort/device/timing.h"
#include "rowsort/errors.h"
#include "rowsort/matrix/row_lengths.h"
#include "rowsort/simt/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers.h"

namespace rowsort {

inline constexpr int kGradeSchemaVersion = 3;

enum class CheckStatus { kPass, kFail, kSkipped };

struct CheckResult {
  std::string id;  ///< "builds", "order", ...: its name in rubric.json
  CheckStatus status = CheckStatus::kSkipped;
  double points = 0;
  /// 0 also for a check that does not apply here or that this machine cannot run: points that
  /// nobody can earn do not count.
  double max_points = 0;
  std::string message;                        ///< one sentence that a student can act on
  FaultKind fault = FaultKind::kWrongAnswer;  ///< with kFail: in what way
  bool decides_pass = true;  ///< whether a submission that fails it fails as a whole
};

enum class GradeStatus {
  kPass,  ///< every check that decides the pass has passed
  kFail,  ///< the submission's fault
  kError  ///< nobody could tell: wrong usage, or the machine; costs no points
};

/// Why there is no score, or why the submission fails.
struct GradeError {
  /// With GradeStatus::kError "usage" or "infrastructure"; with kFail the fault_name() of the first
  /// failed check that decides the pass.
  std::string kind;
  std::string message;
};

/// The matrix that was graded on.
struct GradedMatrix {
  std::string name;  ///< "skewed", "even", or the path of a Matrix Market file
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t nonzeros = 0;
  RowLengthStatistics row_lengths;
};

struct LaneSlots {
  std::uint64_t unsorted = 0;
  std::uint64_t minimum = 0;
  std::optional<std::uint64_t> submitted;   ///< absent when the order is not a permutation
  std::optional<std::uint64_t> predicted;   ///< by the student
  std::optional<std::uint64_t> executed{};  ///< of the submitted order, counted as the kernel ran
};

/// What a kernel's loads and stores come to on one matrix, counted on the CPU device.
struct MemoryCounts {
  std::uint64_t load_requests = 0;
  std::uint64_t load_sectors = 0;
  std::uint64_t store_requests = 0;
  std::uint64_t store_sectors = 0;
};

/// Counts of the kernel on the matrix as it is, and in the submitted order.
struct MemoryTraffic {
  std::optional<MemoryCounts> unsorted;
  std::optional<MemoryCounts> submitted;
  std::vector<simt::SiteCounts> sites = {};  ///< of the submitted order, busiest first
  /// What the kernel does wrong in a way that spoils no row, as one sentence; costs no points.
  std::string finding = {};
  std::string not_counted_because = {};  ///< empty when submitted is there
};

/// What the time model makes of a timed kernel (measure/time_model.h), in microseconds.
struct ModelledTimes {
  double unsorted = 0;
  double submitted = 0;
  TimeConstants constants;
};

/// A timed kernel: every sample, and what they come to.
struct Timing {
  StoppingCriterion rule;
  TimingSamples samples;
  Measurement measurement;
  std::optional<ModelledTimes> model;
  std::string not_modelled_because;  ///< empty when model is there
};

/// Seconds that the submission's host functions took. Its own process measured them.
struct HostTimes {
  std::optional<double> sort_seconds;
  std::optional<double> rebuild_seconds;
};

/// The GPU's own counters of one run of the kernel on each matrix, taken apart from the timed runs.
struct GpuCounters {
  std::optional<HardwareCounters> unsorted;
  std::optional<HardwareCounters> submitted;
  std::string not_counted_because;  ///< empty when both are there
};

struct Ratios {
  std::optional<double> predicted;   ///< lane-slots unsorted / submitted
  std::optional<double> measured;    ///< median of unsorted time / submitted time, see Timing
  std::optional<double> claimed;     ///< by the student
  std::string not_measured_because;  ///< empty when measured is there
  std::optional<double> predicted_by_sectors{};  ///< load sectors unsorted / submitted
  std::optional<double> predicted_by_time{};     ///< by the time model
};

/// Everything that is known of a graded submission. grade_json.h writes it, report.h prints it.
struct Grade {
  std::string submission;  ///< the program's name
  GradeStatus status = GradeStatus::kError;
  std::optional<double> score;  ///< absent with kError
  double max_score = 0;
  std::optional<GradeError> error;  ///< absent with kPass
  GradedMatrix matrix;
  std::vector<CheckResult> checks;  ///< those that were reached, in order
  std::size_t rows_compared = 0;
  std::size_t bad_rows = 0;
  std::optional<BadRow> first_bad_row;
  std::optional<int> block_size;
  LaneSlots lane_slots;
  MemoryTraffic memory;
  Ratios ratio;
  std::optional<Timing> timing;  ///< absent when the kernel was not timed
  HostTimes host;
  GpuCounters counters;
  std::optional<DeviceInfo> device;
  std::string device_note;  ///< why the CPU device was taken in place of a GPU
  std::optional<Answers> answers;
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> timing_seed;  ///< of the timed runs' inputs

  // Known to the official grader alone.
  std::string source_sha256;    ///< of row_sort.cu as it was handed in, in hexadecimal
  std::string isolation;        ///< what the submission was confined by: "bubblewrap" or "none"
  int attempts = 1;             ///< 2 when the first one met an infrastructure fault
  std::string build_log;        ///< what the compilers said first, when they refused
  std::vector<Grade> variants;  ///< grades of other matrices, see variants.h
};

/// The check with this id, or null when it was not reached.
const CheckResult* find_check(const Grade& grade, std::string_view id);

/// Whether the check with this id was reached and passed.
bool passed(const Grade& grade, std::string_view id);

/// A grade with the data that it was made from and that grows with the matrix: what a picture of
/// the run is drawn from.
struct GradedRun {
  Grade grade;
  std::vector<int> row_lengths;  ///< of the original matrix
  std::vector<int> order;        ///< as submitted; empty unless the check `order` passed
  std::vector<int> bad_rows;     ///< original numbers of all bad rows, rising
};

}  // namespace rowsort
