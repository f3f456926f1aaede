#pragma once

#include "rowsort/exercise/grading.h"

#include <filesystem>
#include <optional>
#include <string>

#include "build/worker_kit.h"
#include "sandbox/sandbox.h"

namespace rowsort {

/// What the compilers made of a submission. Untrusted, like the submission.
struct BuiltSubmission {
  std::filesystem::path worker;  ///< runs its host code, and its kernel on the CPU device
  std::filesystem::path image;   ///< its kernel for a GPU; empty when none was asked for
};

/// Limits of each compiler run.
struct BuildLimits {
  std::chrono::seconds wall{60};
  Limits limits;
};

/// Compiles and links row_sort.cu in the sandbox: host part, traced kernel and device image side by
/// side, then the worker. The compilers see the toolchain, the contract's headers and the source,
/// and hand over what they made through a descriptor.
class SubmissionBuild {
 public:
  /// `scratch` gets folders of this build. All must outlive this object.
  SubmissionBuild(const WorkerKit& kit, const Sandbox& sandbox, std::filesystem::path scratch,
                  BuildLimits limits = {});

  /// Builds it; `compute_capability` is that of the GPU to build an image for, 10 * major + minor,
  /// or 0 for none. The fault names the compiler's first errors. Throws EnvironmentError when
  /// the machine is to blame, std::filesystem::filesystem_error when the scratch folder is.
  std::optional<BuildFault> build(const std::string& source, int compute_capability);

  const BuiltSubmission& built() const { return built_; }

 private:
  struct Step;
  std::optional<BuildFault> run(const Step& step) const;
  Step compile_step(const std::string& name, const std::vector<std::string>& options) const;
  Step image_step(int compute_capability) const;
  Step link_step() const;
  std::vector<std::filesystem::path> toolchain_paths() const;

  const WorkerKit& kit_;
  const Sandbox& sandbox_;
  std::filesystem::path sources_;
  std::filesystem::path results_;
  BuildLimits limits_;
  BuiltSubmission built_;
};

}  // namespace rowsort
