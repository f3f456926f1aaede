#include "kernel_timer.h"

#include "rowsort/measure/statistics.h"

#include <algorithm>

namespace rowsort {

// Twice the cache, so that nothing that was there before is left.
KernelTimer::KernelTimer(const CudaLibrary& measuring)
    : multiprocessors_(static_cast<unsigned>(device_attribute(cudaDevAttrMultiProcessorCount))),
      stamp_clocks_(measuring.kernel("stamp_clocks")),
      flush_bytes_(2 * static_cast<std::size_t>(device_attribute(cudaDevAttrL2CacheSize))),
      flush_(flush_bytes_),
      before_(multiprocessors_ * sizeof(ClockStamp)),
      after_(multiprocessors_ * sizeof(ClockStamp)) {}

void KernelTimer::make_ready() {
  ROWSORT_CUDA_CALL(cudaCtxResetPersistingL2Cache());
  for (const CudaBuffer* stamps : {&before_, &after_}) {
    ROWSORT_CUDA_CALL(cudaMemsetAsync(stamps->data(), 0, multiprocessors_ * sizeof(ClockStamp)));
  }
  ROWSORT_CUDA_CALL(cudaMemsetAsync(flush_.data(), 0, flush_bytes_));
}

TimedRun KernelTimer::run(const std::function<void()>& launch) {
  stamp(before_);
  start_.record();
  launch();
  stop_.record();
  stamp(after_);
  ROWSORT_CUDA_CALL(cudaDeviceSynchronize());
  return {stop_.microseconds_since(start_), megahertz()};
}

TimedRun KernelTimer::time(const std::function<void()>& launch) {
  make_ready();
  return run(launch);
}

std::vector<float> KernelTimer::series(std::size_t runs, const std::function<void()>& launch) {
  time(launch);
  std::vector<float> times(runs);
  for (float& microseconds : times) microseconds = time(launch).microseconds;
  return times;
}

double KernelTimer::median_time(std::size_t runs, const std::function<void()>& launch) {
  const std::vector<float> times = series(runs, launch);
  return median({times.begin(), times.end()});
}

// Twice as many blocks as multiprocessors, so that hardly one is missed.
void KernelTimer::stamp(const CudaBuffer& stamps) const {
  launch_kernel_with(stamp_clocks_, 2 * multiprocessors_, 1, stamps.data(), multiprocessors_);
}

// The median over the multiprocessors that have both readings; 0 where none has them.
float KernelTimer::megahertz() const {
  std::vector<ClockStamp> first(multiprocessors_);
  std::vector<ClockStamp> last(multiprocessors_);
  download(first.data(), before_.data(), multiprocessors_);
  download(last.data(), after_.data(), multiprocessors_);
  std::vector<double> rates;
  for (std::size_t m = 0; m < multiprocessors_; ++m) {
    if (first[m].cycles == 0 || last[m].nanoseconds <= first[m].nanoseconds) continue;
    rates.push_back(1000.0 * static_cast<double>(last[m].cycles - first[m].cycles) /
                    static_cast<double>(last[m].nanoseconds - first[m].nanoseconds));
  }
  return rates.empty() ? 0.0f : static_cast<float>(median(std::move(rates)));
}

}  // namespace rowsort
