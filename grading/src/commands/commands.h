#pragma once

namespace CLI {
class App;
}

/// The commands of the program. Each function adds one with its options to the command line. If that
/// command is given, parsing the command line runs it and sets `exit_status` (errors.h). A command
/// throws UsageError for an option or a file that does not fit, std::runtime_error for a fault of
/// the machine.
namespace rowsort {

/// `rowsort grade`: the official grade of a folder or an upload.
void add_grade_command(CLI::App& program, int& exit_status);

/// `rowsort batch`: the official grades of a class.
void add_batch_command(CLI::App& program, int& exit_status);

/// `rowsort export`: a grade in the format of another system.
void add_export_command(CLI::App& program, int& exit_status);

/// `rowsort report`: a class as a page and as a table.
void add_report_command(CLI::App& program, int& exit_status);

/// `rowsort kit`: what students get, as an archive.
void add_kit_command(CLI::App& program, int& exit_status);

/// `rowsort bundle gradescope`: an autograder to upload.
void add_bundle_command(CLI::App& program, int& exit_status);

}  // namespace rowsort
