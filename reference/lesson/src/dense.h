#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

namespace rowsort::lesson {

/// The same product with a dense array and with CSR, in double, on one core of the CPU.
struct DenseComparison {
  std::size_t rows = 0;  ///< and columns
  std::size_t nonzeros = 0;
  std::uint64_t dense_bytes = 0;
  std::uint64_t csr_bytes = 0;    ///< 8-byte values, 4-byte indices and offsets
  double dense_microseconds = 0;  ///< median
  double csr_microseconds = 0;
};

inline constexpr std::size_t kDenseRows = 10'000;

/// Times both on a random square matrix with this many nonzeros. Compares the two results for
/// equality, since inputs and sums are exact. Throws SubmissionError when they differ and
/// std::invalid_argument for more nonzeros than places.
DenseComparison compare_with_dense(std::size_t rows, std::size_t nonzeros, std::uint64_t seed);

std::string describe(const DenseComparison& comparison);
nlohmann::ordered_json to_json(const DenseComparison& comparison);

}  // namespace rowsort::lesson
