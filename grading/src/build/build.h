#pragma once

#include "rowsort/exercise/grading.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "build/worker_kit.h"
#include "sandbox/sandbox.h"

namespace rowsort {

/// What the compilers made of a submission. Untrusted, like the submission.
struct BuiltSubmission {
  std::optional<BuildFault> fault;  ///< the compiler's first errors; there are no files then
  std::filesystem::path worker;     ///< runs its host code, and its kernel on the CPU device
  std::filesystem::path image;      ///< its kernel for a GPU; empty when none was asked for
};

/// Compiles row_sort.cu, whose text is `source`, in the sandbox: host part, traced kernel and device
/// image at the same time. Then links the worker. The compilers see the toolchain, the contract's
/// headers and the source, and pass their result on through a descriptor.
///
/// `compute_capability` is that of the GPU to build an image for, 10 * major + minor, or 0 for none.
/// Each compiler has `limit` and the default Limits. The files are in `scratch`. Throws EnvironmentError when the machine is at fault, and
/// std::system_error when the scratch folder cannot be written.
BuiltSubmission build_submission(const std::string& source, int compute_capability,
                                 const WorkerKit& kit, const Sandbox& sandbox,
                                 const std::filesystem::path& scratch, std::chrono::seconds limit);

}  // namespace rowsort
