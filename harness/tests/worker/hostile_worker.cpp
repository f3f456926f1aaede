/// A worker that breaks the protocol in the way its first argument names.

#include "rowsort/worker/job_server.h"

#include <cstring>
#include <limits>
#include <string_view>

#include <unistd.h>

using namespace rowsort;

namespace {

constexpr std::uint64_t kHuge = std::numeric_limits<std::uint64_t>::max();

// Writes raw words as its answer, in place of what a Writer would write.
class RawAnswer {
 public:
  RawAnswer(SharedMemory& memory) : memory_(memory), end_(JobLayout(job_header(memory)).answer) {}

  template <typename T>
  RawAnswer& put(T value) {
    memory_.grow(end_ + sizeof(std::uint64_t));
    std::memcpy(memory_.bytes().data() + end_, &value, sizeof value);
    end_ += sizeof(std::uint64_t);
    return *this;
  }

 private:
  SharedMemory& memory_;
  std::size_t end_;
};

void claim_done(SharedMemory& memory) {
  job_header(memory).stage = JobStage::kFinished;
  job_header(memory).outcome = JobOutcome::kDone;
  job_header(memory).submission_block_size = 64;
}

// sort_rows took a second and returned an order of `size` elements.
RawAnswer claim_order(SharedMemory& memory, std::uint64_t size, double seconds = 1.0) {
  claim_done(memory);
  return RawAnswer(memory).put(seconds).put(size);
}

// One access site of which only the line is wrong.
void claim_site(SharedMemory& memory, std::int32_t line) {
  claim_done(memory);
  RawAnswer answer(memory);
  answer.put<std::uint64_t>(1).put<std::uint64_t>(0).put(line);
}

void claim_fault(SharedMemory& memory, std::uint32_t kind) {
  JobHeader& header = job_header(memory);
  header.stage = header.kind == JobKind::kPrepare ? JobStage::kSortRows : JobStage::kKernel;
  header.outcome = JobOutcome::kSubmissionFault;
  header.fault = static_cast<FaultKind>(kind);
  header.message.fill('x');
}

void answer(std::string_view how, SharedMemory& memory) {
  JobHeader& header = job_header(memory);
  if (how == "huge-sizes") {
    claim_order(memory, kHuge / 4 + 2);  // * 4 wraps to a small size
  } else if (how == "past-the-end") {
    claim_order(memory, 1'000'000'000);
  } else if (how == "rebuilt-past-the-end") {
    const std::uint64_t none = 0;
    claim_order(memory, 0).put(1.0).put(none).put(none).put(none).put<std::uint64_t>(
        1'000'000'000'000);
  } else if (how == "slower-than-its-limit") {
    claim_order(memory, 0, 1e6);
  } else if (how == "time-is-not-a-number") {
    claim_order(memory, 0, std::numeric_limits<double>::quiet_NaN());
  } else if (how == "no-answer-at-all") {
    claim_done(memory);
  } else if (how == "site-count-huge") {
    claim_done(memory);
    memory.grow(std::size_t{1} << 20);
    RawAnswer(memory).put(kMaxSites + 1);
  } else if (how == "site-line-negative") {
    claim_site(memory, -1);
  } else if (how == "blames-environment") {
    header.stage = JobStage::kSortRows;
    header.outcome = JobOutcome::kEnvironmentFault;
    store_text(header.message, "the machine is to blame");
  } else if (how == "unavailable") {
    header.stage = JobStage::kKernel;
    header.outcome = JobOutcome::kUnavailable;
  } else if (how == "fault-999") {
    claim_fault(memory, 999);
  } else if (how == "fault-refused") {
    claim_fault(memory, static_cast<std::uint32_t>(FaultKind::kRefused));
  } else if (how == "message-without-end") {
    claim_fault(memory, static_cast<std::uint32_t>(FaultKind::kThrew));
  } else if (how == "signal-31337") {
    claim_done(memory);
    header.crash_signal = 31'337;
  } else if (how == "done-but-in-sort-rows") {
    claim_order(memory, 0);
    header.stage = JobStage::kSortRows;
  } else if (how == "undefined-enums") {
    const std::uint32_t nonsense = 0xdeadbeef;
    std::memcpy(&header.stage, &nonsense, sizeof nonsense);
    std::memcpy(&header.outcome, &nonsense, sizeof nonsense);
  }
}

}  // namespace

int main(int, char** argv) {
  const std::string_view how = argv[1];
  SharedMemory memory = SharedMemory::attach(kWorkerMemoryDescriptor);
  char byte = 0;
  if (read(kWorkerChannelDescriptor, &byte, 1) != 1) return 0;
  memory.refresh();
  if (how == "closes-channel") {
    close(kWorkerChannelDescriptor);
    pause();
  }
  answer(how, memory);
  return write(kWorkerChannelDescriptor, &byte, 1) == 1 ? 0 : 1;
}
