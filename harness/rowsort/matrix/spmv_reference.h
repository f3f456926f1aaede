#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "csr_view.h"

/// What y = A x must be, computed on the CPU, and how far from it a float32 result may be.
namespace rowsort {

/// y = A x in float32, row by row, each summed from its first nonzero to its last.
/// For exact inputs (exact_inputs.h) this is the exact result.
std::vector<float> spmv_reference(const CsrView& matrix, std::span<const float> x);

/// What a result is compared with: got is right in row r when |got - want[r]| <= bound[r].
struct ExpectedRows {
  std::vector<double> want;
  std::vector<double> bound;  ///< empty: every row must be equal to want
};

/// For exact inputs: the float32 reference and no tolerance.
ExpectedRows expect_exact(const CsrView& matrix, std::span<const float> x);

/// For any other matrix: the float64 reference and the bound (len + 1) * 2^-24 * sum |a x| of each
/// row.
///
/// A float32 sum of len rounded products is within gamma_len * sum |a x| of the exact one, where
/// gamma_n = n u / (1 - n u) and u = 2^-24. This holds for any order of summation, with or without
/// fused multiply-add (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section
/// 3.1). (len + 1) u is at least gamma_len while len (len + 1) <= 2^24, so up to len = 4095. Longer
/// rows get gamma_(len + 1). The float64 reference's own error is 2^-29 of that.
ExpectedRows expect_within_bound(const CsrView& matrix, std::span<const float> x);

}  // namespace rowsort
