#pragma once

namespace CLI {
class App;
}

namespace rowsort {

/// `rowsort export --to SYSTEM GRADE.json [--out FILE]`: a grade in the format of another system.
void add_export_command(CLI::App& program, int& exit_status);

}  // namespace rowsort
