#include "huge.h"

#include "rowsort/matrix/csr_view.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/text.h"

#include <atomic>
#include <stdexcept>
#include <thread>

#include "formats/format_size.h"
#include "table.h"

namespace rowsort::lesson {
namespace {

std::string refusal_of(std::size_t rows, std::size_t nonzeros) {
  try {
    require_32_bit_shape(rows, rows, nonzeros);
  } catch (const std::length_error& refusal) {
    return refusal.what();
  }
  return {};
}

float exact_row(std::size_t row, std::uint64_t seed, const std::vector<float>& x) {
  float sum = 0;
  std::size_t col = row;
  for (std::size_t k = 0; k < kHugeRowLength; ++k) {
    sum += exact_value(seed, row * kHugeRowLength + k) * x[col];
    if (++col == x.size()) col = 0;
  }
  return sum;
}

}  // namespace

HugeRun huge_shape(std::size_t rows) {
  HugeRun run;
  run.rows = rows;
  run.nonzeros = rows * kHugeRowLength;
  run.bytes = run.nonzeros * (sizeof(int) + sizeof(float)) + (rows + 1) * sizeof(long long) +
              2 * rows * sizeof(float);
  run.refusal = refusal_of(rows, run.nonzeros);
  run.last_offset_32 = static_cast<std::int32_t>(static_cast<std::uint32_t>(run.nonzeros));
  return run;
}

std::size_t count_bad_huge_rows(const std::vector<float>& y, std::uint64_t seed) {
  const std::vector<float> x = exact_vector(y.size(), seed);
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  std::atomic<std::size_t> bad = 0;
  const auto compare = [&](std::size_t core) {
    std::size_t own = 0;
    for (std::size_t row = core * y.size() / cores; row < (core + 1) * y.size() / cores; ++row) {
      if (y[row] != exact_row(row, seed, x)) ++own;
    }
    bad += own;
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t core = 0; core < cores; ++core) threads.emplace_back(compare, core);
  }
  return bad;
}

std::string describe(const HugeRun& run) {
  Table table({"kernel, 64-bit offsets", "time (us)", "GB/s", "rows"});
  for (const HugeKernel& kernel : run.kernels) {
    table.add({kernel.name, fixed(kernel.microseconds, 0),
               fixed(static_cast<double>(run.bytes) / kernel.microseconds / 1e3, 0),
               kernel.bad_rows == 0 ? "all " + grouped(run.rows) + " right"
                                    : grouped(kernel.bad_rows) + " WRONG"});
  }
  return "\nMore than 2^31 nonzeros: " + grouped(run.rows) + " rows of " +
         std::to_string(kHugeRowLength) + ", " + memory_text(run.bytes) + " on the GPU\n" +
         "32-bit offsets are refused: " + run.refusal + "\n  (without this check row_ptr[" +
         grouped(run.rows) + "] would be " + std::to_string(run.last_offset_32) + ", not " +
         grouped(run.nonzeros) + ")\n" + table.text();
}

nlohmann::ordered_json to_json(const HugeRun& run) {
  nlohmann::ordered_json kernels = nlohmann::ordered_json::array();
  for (const HugeKernel& kernel : run.kernels) {
    kernels.push_back({{"name", kernel.name},
                       {"microseconds", kernel.microseconds},
                       {"bad_rows", kernel.bad_rows}});
  }
  return {{"rows", run.rows},
          {"nonzeros", run.nonzeros},
          {"bytes", run.bytes},
          {"refusal", run.refusal},
          {"last_offset_32", run.last_offset_32},
          {"kernels", kernels}};
}

}  // namespace rowsort::lesson
