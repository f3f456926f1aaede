#include "cusparse.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <cusparse.h>

namespace rowsort {
namespace {

// The library of the header first; then what a package, a pip wheel or another toolkit calls it.
SharedLibrary open_library() {
  const std::string own = "libcusparse.so." + std::to_string(CUSPARSE_VER_MAJOR);
  return {"cuSPARSE",
          {own, "libcusparse.so.13", "libcusparse.so.12", "/usr/local/cuda/lib64/" + own,
           "libcusparse.so"}};
}

}  // namespace

CusparseError::CusparseError(int status, const std::string& call, const std::string& description)
    : std::runtime_error(call + " failed: " + description), status_(status) {}

// The calls that are made, by the names that cuSPARSE has for them.
struct Cusparse::Library {
  SharedLibrary so = open_library();

// A name that is declared cannot stand in parentheses. NOLINTBEGIN(bugprone-macro-parentheses)
#define ROWSORT_CUSPARSE_FUNCTION(name) \
  decltype(::cusparse##name)* name = so.function<decltype(::cusparse##name)>("cusparse" #name)
  // NOLINTEND(bugprone-macro-parentheses)
  ROWSORT_CUSPARSE_FUNCTION(GetErrorString);
  ROWSORT_CUSPARSE_FUNCTION(GetProperty);
  ROWSORT_CUSPARSE_FUNCTION(Create);
  ROWSORT_CUSPARSE_FUNCTION(Destroy);
  ROWSORT_CUSPARSE_FUNCTION(CreateConstCsr);
  ROWSORT_CUSPARSE_FUNCTION(CreateConstCoo);
  ROWSORT_CUSPARSE_FUNCTION(CreateConstSlicedEll);
  ROWSORT_CUSPARSE_FUNCTION(DestroySpMat);
  ROWSORT_CUSPARSE_FUNCTION(CreateConstDnVec);
  ROWSORT_CUSPARSE_FUNCTION(CreateDnVec);
  ROWSORT_CUSPARSE_FUNCTION(DestroyDnVec);
  ROWSORT_CUSPARSE_FUNCTION(SpMV_bufferSize);
  ROWSORT_CUSPARSE_FUNCTION(SpMV_preprocess);
  ROWSORT_CUSPARSE_FUNCTION(SpMV);
#undef ROWSORT_CUSPARSE_FUNCTION

  cusparseHandle_t handle = nullptr;

  void require(cusparseStatus_t status, const char* call) const {
    if (status != CUSPARSE_STATUS_SUCCESS)
      throw CusparseError(status, call, GetErrorString(status));
  }

  int property(libraryPropertyType type) const {
    int value = 0;
    require(GetProperty(type, &value), "cusparseGetProperty");
    return value;
  }
};

Cusparse::Cusparse() : library_(std::make_unique<Library>()) {
  constexpr int kOldest = 12;
  if (library_->property(MAJOR_VERSION) < kOldest) {
    throw LibraryMissing("cuSPARSE is version " + version() + ", 12.0 or later is needed");
  }
  library_->require(library_->Create(&library_->handle), "cusparseCreate");
}

Cusparse::~Cusparse() {
  library_->Destroy(library_->handle);
}

std::string Cusparse::version() const {
  return std::to_string(library_->property(MAJOR_VERSION)) + "." +
         std::to_string(library_->property(MINOR_VERSION)) + "." +
         std::to_string(library_->property(PATCH_LEVEL));
}

// What cusparseConstSpMatDescr_t points to is cuSPARSE's own; the header of this file gives it a
// name that needs no cusparse.h.
static const CusparseMatrix::Descriptor* named(cusparseConstSpMatDescr_t descriptor) {
  return reinterpret_cast<const CusparseMatrix::Descriptor*>(descriptor);
}
static cusparseConstSpMatDescr_t unnamed(const CusparseMatrix::Descriptor* descriptor) {
  return reinterpret_cast<cusparseConstSpMatDescr_t>(descriptor);
}

CusparseMatrix CusparseMatrix::csr(const Cusparse& cusparse, const CsrOnDevice& matrix) {
  const Cusparse::Library& library = cusparse.library();
  cusparseConstSpMatDescr_t descriptor = nullptr;
  library.require(library.CreateConstCsr(&descriptor, static_cast<std::int64_t>(matrix.rows),
                                         static_cast<std::int64_t>(matrix.cols),
                                         static_cast<std::int64_t>(matrix.nnz), matrix.row_ptr,
                                         matrix.col_idx, matrix.val, CUSPARSE_INDEX_32I,
                                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
                  "cusparseCreateConstCsr");
  return {cusparse, matrix.rows, matrix.cols, named(descriptor)};
}

CusparseMatrix CusparseMatrix::coo(const Cusparse& cusparse, const CooOnDevice& matrix) {
  const Cusparse::Library& library = cusparse.library();
  cusparseConstSpMatDescr_t descriptor = nullptr;
  library.require(
      library.CreateConstCoo(&descriptor, static_cast<std::int64_t>(matrix.rows),
                             static_cast<std::int64_t>(matrix.cols),
                             static_cast<std::int64_t>(matrix.nnz), matrix.row_idx, matrix.col_idx,
                             matrix.val, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
      "cusparseCreateConstCoo");
  return {cusparse, matrix.rows, matrix.cols, named(descriptor)};
}

CusparseMatrix CusparseMatrix::sliced_ell(const Cusparse& cusparse,
                                          const SlicedEllOnDevice& matrix) {
  const Cusparse::Library& library = cusparse.library();
  cusparseConstSpMatDescr_t descriptor = nullptr;
  library.require(
      library.CreateConstSlicedEll(
          &descriptor, static_cast<std::int64_t>(matrix.rows),
          static_cast<std::int64_t>(matrix.cols), static_cast<std::int64_t>(matrix.nnz),
          static_cast<std::int64_t>(matrix.places), static_cast<std::int64_t>(matrix.slice_rows),
          matrix.slice_ptr, matrix.col_idx, matrix.val, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
          CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
      "cusparseCreateConstSlicedEll");
  return {cusparse, matrix.rows, matrix.cols, named(descriptor)};
}

CusparseMatrix::CusparseMatrix(CusparseMatrix&& other) noexcept
    : cusparse_(other.cusparse_),
      rows_(other.rows_),
      cols_(other.cols_),
      descriptor_(std::exchange(other.descriptor_, nullptr)) {}

CusparseMatrix::~CusparseMatrix() {
  if (descriptor_ != nullptr) cusparse_->library().DestroySpMat(unnamed(descriptor_));
}

static cusparseSpMVAlg_t cusparse_name(CusparseAlgorithm algorithm) {
  switch (algorithm) {
    case CusparseAlgorithm::kCsrAlg1:
      return CUSPARSE_SPMV_CSR_ALG1;
    case CusparseAlgorithm::kCsrAlg2:
      return CUSPARSE_SPMV_CSR_ALG2;
    case CusparseAlgorithm::kCooAlg1:
      return CUSPARSE_SPMV_COO_ALG1;
    case CusparseAlgorithm::kCooAlg2:
      return CUSPARSE_SPMV_COO_ALG2;
    case CusparseAlgorithm::kSlicedEllAlg1:
      return CUSPARSE_SPMV_SELL_ALG1;
  }
  return CUSPARSE_SPMV_ALG_DEFAULT;
}

struct CusparseSpmv::Product {
  Product(const Cusparse& cusparse, const CusparseMatrix& sparse, CusparseAlgorithm which,
          const float* x_data, float* y_data)
      : library(cusparse.library()),
        matrix(unnamed(sparse.descriptor())),
        algorithm(cusparse_name(which)) {
    library.require(
        library.CreateConstDnVec(&x, static_cast<std::int64_t>(sparse.cols()), x_data, CUDA_R_32F),
        "cusparseCreateConstDnVec");
    library.require(
        library.CreateDnVec(&y, static_cast<std::int64_t>(sparse.rows()), y_data, CUDA_R_32F),
        "cusparseCreateDnVec");
    std::size_t bytes = 0;
    library.require(library.SpMV_bufferSize(library.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one,
                                            matrix, x, &zero, y, CUDA_R_32F, algorithm, &bytes),
                    "cusparseSpMV_bufferSize");
    buffer.emplace(std::max<std::size_t>(bytes, 1));
    library.require(
        library.SpMV_preprocess(library.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, x,
                                &zero, y, CUDA_R_32F, algorithm, buffer->data()),
        "cusparseSpMV_preprocess");
  }

  ~Product() {
    if (x != nullptr) library.DestroyDnVec(x);
    if (y != nullptr) library.DestroyDnVec(y);
  }
  Product(const Product&) = delete;
  Product& operator=(const Product&) = delete;

  const Cusparse::Library& library;
  cusparseConstSpMatDescr_t matrix;
  cusparseSpMVAlg_t algorithm;
  cusparseConstDnVecDescr_t x = nullptr;
  cusparseDnVecDescr_t y = nullptr;
  std::optional<CudaBuffer> buffer;
  float one = 1;
  float zero = 0;
};

CusparseSpmv::CusparseSpmv(const Cusparse& cusparse, const CusparseMatrix& matrix,
                           CusparseAlgorithm algorithm, const float* x, float* y)
    : product_(std::make_unique<Product>(cusparse, matrix, algorithm, x, y)) {}

CusparseSpmv::~CusparseSpmv() = default;

void CusparseSpmv::launch() const {
  const Product& p = *product_;
  p.library.require(
      p.library.SpMV(p.library.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &p.one, p.matrix, p.x,
                     &p.zero, p.y, CUDA_R_32F, p.algorithm, p.buffer->data()),
      "cusparseSpMV");
}

}  // namespace rowsort
