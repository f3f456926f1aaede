#include "timing.h"

#include <algorithm>

namespace rowsort {

const std::vector<float>* find_series(const TimingSamples& samples, std::string_view name) {
  const auto series = std::find_if(samples.references.begin(), samples.references.end(),
                                   [&](const TimedSeries& one) { return one.name == name; });
  return series == samples.references.end() ? nullptr : &series->microseconds;
}

std::size_t spmv_bytes(std::size_t rows, std::size_t cols, std::size_t nnz) {
  return sizeof(float) * (rows + 1 + 2 * nnz + cols + rows);
}

}  // namespace rowsort
