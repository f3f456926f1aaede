#include "plan.h"

#include "rowsort/matrix/csr_view.h"
#include "rowsort/text.h"

#include <algorithm>

#include "formats/format_size.h"

namespace rowsort::lesson {

void require_32_bit_room(const std::string& format, std::size_t rows, std::size_t places) {
  if (std::max(rows, places) <= kMaxNonzeros - kIndexSlack) return;
  throw FormatTooLarge(format + " has " + counted(rows, "row") + " and " +
                       counted(places, "place") + "; the kernels' 32-bit offsets end at 2^31");
}

simt::LaunchShape launch_shape(std::size_t threads, unsigned block_size) {
  return {(threads + block_size - 1) / block_size, block_size};
}

}  // namespace rowsort::lesson
