#pragma once

#include "rowsort/errors.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

/// y = A x by cuSPARSE, to compare kernels with. The library (libcusparse.so) is loaded when the
/// program runs, so that the program also starts without it.
namespace rowsort {

/// A call of cuSPARSE failed. what() names the call and the status.
class CusparseError : public EnvironmentError {
 public:
  using EnvironmentError::EnvironmentError;
};

/// A sparse matrix in device memory, in the storage format that the algorithm takes. Does not own
/// the memory.
struct MatrixOnDevice {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t nnz = 0;
  const int* row_ptr = nullptr;  ///< CSR: rows + 1 offsets; sliced ELL: slices + 1; COO: nnz rows
  const int* col_idx = nullptr;  ///< -1 where sliced ELL has no entry
  const float* val = nullptr;
  std::size_t places = 0;  ///< of sliced ELL: entries and padding
};

/// The algorithms of cusparseSpMV, with the values of cusparseSpMVAlg_t. Each takes one format: CSR;
/// COO in row order; or sliced ELL, where entry k of lane l of slice s is at row_ptr[s] + 32 k + l.
enum class CusparseAlgorithm {
  kCooAlg1 = 1,       ///< CUSPARSE_SPMV_COO_ALG1
  kCsrAlg1 = 2,       ///< CUSPARSE_SPMV_CSR_ALG1
  kCsrAlg2 = 3,       ///< CUSPARSE_SPMV_CSR_ALG2
  kCooAlg2 = 4,       ///< CUSPARSE_SPMV_COO_ALG2
  kSlicedEllAlg1 = 5  ///< CUSPARSE_SPMV_SELL_ALG1
};

/// The loaded library and its handle on the current device. Works on the default stream.
class Cusparse {
 public:
  /// Throws EnvironmentError where the library is not installed or older than 12.0, or the harness
  /// was built without its header.
  Cusparse();

  /// "12.6.3", as cusparseGetProperty gives it.
  std::string version() const;

  /// Prepares y = A x (buffer, cusparseSpMV_preprocess). Each call of the result starts one product
  /// and may throw CusparseError. The arrays of `matrix`, x (cols floats) and y (rows floats) must
  /// outlive the result. The preprocessing reads the matrix's structure; values and x may change
  /// between products. Throws CusparseError and CudaError.
  std::function<void()> prepare(const MatrixOnDevice& matrix, CusparseAlgorithm algorithm,
                                const float* x, float* y) const;

 private:
  struct Library;
  struct Product;
  std::shared_ptr<Library> library_;
};

}  // namespace rowsort
