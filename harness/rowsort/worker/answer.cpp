#include "answer.h"

namespace rowsort {

std::span<const int> read_order(std::span<std::byte> memory, const JobHeader& reply,
                                std::size_t offset) {
  return job_part<const int>(memory, offset, reply.order_size);
}

CsrView read_rebuilt(std::span<std::byte> memory, const JobHeader& reply, std::size_t offset) {
  std::size_t end = align_part(offset + read_order(memory, reply, offset).size_bytes());
  const auto row_ptr = job_part<const int>(memory, end, reply.rebuilt_row_ptr_size);
  end = align_part(end + row_ptr.size_bytes());
  const auto col_idx = job_part<const int>(memory, end, reply.rebuilt_col_idx_size);
  end = align_part(end + col_idx.size_bytes());
  const auto val = job_part<const float>(memory, end, reply.rebuilt_val_size);
  return {reply.rebuilt_cols, row_ptr, col_idx, val};
}

}  // namespace rowsort
