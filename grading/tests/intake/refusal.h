#pragma once

#include <string>

#include "intake/staged_submission.h"
#include <gtest/gtest.h>

namespace rowsort::testing {

/// What the student is told when `stage` refuses, or "taken" when it does not.
template <typename Stage>
std::string refusal(Stage stage) {
  try {
    stage();
  } catch (const SubmissionError& error) {
    EXPECT_EQ(error.kind(), FaultKind::kRefused);
    return error.what();
  }
  return "taken";
}

inline std::string archive_refusal(const std::string& bytes) {
  return refusal([&] { stage_archive(bytes, "upload"); });
}

}  // namespace rowsort::testing
