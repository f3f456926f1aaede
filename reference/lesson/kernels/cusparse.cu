/// NVIDIA's library cuSPARSE on three formats, to compare the kernels with. It runs on a GPU only.

#include "kernel.h"

#ifdef ROWSORT_LESSON_METHODS
#include "rowsort/matrix/row_lengths.h"

#include "../src/formats/orders.h"

namespace rowsort::lesson {
namespace {

// The arrays of another method, given to the library instead of a kernel.
Method library_method(const char* id, const char* name, const char* format, const char* arrays_of,
                      CusparseAlgorithm algorithm) {
  return {
      .id = id,
      .name = name,
      .format = format,
      .lane_slots = {},
      .rounds = {},
      .size = [arrays_of](
                  std::span<const int> lengths) { return find_method(arrays_of).size(lengths); },
      .plan =
          [arrays_of, algorithm](const CsrView& matrix, std::uint64_t limit) {
            Plan plan = find_method(arrays_of).plan(matrix, limit);
            plan.launches.clear();
            plan.cusparse = algorithm;
            // The library does not un-permute: y[i] belongs to row i of the slices.
            if (algorithm == CusparseAlgorithm::kSlicedEllAlg1) {
              plan.order = falling_order(row_lengths(matrix));
            }
            return plan;
          }};
}

}  // namespace

std::vector<Method> cusparse_methods() {
  return {
      library_method("cusparse-csr-1", "cuSPARSE CSR, algorithm 1", "CSR", "csr-thread",
                     CusparseAlgorithm::kCsrAlg1),
      library_method("cusparse-csr-2", "cuSPARSE CSR, algorithm 2", "CSR", "csr-thread",
                     CusparseAlgorithm::kCsrAlg2),
      library_method("cusparse-coo-1", "cuSPARSE COO, algorithm 1", "COO", "coo-atomic",
                     CusparseAlgorithm::kCooAlg1),
      library_method("cusparse-coo-2", "cuSPARSE COO, algorithm 2", "COO", "coo-atomic",
                     CusparseAlgorithm::kCooAlg2),
      library_method("cusparse-sliced-ell", "cuSPARSE sliced ELL", "sliced ELL, sorted",
                     "sliced-ell-all", CusparseAlgorithm::kSlicedEllAlg1),
  };
}

}  // namespace rowsort::lesson
#endif
