#pragma once

namespace rowsort {

/// Parses the command line of rowsort, runs its command (commands.h) and returns the exit status.
/// Prints help, the version and usage errors itself. Throws what the commands throw.
int run_command_line(int argc, char** argv);

}  // namespace rowsort
