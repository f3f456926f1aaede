#include "cusparse.h"

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

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

  cusparseHandle_t handle = nullptr;

  Library() = default;
  ~Library() {
    if (handle != nullptr) Destroy(handle);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  void require(cusparseStatus_t status, const char* call) const {
    if (status == CUSPARSE_STATUS_SUCCESS) return;
    throw CusparseError(std::string(call) + " failed: " + GetErrorString(status));
  }

  int property(libraryPropertyType type) const {
    int value = 0;
    require(GetProperty(type, &value), "cusparseGetProperty");
    return value;
  }

  cusparseConstSpMatDescr_t descriptor_of(const CsrOnDevice& matrix) const {
    cusparseConstSpMatDescr_t descriptor = nullptr;
    require(CreateConstCsr(&descriptor, wide(matrix.rows), wide(matrix.cols), wide(matrix.nnz),
                           matrix.row_ptr, matrix.col_idx, matrix.val, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
            "cusparseCreateConstCsr");
    return descriptor;
  }

  cusparseConstSpMatDescr_t descriptor_of(const CooOnDevice& matrix) const {
    cusparseConstSpMatDescr_t descriptor = nullptr;
    require(CreateConstCoo(&descriptor, wide(matrix.rows), wide(matrix.cols), wide(matrix.nnz),
                           matrix.row_idx, matrix.col_idx, matrix.val, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
            "cusparseCreateConstCoo");
    return descriptor;
  }

  cusparseConstSpMatDescr_t descriptor_of(const SlicedEllOnDevice& matrix) const {
    cusparseConstSpMatDescr_t descriptor = nullptr;
    require(CreateConstSlicedEll(&descriptor, wide(matrix.rows), wide(matrix.cols),
                                 wide(matrix.nnz), wide(matrix.places), wide(matrix.slice_rows),
                                 matrix.slice_ptr, matrix.col_idx, matrix.val, CUSPARSE_INDEX_32I,
                                 CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
            "cusparseCreateConstSlicedEll");
    return descriptor;
  }
};

Cusparse::Cusparse() : library_(std::make_unique<Library>()) {
  constexpr int kOldest = 12;
  if (library_->property(MAJOR_VERSION) < kOldest) {
    throw EnvironmentError("cuSPARSE is version " + version() + "; 12.0 or later is needed");
  }
  library_->require(library_->Create(&library_->handle), "cusparseCreate");
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

struct CusparseSpmv::Product {
  Product(const Cusparse::Library& cusparse, const CusparseMatrix& sparse, CusparseAlgorithm which,
          const float* x_data, float* y_data)
      : library(cusparse),
        algorithm(static_cast<cusparseSpMVAlg_t>(which)),
        matrix(nullptr, library.DestroySpMat),
        x(nullptr, library.DestroyDnVec),
        y(nullptr, library.DestroyDnVec) {
    std::visit([&](const auto& form) { describe(form, x_data, y_data); }, sparse);
    std::size_t bytes = 0;
    call(library.SpMV_bufferSize, "cusparseSpMV_bufferSize", &bytes);
    buffer.emplace(bytes);
    call(library.SpMV_preprocess, "cusparseSpMV_preprocess", buffer->data());
  }

  template <typename Form>
  void describe(const Form& form, const float* x_data, float* y_data) {
    matrix.reset(library.descriptor_of(form));
    cusparseConstDnVecDescr_t x_vector = nullptr;
    library.require(library.CreateConstDnVec(&x_vector, wide(form.cols), x_data, CUDA_R_32F),
                    "cusparseCreateConstDnVec");
    x.reset(x_vector);
    cusparseDnVecDescr_t y_vector = nullptr;
    library.require(library.CreateDnVec(&y_vector, wide(form.rows), y_data, CUDA_R_32F),
                    "cusparseCreateDnVec");
    y.reset(y_vector);
  }

  // One of the SpMV functions, which differ in their last argument.
  template <typename Function, typename Last>
  void call(Function* function, const char* name, Last last) const {
    library.require(function(library.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix.get(),
                             x.get(), &zero, y.get(), CUDA_R_32F, algorithm, last),
                    name);
  }

  const Cusparse::Library& library;
  cusparseSpMVAlg_t algorithm;
  Owned<std::remove_pointer_t<cusparseConstSpMatDescr_t>> matrix;
  Owned<std::remove_pointer_t<cusparseConstDnVecDescr_t>> x;
  Owned<std::remove_pointer_t<cusparseDnVecDescr_t>> y;
  std::optional<CudaBuffer> buffer;
  float one = 1;
  float zero = 0;
};

CusparseSpmv::CusparseSpmv(const Cusparse& cusparse, const CusparseMatrix& matrix,
                           CusparseAlgorithm algorithm, const float* x, float* y)
    : product_(std::make_unique<Product>(*cusparse.library_, matrix, algorithm, x, y)) {}

void CusparseSpmv::launch() const {
  product_->call(product_->library.SpMV, "cusparseSpMV", product_->buffer->data());
}

}  // namespace rowsort

#else  // the toolkit has no cusparse.h

namespace rowsort {

struct Cusparse::Library {};
struct CusparseSpmv::Product {};

Cusparse::Cusparse() {
  throw EnvironmentError("the program was built without cuSPARSE: cusparse.h was not found");
}

std::string Cusparse::version() const {
  return {};
}

CusparseSpmv::CusparseSpmv(const Cusparse&, const CusparseMatrix&, CusparseAlgorithm, const float*,
                           float*) {}

void CusparseSpmv::launch() const {}

}  // namespace rowsort

#endif

namespace rowsort {

Cusparse::~Cusparse() = default;
CusparseSpmv::~CusparseSpmv() = default;

}  // namespace rowsort
