#pragma once

namespace CLI {
class App;
}

namespace rowsort {

/// `rowsort batch SUBMISSIONS --out GRADES`: the official grades of a class.
void add_batch_command(CLI::App& program, int& exit_status);

}  // namespace rowsort
