#include "rowsort/worker/job.h"

#include <limits>

#include <gtest/gtest.h>

namespace rowsort {
namespace {

JobHeader header_of(JobKind kind) {
  JobHeader header{};
  header.kind = kind;
  header.rows = 100;
  header.cols = 100;
  header.nnz = 1000;
  header.rule.max_pairs = 3;
  return header;
}

TEST(JobLayout, PartsOfATimedJobFollowOneAnotherAndEndInsideTheMemory) {
  const JobLayout layout(header_of(JobKind::kTime));
  EXPECT_EQ(layout.unsorted, kHeaderBytes);
  EXPECT_GE(layout.submitted, layout.unsorted + layout.matrix.bytes);
  EXPECT_GE(layout.order, layout.submitted + layout.matrix.bytes);
  EXPECT_GE(layout.timing, layout.order + 100 * sizeof(int));
  EXPECT_GE(layout.samples, layout.timing + sizeof(TimingRecord));
  EXPECT_GE(layout.results, layout.samples + 3 * sizeof(TimedPair));
  EXPECT_GE(layout.bytes, layout.results + 3 * 100 * sizeof(float));
  for (const std::size_t part : {layout.unsorted, layout.submitted, layout.order, layout.timing,
                                 layout.samples, layout.results}) {
    EXPECT_EQ(part % kBufferAlignment, 0u);
  }
}

TEST(JobLayout, AProbeNeedsNoMatrix) {
  EXPECT_EQ(JobLayout(header_of(JobKind::kProbe)).bytes, kHeaderBytes);
}

TEST(JobPart, RefusesWhatLiesOutsideTheMemoryHoweverLargeTheNumbers) {
  SharedMemory memory = SharedMemory::create(4096);
  constexpr std::uint64_t kHuge = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(job_part<int>(memory, 4092, 1).size(), 1u);
  EXPECT_EQ(job_part<int>(memory, 4096, 0).size(), 0u);
  EXPECT_THROW(job_part<int>(memory, 4093, 1), std::out_of_range);
  EXPECT_THROW(job_part<int>(memory, 4097, 0), std::out_of_range);
  EXPECT_THROW(job_part<int>(memory, 0, 1025), std::out_of_range);
  EXPECT_THROW(job_part<int>(memory, 0, kHuge), std::out_of_range);
  EXPECT_THROW(job_part<int>(memory, 0, kHuge / 4 + 2),
               std::out_of_range);  // * 4 wraps to a small size
  EXPECT_THROW(job_part<int>(memory, kHuge, kHuge), std::out_of_range);
}

TEST(JobText, IsCutWhereTheFieldIsFullAndReadWithoutAZero) {
  std::array<char, 4> field{'x', 'x', 'x', 'x'};
  EXPECT_EQ(load_text(field), "xxxx");
  store_text(field, "abcdef");
  EXPECT_EQ(load_text(field), "abc");
  store_text(field, "");
  EXPECT_EQ(load_text(field), "");
}

TEST(JobDevice, SurvivesTheWayThroughPlainData) {
  const DeviceInfo info{DeviceKind::kCuda, "NVIDIA H200", 90,    132,
                        150'000'000'000,   62'914'560,    13000, 13000};
  const DeviceInfo back = from_record(to_record(info));
  EXPECT_EQ(back.kind, DeviceKind::kCuda);
  EXPECT_EQ(back.name, "NVIDIA H200");
  EXPECT_EQ(back.compute_capability, 90);
  EXPECT_EQ(back.multiprocessors, 132);
  EXPECT_EQ(back.memory_bytes, 150'000'000'000u);
  EXPECT_EQ(back.l2_bytes, 62'914'560u);
  EXPECT_EQ(back.driver_version, 13000);
  EXPECT_EQ(back.runtime_version, 13000);
}

}  // namespace
}  // namespace rowsort
