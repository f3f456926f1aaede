#pragma once

#include "rowsort/worker/child_process.h"

#include <filesystem>

/// The judge: this program once more, as a process that owns the GPU, loads a submission's device
/// image and launches and times its kernel. None of the submission's host code is in it.
namespace rowsort {

/// First argument of this program when it is to be a judge; the image, or "-" for none, comes next,
/// then the worker's own arguments (worker.h).
inline constexpr const char* kJudgeOption = "--rowsort-judge";

/// Starts a judge of this image; of an empty path, one that can only describe its device.
ChildCommand judge_command(const std::filesystem::path& image);

/// What main() does with kJudgeOption: serves jobs and returns the exit status.
int run_judge(const std::filesystem::path& image, const char* role);

}  // namespace rowsort
