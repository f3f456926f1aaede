/// A judge whose GPU is made up: what the first argument names goes wrong, if anything.

#include "rowsort/gpu/judge.h"
#include "rowsort/matrix/exact_inputs.h"

#include <string_view>

using namespace rowsort;

namespace {

class FakeGpu final : public GpuDevice {
 public:
  explicit FakeGpu(std::string_view how) : how_(how) {}

  DeviceInfo info() const override {
    return {DeviceKind::kCuda, "made up", 90, 132, 1, 2, 13000, 13000};
  }

  // y[row] = row, instead of a kernel.
  void run(KernelMemory memory, int block_size) override {
    if (how_ == "kernel-fails") throw SubmissionError(FaultKind::kIllegalAddress, "read at 0");
    if (how_ == "machine-fails") throw EnvironmentError("the GPU fell off the bus");
    for (std::size_t row = 0; row < memory.layout().rows; ++row) {
      memory.y()[row] = static_cast<float>(row) + static_cast<float>(block_size);
    }
  }

  TimingSamples time(const TimingRequest& request) override {
    TimingSamples samples;
    samples.pairs = {{{114, 1980}, {93, 1980}}};
    samples.cusparse = how_;
    samples.other_processes = request.seed;
    std::copy(request.order.begin(), request.order.end(), request.results.begin());
    // The inputs of the last run, as a GPU leaves them.
    leave_inputs(request.unsorted, run_seed(request.seed, 0));
    leave_inputs(request.submitted, run_seed(request.seed, 0));
    return samples;
  }

  HardwareCounters count(KernelMemory, int) override {
    if (how_ == "no-counters") throw CountersUnavailable("nobody may read them");
    return {1, 2, 3, 4, 5, 6, 7};
  }

 private:
  static void leave_inputs(KernelMemory memory, std::uint64_t seed) {
    const KernelLayout& shape = memory.layout();
    const std::vector<float> x = exact_vector(shape.cols, seed);
    const std::vector<float> signs = exact_row_signs(shape.rows, seed);
    Csr matrix{shape.cols,
               {memory.row_ptr(), memory.row_ptr() + shape.rows + 1},
               {memory.col_idx(), memory.col_idx() + shape.nnz},
               {memory.val(), memory.val() + shape.nnz}};
    for (std::size_t row = 0; row < shape.rows; ++row) {
      for (int e = matrix.row_ptr[row]; e < matrix.row_ptr[row + 1]; ++e) {
        matrix.val[static_cast<std::size_t>(e)] *= signs[row];
      }
    }
    memory.fill(matrix, x);
  }

  std::string how_;
};

}  // namespace

int main(int, char** argv) {
  if (std::string_view(argv[1]) == "no-gpu") {
    return run_judge([]() -> std::unique_ptr<GpuDevice> {
      throw EnvironmentError("there is no GPU in this machine");
    });
  }
  return run_judge([&] { return std::make_unique<FakeGpu>(argv[1]); });
}
