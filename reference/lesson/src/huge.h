#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

/// Past 2^31 nonzeros, where 32-bit offsets end.
namespace rowsort::lesson {

/// Of an even matrix, 16 nonzeros a row, with 512 nonzeros more than 2^31.
inline constexpr std::size_t kHugeRows = (std::size_t{1} << 27) + 32;
inline constexpr std::size_t kHugeRowLength = 16;

struct HugeKernel {
  std::string name;
  double microseconds = 0;   ///< median of a few runs
  std::size_t bad_rows = 0;  ///< of all rows, compared with the CPU
};

struct HugeRun {
  std::size_t rows = 0;
  std::size_t nonzeros = 0;
  std::uint64_t bytes = 0;  ///< of all arrays on the GPU
  std::string refusal;      ///< of 32-bit offsets, by the check that every matrix here goes through
  long long last_offset_32 = 0;  ///< what row_ptr[rows] would be if it wrapped
  std::vector<HugeKernel> kernels;
};

/// Builds the matrix on the GPU, multiplies with the kernels whose offsets are 64-bit, and compares
/// every row with what the CPU computes from the rule of the matrix, on all cores. Throws
/// EnvironmentError without a GPU that has the memory.
HugeRun run_huge(std::size_t rows, std::uint64_t seed,
                 const std::function<void(const std::string&)>& progress);

/// The refusal and the wrapped offset of an even matrix of so many rows; no kernels yet.
HugeRun huge_shape(std::size_t rows);

/// How many rows of y are not what the even matrix of this seed gives, x being exact_vector(). On
/// all cores; nothing is built.
std::size_t count_bad_huge_rows(const std::vector<float>& y, std::uint64_t seed);

std::string describe(const HugeRun& run);
nlohmann::json to_json(const HugeRun& run);

}  // namespace rowsort::lesson
