#include "commands/command_line.h"

#include "rowsort/errors.h"
#include "rowsort/version.h"
#include "rowsort/worker/judge_job.h"

#include <algorithm>
#include <map>
#include <thread>
#include <type_traits>

#include "build/worker_kit.h"
#include "class/grader_process.h"
#include "commands/commands.h"
#include "export/formats.h"
#include "packing/contents.h"
#include <CLI/CLI.hpp>

namespace rowsort {
namespace {

constexpr const char* kDescription =
    "Grades row-sort submissions and passes the grades on. For course staff.\n"
    "\n"
    "Examples:\n"
    "  rowsort grade submissions/ada --json grade.json               grade one submission\n"
    "  rowsort batch submissions --out grades --roster roster.csv    grade a class\n"
    "  rowsort export --to gradescope grade.json --out results.json  pass a grade to Gradescope\n"
    "  rowsort report grades --html class.html --csv class.csv       show a class to its staff\n"
    "  rowsort kit --out rowsort-student.tar.gz                      pack what students get\n"
    "  rowsort bundle gradescope --out autograder.zip                pack an autograder to upload";

constexpr const char* kFooter =
    "Exit status: 0 done; 1 the submission's fault; 2 wrong usage; 3 the machine's fault (costs no "
    "points).";

constexpr const char* kGradeFooter =
    "The submission is compiled in a sandbox (bubblewrap), and its host code runs there too. Its\n"
    "kernel runs on a GPU in a process of its own. Without a GPU it runs on the CPU device in the\n"
    "sandbox. The submission is graded on the published matrix and on two hidden variants. Their\n"
    "seed is in the grade.\n"
    "\n"
    "Examples:\n"
    "  rowsort grade submissions/ada --json grades/ada.json\n"
    "  rowsort grade ada.zip --device cuda     exit status 3 without a GPU\n"
    "  rowsort grade ada.zip --seed 5312       the hidden variants of an earlier grade again\n"
    "  rowsort grade ada --isolation none      without a sandbox: only for code that you trust\n"
    "\n"
    "Exit status: 0 pass; 1 the submission's fault; 2 wrong usage; 3 the machine's fault (costs no "
    "points).";

constexpr const char* kBatchFooter =
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

constexpr const char* kKitFooter =
    "The kit contains neither the solution nor the grading. The same tree always gives the same\n"
    "bytes.";

constexpr const char* kBundleFooter =
    "The autograder runs rowsort grade on the CPU device: see grading/ci/README.md.";

std::string export_footer() {
  std::string text = "Systems, and where each looks for its file:\n";
  for (const ExportFormat& format : export_formats()) {
    std::string name = format.name;
    name.resize(14, ' ');
    text += "  " + name + format.file + "\n";
  }
  return text +
         "\nA grade without a score (the machine's fault) never becomes a zero. If a system has no "
         "way\nto show that, nothing is written and the exit status is 3.";
}

// The options of a command go straight into its member.
class CommandLine {
 public:
  CommandLine() : program_(kDescription, "rowsort") {
    program_.footer(kFooter);
    program_.set_version_flag("--version", std::string("rowsort ") + kVersion);
    program_.require_subcommand(1);
    add_grade();
    add_batch();
    add_export();
    add_report();
    add_kit();
    add_bundle();
  }

  int run(int argc, char** argv) {
    try {
      program_.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return program_.exit(error) == 0 ? kExitPass : kExitUsage;
    }
    return exit_status_;
  }

 private:
  template <typename Options>
  CLI::App& add_command(const char* name, const char* description, Options& options,
                        int (*command_function)(const Options&)) {
    CLI::App* const command = program_.add_subcommand(name, description);
    command->callback(
        [this, &options, command_function] { exit_status_ = command_function(options); });
    return *command;
  }

  void add_grade() {
    CLI::App& command =
        add_command("grade", "Grade one submission, in a sandbox", grade_, grade_submission);
    command
        .add_option(
            "submission", grade_.submission,
            "a folder with row_sort.cu and answers.json, a .zip, a .tar.gz, or a row_sort.cu")
        ->required();
    OutcomeOptions& outcome = grade_.outcome;
    outcome.program = "rowsort grade";
    command.add_option("--json", outcome.json, "write the grade to this file")
        ->capture_default_str()
        ->type_name("FILE");
    command.add_option("--html", outcome.html, "also write a page with pictures to this file")
        ->type_name("FILE");
    command
        .add_option("--name", grade_.settings.official.name,
                    "name of the submission in the grade (default: the last part of its path)")
        ->type_name("NAME");
    add_settings(command, grade_.settings);
    command.add_flag("-q,--quiet", outcome.quiet, "print no report and no progress");
    command.add_option(kEndWithOption, grade_.end_with)->group("");
    command.footer(kGradeFooter);
  }

  void add_batch() {
    CLI::App& command = add_command("batch", "Grade a class", batch_, grade_class);
    command.add_option("submissions", batch_.submissions, "a folder or a roster")->required();
    command.add_option("--out", batch_.out, "the folder for the grades")
        ->required()
        ->type_name("GRADES");
    command.add_option("--roster", batch_.roster, "the students of the class")->type_name("FILE");
    batch_.jobs = std::max(1u, std::thread::hardware_concurrency() / 2);
    add_number(command, "--jobs", batch_.jobs, 1024,
               "submissions to grade at the same time (default: half the cores)")
        ->capture_default_str();
    add_choice_of_students(command);
    command
        .add_option("--calibrate", batch_.reference,
                    "a reference to grade before the first submission, after the last, and in "
                    "between")
        ->type_name("DIR");
    add_number(command, "--calibrate-every", batch_.calibrate_every, kMany,
               "grade the reference again after this many submissions")
        ->capture_default_str();
    add_number(command, "--grade-limit", batch_.grade_limit_minutes, 10'000,
               "minutes for one grade, including the wait for the GPU")
        ->capture_default_str();
    add_settings(command, batch_.settings);
    command.add_flag("-q,--quiet", batch_.quiet, "print no summary");
    command.footer(kBatchFooter);
  }

  void add_choice_of_students(CLI::App& command) {
    command
        .add_option_function<std::vector<std::string>>(
            "--regrade",
            [this](std::vector<std::string> ids) {
              std::erase(ids, "");  // what CLI11 gives for the option without an id
              batch_.regrade = std::move(ids);
            },
            "grade everyone again, or these ids; with --look, mark them for the next run")
        ->expected(0, CLI::detail::expected_max_vector_size)
        ->type_name("[ID...]");
    command.add_option("--only", batch_.only, "only these ids")->type_name("ID...");
    CLI::Option* const task =
        add_number(command, "--task", batch_.task, kMany,
                   "only the student with this number in the order of ids, for job arrays")
            ->type_name("INDEX");
    add_number(command, "--of", batch_.of, kMany,
               "with --task: only the INDEX-th of N equal parts of the class")
        ->needs(task)
        ->type_name("N");
    command.add_flag("--look", batch_.look_only,
                     "grade nobody: show the state of the class, and record who is missing");
    command.add_flag("--list-to-do", batch_.list_to_do,
                     "grade nobody: print the ids that a run would grade");
  }

  void add_settings(CLI::App& command, GradeSettings& settings) {
    OfficialOptions& official = settings.official;
    official.worker_kit = default_worker_kit();
    const std::map<std::string, Isolation> isolations = {{"bubblewrap", Isolation::kBubblewrap},
                                                         {"none", Isolation::kNone}};
    command.add_option("--device", official.device, "auto (default), cuda or cpu")
        ->transform(CLI::CheckedTransformer(device_choices()).description(""))
        ->type_name("NAME");
    command.add_option("--isolation", official.isolation, "bubblewrap (default) or none")
        ->transform(CLI::CheckedTransformer(isolations).description(""))
        ->type_name("NAME");
    command.add_option("--seed", official.seed,
                       "seed of the hidden variants (default: a new random one)");
    command
        .add_option("--runs", official.timed_pairs,
                    "timed pairs of runs on a GPU, 0 for none (default: 20, then as many as the "
                    "ratio needs)")
        ->check(CLI::Range(std::size_t{0}, kMaxTimedPairs));
    command
        .add_option("--limit", settings.limit_seconds, "seconds for each call to the submission")
        ->check(CLI::Range(0.1, 86'400.0))
        ->capture_default_str();
    add_number(command, "--build-limit", settings.build_limit_seconds, 86'400,
               "seconds for each compiler")
        ->capture_default_str();
    command.add_option("--memory", settings.memory_gib, "GiB for the submission's processes")
        ->check(CLI::Range(0.5, 1024.0))
        ->capture_default_str();
    command.add_option("--rubric", settings.rubric, "a rubric.json with other points")
        ->type_name("FILE");
    command.add_option("--kit", official.worker_kit, "the worker kit to build the submission with")
        ->type_name("DIR");
    command.add_flag("--trace,!--no-trace", official.trace,
                     "count loads and stores on the CPU device, and explain failures (default)");
  }

  // From 1.
  template <typename Number>
  CLI::Option* add_number(CLI::App& command, const char* name, Number& number,
                          std::type_identity_t<Number> most, const char* description) {
    return command.add_option(name, number, description)->check(CLI::Range(Number{1}, most));
  }

  void add_export() {
    CLI::App& command =
        add_command("export", "Convert a grade for another system", export_, export_grade);
    std::vector<std::string> names;
    for (const ExportFormat& format : export_formats()) names.emplace_back(format.name);
    command.add_option("--to", export_.system, "the system")
        ->required()
        ->check(CLI::IsMember(names))
        ->type_name("SYSTEM");
    command.add_option("grade", export_.grade, "a grade that rowsort wrote")
        ->required()
        ->type_name("GRADE.json");
    command.add_option("--out", export_.out, "write to this file (default: standard output)")
        ->type_name("FILE");
    command.footer(export_footer());
  }

  void add_report() {
    CLI::App& command =
        add_command("report", "Show a graded class: a page, a table, points given by hand", report_,
                    report_class);
    command.add_option("grades", report_.grades, "the folder that rowsort batch wrote")
        ->required()
        ->type_name("GRADES");
    command
        .add_option("--html", report_.html, "write a page for staff, one file that loads nothing")
        ->type_name("FILE");
    command.add_option("--csv", report_.csv, "write a table with one row per student")
        ->type_name("FILE");
    command
        .add_option("--points", report_.points,
                    "add points given by hand, kept in GRADES/points.csv: a table with the columns "
                    "id, points and comment, or a class.csv with points_by_hand filled in")
        ->type_name("FILE");
    command.add_option("--title", report_.title, "title of the page")->type_name("TEXT");
  }

  void add_kit() {
    CLI::App& command =
        add_command("kit", "Pack what students get into an archive", kit_, write_kit);
    command.add_option("--out", kit_.out, "the archive to write, a .tar.gz or a .zip")
        ->required()
        ->type_name("FILE");
    add_source(command, kit_.source);
    command.footer(kKitFooter);
  }

  void add_bundle() {
    CLI::App& command =
        add_command("bundle", "Pack an autograder to upload", bundle_, write_bundle);
    command.add_option("system", system_, "the system to upload it to: gradescope")
        ->required()
        ->check(CLI::IsMember({"gradescope"}))
        ->type_name("SYSTEM");
    command.add_option("--out", bundle_.out, "the .zip to write")->required()->type_name("FILE");
    command
        .add_option("--isolation", bundle_.isolation,
                    "the sandbox for submissions: bubblewrap, or none if the system's container "
                    "forbids it")
        ->check(CLI::IsMember({"bubblewrap", "none"}))
        ->capture_default_str()
        ->type_name("NAME");
    add_source(command, bundle_.source);
    command.footer(kBundleFooter);
  }

  void add_source(CLI::App& command, std::filesystem::path& source) {
    source = built_from();
    command.add_option("--source", source, "the source tree to pack from")
        ->capture_default_str()
        ->type_name("DIR");
  }

  static constexpr std::size_t kMany = 1'000'000;

  CLI::App program_;
  int exit_status_ = kExitPass;
  GradeOptions grade_;
  BatchOptions batch_;
  ExportOptions export_;
  ReportOptions report_;
  KitOptions kit_;
  BundleOptions bundle_;
  std::string system_;  // of the bundle: there is only one
};

}  // namespace

int run_command_line(int argc, char** argv) {
  return CommandLine().run(argc, argv);
}

}  // namespace rowsort
