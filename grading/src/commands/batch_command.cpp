#include "rowsort/errors.h"
#include "rowsort/files.h"
#include "rowsort/text.h"

#include <algorithm>
#include <iostream>

#include "class/batch.h"
#include "class/batch_report.h"
#include "commands/commands.h"

namespace rowsort {
namespace {

void require_id(const ClassList& list, const std::string& id, const char* option) {
  const bool known = std::any_of(list.students.begin(), list.students.end(),
                                 [&](const Student& student) { return student.id == id; });
  if (!known) throw UsageError(std::string(option) + " " + id + ": no student has this id");
}

bool contains(const std::vector<std::string>& ids, const std::string& id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

// The part of the class that this run is for.
std::vector<Student> chosen(const ClassList& list, const BatchOptions& options) {
  for (const std::string& id : options.only) require_id(list, id, "--only");
  const std::size_t parts = options.of == 0 ? list.students.size() : options.of;
  if (options.task > parts) {
    throw UsageError("--task " + std::to_string(options.task) + ": there are only " +
                     counted(parts, "task"));
  }
  std::vector<Student> students;
  for (std::size_t i = 0; i < list.students.size(); ++i) {
    const Student& student = list.students[i];
    if (!options.only.empty() && !contains(options.only, student.id)) continue;
    if (options.task > 0 && i % parts != options.task - 1) continue;
    students.push_back(student);
  }
  return students;
}

std::vector<std::string> to_regrade(const ClassList& list, const std::vector<Student>& students,
                                    const BatchOptions& options) {
  std::vector<std::string> ids;
  if (!options.regrade) return ids;
  for (const std::string& id : *options.regrade) require_id(list, id, "--regrade");
  for (const Student& student : students) {
    if (options.regrade->empty() || contains(*options.regrade, student.id)) {
      ids.push_back(student.id);
    }
  }
  return ids;
}

void keep_roster(const ClassFolder& grades, const std::string& text) {
  const std::filesystem::path file = grades.roster();
  if (!std::filesystem::exists(file) || read_file(file) != text) write_atomically(file, text);
}

void print(const std::string& text) {
  std::cout << text << std::flush;
  if (!std::cout) throw std::runtime_error("cannot write to standard output");
}

Batch make_batch(const ClassFolder& grades, const ClassList& list, const BatchOptions& options) {
  Batch batch{{grades, {}, {}, {}}, {}, 1, {}, {}, 1};
  ClassGrading& grading = batch.grading;
  grading.arguments = grade_arguments(options.settings);
  grading.deciding = deciding_settings(options.settings);
  grading.seed = options.settings.official.seed;
  grading.limit = std::chrono::minutes(options.grade_limit_minutes);
  grading.look_only = options.look_only || options.list_to_do;
  batch.students = chosen(list, options);
  batch.jobs = options.jobs;
  batch.regrade = to_regrade(list, batch.students, options);
  batch.calibrate_every = options.calibrate_every;
  if (!options.reference.empty()) {
    if (!std::filesystem::exists(options.reference)) {
      throw UsageError("--calibrate: " + options.reference.string() + " does not exist");
    }
    batch.reference = std::filesystem::absolute(options.reference);
  }
  return batch;
}

}  // namespace

int grade_class(const BatchOptions& options) {
  const auto roster = options.roster.empty() ? std::nullopt : std::optional(options.roster);
  const ClassFolder grades(std::filesystem::absolute(options.out));
  const ClassList list = list_class(options.submissions, roster, grades);
  const Batch batch = make_batch(grades, list, options);
  std::filesystem::create_directories(options.out);
  keep_roster(grades, list.roster);
  const BatchEnd end = run_batch(batch);
  if (options.list_to_do) {
    for (const StudentOutcome& outcome : end.outcomes) {
      if (!outcome.done) print(outcome.record.id + "\n");
    }
    return kExitPass;
  }
  // Names that are not ids belong to no part of the class, so only a whole run reports them.
  const bool whole = batch.students.size() == list.students.size();
  const std::vector<Attention> attention =
      needs_attention(end, whole ? list.not_taken : std::vector<std::string>());
  if (!options.quiet) print(summary(grades, end, attention));
  return attention.empty() ? kExitPass : kExitEnvironment;
}

}  // namespace rowsort
