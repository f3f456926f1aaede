#include "plan.h"

namespace rowsort::lesson {

simt::LaunchShape launch_shape(std::size_t threads, unsigned block_size) {
  return {(threads + block_size - 1) / block_size, block_size};
}

}  // namespace rowsort::lesson
