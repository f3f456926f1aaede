#pragma once

#include "rowsort/errors.h"

#include <cstddef>
#include <memory>
#include <string>
#include <variant>

/// y = A x by cuSPARSE, to compare kernels with. The library (libcusparse.so) is loaded when the
/// program runs, so that the program also starts without it.
namespace rowsort {

/// A call of cuSPARSE failed. what() names the call and the status.
class CusparseError : public EnvironmentError {
 public:
  using EnvironmentError::EnvironmentError;
};

/// The loaded library and its handle on the current device. Works on the default stream.
class Cusparse {
 public:
  /// Throws EnvironmentError where the library is not installed or older than 12.0, or the harness
  /// was built without its header.
  Cusparse();
  ~Cusparse();

  /// "12.6.3", as cusparseGetProperty gives it.
  std::string version() const;

 private:
  friend class CusparseSpmv;
  struct Library;
  std::unique_ptr<Library> library_;
};

/// A CSR matrix in device memory: rows + 1 offsets from 0, nnz indices and values.
struct CsrOnDevice {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t nnz = 0;
  const int* row_ptr = nullptr;
  const int* col_idx = nullptr;
  const float* val = nullptr;
};

/// A COO matrix in device memory, its nnz entries in row order.
struct CooOnDevice {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t nnz = 0;
  const int* row_idx = nullptr;
  const int* col_idx = nullptr;
  const float* val = nullptr;
};

/// A sliced ELL matrix in device memory. Entry k of lane l of slice s is at slice_ptr[s] +
/// slice_rows * k + l; the column of a place without an entry is -1.
struct SlicedEllOnDevice {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t nnz = 0;
  std::size_t places = 0;  ///< entries and padding
  std::size_t slice_rows = 0;
  const int* slice_ptr = nullptr;  ///< slices + 1 offsets
  const int* col_idx = nullptr;    ///< places columns
  const float* val = nullptr;      ///< places values
};

/// A sparse matrix in device memory, in one of the storage formats. Does not own the memory.
using CusparseMatrix = std::variant<CsrOnDevice, CooOnDevice, SlicedEllOnDevice>;

/// The algorithms of cusparseSpMV, with the values of cusparseSpMVAlg_t.
enum class CusparseAlgorithm {
  kCooAlg1 = 1,       ///< CUSPARSE_SPMV_COO_ALG1
  kCsrAlg1 = 2,       ///< CUSPARSE_SPMV_CSR_ALG1
  kCsrAlg2 = 3,       ///< CUSPARSE_SPMV_CSR_ALG2
  kCooAlg2 = 4,       ///< CUSPARSE_SPMV_COO_ALG2
  kSlicedEllAlg1 = 5  ///< CUSPARSE_SPMV_SELL_ALG1
};

/// y = A x, prepared once (buffer, cusparseSpMV_preprocess) and run many times. The arrays of
/// `matrix`, x (cols floats), y (rows floats) and `cusparse` must outlive it. The preprocessing
/// reads the matrix's structure; values and x may change between runs.
class CusparseSpmv {
 public:
  /// Throws CusparseError and CudaError.
  CusparseSpmv(const Cusparse& cusparse, const CusparseMatrix& matrix, CusparseAlgorithm algorithm,
               const float* x, float* y);
  ~CusparseSpmv();

  /// Starts one product on the default stream. Throws CusparseError.
  void launch() const;

 private:
  struct Product;
  std::unique_ptr<Product> product_;
};

}  // namespace rowsort
