#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "study.h"
#include <nlohmann/json.hpp>

namespace rowsort::lesson {

/// Sizes of --rows: powers of two.
inline constexpr std::size_t kFewestRows = std::size_t{1} << 10;
inline constexpr std::size_t kMostRows = std::size_t{1} << 24;

/// Row counts from `from` to `to`, each four times the one before, the last one `to`.
std::vector<std::size_t> growth_sizes(std::size_t from, std::size_t to);

/// The time per nonzero of one kernel, or of the CPU's own loop, on one matrix size.
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

/// Both matrices in each size. On a GPU the floor and the CSR kernels, each verified on all rows;
/// on the CPU device, which times no kernel, the CPU's own product (spmv_reference). Throws
/// std::runtime_error naming the kernel that was wrong.
std::vector<GrowthPoint> measure_growth(const std::vector<std::size_t>& sizes, std::uint64_t seed,
                                        Runner& runner, const StudyOptions& options);

/// A table with a line for each matrix and size and a column for each kernel; a dash where a
/// kernel's format was refused.
std::string growth_table(const std::vector<GrowthPoint>& points);

nlohmann::json to_json(const std::vector<GrowthPoint>& points);

}  // namespace rowsort::lesson
