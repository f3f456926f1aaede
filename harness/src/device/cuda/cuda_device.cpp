#include "rowsort/device/cuda/cuda_library.h"
#include "rowsort/device/cuda/cuda_memory.h"
#include "rowsort/device/device.h"
#include "rowsort/device/poison.h"

#include <algorithm>
#include <limits>

#include "cuda_fault.h"
#include <cuda_runtime_api.h>

namespace rowsort {
namespace {

// Runs before the first sample: the first launches load code and find the clocks low.
constexpr std::size_t kWarmUpPairs = 3;
// The baseline's block size: the lesson's.
constexpr int kBaselineBlockSize = 256;

// Device memory holding a copy of a KernelMemory.
class DeviceCopy {
 public:
  explicit DeviceCopy(const KernelMemory& memory)
      : layout_(memory.layout()), buffer_(memory.bytes().size()) {
    ROWSORT_CUDA_CALL(cudaMemcpy(buffer_.data(), memory.bytes().data(), memory.bytes().size(),
                                 cudaMemcpyHostToDevice));
  }

  void download(const KernelMemory& memory) const {
    ROWSORT_CUDA_CALL(cudaMemcpy(memory.bytes().data(), buffer_.data(), memory.bytes().size(),
                                 cudaMemcpyDeviceToHost));
  }

  void download_y(std::span<float> y) const {
    ROWSORT_CUDA_CALL(
        cudaMemcpy(y.data(), buffer_.data() + layout_.y, y.size_bytes(), cudaMemcpyDeviceToHost));
  }

  // cudaMemset sets bytes, and the poison's bytes differ: so it is copied from a poisoned twin.
  void poison_y(const CudaBuffer& poison) {
    ROWSORT_CUDA_CALL(cudaMemcpyAsync(buffer_.data() + layout_.y, poison.data(),
                                      layout_.rows * sizeof(float), cudaMemcpyDeviceToDevice));
  }

  void launch(CUfunction kernel, int block_size) const {
    const std::size_t blocks = grid_size(layout_.rows, block_size);
    const void* row_ptr = buffer_.data() + layout_.row_ptr;
    const void* col_idx = buffer_.data() + layout_.col_idx;
    const void* val = buffer_.data() + layout_.val;
    const void* x = buffer_.data() + layout_.x;
    void* y = buffer_.data() + layout_.y;
    std::size_t rows = layout_.rows;
    void* arguments[] = {&row_ptr, &col_idx, &val, &x, &y, &rows};
    launch_kernel(kernel, static_cast<unsigned>(blocks), static_cast<unsigned>(block_size),
                  arguments);
  }

 private:
  KernelLayout layout_;
  CudaBuffer buffer_;
};

int device_attribute(cudaDeviceAttr attribute) {
  int value = 0;
  ROWSORT_CUDA_CALL(cudaDeviceGetAttribute(&value, attribute, 0));
  return value;
}

DeviceInfo query_device() {
  int count = 0;
  ROWSORT_CUDA_CALL(cudaGetDeviceCount(&count));
  if (count == 0) throw CudaError(cudaErrorNoDevice, "cudaGetDeviceCount", __FILE__, __LINE__);
  cudaDeviceProp properties{};
  ROWSORT_CUDA_CALL(cudaGetDeviceProperties(&properties, 0));
  DeviceInfo info;
  info.kind = DeviceKind::kCuda;
  info.name = properties.name;
  info.compute_capability = 10 * properties.major + properties.minor;
  info.multiprocessors = properties.multiProcessorCount;
  info.memory_bytes = properties.totalGlobalMem;
  info.l2_bytes = static_cast<std::uint64_t>(device_attribute(cudaDevAttrL2CacheSize));
  ROWSORT_CUDA_CALL(cudaDriverGetVersion(&info.driver_version));
  ROWSORT_CUDA_CALL(cudaRuntimeGetVersion(&info.runtime_version));
  return info;
}

DeviceInfo open_device() {
  DeviceInfo info = query_device();
  if (const std::string refusal = refuse_compute_capability(info.compute_capability, info.name);
      !refusal.empty()) {
    throw DeviceUnavailable(refusal);
  }
  ROWSORT_CUDA_CALL(cudaSetDevice(0));
  ROWSORT_CUDA_CALL(cudaFree(nullptr));  // creates the context, which cuLibraryLoadData needs
  return info;
}

// Waits for all work on the device; a kernel's failure shows here.
void synchronize() {
  ROWSORT_CUDA_CALL(cudaDeviceSynchronize());
}

class CudaDevice final : public Device {
 public:
  CudaDevice(DeviceImage submission, DeviceImage harness)
      : info_(open_device()),
        submission_(submission),
        harness_(harness),
        kernel_(submission_.kernel("spmv_sorted")),
        baseline_(harness_.kernel("spmv_thread_per_row")) {}

  DeviceInfo info() const override { return info_; }

  void run(KernelMemory memory, int block_size) override {
    if (memory.layout().rows == 0) return;
    const DeviceCopy copy = on_device([&] { return DeviceCopy(memory); });
    on_submission([&] {
      copy.launch(kernel_, block_size);
      synchronize();
    });
    on_device([&] { copy.download(memory); });
  }

  std::vector<TimedPair> time(KernelMemory unsorted, KernelMemory submitted, int block_size,
                              std::size_t pairs, std::span<float> results) override {
    const std::size_t rows = submitted.layout().rows;
    Clock clock = on_device([&] { return Clock(info_.l2_bytes, submitted.y()); });
    DeviceCopy unsorted_copy = on_device([&] { return DeviceCopy(unsorted); });
    DeviceCopy submitted_copy = on_device([&] { return DeviceCopy(submitted); });
    std::vector<TimedPair> samples(pairs);
    std::vector<float> discarded(rows);
    for (std::size_t i = 0; i < kWarmUpPairs + pairs; ++i) {
      const bool warm_up = i < kWarmUpPairs;
      TimedPair pair;
      const auto time_unsorted = [&] {
        pair.unsorted = clock.time(unsorted_copy, baseline_, kBaselineBlockSize);
      };
      // Which of the two goes first changes from pair to pair.
      if (i % 2 == 0) time_unsorted();
      pair.submitted = clock.time(submitted_copy, kernel_, block_size);
      on_device([&] {
        submitted_copy.download_y(warm_up ? std::span(discarded)
                                          : results.subspan((i - kWarmUpPairs) * rows, rows));
      });
      if (i % 2 != 0) time_unsorted();
      if (!warm_up) samples[i - kWarmUpPairs] = pair;
    }
    on_device([&] {
      unsorted_copy.download(unsorted);
      submitted_copy.download(submitted);
    });
    return samples;
  }

 private:
  // Times one launch after the L2 cache was emptied and y was poisoned.
  class Clock {
   public:
    // Twice the cache, so that nothing of what was there before survives.
    Clock(std::size_t l2_bytes, std::span<const float> poisoned_y)
        : flush_bytes_(2 * l2_bytes),
          flush_(std::max<std::size_t>(flush_bytes_, 1)),
          poison_(std::max<std::size_t>(poisoned_y.size_bytes(), 1)) {
      ROWSORT_CUDA_CALL(cudaMemcpy(poison_.data(), poisoned_y.data(), poisoned_y.size_bytes(),
                                   cudaMemcpyHostToDevice));
    }

    float time(DeviceCopy& copy, CUfunction kernel, int block_size) {
      on_device([&] {
        copy.poison_y(poison_);
        ROWSORT_CUDA_CALL(cudaMemsetAsync(flush_.data(), 0, flush_bytes_));
        start_.record();
      });
      return on_submission([&] {
        copy.launch(kernel, block_size);
        stop_.record();
        stop_.synchronize();
        synchronize();
        return stop_.microseconds_since(start_);
      });
    }

   private:
    std::size_t flush_bytes_;
    CudaBuffer flush_;
    CudaBuffer poison_;
    CudaEvent start_;
    CudaEvent stop_;
  };

  DeviceInfo info_;
  CudaLibrary submission_;
  CudaLibrary harness_;
  CUfunction kernel_;
  CUfunction baseline_;
};

}  // namespace

std::unique_ptr<Device> make_cuda_device(DeviceImage submission, DeviceImage harness) {
  return on_device([&] { return std::make_unique<CudaDevice>(submission, harness); });
}

}  // namespace rowsort
