#pragma once

namespace CLI {
class App;
}

namespace rowsort {

/// `rowsort grade SUBMISSION [--json FILE]`: the official grade of a folder or an upload.
void add_grade_command(CLI::App& program, int& exit_status);

}  // namespace rowsort
