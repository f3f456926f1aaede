/// The worker that the official grader links with one untrusted submission. It runs the submission's
/// code and returns the result. It has no check, no rubric, no expected result and no GPU.

#include "rowsort/device/cpu_device.h"
#include "rowsort/submission.h"
#include "rowsort/worker/worker.h"

int main() {
  return rowsort::run_worker({sort_rows, rebuild, block_size, spmv_sorted, spmv_sorted_traced});
}
