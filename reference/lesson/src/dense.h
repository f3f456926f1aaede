#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

namespace rowsort::lesson {

/// The same product with a dense array and with CSR, in double, on one core of this machine.
struct DenseComparison {
  std::size_t rows = 0;  ///< and columns
  std::size_t nonzeros = 0;
  std::uint64_t dense_bytes = 0;
  std::uint64_t csr_bytes = 0;    ///< 8-byte values, 4-byte indices and offsets
  double dense_microseconds = 0;  ///< median of kDenseRuns
  double csr_microseconds = 0;
};

inline constexpr std::size_t kDenseRows = 10'000;
inline constexpr int kDenseRuns = 5;

/// Times both on a random square matrix of which `nonzeros` places are filled, and compares the two
/// results for equality: inputs are exact, so that the sums are. Throws std::runtime_error when
/// they differ and std::invalid_argument when there are fewer places than nonzeros.
DenseComparison compare_with_dense(std::size_t rows, std::size_t nonzeros, std::uint64_t seed);

std::string describe(const DenseComparison& comparison);
nlohmann::json to_json(const DenseComparison& comparison);

}  // namespace rowsort::lesson
