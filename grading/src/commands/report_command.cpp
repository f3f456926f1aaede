#include "commands/report_command.h"

#include "rowsort/errors.h"
#include "rowsort/files.h"
#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include "class/class_folder.h"
#include "class/roster.h"
#include "report/class_grades.h"
#include "report/class_page.h"
#include "report/class_table.h"
#include "report/findings.h"
#include "report/points.h"
#include <CLI/CLI.hpp>

namespace rowsort {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
  fs::path grades;
  fs::path html;    ///< empty: no page
  fs::path csv;     ///< empty: no table
  fs::path points;  ///< empty: none but those kept
  std::string title;
};

// Those given now stand above those kept; nothing is written until all of them are good.
PointsByHand gather_points(const ReportOptions& options, const ClassGrades& grades) {
  const fs::path kept = options.grades / "points.csv";
  PointsByHand points;
  if (fs::exists(kept)) points = read_points(kept, grades.rows);
  if (options.points.empty()) return points;
  const PointsByHand given = read_points(options.points, grades.rows);
  for (const auto& [id, one] : given) points[id] = one;
  write_atomically(kept, points_csv(points));
  std::cout << counted(given.size(), "student") << " given points, kept in " << kept.string()
            << "\n";
  return points;
}

std::string title_of(const ReportOptions& options) {
  if (!options.title.empty()) return options.title;
  const fs::path folder = fs::absolute(options.grades).lexically_normal();
  const fs::path name = folder.has_filename() ? folder.filename() : folder.parent_path().filename();
  return "Class " + visible_text(name.string());
}

void print_summary(const ClassGrades& grades, const Findings& findings) {
  std::cout << counted(grades.rows.size(), "student") << ", " << grouped(findings.missing.size())
            << " missing, " << grouped(findings.not_done.size()) << " not graded yet, "
            << grouped(findings.reruns.size()) << " need a rerun, "
            << counted(findings.disagreements.size(), "claim") << " that disagree, "
            << counted(findings.duplicates.size(), "group") << " of identical submissions\n"
            << findings.drift.verdict() << "\n";
}

int report_class(const ReportOptions& options) try {
  for (const fs::path& file : {options.html, options.csv}) {
    if (!file.empty()) require_writable(file);
  }
  ClassGrades grades = read_class_grades(options.grades);
  give_points(grades, gather_points(options, grades));
  const Findings findings = find_all(grades);
  if (!options.csv.empty()) write_atomically(options.csv, class_csv(grades, findings));
  if (!options.html.empty()) {
    write_atomically(options.html, class_page(grades, findings, title_of(options)));
  }
  print_summary(grades, findings);
  if (!options.csv.empty()) std::cout << "table written to " << options.csv.string() << "\n";
  if (!options.html.empty()) std::cout << "page written to " << options.html.string() << "\n";
  std::cout << std::flush;
  return kExitPass;
} catch (const ClassFolderError& error) {
  throw UsageError(error.what());
} catch (const RosterError& error) {
  throw UsageError(error.what());
}

}  // namespace

void add_report_command(CLI::App& program, int& exit_status) {
  CLI::App* command =
      program.add_subcommand("report", "Show a graded class: a page, a table, points by hand");
  const auto options = std::make_shared<ReportOptions>();
  command->add_option("grades", options->grades, "the folder that rowsort batch wrote")
      ->required()
      ->type_name("GRADES");
  command->add_option("--html", options->html, "write a self-contained page for staff")
      ->type_name("FILE");
  command->add_option("--csv", options->csv, "write a table, one row per student")
      ->type_name("FILE");
  command
      ->add_option("--points", options->points,
                   "take points given by hand: columns id, points and comment, or a class.csv with "
                   "points_by_hand filled in; kept in GRADES/points.csv")
      ->type_name("FILE");
  command->add_option("--title", options->title, "title of the page")->type_name("TEXT");
  command->callback([options, &exit_status] { exit_status = report_class(*options); });
}

}  // namespace rowsort
