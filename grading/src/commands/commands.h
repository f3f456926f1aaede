#pragma once

#include "rowsort/report/outcome.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "commands/grade_settings.h"
#include <sys/types.h>

/// The commands of the program, each with its options. command_line.cpp has their defaults and
/// limits for people. Each function returns the exit status (errors.h) and throws UsageError for an
/// option or a file that does not fit, std::runtime_error for a fault of the machine.
namespace rowsort {

struct GradeOptions {
  std::filesystem::path submission;
  GradeSettings settings;
  OutcomeOptions outcome;
  pid_t end_with = 0;  ///< the process that this one is to end with, if not 0
};

/// `rowsort grade`: the official grade of a folder or an upload.
int grade_submission(const GradeOptions& options);

struct BatchOptions {
  std::filesystem::path submissions;
  std::filesystem::path out;
  std::filesystem::path roster;  ///< empty: none
  std::size_t jobs = 1;
  std::optional<std::vector<std::string>> regrade;  ///< ids; without ids everyone
  std::vector<std::string> only;                    ///< ids; empty: everyone
  std::size_t task = 0;                             ///< from 1; 0: the whole class
  std::size_t of = 0;                               ///< parts; 0: one for each student
  std::filesystem::path reference;                  ///< empty: no calibration
  std::size_t calibrate_every = 20;
  int grade_limit_minutes = 60;
  bool look_only = false;
  bool list_to_do = false;
  bool quiet = false;
  GradeSettings settings;
};

/// `rowsort batch`: the official grades of a class.
int grade_class(const BatchOptions& options);

struct ExportOptions {
  std::string system;  ///< the name of one of export_formats()
  std::filesystem::path grade;
  std::filesystem::path out;  ///< empty: standard output
};

/// `rowsort export`: a grade in the format of another system.
int export_grade(const ExportOptions& options);

struct ReportOptions {
  std::filesystem::path grades;
  std::filesystem::path html;    ///< empty: no page
  std::filesystem::path csv;     ///< empty: no table
  std::filesystem::path points;  ///< empty: only those kept in GRADES/points.csv
  std::string title;             ///< empty: made from the folder's name
};

/// `rowsort report`: a class as a page and as a table.
int report_class(const ReportOptions& options);

struct KitOptions {
  std::filesystem::path out;
  std::filesystem::path source;
};

/// `rowsort kit`: what students get, as an archive.
int write_kit(const KitOptions& options);

struct BundleOptions {
  std::filesystem::path out;
  std::string isolation = "bubblewrap";
  std::filesystem::path source;
};

/// `rowsort bundle gradescope`: an autograder to upload.
int write_bundle(const BundleOptions& options);

}  // namespace rowsort
