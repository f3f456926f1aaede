#include "rowsort/errors.h"
#include "rowsort/files.h"
#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <iostream>
#include <memory>

#include "commands/commands.h"
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
  fs::path html;      // empty: no page
  fs::path csv;       // empty: no table
  fs::path points;    // empty: only those kept in GRADES/points.csv
  std::string title;  // empty: made from the folder's name
};

// Those given now replace those kept. Nothing is written until all of them are read.
PointsByHand gather_points(const ReportOptions& options, const ClassGrades& grades) {
  const fs::path kept = options.grades / "points.csv";
  PointsByHand points;
  if (fs::exists(kept)) points = points_of(read_roster(kept), grades.rows);
  if (options.points.empty()) return points;
  const PointsByHand given = points_of(read_roster(options.points), grades.rows);
  for (const auto& [id, one] : given) points[id] = one;
  write_atomically(kept, points_csv(points));
  std::cout << "points of " << counted(given.size(), "student") << " written to " << kept.string()
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

int report_class(const ReportOptions& options) {
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
}

}  // namespace

void add_report_command(CLI::App& program, int& exit_status) {
  CLI::App& command = *program.add_subcommand(
      "report", "Show a graded class: a page, a table, points given by hand");
  const auto options = std::make_shared<ReportOptions>();
  command.callback([options, &exit_status] { exit_status = report_class(*options); });
  command.add_option("grades", options->grades, "the folder that rowsort batch wrote")
      ->required()
      ->type_name("GRADES");
  command
      .add_option("--html", options->html, "write a page for staff, one file that loads nothing")
      ->type_name("FILE");
  command.add_option("--csv", options->csv, "write a table with one row per student")
      ->type_name("FILE");
  command
      .add_option("--points", options->points,
                  "add points given by hand, kept in GRADES/points.csv: a table with the columns "
                  "id, points and comment, or a class.csv with points_by_hand filled in")
      ->type_name("FILE");
  command.add_option("--title", options->title, "title of the page")->type_name("TEXT");
}

}  // namespace rowsort
