#include "time_calibration.h"

#include "rowsort/matrix/exact_inputs.h"

#include <algorithm>
#include <vector>

namespace rowsort {
namespace {

constexpr std::size_t kRuns = 5;
// Fewer multiprocessors would say little about all of them.
constexpr std::size_t kFewestMultiprocessors = 8;
constexpr unsigned kMostWarpsPerBlock = 32;

class Calibration {
 public:
  Calibration(KernelTimer& timer, CUfunction kernel, const MatrixOnDevice& matrix,
              std::size_t row_length, const float* x)
      : timer_(timer),
        kernel_(kernel),
        matrix_(matrix),
        row_length_(row_length),
        x_(x),
        multiprocessors_(
            static_cast<std::size_t>(device_attribute(cudaDevAttrMultiProcessorCount))),
        most_warps_(
            static_cast<unsigned>(device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor)) /
            static_cast<unsigned>(kWarpSize)),
        col_idx_(columns(matrix.nnz, matrix.cols, row_length)),
        columns_(std::span(col_idx_)) {}

  TimeCalibration run() {
    TimeCalibration calibration;
    calibration.launch_microseconds = time_empty_launch();
    for (unsigned warps = 1; warps <= most_warps_; warps *= 2) {
      time_point(warps, 1, calibration.one_row);
      time_point(warps, kWarpSize, calibration.all_rows);
    }
    return calibration;
  }

 private:
  static std::vector<int> columns(std::size_t nnz, std::size_t cols, std::size_t row_length) {
    std::vector<int> indices(nnz);
    for (std::size_t e = 0; e < nnz; ++e) {
      indices[e] = static_cast<int>((kWarpSize * (e / row_length) + e % row_length) % cols);
    }
    return indices;
  }

  double time_empty_launch() {
    const CudaBuffer unused(sizeof(int));
    return median_time(unused, unused, 0, 1, kWarpSize);
  }

  // Puts `warps` warps on each multiprocessor. Each warp has `long_rows` long rows; its others are
  // empty. They are one block on each multiprocessor; where one block cannot hold them, several
  // blocks on all multiprocessors.
  void time_point(unsigned warps, std::size_t long_rows, std::vector<CalibrationPoint>& points) {
    const std::size_t nonzeros = long_rows * row_length_;
    const unsigned block_warps = std::min(warps, kMostWarpsPerBlock);
    const std::size_t used = std::min(multiprocessors_, matrix_.nnz / (warps * nonzeros));
    if (used < kFewestMultiprocessors) return;
    if (warps > block_warps && used < multiprocessors_) return;
    const std::vector<int> offsets = row_offsets(used * warps, long_rows);
    const CudaBuffer row_ptr{std::span(offsets)};
    const CudaBuffer y(offsets.size() * sizeof(float));
    const double time = median_time(row_ptr, y, offsets.size() - 1, used * warps / block_warps,
                                    block_warps * kWarpSize);
    points.push_back({first_warp(offsets), warps, time});
  }

  std::vector<int> row_offsets(std::size_t warps, std::size_t long_rows) const {
    std::vector<int> offsets{0};
    for (std::size_t row = 0; row < warps * kWarpSize; ++row) {
      const bool is_long = row % kWarpSize >= kWarpSize - long_rows;
      offsets.push_back(offsets.back() + (is_long ? static_cast<int>(row_length_) : 0));
    }
    return offsets;
  }

  // All warps do the same work, except for where in a sector they begin.
  WarpWork first_warp(const std::vector<int>& offsets) const {
    const auto count = static_cast<std::size_t>(offsets[kWarpSize]);
    const std::vector<float> val(count);
    return warp_work(CsrView(matrix_.cols, std::span(offsets).first(kWarpSize + 1),
                             std::span(col_idx_).first(count), val))
        .front();
  }

  double median_time(const CudaBuffer& row_ptr, const CudaBuffer& y, std::size_t rows,
                     std::size_t blocks, std::size_t block_size) {
    return timer_.median_time(kRuns, [&] {
      launch_kernel_with(kernel_, blocks, static_cast<unsigned>(block_size), row_ptr.data(),
                         columns_.data(), matrix_.val, x_, y.data(), rows);
    });
  }

  KernelTimer& timer_;
  CUfunction kernel_;
  MatrixOnDevice matrix_;
  std::size_t row_length_;
  const float* x_;
  std::size_t multiprocessors_;
  unsigned most_warps_;
  std::vector<int> col_idx_;
  CudaBuffer columns_;  // col_idx_ on the device
};

}  // namespace

TimeCalibration calibrate(KernelTimer& timer, CUfunction kernel, const MatrixOnDevice& matrix,
                          std::size_t row_length, const float* x) {
  if (matrix.nnz == 0 || matrix.cols == 0 || row_length == 0) return {};
  return Calibration(timer, kernel, matrix, row_length, x).run();
}

}  // namespace rowsort
