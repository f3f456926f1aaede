/// An archive that was uploaded.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "intake/staged_submission.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const rowsort::StagedSubmission staged =
        rowsort::stage_archive({reinterpret_cast<const char*>(data), size}, "fuzz");
    const bool within_limits =
        !staged.source.empty() && staged.source.size() <= rowsort::kMaxSourceBytes;
    if (!within_limits) std::abort();
  } catch (const rowsort::SubmissionError&) {
  }
  return 0;
}
