#pragma once

#include "rowsort/gpu/judge.h"
#include "rowsort/worker/child_process.h"

#include <filesystem>

/// The judge: this program once more, as the process that has the GPU. It loads a submission's
/// device image, launches its kernel and times it. None of the submission's host code is in it.
namespace rowsort {

/// Starts a judge of this image: this program with kJudgeOption and the image. With an empty path
/// for one that can only describe its device.
ChildCommand judge_command(const std::filesystem::path& image);

/// What main() does with kJudgeOption: serves jobs and returns the exit status. "-" is no image.
int run_judge(const char* image);

}  // namespace rowsort
