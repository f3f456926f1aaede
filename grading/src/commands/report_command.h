#pragma once

namespace CLI {
class App;
}

namespace rowsort {

/// `rowsort report GRADES [--html FILE] [--csv FILE] [--points FILE]`: a class as a page and as a
/// table; points given by hand are kept in GRADES/points.csv.
void add_report_command(CLI::App& program, int& exit_status);

}  // namespace rowsort
