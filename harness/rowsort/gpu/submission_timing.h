#pragma once

#include "rowsort/device/device_image.h"
#include "rowsort/device/timing.h"

#include "cuda_library.h"

namespace rowsort {

/// Does what Device::time() says, in the current context. `harness` and `measuring` are their
/// images, loaded; the submission's is loaded anew for each of its runs, so that nothing it keeps
/// in variables of its own lasts from one to the next. Throws SubmissionError and
/// DeviceUnavailable.
TimingSamples time_submission(DeviceImage submission, const CudaLibrary& harness,
                              const CudaLibrary& measuring, const TimingRequest& request);

}  // namespace rowsort
