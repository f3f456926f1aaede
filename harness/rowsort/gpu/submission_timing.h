#pragma once

#include "rowsort/device/timing.h"

#include "cuda_device.h"
#include "cuda_library.h"

namespace rowsort {

/// GpuDevice::time() in the current context. `measuring` is measuring_image(), loaded. The
/// submission's image is loaded anew for each of its runs, so that nothing in its variables lasts
/// from one run to the next. Throws SubmissionError and EnvironmentError.
TimingSamples time_submission(DeviceImage submission, const CudaLibrary& measuring,
                              const TimingRequest& request);

}  // namespace rowsort
