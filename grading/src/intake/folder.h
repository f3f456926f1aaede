#pragma once

#include <string>

#include "intake/staged_submission.h"

namespace rowsort {

/// Stages from an open folder. `name` stands for it in messages. Throws IntakeError.
StagedSubmission stage_folder(int folder, const std::string& name);

}  // namespace rowsort
