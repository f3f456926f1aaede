#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rowsort {

/// What a submission is built with: see grading/cmake/WorkerKit.cmake.
struct WorkerKit {
  std::filesystem::path folder;
  std::filesystem::path compiler;
  std::string compiler_name;  ///< "GNU 12.2.0"
  std::vector<std::string> compile;
  std::vector<std::string> compile_traced;
  std::vector<std::string> traced_symbols;
  std::filesystem::path linker;
  std::filesystem::path objcopy;
  std::vector<std::string> libraries;
  std::filesystem::path nvcc;  ///< empty: no device image can be built

  std::filesystem::path headers() const { return folder / "include"; }
  std::filesystem::path worker_object() const { return folder / "worker.o"; }
  std::filesystem::path guard() const { return folder / "guard"; }
};

/// Reads the kit in this folder. Throws EnvironmentError, naming what is missing, also when one of
/// its programs is not on this machine. nvcc may be missing.
WorkerKit read_worker_kit(const std::filesystem::path& folder);

/// ../lib/rowsort, as seen from this program.
std::filesystem::path default_worker_kit();

}  // namespace rowsort
