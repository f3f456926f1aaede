/// What a worker process writes as its answer: the sizes of the parts, the order and the rebuilt CSR,
/// up to the point where a kernel's matrix is built from them.

#include "rowsort/checks/order.h"
#include "rowsort/checks/rebuilt_csr.h"
#include "rowsort/worker/answer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <vector>

namespace rowsort {
namespace {

// What a worker says of its answer; an input begins with the five numbers.
constexpr std::array kSizes = {&JobHeader::order_size, &JobHeader::rebuilt_cols,
                               &JobHeader::rebuilt_row_ptr_size, &JobHeader::rebuilt_col_idx_size,
                               &JobHeader::rebuilt_val_size};

// Rows of 1, 3, 0 and 2 nonzeros.
const Csr& matrix() {
  static const Csr csr{4, {0, 1, 4, 4, 6}, {0, 0, 1, 2, 1, 3}, {1, 2, 3, 4, 5, 6}};
  return csr;
}

// The memory of a job, exactly as long as it has to be, so that a byte past its end is found.
class Memory {
 public:
  explicit Memory(std::size_t size)
      : bytes_(static_cast<std::byte*>(::operator new(size, kAlignment)), size) {}
  ~Memory() { ::operator delete(bytes_.data(), kAlignment); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  std::span<std::byte> bytes() const { return bytes_; }

 private:
  static constexpr std::align_val_t kAlignment{kBufferAlignment};
  std::span<std::byte> bytes_;
};

void check(std::span<std::byte> memory, const JobHeader& reply, std::size_t offset) {
  const std::span<const int> order = read_order(memory, reply, offset);
  const bool permutation = !find_order_fault(order, matrix().rows());
  const CsrView rebuilt = read_rebuilt(memory, reply, offset);
  if (!permutation || find_rebuilt_fault(matrix(), order, rebuilt)) return;
  // What has passed both checks is the matrix in that order, whatever the bytes were.
  const Csr wanted = permute_rows(matrix(), order);
  const bool same =
      std::equal(wanted.row_ptr.begin(), wanted.row_ptr.end(), rebuilt.row_ptr.begin(),
                 rebuilt.row_ptr.end()) &&
      std::equal(wanted.val.begin(), wanted.val.end(), rebuilt.val.begin(), rebuilt.val.end());
  if (!same) std::abort();
}

}  // namespace
}  // namespace rowsort

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rowsort;
  JobHeader reply{};
  reply.kind = JobKind::kPrepare;
  reply.rows = matrix().rows();
  reply.cols = matrix().cols;
  reply.nnz = matrix().nnz();
  for (const auto member : kSizes) {
    if (size < sizeof(std::uint64_t)) return 0;
    std::memcpy(&(reply.*member), data, sizeof(std::uint64_t));
    data += sizeof(std::uint64_t);
    size -= sizeof(std::uint64_t);
  }
  const std::size_t offset = JobLayout(reply).answer;
  const Memory memory(offset + size);
  std::memcpy(memory.bytes().data() + offset, data, size);
  try {
    check(memory.bytes(), reply, offset);
  } catch (const std::out_of_range&) {
  }
  return 0;
}
