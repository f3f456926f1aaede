#include "rowsort/errors.h"
#include "rowsort/files.h"
#include "rowsort/grade/grade_json.h"
#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>

#include "class/batch.h"
#include "commands/commands.h"
#include "commands/grade_settings.h"
#include <CLI/CLI.hpp>

namespace rowsort {
namespace {

constexpr const char* kFooter =
    "SUBMISSIONS is a folder or a roster. The folder has a folder, an archive or a .cu file for\n"
    "each student. Its name without .zip, .tar.gz and the like is the id. A roster is a CSV file\n"
    "with the columns id, name and section; only id is required. A roster in place of the folder\n"
    "also has a column submission with the paths. Every student in the roster gets a row, even\n"
    "without a submission.\n"
    "\n"
    "If a batch is stopped or killed, start it again with the same command. It grades students\n"
    "who have no grade, have handed in something else since, or were graded with other settings.\n"
    "Earlier grades stay in GRADES/students/ID/history. Several batches can work on the same\n"
    "GRADES at the same time, also on several machines that share the folder.\n"
    "\n"
    "Examples:\n"
    "  rowsort batch submissions --out grades --roster roster.csv --calibrate reference\n"
    "  rowsort batch submissions --out grades --regrade             everyone again\n"
    "  rowsort batch submissions --out grades --regrade ada grace   these two again\n"
    "  rowsort batch submissions --out grades --task 2 --of 5       the second of five machines\n"
    "  rowsort batch submissions --out grades --look                the state of the class\n"
    "\n"
    "Exit status: 0 every student has a grade or handed in nothing; 2 wrong usage; 3 something\n"
    "needs attention (the machine's fault, or a submission whose name is not an id). It is listed\n"
    "at the end.";

struct BatchOptions {
  std::filesystem::path submissions;
  std::filesystem::path out;
  std::filesystem::path roster;                     // empty: none
  std::optional<std::vector<std::string>> regrade;  // ids; without ids everyone
  std::vector<std::string> only;                    // ids; empty: everyone
  std::size_t task = 0;                             // from 1; 0: the whole class
  std::size_t of = 0;                               // parts; 0: one for each student
  int grade_limit_minutes = 60;
  bool list_to_do = false;
  bool quiet = false;
  OfficialOptions official;
  Batch batch;  // the rest of it follows from the above
};

void require_id(const ClassList& list, const std::string& id, const char* option) {
  if (std::ranges::find(list.students, id, &Student::id) != list.students.end()) return;
  throw UsageError(std::string(option) + " " + id + ": no student has this id");
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

void complete(Batch& batch, const ClassList& list, const BatchOptions& options) {
  ClassGrading& grading = batch.grading;
  grading.arguments = grade_arguments(options.official);
  grading.deciding = deciding_settings(options.official);
  grading.seed = options.official.seed;
  grading.limit = std::chrono::minutes(options.grade_limit_minutes);
  grading.look_only = grading.look_only || options.list_to_do;
  batch.students = chosen(list, options);
  batch.regrade = to_regrade(list, batch.students, options);
  if (batch.reference.empty()) return;
  if (!std::filesystem::exists(batch.reference)) {
    throw UsageError("--calibrate: " + batch.reference.string() + " does not exist");
  }
  batch.reference = std::filesystem::absolute(batch.reference);
}

std::string table_line(std::string name, std::size_t count) {
  constexpr std::size_t kNameWidth = 24;
  constexpr std::size_t kCountWidth = 7;
  std::string number = grouped(count);
  name.resize(std::max(name.size(), kNameWidth), ' ');
  number.insert(0, kCountWidth - std::min(kCountWidth, number.size()), ' ');
  return name + number + "\n";
}

// The kind of error; empty for a grade that passes.
std::string fault_in(const std::filesystem::path& file) try {
  const Grade grade = read_grade(file);
  if (grade.status == GradeStatus::kPass) return {};
  return grade.error ? grade.error->kind : "fail";
} catch (const UnreadableGrade&) {
  return "grade that cannot be read";
}

std::string work_line(const BatchEnd& end) {
  if (end.graded == 0) return {};
  const std::string calibrations =
      end.calibrations == 0 ? "" : ", and the reference " + counted(end.calibrations, "time") + ",";
  return "\ngraded " + counted(end.graded, "submission") + calibrations + " in " +
         duration(end.seconds) + ": " +
         fixed(static_cast<double>(end.graded) * 60 / end.seconds, 1) + " a minute\n";
}

// How many students have each status and kind of error, and how fast the batch was.
std::string summary(const ClassFolder& grades, const BatchEnd& end) {
  std::map<StudentState, std::size_t> states;
  std::map<std::string, std::size_t> fails;  // by kind
  std::size_t passes = 0;
  for (const StudentOutcome& outcome : end.outcomes) {
    ++states[outcome.record.state];
    if (outcome.record.state != StudentState::kGraded) continue;
    const std::string fault = fault_in(grades.grade(outcome.record.id));
    ++(fault.empty() ? passes : fails[fault]);
  }
  std::string text = table_line("students", end.outcomes.size());
  text += table_line("  pass", passes);
  text += table_line("  fail", states[StudentState::kGraded] - passes);
  for (const auto& [kind, number] : fails) text += table_line("    " + kind, number);
  text += table_line("  unreadable", states[StudentState::kUnreadable]);
  text += table_line("  missing", states[StudentState::kMissing]);
  text += table_line("  no grade yet", states[StudentState::kInfrastructure]);
  return text + work_line(end);
}

// A line for each thing that a person has to look at: students without a grade of their last
// submission, names in the folder that are not ids, and calibration that failed.
std::string attention(const BatchEnd& end, const std::vector<std::string>& not_taken) {
  std::string lines;
  const auto add = [&](const std::string& who, const std::string& why) {
    lines += "  " + who + ": " + why + "\n";
  };
  for (const StudentOutcome& outcome : end.outcomes) {
    if (!outcome.done) add(outcome.record.id, visible_text(outcome.headline));
  }
  for (const std::string& name : not_taken) {
    add("\"" + name + "\"",
        "not taken, because its name is not a valid id: rename it, or give its path in the column "
        "submission of a roster");
  }
  for (const std::string& why : end.failed_calibrations) add("calibration", visible_text(why));
  return lines;
}

int grade_class(BatchOptions& options) {
  const auto roster = options.roster.empty() ? std::nullopt : std::optional(options.roster);
  Batch& batch = options.batch;
  batch.grading.grades = ClassFolder(std::filesystem::absolute(options.out));
  const ClassFolder& grades = batch.grading.grades;
  const ClassList list = list_class(options.submissions, roster, grades);
  complete(batch, list, options);
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
  const std::string lines = attention(end, whole ? list.not_taken : std::vector<std::string>());
  if (!options.quiet) {
    print(summary(grades, end) + (lines.empty() ? "" : "\nneeds attention:\n" + lines));
  }
  return lines.empty() ? kExitPass : kExitEnvironment;
}

// From 1.
template <typename Number>
CLI::Option* add_number(CLI::App& command, const char* name, Number& number,
                        std::type_identity_t<Number> most, const char* description) {
  return command.add_option(name, number, description)->check(CLI::Range(Number{1}, most));
}

constexpr std::size_t kMany = 1'000'000;

void add_choice_of_students(CLI::App& command, BatchOptions& options) {
  command
      .add_option_function<std::vector<std::string>>(
          "--regrade",
          [&options](std::vector<std::string> ids) {
            std::erase(ids, "");  // what CLI11 gives for the option without an id
            options.regrade = std::move(ids);
          },
          "grade everyone again, or these ids; with --look, mark them for the next run")
      ->expected(0, CLI::detail::expected_max_vector_size)
      ->type_name("[ID...]");
  command.add_option("--only", options.only, "only these ids")->type_name("ID...");
  CLI::Option* const task =
      add_number(command, "--task", options.task, kMany,
                 "only the student with this number in the order of ids, for job arrays")
          ->type_name("INDEX");
  add_number(command, "--of", options.of, kMany,
             "with --task: only the INDEX-th of N equal parts of the class")
      ->needs(task)
      ->type_name("N");
  command.add_flag("--look", options.batch.grading.look_only,
                   "grade nobody: show the state of the class, and record who is missing");
  command.add_flag("--list-to-do", options.list_to_do,
                   "grade nobody: print the ids that a run would grade");
}

}  // namespace

void add_batch_command(CLI::App& program, int& exit_status) {
  CLI::App& command = *program.add_subcommand("batch", "Grade a class");
  const auto options = std::make_shared<BatchOptions>();
  command.callback([options, &exit_status] { exit_status = grade_class(*options); });
  Batch& batch = options->batch;
  command.add_option("submissions", options->submissions, "a folder or a roster")->required();
  command.add_option("--out", options->out, "the folder for the grades")
      ->required()
      ->type_name("GRADES");
  command.add_option("--roster", options->roster, "the students of the class")->type_name("FILE");
  batch.jobs = std::max(1u, std::thread::hardware_concurrency() / 2);
  add_number(command, "--jobs", batch.jobs, 1024,
             "submissions to grade at the same time (default: half the cores)")
      ->capture_default_str();
  add_choice_of_students(command, *options);
  command
      .add_option("--calibrate", batch.reference,
                  "a reference to grade before the first submission, after the last, and in "
                  "between")
      ->type_name("DIR");
  add_number(command, "--calibrate-every", batch.calibrate_every, kMany,
             "grade the reference again after this many submissions")
      ->capture_default_str();
  add_number(command, "--grade-limit", options->grade_limit_minutes, 10'000,
             "minutes for one grade, including the wait for the GPU")
      ->capture_default_str();
  add_settings(command, options->official);
  command.add_flag("-q,--quiet", options->quiet, "print no summary");
  command.footer(kFooter);
}

}  // namespace rowsort
