#include "cusparse.h"

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "cuda_memory.h"
#include "shared_library.h"

#if __has_include(<cusparse.h>)
#include <cusparse.h>

namespace rowsort {
namespace {

// The library of the header first; then the names in a package, a pip wheel or another toolkit.
SharedLibrary open_library() {
  const std::string own = "libcusparse.so." + std::to_string(CUSPARSE_VER_MAJOR);
  return {"cuSPARSE",
          {own, "libcusparse.so.13", "libcusparse.so.12", "/usr/local/cuda/lib64/" + own,
           "libcusparse.so"}};
}

constexpr bool same(CusparseAlgorithm ours, cusparseSpMVAlg_t theirs) {
  return static_cast<int>(ours) == static_cast<int>(theirs);
}
static_assert(same(CusparseAlgorithm::kCooAlg1, CUSPARSE_SPMV_COO_ALG1) &&
              same(CusparseAlgorithm::kCsrAlg1, CUSPARSE_SPMV_CSR_ALG1) &&
              same(CusparseAlgorithm::kCsrAlg2, CUSPARSE_SPMV_CSR_ALG2) &&
              same(CusparseAlgorithm::kCooAlg2, CUSPARSE_SPMV_COO_ALG2) &&
              same(CusparseAlgorithm::kSlicedEllAlg1, CUSPARSE_SPMV_SELL_ALG1));

constexpr std::int64_t kSliceRows = 32;

std::int64_t wide(std::size_t count) {
  return static_cast<std::int64_t>(count);
}

}  // namespace

// The calls that are made, by cuSPARSE's names for them.
struct Cusparse::Library {
  SharedLibrary so = open_library();

// A declared name cannot be in parentheses. NOLINTBEGIN(bugprone-macro-parentheses)
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

  std::unique_ptr<std::remove_pointer_t<cusparseHandle_t>, decltype(Destroy)> handle{nullptr,
                                                                                     Destroy};

  void require(cusparseStatus_t status, const char* call) const {
    if (status == CUSPARSE_STATUS_SUCCESS) return;
    throw CusparseError(std::string(call) + " failed: " + GetErrorString(status));
  }

  int property(libraryPropertyType type) const {
    int value = 0;
    require(GetProperty(type, &value), "cusparseGetProperty");
    return value;
  }

  cusparseConstSpMatDescr_t descriptor_of(const MatrixOnDevice& matrix,
                                          CusparseAlgorithm algorithm) const {
    cusparseConstSpMatDescr_t descriptor = nullptr;
    const std::int64_t rows = wide(matrix.rows);
    const std::int64_t cols = wide(matrix.cols);
    const std::int64_t nnz = wide(matrix.nnz);
    switch (algorithm) {
      case CusparseAlgorithm::kCsrAlg1:
      case CusparseAlgorithm::kCsrAlg2:
        require(CreateConstCsr(&descriptor, rows, cols, nnz, matrix.row_ptr, matrix.col_idx,
                               matrix.val, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                               CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
                "cusparseCreateConstCsr");
        break;
      case CusparseAlgorithm::kCooAlg1:
      case CusparseAlgorithm::kCooAlg2:
        require(
            CreateConstCoo(&descriptor, rows, cols, nnz, matrix.row_ptr, matrix.col_idx, matrix.val,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
            "cusparseCreateConstCoo");
        break;
      case CusparseAlgorithm::kSlicedEllAlg1:
        require(CreateConstSlicedEll(&descriptor, rows, cols, nnz, wide(matrix.places), kSliceRows,
                                     matrix.row_ptr, matrix.col_idx, matrix.val, CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
                "cusparseCreateConstSlicedEll");
        break;
    }
    return descriptor;
  }
};

Cusparse::Cusparse() : library_(std::make_shared<Library>()) {
  constexpr int kOldest = 12;
  if (library_->property(MAJOR_VERSION) < kOldest) {
    throw EnvironmentError("cuSPARSE is version " + version() + "; 12.0 or later is needed");
  }
  cusparseHandle_t handle = nullptr;
  library_->require(library_->Create(&handle), "cusparseCreate");
  library_->handle.reset(handle);
}

std::string Cusparse::version() const {
  return std::to_string(library_->property(MAJOR_VERSION)) + "." +
         std::to_string(library_->property(MINOR_VERSION)) + "." +
         std::to_string(library_->property(PATCH_LEVEL));
}

namespace {

// A descriptor and the function of cuSPARSE that destroys it.
template <typename T>
using Owned = std::unique_ptr<T, cusparseStatus_t (*)(const T*)>;

}  // namespace

struct Cusparse::Product {
  Product(std::shared_ptr<const Library> cusparse, const MatrixOnDevice& sparse,
          CusparseAlgorithm which, const float* x_data, float* y_data)
      : library(std::move(cusparse)),
        algorithm(static_cast<cusparseSpMVAlg_t>(which)),
        matrix(library->descriptor_of(sparse, which), library->DestroySpMat),
        x(nullptr, library->DestroyDnVec),
        y(nullptr, library->DestroyDnVec) {
    cusparseConstDnVecDescr_t x_vector = nullptr;
    library->require(library->CreateConstDnVec(&x_vector, wide(sparse.cols), x_data, CUDA_R_32F),
                     "cusparseCreateConstDnVec");
    x.reset(x_vector);
    cusparseDnVecDescr_t y_vector = nullptr;
    library->require(library->CreateDnVec(&y_vector, wide(sparse.rows), y_data, CUDA_R_32F),
                     "cusparseCreateDnVec");
    y.reset(y_vector);
    std::size_t bytes = 0;
    call(library->SpMV_bufferSize, "cusparseSpMV_bufferSize", &bytes);
    buffer.emplace(bytes);
    call(library->SpMV_preprocess, "cusparseSpMV_preprocess", buffer->data());
  }

  // One of the SpMV functions, which differ in their last argument.
  template <typename Function, typename Last>
  void call(Function* function, const char* name, Last last) const {
    library->require(function(library->handle.get(), CUSPARSE_OPERATION_NON_TRANSPOSE, &one,
                              matrix.get(), x.get(), &zero, y.get(), CUDA_R_32F, algorithm, last),
                     name);
  }

  std::shared_ptr<const Library> library;
  cusparseSpMVAlg_t algorithm;
  Owned<std::remove_pointer_t<cusparseConstSpMatDescr_t>> matrix;
  Owned<std::remove_pointer_t<cusparseConstDnVecDescr_t>> x;
  Owned<std::remove_pointer_t<cusparseDnVecDescr_t>> y;
  std::optional<CudaBuffer> buffer;
  float one = 1;
  float zero = 0;
};

std::function<void()> Cusparse::prepare(const MatrixOnDevice& matrix, CusparseAlgorithm algorithm,
                                        const float* x, float* y) const {
  const auto product = std::make_shared<const Product>(library_, matrix, algorithm, x, y);
  return
      [product] { product->call(product->library->SpMV, "cusparseSpMV", product->buffer->data()); };
}

}  // namespace rowsort

#else  // the toolkit has no cusparse.h

namespace rowsort {

Cusparse::Cusparse() {
  throw EnvironmentError("the program was built without cuSPARSE: cusparse.h was not found");
}

std::string Cusparse::version() const {
  return {};
}

std::function<void()> Cusparse::prepare(const MatrixOnDevice&, CusparseAlgorithm, const float*,
                                        float*) const {
  return {};
}

}  // namespace rowsort

#endif
