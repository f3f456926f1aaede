#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "cuda_memory.h"
#include "shared_library.h"

/// y = A x by cuSPARSE, to compare kernels with. The library is loaded when the program runs
/// (libcusparse.so), so that it starts where there is none.
namespace rowsort {

/// A call of cuSPARSE failed. what() names the call and the status.
class CusparseError : public std::runtime_error {
 public:
  CusparseError(int status, const std::string& call, const std::string& description);
  int status() const { return status_; }  ///< a cusparseStatus_t

 private:
  int status_;
};

/// The loaded library and its handle on the current device. Works on the default stream.
class Cusparse {
 public:
  /// Throws LibraryMissing where it is not installed, older than 12.0, or the harness was built
  /// without its header; CusparseError.
  Cusparse();
  ~Cusparse();
  Cusparse(const Cusparse&) = delete;
  Cusparse& operator=(const Cusparse&) = delete;

  /// "12.6.3", as cusparseGetProperty gives it.
  std::string version() const;

  struct Library;
  const Library& library() const { return *library_; }

 private:
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

/// A sliced ELL matrix in device memory: entry k of lane l of slice s is at place slice_ptr[s] +
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

/// cuSPARSE's description of a sparse matrix in device memory, which it does not own. Each storage
/// format has a function that makes one.
class CusparseMatrix {
 public:
  /// Throws CusparseError.
  static CusparseMatrix csr(const Cusparse& cusparse, const CsrOnDevice& matrix);
  static CusparseMatrix coo(const Cusparse& cusparse, const CooOnDevice& matrix);
  static CusparseMatrix sliced_ell(const Cusparse& cusparse, const SlicedEllOnDevice& matrix);

  CusparseMatrix(CusparseMatrix&& other) noexcept;
  CusparseMatrix& operator=(CusparseMatrix&&) = delete;
  ~CusparseMatrix();

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }

  struct Descriptor;
  const Descriptor* descriptor() const { return descriptor_; }

 private:
  CusparseMatrix(const Cusparse& cusparse, std::size_t rows, std::size_t cols,
                 const Descriptor* descriptor)
      : cusparse_(&cusparse), rows_(rows), cols_(cols), descriptor_(descriptor) {}

  const Cusparse* cusparse_;
  std::size_t rows_;
  std::size_t cols_;
  const Descriptor* descriptor_;
};

/// The algorithms of cusparseSpMV, with cuSPARSE's names.
enum class CusparseAlgorithm {
  kCsrAlg1,       ///< CUSPARSE_SPMV_CSR_ALG1
  kCsrAlg2,       ///< CUSPARSE_SPMV_CSR_ALG2
  kCooAlg1,       ///< CUSPARSE_SPMV_COO_ALG1
  kCooAlg2,       ///< CUSPARSE_SPMV_COO_ALG2
  kSlicedEllAlg1  ///< CUSPARSE_SPMV_SELL_ALG1
};

/// y = A x, made ready once (buffer, cusparseSpMV_preprocess) and run many times. Matrix, x (cols
/// floats), y (rows floats) and `cusparse` have to outlive it. The preprocessing reads the matrix's
/// structure; values and x may change between runs.
class CusparseSpmv {
 public:
  /// Throws CusparseError and CudaError.
  CusparseSpmv(const Cusparse& cusparse, const CusparseMatrix& matrix, CusparseAlgorithm algorithm,
               const float* x, float* y);
  ~CusparseSpmv();
  CusparseSpmv(const CusparseSpmv&) = delete;
  CusparseSpmv& operator=(const CusparseSpmv&) = delete;

  /// Starts one product on the default stream. Throws CusparseError.
  void launch() const;

 private:
  struct Product;
  std::unique_ptr<Product> product_;
};

}  // namespace rowsort
