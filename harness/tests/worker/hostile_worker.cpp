/// A worker that breaks the protocol in the way its first argument names.

#include "rowsort/worker/job.h"
#include "rowsort/worker/worker.h"

#include <cstring>
#include <limits>
#include <string_view>

#include <unistd.h>

using namespace rowsort;

namespace {

void claim_done(JobHeader& header, std::uint64_t order_size) {
  header.stage = JobStage::kFinished;
  header.outcome = JobOutcome::kDone;
  header.submission_block_size = 64;
  header.order_size = order_size;
}

void answer(std::string_view how, JobHeader& header) {
  if (how == "huge-sizes") {
    claim_done(header, std::numeric_limits<std::uint64_t>::max() / 4 + 2);
  } else if (how == "past-the-end") {
    claim_done(header, 1'000'000'000);
  } else if (how == "rebuilt-past-the-end") {
    claim_done(header, 0);
    header.rebuilt_val_size = 1'000'000'000'000;
  } else if (how == "blames-environment") {
    header.stage = JobStage::kSortRows;
    header.outcome = JobOutcome::kEnvironmentFault;
    store_text(header.message, "the machine is to blame");
  } else if (how == "message-without-end") {
    header.stage = JobStage::kSortRows;
    header.outcome = JobOutcome::kSubmissionFault;
    header.message.fill('x');
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
  answer(how, job_header(memory));
  return write(kWorkerChannelDescriptor, &byte, 1) == 1 ? 0 : 1;
}
