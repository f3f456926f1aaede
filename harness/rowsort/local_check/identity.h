#pragma once

namespace rowsort {

/// Name of the program that this is, and the answers.json that goes with it; generated for each
/// submission from harness/cmake/submission_identity.cpp.in.
const char* submission_name();
const char* submission_answers();

}  // namespace rowsort
