#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "packing/pack.h"

namespace rowsort {

/// What is uploaded to Gradescope as the autograder of an assignment: setup.sh and run_autograder
/// of grading/ci/gradescope, the isolation that run_autograder asks for ("bubblewrap" or "none"),
/// and in rowsort/ the sources that setup.sh builds: harness, grading and template, without
/// solution, tests and fuzzers. Throws UsageError.
std::vector<PackedFile> gradescope_bundle(const std::filesystem::path& source,
                                          const std::string& isolation);

}  // namespace rowsort
