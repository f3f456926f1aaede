/// What a worker process leaves after each job that runs a submission's code: its header, where the
/// parts of its answer are, and their contents up to the point where somebody uses them.
///
/// An input begins with the job (prepare, run or trace), whether the worker answered, and the five
/// numbers of the header that the worker writes. The rest is the answer; after a run, what the kernel
/// wrote from the beginning of its memory.

#include "rowsort/checks/host_answers.h"
#include "rowsort/worker/worker_process.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

namespace rowsort {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

// Rows of 1, 3, 0 and 2 nonzeros.
const Csr& matrix() {
  static const Csr csr{4, {0, 1, 4, 4, 6}, {0, 0, 1, 2, 1, 3}, {1, 2, 3, 4, 5, 6}};
  return csr;
}

// The memory of an answer, exactly as long as it has to be, so that a byte past its end is found.
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

/// What is left of an input.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  template <typename T>
  T take() {
    T value{};
    const std::size_t length = std::min(size_, sizeof value);
    if (length > 0) std::memcpy(&value, data_, length);
    data_ += length;
    size_ -= length;
    return value;
  }

  void copy_to(std::span<std::byte> bytes) const {
    if (size_ > 0) std::memcpy(bytes.data(), data_, std::min(size_, bytes.size()));
  }

  std::size_t size() const { return size_; }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

void read_prepare(Reader reader) {
  SortAnswer sorted{.max_seconds = 30};
  fields(reader, sorted);
  require(sorted.seconds >= 0 && sorted.seconds <= 30);
  const bool permutation = !find_order_fault(sorted.order, matrix().rows());
  RebuildAnswer answer{.max_seconds = 30};
  fields(reader, answer);
  const CsrView& rebuilt = answer.csr;
  if (!permutation || find_rebuilt_fault(matrix(), sorted.order, rebuilt)) return;
  // What has passed both checks is the matrix in that order, whatever the bytes were.
  const Csr wanted = permute_rows(matrix(), sorted.order);
  require(std::equal(wanted.row_ptr.begin(), wanted.row_ptr.end(), rebuilt.row_ptr.begin(),
                     rebuilt.row_ptr.end()));
  require(std::equal(wanted.val.begin(), wanted.val.end(), rebuilt.val.begin(), rebuilt.val.end()));
}

void read_run(const Input& input) {
  const KernelLayout layout = kernel_layout(matrix().rows(), matrix().cols, matrix().nnz());
  const Memory memory(layout.bytes);
  KernelMemory kernel(memory.bytes(), layout);
  const std::vector<float> x(matrix().cols, 1);
  kernel.fill(matrix(), x);
  require(!find_tampering(kernel, matrix(), x));
  input.copy_to(memory.bytes());
  find_tampering(kernel, matrix(), x);
}

void read_trace(Reader reader) {
  simt::TraceCounts counts;
  fields(reader, counts);
  require(counts.sites.size() <= kMaxSites && counts.executed_lane_slots <= kMaxCount);
  for (const simt::SiteCounts& site : counts.sites) {
    require(site.line >= 0 && site.line <= kMaxLine && site.kind <= simt::AccessKind::kAtomic);
    require(site.file.size() <= kMaxNameBytes && site.buffer.size() <= kMaxNameBytes);
    require(site.requests <= kMaxCount && site.sectors <= kMaxCount && site.bytes <= kMaxCount);
  }
}

void read_reply(Input input) {
  const auto job = static_cast<JobKind>(input.take<std::uint8_t>() % 3);
  const bool answered = input.take<std::uint8_t>() % 2 == 1;
  JobHeader header{};
  header.stage = input.take<JobStage>();
  header.outcome = input.take<JobOutcome>();
  header.fault = input.take<FaultKind>();
  header.crash_signal = input.take<std::int32_t>();
  header.submission_block_size = input.take<std::int32_t>();
  check_reply(header, job, WorkerKind::kSubmission, answered);
  require(header.outcome <= JobOutcome::kSubmissionFault);
  require(header.outcome != JobOutcome::kSubmissionFault || header.fault != FaultKind::kRefused);
  require(fault_name(header.fault) != "unknown");
  require(header.crash_signal >= 0 && header.crash_signal <= 64);

  const Memory memory(input.size());
  input.copy_to(memory.bytes());
  if (job == JobKind::kPrepare) read_prepare({memory.bytes(), 0});
  if (job == JobKind::kRun) read_run(input);
  if (job == JobKind::kTrace) read_trace({memory.bytes(), 0});
}

}  // namespace
}  // namespace rowsort

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    rowsort::read_reply({data, size});
  } catch (const rowsort::SubmissionError& error) {
    if (error.kind() != rowsort::FaultKind::kMalformedAnswer) std::abort();
  }
  return 0;
}
