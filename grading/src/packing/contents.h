#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "packing/pack.h"

/// Which files of the source tree go into an archive. Only regular files of the kinds that the
/// project consists of are taken, so what editors and builds leave behind is left out.
namespace rowsort {

/// What students get: template, harness, build files and a README, in a folder rowsort-student/.
///
/// Nothing of reference/ is in it, and of grading/ only the points. Of the harness, neither tests
/// nor benchmarks are in it: both hold right submissions, expected reports and row orders. Nor is
/// the README of the project: it has the figures that students are to find. The kit does contain
/// what the harness needs to check a submission; permute_rows() does the work of a right rebuild().
///
/// Throws UsageError when `source` is not a source tree of rowsort or cannot be read.
std::vector<PackedFile> student_kit(const std::filesystem::path& source);

/// What is uploaded to Gradescope as the autograder of an assignment: setup.sh and run_autograder
/// of grading/ci/gradescope; the isolation that run_autograder asks for ("bubblewrap" or "none");
/// and in rowsort/ the sources that setup.sh builds. These are harness, grading and template,
/// without solution, tests and fuzzers. Throws UsageError as student_kit() does.
std::vector<PackedFile> gradescope_bundle(const std::filesystem::path& source,
                                          const std::string& isolation);

}  // namespace rowsort
