#include "class/calibration.h"

#include <algorithm>
#include <charconv>

#include "class/grader_process.h"
#include "export/grade_document.h"

namespace rowsort {
namespace {

namespace fs = std::filesystem;

// Also after one whose state was never written.
std::uint64_t next_number(const fs::path& folder) {
  std::uint64_t last = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    std::uint64_t number = 0;
    std::from_chars(name.data(), name.data() + name.size(), number);
    last = std::max(last, number);
  }
  return last + 1;
}

}  // namespace

std::string calibrate(const ClassGrading& grading, const fs::path& reference) {
  const fs::path folder = grading.grades.calibration();
  const FolderLock lock = FolderLock::wait(folder);
  GraderJob job;
  job.submission = reference;
  job.name = "calibration";
  job.arguments = grading.arguments;
  job.json = folder / ".next.json";
  job.limit = grading.limit;
  job.lock = lock.descriptor();
  fs::remove(job.json);
  const auto start = std::chrono::steady_clock::now();
  const GraderEnd end = run_grader(job);
  CalibrationRecord record;
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  record.graded_at = utc_now();
  record.number = next_number(folder);
  if (!end.graded || read_grade_document(job.json).status != DocumentStatus::kPass) {
    fs::remove(job.json);
    return end.headline;
  }
  fs::rename(job.json, grading.grades.calibration_grade(record.number));
  write_calibration_state(grading.grades.calibration_state(record.number), record);
  return {};
}

}  // namespace rowsort
