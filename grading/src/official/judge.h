#pragma once

#include "rowsort/worker/child_process.h"

#include <filesystem>

/// The judge: this program once more, as the process that has the GPU. It loads a submission's
/// device image, launches its kernel and times it. None of the submission's host code is in it.
namespace rowsort {

/// First argument of this program when it is to be a judge. The image follows, or "-" for none, and
/// then a worker's own arguments (worker.h).
inline constexpr const char* kJudgeOption = "--rowsort-judge";

/// Starts a judge of this image. With an empty path the judge can only describe its device.
ChildCommand judge_command(const std::filesystem::path& image);

/// What main() does with kJudgeOption: serves jobs and returns the exit status.
int run_judge(const std::filesystem::path& image, const char* role);

}  // namespace rowsort
