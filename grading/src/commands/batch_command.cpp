#include "commands/batch_command.h"

#include "rowsort/errors.h"
#include "rowsort/files.h"
#include "rowsort/text.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <thread>

#include "class/batch.h"
#include "class/batch_summary.h"
#include "class/roster.h"
#include "commands/grade_settings.h"
#include <CLI/CLI.hpp>

namespace rowsort {
namespace {

struct BatchOptions {
  std::filesystem::path submissions;
  std::filesystem::path out;
  std::filesystem::path roster;
  std::size_t jobs = std::max(1u, std::thread::hardware_concurrency() / 2);
  CLI::Option* regrade_option = nullptr;
  std::vector<std::string> regrade;
  std::vector<std::string> only;
  std::size_t task = 0;
  std::size_t of = 0;
  std::filesystem::path reference;
  std::size_t calibrate_every = 20;
  int grade_limit_minutes = 60;
  bool look_only = false;
  bool list_to_do = false;
  bool quiet = false;
  GradeSettings settings;
};

constexpr const char* kFooter =
    "SUBMISSIONS is a folder with a folder, an archive or a .cu file for each student, whose name "
    "(without .zip,\n.tar.gz, ...) is the id; or a roster with a column submission. A roster is a "
    "CSV file with the columns id, name,\nsection, of which id is required. Everybody in it gets a "
    "row, also who has handed in nothing.\n\n"
    "The same command again goes on where it was stopped or killed: it grades who has no grade, "
    "has handed in something\nelse since, or was graded with other settings. Earlier grades stay "
    "in GRADES/students/ID/history. Several\nbatches, also on several machines that share the "
    "folder, can work on the same GRADES at a time.\n\n"
    "Examples:\n"
    "  rowsort batch submissions --out grades --roster roster.csv --calibrate reference\n"
    "  rowsort batch submissions --out grades --regrade               everybody again\n"
    "  rowsort batch submissions --out grades --regrade ada grace     these two again\n"
    "  rowsort batch submissions --out grades --task 2 --of 5         the second of five machines\n"
    "  rowsort batch submissions --out grades --look                  how things stand; grades "
    "nobody\n\n"
    "Exit status: 0 everybody has a grade or handed in nothing; 2 wrong usage; 3 somebody needs "
    "attention (the machine's\nfault, or a submission that is nobody's), named at the end.";

void require_id(const ClassList& list, const std::string& id, const char* option) {
  const bool known = std::any_of(list.students.begin(), list.students.end(),
                                 [&](const Student& student) { return student.id == id; });
  if (!known) throw UsageError(std::string(option) + " " + id + ": nobody has this id");
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
  if (options.regrade_option->count() == 0) return ids;
  std::vector<std::string> asked = options.regrade;
  std::erase(asked, "");  // what CLI11 gives for the option without an id
  for (const std::string& id : asked) require_id(list, id, "--regrade");
  for (const Student& student : students) {
    if (asked.empty() || contains(asked, student.id)) ids.push_back(student.id);
  }
  return ids;
}

void keep_roster(const ClassFolder& grades, const std::string& text) {
  std::ifstream stream(grades.roster(), std::ios::binary);
  const std::string there{std::istreambuf_iterator<char>(stream), {}};
  if (there != text) write_atomically(grades.roster(), text);
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
  if (options.settings.seed_option->count() > 0) {
    grading.seed = options.settings.seed;
    grading.arguments.insert(grading.arguments.end(), {"--seed", std::to_string(*grading.seed)});
  }
  grading.limit = std::chrono::minutes(options.grade_limit_minutes);
  grading.look_only = options.look_only || options.list_to_do;
  batch.students = chosen(list, options);
  batch.jobs = options.jobs;
  batch.regrade = to_regrade(list, batch.students, options);
  batch.calibrate_every = options.calibrate_every;
  if (!options.reference.empty()) {
    if (!std::filesystem::exists(options.reference)) {
      throw UsageError("--calibrate " + options.reference.string() + " is not there");
    }
    batch.reference = std::filesystem::absolute(options.reference);
  }
  return batch;
}

int batch(const BatchOptions& options) try {
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
  // A part of the class is not the place to complain about names that are nobody's.
  const bool whole = batch.students.size() == list.students.size();
  const std::vector<Attention> attention =
      needs_attention(end, whole ? list.not_taken : std::vector<std::string>());
  if (!options.quiet) print(summary(grades, end, attention));
  return attention.empty() ? kExitPass : kExitEnvironment;
} catch (const ClassListError& error) {
  throw UsageError(error.what());
} catch (const RosterError& error) {
  throw UsageError(error.what());
}

void add_choice_of_students(CLI::App& command, BatchOptions& options) {
  options.regrade_option =
      command
          .add_option(
              "--regrade", options.regrade,
              "grade again: everybody, or these ids; with --look, mark them for the next run")
          ->expected(0, CLI::detail::expected_max_vector_size)
          ->type_name("[ID...]");
  command.add_option("--only", options.only, "only these ids")->type_name("ID...");
  CLI::Option* task = command
                          .add_option("--task", options.task,
                                      "only the INDEX-th student by id (from 1), for job arrays")
                          ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
                          ->type_name("INDEX");
  command
      .add_option("--of", options.of,
                  "with --task: the INDEX-th of N equal parts of the class instead")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
      ->needs(task)
      ->type_name("N");
  command.add_flag("--look", options.look_only,
                   "grade nobody: say how things stand, and give a row to who is missing");
  command.add_flag("--list-to-do", options.list_to_do,
                   "grade nobody: print the ids that a run would grade");
}

}  // namespace

void add_batch_command(CLI::App& program, int& exit_status) {
  CLI::App* command = program.add_subcommand("batch", "Grade a class");
  const auto options = std::make_shared<BatchOptions>();
  command->add_option("submissions", options->submissions, "a folder, or a roster")->required();
  command->add_option("--out", options->out, "the folder that the grades go to")
      ->required()
      ->type_name("GRADES");
  command->add_option("--roster", options->roster, "who should be there")->type_name("FILE");
  command->add_option("--jobs", options->jobs, "submissions at a time (default: half the cores)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1024}))
      ->capture_default_str();
  add_choice_of_students(*command, *options);
  command
      ->add_option("--calibrate", options->reference,
                   "a reference that is graded before the first, after the last, and in between")
      ->type_name("DIR");
  command
      ->add_option("--calibrate-every", options->calibrate_every,
                   "after how many submissions the reference is graded again")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
      ->capture_default_str();
  command
      ->add_option("--grade-limit", options->grade_limit_minutes,
                   "minutes that one grade may take, waiting for the GPU included")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  add_grade_settings(*command, options->settings);
  command->add_flag("-q,--quiet", options->quiet, "no summary");
  command->footer(kFooter);
  command->callback([options, &exit_status] { exit_status = batch(*options); });
}

}  // namespace rowsort
