#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

/// More than 2^31 nonzeros: too many for 32-bit offsets.
namespace rowsort::lesson {

/// Rows of an even matrix that has 2^31 + 512 nonzeros, 16 in each row.
inline constexpr std::size_t kHugeRows = (std::size_t{1} << 27) + 32;
inline constexpr std::size_t kHugeRowLength = 16;

struct HugeKernel {
  std::string name;
  double microseconds = 0;   ///< median of a few runs
  std::size_t bad_rows = 0;  ///< all rows are compared with the CPU
};

struct HugeRun {
  std::size_t rows = 0;
  std::size_t nonzeros = 0;
  std::uint64_t bytes = 0;       ///< of all arrays on the GPU
  std::string refusal;           ///< the error message for this matrix with 32-bit offsets
  long long last_offset_32 = 0;  ///< row_ptr[rows], wrapped to 32 bits
  std::vector<HugeKernel> kernels;
};

/// Builds the matrix on the GPU, multiplies with the kernels that have 64-bit offsets, and compares
/// every row with the CPU. Throws EnvironmentError without a GPU that has enough memory.
HugeRun run_huge(std::size_t rows, std::uint64_t seed,
                 const std::function<void(const std::string&)>& progress);

/// A run without kernels: the size, the refusal and the wrapped offset of an even matrix.
HugeRun huge_shape(std::size_t rows);

/// How many rows of y differ from the product of the even matrix of this seed with exact_vector().
/// Computes each row from the rule of the matrix, on all cores; builds nothing.
std::size_t count_bad_huge_rows(const std::vector<float>& y, std::uint64_t seed);

std::string describe(const HugeRun& run);
nlohmann::ordered_json to_json(const HugeRun& run);

}  // namespace rowsort::lesson
