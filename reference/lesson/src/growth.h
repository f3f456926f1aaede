#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "study.h"

namespace rowsort::lesson {

/// Sizes of --rows: powers of two.
inline constexpr std::size_t kFewestRows = std::size_t{1} << 10;
inline constexpr std::size_t kMostRows = std::size_t{1} << 24;

/// Row counts from `from` to `to`, each four times the one before; the last one is `to`.
std::vector<std::size_t> growth_sizes(std::size_t from, std::size_t to);

/// The time of one kernel, or of a loop on the CPU, on one matrix size.
struct GrowthPoint {
  std::string matrix;
  std::size_t rows = 0;
  std::size_t nonzeros = 0;
  std::string kernel;
  double microseconds = 0;

  double picoseconds_per_nonzero() const {
    return 1e6 * microseconds / static_cast<double>(nonzeros);
  }
};

/// Times both matrices in each size: on a GPU the floor and the CSR kernels, each verified on all
/// rows; on the CPU device, which cannot time kernels, spmv_reference(). Throws SubmissionError,
/// naming the kernel, for a wrong result.
std::vector<GrowthPoint> measure_growth(const std::vector<std::size_t>& sizes, std::uint64_t seed,
                                        Runner& runner, const StudyOptions& options);

/// A line for each matrix and size, a column for each kernel; a dash where its format was refused.
std::string growth_table(const std::vector<GrowthPoint>& points);

nlohmann::ordered_json to_json(const std::vector<GrowthPoint>& points);

}  // namespace rowsort::lesson
