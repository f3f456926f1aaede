#pragma once

namespace CLI {
class App;
}

namespace rowsort {

/// `rowsort bundle gradescope --out FILE`: an autograder to upload.
void add_bundle_command(CLI::App& program, int& exit_status);

}  // namespace rowsort
