#include "kernel_timer.h"

#include "rowsort/measure/statistics.h"

#include <algorithm>

namespace rowsort {
namespace {

std::size_t attribute(cudaDeviceAttr which) {
  int value = 0;
  ROWSORT_CUDA_CALL(cudaDeviceGetAttribute(&value, which, 0));
  return static_cast<std::size_t>(std::max(value, 1));
}

}  // namespace

// Twice the cache, so that nothing of what was there before survives.
KernelTimer::KernelTimer(const CudaLibrary& measuring)
    : multiprocessors_(static_cast<unsigned>(attribute(cudaDevAttrMultiProcessorCount))),
      stamp_clocks_(measuring.kernel("stamp_clocks")),
      flush_bytes_(2 * attribute(cudaDevAttrL2CacheSize)),
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

// Twice as many blocks as multiprocessors, so that hardly one is missed.
void KernelTimer::stamp(const CudaBuffer& stamps) const {
  void* data = stamps.data();
  unsigned count = multiprocessors_;
  void* arguments[] = {&data, &count};
  launch_kernel(stamp_clocks_, 2 * multiprocessors_, 1, arguments);
}

// The median over the multiprocessors that have both readings; 0 where none has.
float KernelTimer::megahertz() const {
  std::vector<ClockStamp> first(multiprocessors_);
  std::vector<ClockStamp> last(multiprocessors_);
  const std::size_t bytes = multiprocessors_ * sizeof(ClockStamp);
  ROWSORT_CUDA_CALL(cudaMemcpy(first.data(), before_.data(), bytes, cudaMemcpyDeviceToHost));
  ROWSORT_CUDA_CALL(cudaMemcpy(last.data(), after_.data(), bytes, cudaMemcpyDeviceToHost));
  std::vector<double> rates;
  for (std::size_t m = 0; m < multiprocessors_; ++m) {
    if (first[m].cycles == 0 || last[m].nanoseconds <= first[m].nanoseconds) continue;
    rates.push_back(1000.0 * static_cast<double>(last[m].cycles - first[m].cycles) /
                    static_cast<double>(last[m].nanoseconds - first[m].nanoseconds));
  }
  return rates.empty() ? 0.0f : static_cast<float>(median(std::move(rates)));
}

}  // namespace rowsort
