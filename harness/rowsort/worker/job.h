#pragma once

#include "rowsort/device/kernel_memory.h"
#include "rowsort/errors.h"
#include "rowsort/matrix/csr_view.h"
#include "rowsort/simt/trace.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "shared_memory.h"
#include "wire.h"

/// What the harness and a worker tell each other, in memory that they share.
///
/// The memory begins with a JobHeader, then come
///
/// - at kHeaderBytes a matrix in a KernelLayout: in kPrepare and kTime the original matrix, in the
///   other jobs the one that the kernel runs on, empty in kProbe;
/// - header.input_bytes of further input, which only kTime has (judge_job.h);
/// - the answer, which the worker writes (wire.h): in kPrepare a SortAnswer and a RebuildAnswer, in
///   kTrace simt::TraceCounts, in the judge's jobs what judge_job.h says. In kRun and kCount the
///   kernel's y is in the matrix's memory.
///
/// The header, the input and the answer start at multiples of kBufferAlignment.
namespace rowsort {

enum class JobKind : std::uint32_t {
  kPrepare,  ///< call sort_rows and rebuild
  kRun,      ///< run the kernel once
  kTrace,    ///< run the kernel once on the CPU device, count and diagnose
  // Jobs of a judge alone, which has the GPU.
  kProbe,  ///< describe the device
  kTime,   ///< time the kernel against the baseline
  kCount   ///< read the hardware counters while the kernel runs
};

/// What a worker was doing last.
enum class JobStage : std::uint32_t { kStarting, kSortRows, kRebuild, kKernel, kFinished };

enum class JobOutcome : std::uint32_t {
  kNone,  ///< the worker has not ended the job
  kDone,
  kSubmissionFault,   ///< message says what the submission did
  kEnvironmentFault,  ///< message says what is wrong with the machine
  kUnavailable        ///< this machine cannot do it, and nobody is at fault; message says why
};

inline constexpr std::size_t kMaxMessageBytes = 4096;

struct JobHeader {
  // Written by the harness.
  JobKind kind;
  std::int32_t block_size;
  std::uint64_t rows;
  std::uint64_t cols;
  std::uint64_t nnz;
  std::uint64_t input_bytes;

  // Written by the worker as it goes, so that it is there however the worker ends.
  JobStage stage;
  JobOutcome outcome;
  FaultKind fault;            ///< with kSubmissionFault
  std::int32_t crash_signal;  ///< that ends the process, or 0; message then says where, or nothing
  std::int32_t submission_block_size;
  std::array<char, kMaxMessageBytes> message;  ///< ends with a zero
};

inline constexpr std::size_t kHeaderBytes = 8192;
static_assert(sizeof(JobHeader) <= kHeaderBytes && kHeaderBytes % kBufferAlignment == 0);

/// Where the next part of a job starts after one that ends at `end`.
constexpr std::size_t next_part(std::size_t end) {
  return (end + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
}

/// Where the parts of a job are, in bytes from the start of the memory.
struct JobLayout {
  explicit JobLayout(const JobHeader& header)
      : matrix(kernel_layout(header.rows, header.cols, header.nnz)),
        input(next_part(kHeaderBytes + matrix.bytes)),
        answer(next_part(input + header.input_bytes)) {}

  /// The matrix and the further input in the job's memory.
  KernelMemory matrix_in(SharedMemory& memory) const {
    return {memory.bytes().subspan(kHeaderBytes), matrix};
  }
  std::span<std::byte> input_in(SharedMemory& memory) const {
    return memory.bytes().subspan(input, answer - input);
  }

  KernelLayout matrix;  ///< relative to kHeaderBytes
  std::size_t input;
  std::size_t answer;
};

inline JobHeader& job_header(SharedMemory& memory) {
  return *reinterpret_cast<JobHeader*>(memory.bytes().data());
}

/// Copies text into a fixed field, cut where the field is full; always ends with a zero.
inline void store_text(std::span<char> field, std::string_view text) {
  const std::size_t length = std::min(text.size(), field.size() - 1);
  std::copy_n(text.begin(), length, field.begin());
  field[length] = '\0';
}

/// The text of a field up to its first zero, or all of it; any byte may be in it.
inline std::string load_text(std::span<const char> field) {
  return {field.begin(), std::find(field.begin(), field.end(), '\0')};
}

/// What sort_rows returned. The elements of the order are unchecked.
struct SortAnswer {
  double seconds = 0;  ///< in sort_rows
  std::span<const int> order{};
  double max_seconds = std::numeric_limits<double>::max();  ///< that a Reader accepts
};

/// What rebuild returned. The elements of its arrays are unchecked.
struct RebuildAnswer {
  double seconds = 0;  ///< in rebuild
  CsrView csr{};
  double max_seconds = std::numeric_limits<double>::max();  ///< that a Reader accepts
};

/// Access sites in an answer; of a kernel with more, those with most requests.
inline constexpr std::size_t kMaxSites = 256;
inline constexpr std::size_t kMaxNameBytes = 256;
inline constexpr int kMaxLine = 1'000'000;
/// Largest count: 2^53, up to which every JSON reader keeps integers.
inline constexpr std::uint64_t kMaxCount = std::uint64_t{1} << 53;

template <typename Wire>
void fields(Wire& wire, SortAnswer& answer) {
  wire.number(answer.seconds, 0.0, answer.max_seconds);
  wire.view(answer.order);
}

template <typename Wire>
void fields(Wire& wire, RebuildAnswer& answer) {
  wire.number(answer.seconds, 0.0, answer.max_seconds);
  wire.number(answer.csr.cols);
  wire.view(answer.csr.row_ptr);
  wire.view(answer.csr.col_idx);
  wire.view(answer.csr.val);
}

template <typename Wire>
void fields(Wire& wire, simt::SiteCounts& site) {
  wire.array(site.file, kMaxNameBytes);
  wire.number(site.line, 0, kMaxLine);
  wire.enumerator(site.kind, simt::AccessKind::kAtomic);
  wire.array(site.buffer, kMaxNameBytes);
  wire.number(site.requests, {}, kMaxCount);
  wire.number(site.sectors, {}, kMaxCount);
  wire.number(site.bytes, {}, kMaxCount);
  wire.number(site.widest, {}, kMaxCount);
}

/// All but `unwritten`.
template <typename Wire>
void fields(Wire& wire, simt::TraceCounts& counts) {
  wire.list(counts.sites, kMaxSites);
  wire.number(counts.load_requests.count, {}, kMaxCount);
  wire.number(counts.load_sectors.count, {}, kMaxCount);
  wire.number(counts.store_requests.count, {}, kMaxCount);
  wire.number(counts.store_sectors.count, {}, kMaxCount);
  wire.number(counts.executed_lane_slots, {}, kMaxCount);
}

}  // namespace rowsort
