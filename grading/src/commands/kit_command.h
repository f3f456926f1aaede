#pragma once

namespace CLI {
class App;
}

namespace rowsort {

/// `rowsort kit --out FILE`: what students get, as an archive.
void add_kit_command(CLI::App& program, int& exit_status);

}  // namespace rowsort
