#pragma once

#include "rowsort/measure/measurement.h"

#include <cstddef>
#include <functional>
#include <vector>

#include "cuda_library.h"
#include "cuda_memory.h"

namespace rowsort {

/// Times single launches on the default stream, each with a cold L2 cache.
///
/// Before each launch, persisting lines of the cache are reset and twice its size is written. CUDA
/// events are recorded right before and after the launch. Before and after those, every
/// multiprocessor reads its cycle counter and the GPU's global timer. Their differences give the
/// clock rate during the launch.
class KernelTimer {
 public:
  /// `measuring` is measuring_image(), loaded; it must outlive this object. Throws CudaError.
  explicit KernelTimer(const CudaLibrary& measuring);

  /// Does what comes before the launch. Separate from run(), so that a caller knows whose fault an
  /// error is. Throws CudaError.
  void make_ready();

  /// Times what `launch` starts on the default stream, and returns when the device is idle. Throws
  /// CudaError and what `launch` throws.
  TimedRun run(const std::function<void()>& launch);

  /// make_ready() and run().
  TimedRun time(const std::function<void()>& launch);

  /// Microseconds of `runs` launches, one after the other, after one that is not counted.
  std::vector<float> series(std::size_t runs, const std::function<void()>& launch);

  /// The median of series().
  double median_time(std::size_t runs, const std::function<void()>& launch);

 private:
  // As in measuring_kernels.cu.
  struct ClockStamp {
    unsigned long long cycles;
    unsigned long long nanoseconds;
  };

  void stamp(const CudaBuffer& stamps) const;
  float megahertz() const;

  unsigned multiprocessors_;
  CUfunction stamp_clocks_;
  std::size_t flush_bytes_;
  CudaBuffer flush_;
  CudaBuffer before_;
  CudaBuffer after_;
  CudaEvent start_;
  CudaEvent stop_;
};

}  // namespace rowsort
