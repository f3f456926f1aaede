/// cuSPARSE, NVIDIA's library, on three formats: what kernels are compared with. It has no kernel
/// here and runs on a GPU only.

#include "kernel.h"

#ifdef ROWSORT_LESSON_METHODS
#include "rowsort/matrix/row_lengths.h"

#include "../src/formats/sliced_ell.h"

namespace rowsort::lesson {
namespace {

// The plan of another method, its arrays given to the library in place of a kernel.
Method library_method(const char* id, const char* name, const char* format, const char* format_of,
                      CusparseProduct product) {
  return {
      id,
      name,
      format,
      {},
      {},
      [format_of](std::span<const int> lengths) { return find_method(format_of).size(lengths); },
      [format_of, product](const CsrView& matrix, std::uint64_t limit) {
        Plan plan = find_method(format_of).plan(matrix, limit);
        plan.launches.clear();
        plan.cusparse = product;
        // The library leaves y in the sequence of the slices.
        if (product == CusparseProduct::kSlicedEll) {
          plan.order = sliced_ell_order(row_lengths(matrix), kWholeMatrix);
        }
        return plan;
      }};
}

}  // namespace

std::vector<Method> cusparse_methods() {
  return {
      library_method("cusparse-csr-1", "cuSPARSE CSR, algorithm 1", "CSR", "csr-thread",
                     CusparseProduct::kCsrAlg1),
      library_method("cusparse-csr-2", "cuSPARSE CSR, algorithm 2", "CSR", "csr-thread",
                     CusparseProduct::kCsrAlg2),
      library_method("cusparse-coo-1", "cuSPARSE COO, algorithm 1", "COO", "coo-atomic",
                     CusparseProduct::kCooAlg1),
      library_method("cusparse-coo-2", "cuSPARSE COO, algorithm 2", "COO", "coo-atomic",
                     CusparseProduct::kCooAlg2),
      library_method("cusparse-sliced-ell", "cuSPARSE sliced ELL", "sliced ELL, sorted",
                     "sliced-ell-all", CusparseProduct::kSlicedEll),
  };
}

}  // namespace rowsort::lesson
#endif
