/// Built in place of cusparse.cpp where the toolkit has no cusparse.h.

#include "cusparse.h"

namespace rowsort {

struct Cusparse::Library {};
struct CusparseSpmv::Product {};

CusparseError::CusparseError(int status, const std::string& call, const std::string& description)
    : std::runtime_error(call + " failed: " + description), status_(status) {}

Cusparse::Cusparse() {
  throw LibraryMissing("the program was built without cuSPARSE: cusparse.h was not found");
}
Cusparse::~Cusparse() = default;
std::string Cusparse::version() const {
  return {};
}

CusparseMatrix CusparseMatrix::csr(const Cusparse& cusparse, const CsrOnDevice& matrix) {
  return {cusparse, matrix.rows, matrix.cols, nullptr};
}
CusparseMatrix CusparseMatrix::coo(const Cusparse& cusparse, const CooOnDevice& matrix) {
  return {cusparse, matrix.rows, matrix.cols, nullptr};
}
CusparseMatrix CusparseMatrix::sliced_ell(const Cusparse& cusparse,
                                          const SlicedEllOnDevice& matrix) {
  return {cusparse, matrix.rows, matrix.cols, nullptr};
}
CusparseMatrix::CusparseMatrix(CusparseMatrix&& other) noexcept = default;
CusparseMatrix::~CusparseMatrix() = default;

CusparseSpmv::CusparseSpmv(const Cusparse&, const CusparseMatrix&, CusparseAlgorithm, const float*,
                           float*) {}
CusparseSpmv::~CusparseSpmv() = default;
void CusparseSpmv::launch() const {}

}  // namespace rowsort
