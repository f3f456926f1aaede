#pragma once

#include <functional>
#include <memory>

#include "cuda_device.h"

namespace rowsort {

/// The first argument of a program that is to be a judge instead of what it is otherwise.
inline constexpr const char* kJudgeOption = "--rowsort-judge";

/// Serves the jobs kProbe, kRun, kTime and kCount (worker/job.h) on a GPU until the harness closes
/// the channel; returns the process's exit status. A judge runs none of the submission's host code.
/// `open` opens the GPU, at the first job.
int run_judge(const std::function<std::unique_ptr<GpuDevice>()>& open);

}  // namespace rowsort
