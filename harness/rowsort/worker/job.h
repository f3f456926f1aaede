#pragma once

#include "rowsort/device/device.h"
#include "rowsort/device/hardware_counters.h"
#include "rowsort/device/kernel_memory.h"
#include "rowsort/errors.h"
#include "rowsort/simt/trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "shared_memory.h"
#include "timing_record.h"

/// What the harness and a worker process say to each other, in memory that they share.
///
/// The memory begins with a JobHeader. At kHeaderBytes follows, in every job but kProbe, a matrix
/// in a KernelLayout: in kPrepare and kTime as it is, in kRun, kCount and kTrace the one to run on.
/// Behind it stand
///
/// - in kPrepare the answer of the worker: order, then row_ptr, col_idx and val of the rebuilt CSR;
/// - in kTime the matrix in the submitted order, then that order, rows ints, then a TimingRecord,
///   then room for rule.max_pairs TimedPair, then for as many times rows floats of results;
/// - in kTrace kMaxSiteRecords SiteRecord, of which the first site_count are filled in.
///
/// Each part starts at a multiple of kBufferAlignment. What a worker that runs a submission's code
/// wrote is untrusted: job_part() checks offset and size against the memory before anything is
/// read.
namespace rowsort {

enum class JobKind : std::uint32_t {
  kProbe,    ///< describe the device
  kPrepare,  ///< call sort_rows and rebuild
  kRun,      ///< run the kernel once
  kTime,     ///< time the kernel against the baseline
  kCount,    ///< read the hardware's counters while the kernel runs
  kTrace     ///< run the kernel once on the CPU device, count and diagnose
};

/// What a worker was doing last.
enum class JobStage : std::uint32_t { kStarting, kSortRows, kRebuild, kKernel, kFinished };

enum class JobOutcome : std::uint32_t {
  kNone,  ///< the worker has not ended the job
  kDone,
  kSubmissionFault,  ///< message says what the submission did
  kEnvironmentFault  ///< message says what is wrong with the machine
};

inline constexpr std::size_t kMaxMessageBytes = 4096;
inline constexpr std::size_t kMaxNameBytes = 256;

/// DeviceInfo as plain data.
struct DeviceRecord {
  DeviceKind kind;
  std::int32_t compute_capability;
  std::int32_t multiprocessors;
  std::int32_t driver_version;
  std::int32_t runtime_version;
  std::uint64_t memory_bytes;
  std::uint64_t l2_bytes;
  std::array<char, kMaxNameBytes> name;
};

/// simt::SiteCounts as plain data.
struct SiteRecord {
  simt::AccessKind kind;
  std::int32_t line;
  std::uint64_t requests;
  std::uint64_t sectors;
  std::uint64_t bytes;
  std::array<char, kMaxNameBytes> file;
  std::array<char, kMaxNameBytes> buffer;
};

/// Access sites that a traced job passes on; a kernel with more has those with most requests kept.
inline constexpr std::size_t kMaxSiteRecords = 256;

struct JobHeader {
  // What is asked, by the harness.
  JobKind kind;
  std::int32_t block_size;
  std::uint64_t rows;
  std::uint64_t cols;
  std::uint64_t nnz;
  std::uint64_t seed;      ///< time: of the inputs of its runs
  StoppingCriterion rule;  ///< time

  // What is answered, by the worker.
  JobStage stage;
  JobOutcome outcome;
  FaultKind fault;            ///< with kSubmissionFault
  std::int32_t crash_signal;  ///< that ended the process, or 0; message then says where, or nothing
  std::int32_t submission_block_size;
  double sort_seconds;     ///< prepare: in sort_rows
  double rebuild_seconds;  ///< prepare: in rebuild
  std::uint64_t order_size;
  std::uint64_t rebuilt_cols;
  std::uint64_t rebuilt_row_ptr_size;
  std::uint64_t rebuilt_col_idx_size;
  std::uint64_t rebuilt_val_size;
  std::uint64_t site_count;
  std::uint64_t executed_lane_slots;
  std::uint64_t load_requests;
  std::uint64_t load_sectors;
  std::uint64_t store_requests;
  std::uint64_t store_sectors;
  bool counted;  ///< count: counters is filled in; if not, message says why
  HardwareCounters counters;
  DeviceRecord device;
  std::array<char, kMaxMessageBytes> message;
};

inline constexpr std::size_t kHeaderBytes = 8192;
static_assert(sizeof(JobHeader) <= kHeaderBytes && kHeaderBytes % kBufferAlignment == 0);

/// Most timed pairs a job can ask for.
inline constexpr std::size_t kMaxTimedPairs = 1000;

/// Largest answer (order and rebuilt CSR) that a worker passes on.
inline constexpr std::uint64_t kMaxAnswerBytes = std::uint64_t{1} << 30;

/// Where the parts of a job lie.
struct JobLayout {
  explicit JobLayout(const JobHeader& header);

  KernelLayout matrix;        ///< the same for both memories
  std::size_t unsorted = 0;   ///< offset of the matrix as it is
  std::size_t answer = 0;     ///< prepare: offset of the order
  std::size_t submitted = 0;  ///< time: offset of the matrix in the submitted order
  std::size_t order = 0;      ///< time: offset of that order
  std::size_t timing = 0;     ///< time: offset of the TimingRecord
  std::size_t samples = 0;    ///< time: offset of the TimedPairs
  std::size_t results = 0;    ///< time: offset of the results
  std::size_t sites = 0;      ///< trace: offset of the site records
  std::size_t bytes = 0;      ///< of the whole job as asked, without a prepare's answer
};

/// Offset of the next part after one that ends at `end`.
constexpr std::size_t align_part(std::size_t end) {
  return (end + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
}

JobHeader& job_header(SharedMemory& memory);
KernelMemory job_unsorted(SharedMemory& memory, const JobLayout& layout);
KernelMemory job_submitted(SharedMemory& memory, const JobLayout& layout);

/// `count` elements from `offset`. Throws std::out_of_range when they do not lie in the memory,
/// whatever the numbers are.
template <typename T>
std::span<T> job_part(std::span<std::byte> memory, std::uint64_t offset, std::uint64_t count) {
  const std::uint64_t size = memory.size();
  if (offset > size || count > (size - offset) / sizeof(T)) {
    throw std::out_of_range("an answer names bytes outside its memory");
  }
  return {reinterpret_cast<T*>(memory.data() + offset), static_cast<std::size_t>(count)};
}
template <typename T>
std::span<T> job_part(SharedMemory& memory, std::uint64_t offset, std::uint64_t count) {
  return job_part<T>(memory.bytes(), offset, count);
}

/// Copies text into a fixed field, cut where it is full; always ends with a zero.
void store_text(std::span<char> field, std::string_view text);
/// The text of a field up to its first zero, or all of it; any byte may be in it.
std::string load_text(std::span<const char> field);

DeviceRecord to_record(const DeviceInfo& info);
DeviceInfo from_record(const DeviceRecord& record);
SiteRecord to_record(const simt::SiteCounts& site);
simt::SiteCounts from_record(const SiteRecord& record);

}  // namespace rowsort
