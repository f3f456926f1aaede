#include "rowsort/worker/wire.h"

#include "rowsort/worker/judge_job.h"

#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace rowsort {
namespace {

constexpr std::size_t kBegin = 64;

// Memory that begins with nothing of interest, as a job's does.
class WireTest : public ::testing::Test {
 protected:
  // What a Reader makes of a value that a Writer has written.
  template <typename T>
  T sent(T value) {
    Writer writer(memory_, kBegin);
    fields(writer, value);
    T read;
    Reader reader(memory_.bytes(), kBegin);
    fields(reader, read);
    return read;
  }

  // Leaves 8-byte words where a Writer would write.
  void write(const std::vector<std::uint64_t>& words) {
    std::memcpy(memory_.bytes().data() + kBegin, words.data(), words.size() * sizeof(words[0]));
  }

  Reader reader() { return {memory_.bytes(), kBegin}; }

  SharedMemory memory_ = SharedMemory::create(4096);
};

simt::SiteCounts some_site() {
  simt::SiteCounts site;
  site.file = "row_sort.cu";
  site.line = 57;
  site.kind = simt::AccessKind::kStore;
  site.buffer = "y";
  site.requests = 3;
  site.sectors = 4;
  site.bytes = 5;
  site.widest = 8;
  return site;
}

TimingSamples some_samples() {
  TimingSamples samples;
  samples.before = {{114, 1980}, {115, 1979}};
  samples.pairs = {{{114, 1980}, {93, 1980}}};
  samples.references = {{"floor", {25, 26}}, {"cusparse_unsorted", {36}}};
  samples.floor_shape = {4, 256, 1056};
  samples.copy_bytes_per_microsecond = 4.1e6;
  samples.cusparse = "12.6.3";
  samples.cusparse_timed = true;
  samples.calibration = {3, {{{419, 1257}, 1, 30}}, {{{419, 40'000}, 2, 73}}, 8, 32};
  samples.pairs_seconds = 0.5;
  samples.reference_seconds = 0.25;
  samples.other_processes = 2;
  samples.other_processes_note = "17 (python3), 18 (Xorg)";
  return samples;
}

TEST_F(WireTest, ADeviceArrivesAsItWasSent) {
  const DeviceInfo back = sent(DeviceInfo{DeviceKind::kCuda, "NVIDIA H200", 90, 132,
                                          150'000'000'000, 62'914'560, 13000, 13000});
  EXPECT_EQ(back.kind, DeviceKind::kCuda);
  EXPECT_EQ(back.name, "NVIDIA H200");
  EXPECT_EQ(back.compute_capability, 90);
  EXPECT_EQ(back.multiprocessors, 132);
  EXPECT_EQ(back.memory_bytes, 150'000'000'000u);
  EXPECT_EQ(back.l2_bytes, 62'914'560u);
  EXPECT_EQ(back.driver_version, 13000);
  EXPECT_EQ(back.runtime_version, 13000);
}

TEST_F(WireTest, TimingSamplesArriveAsTheyWereSent) {
  const TimingSamples samples = some_samples();
  const TimingSamples read = sent(samples);
  EXPECT_EQ(read.before, samples.before);
  EXPECT_EQ(read.pairs, samples.pairs);
  ASSERT_EQ(read.references.size(), 2u);
  EXPECT_EQ(read.references[1].name, "cusparse_unsorted");
  EXPECT_EQ(read.references[0].microseconds, samples.references[0].microseconds);
  EXPECT_EQ(read.floor_shape, samples.floor_shape);
  EXPECT_EQ(read.copy_bytes_per_microsecond, 4.1e6);
  EXPECT_EQ(read.cusparse, "12.6.3");
  EXPECT_TRUE(read.cusparse_timed);
  EXPECT_EQ(read.calibration.launch_microseconds, 3);
  EXPECT_EQ(read.calibration.one_row[0].work, samples.calibration.one_row[0].work);
  EXPECT_EQ(read.calibration.all_rows[0].microseconds, 73);
  EXPECT_EQ(read.calibration.unsorted_blocks, 8);
  EXPECT_EQ(read.calibration.submitted_blocks, 32);
  EXPECT_EQ(read.pairs_seconds, 0.5);
  EXPECT_EQ(read.reference_seconds, 0.25);
  EXPECT_EQ(read.other_processes, 2u);
  EXPECT_EQ(read.other_processes_note, samples.other_processes_note);
}

TEST_F(WireTest, TraceCountsArriveAsTheyWereSent) {
  simt::TraceCounts counts;
  counts.sites = {some_site(), {}};
  counts.load_requests.count = 1;
  counts.load_sectors.count = 2;
  counts.store_requests.count = 3;
  counts.store_sectors.count = 4;
  counts.executed_lane_slots = 32;
  const simt::TraceCounts read = sent(counts);
  ASSERT_EQ(read.sites.size(), 2u);
  EXPECT_EQ(read.sites[0].file, "row_sort.cu");
  EXPECT_EQ(read.sites[0].line, 57);
  EXPECT_EQ(read.sites[0].kind, simt::AccessKind::kStore);
  EXPECT_EQ(read.sites[0].buffer, "y");
  EXPECT_EQ(read.sites[0].requests, 3u);
  EXPECT_EQ(read.sites[0].sectors, 4u);
  EXPECT_EQ(read.sites[0].bytes, 5u);
  EXPECT_EQ(read.sites[0].widest, 8u);
  EXPECT_EQ(read.sites[1].file, "");
  EXPECT_EQ(read.load_requests.count, 1u);
  EXPECT_EQ(read.load_sectors.count, 2u);
  EXPECT_EQ(read.store_requests.count, 3u);
  EXPECT_EQ(read.store_sectors.count, 4u);
  EXPECT_EQ(read.executed_lane_slots, 32u);
}

TEST_F(WireTest, CountersArriveAsTheyWereSent) {
  const HardwareCounters counters{1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(sent(counters), counters);
}

TEST_F(WireTest, AWriterCutsWhatIsLongerThanItMayBe) {
  TimingSamples samples = some_samples();
  samples.before.resize(100);
  samples.references.resize(100);
  samples.references[0].microseconds.resize(100);
  samples.cusparse = std::string(10'000, 'x');
  const TimingSamples read = sent(samples);
  EXPECT_EQ(read.before.size(), kMaxSeriesRuns);
  EXPECT_EQ(read.references.size(), kMaxSeries);
  EXPECT_EQ(read.references[0].microseconds.size(), kMaxSeriesRuns);
  EXPECT_EQ(read.cusparse.size(), kMaxNoteBytes);
}

TEST_F(WireTest, AWriterCutsSitesToWhatAReaderAccepts) {
  simt::TraceCounts counts;
  counts.sites.resize(1000);
  counts.sites[0].line = kMaxLine + 1;
  counts.sites[0].requests = kMaxCount + 1;
  const simt::TraceCounts read = sent(counts);
  EXPECT_EQ(read.sites.size(), kMaxSites);
  EXPECT_EQ(read.sites[0].line, kMaxLine);
  EXPECT_EQ(read.sites[0].requests, kMaxCount);
}

TEST_F(WireTest, AViewIsOfTheMemoryItselfAndAligned) {
  const std::vector<int> order = {2, 0, 1};
  Writer writer(memory_, kBegin);
  SortAnswer answer{.seconds = 1, .order = order};
  fields(writer, answer);
  SortAnswer read;
  Reader reader = this->reader();
  fields(reader, read);
  EXPECT_EQ(std::vector<int>(read.order.begin(), read.order.end()), order);
  EXPECT_EQ(static_cast<const void*>(read.order.data()), memory_.bytes().data() + kBegin + 16);
}

TEST_F(WireTest, RefusesSizesBeyondTheMemoryHoweverLarge) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  const std::size_t room = (memory_.bytes().size() - kBegin - 8) / 4;
  std::span<const int> view;
  write({room});
  EXPECT_NO_THROW(reader().view(view));
  EXPECT_EQ(view.size(), room);
  for (const std::uint64_t size : {std::uint64_t{room + 1}, kMost, kMost / 4 + 2, kMost / 2}) {
    write({size});
    EXPECT_THROW(reader().view(view), SubmissionError) << size;
  }
}

TEST_F(WireTest, ReadsNothingBehindTheEnd) {
  std::uint64_t number = 0;
  EXPECT_NO_THROW(Reader(memory_.bytes(), 4088).number(number));
  EXPECT_THROW(Reader(memory_.bytes(), 4096).number(number), SubmissionError);
  EXPECT_THROW(Reader(memory_.bytes(), 4104), SubmissionError);
  std::span<const int> view;
  Reader last(memory_.bytes(), 4088);
  EXPECT_NO_THROW(last.view(view));
  EXPECT_TRUE(view.empty());
}

TEST_F(WireTest, RefusesMoreElementsThanTheirMaximum) {
  std::string text;
  std::vector<float> array;
  std::vector<simt::SiteCounts> list;
  write({5});
  EXPECT_NO_THROW(reader().array(text, 5));
  EXPECT_THROW(reader().array(text, 4), SubmissionError);
  EXPECT_THROW(reader().array(array, 4), SubmissionError);
  EXPECT_THROW(reader().list(list, 4), SubmissionError);
}

TEST_F(WireTest, RefusesANumberOutOfItsRange) {
  int number = 0;
  write({static_cast<std::uint32_t>(-1)});
  EXPECT_THROW(reader().number(number, 0, 10), SubmissionError);
  write({11});
  EXPECT_THROW(reader().number(number, 0, 10), SubmissionError);
  write({10});
  EXPECT_NO_THROW(reader().number(number, 0, 10));
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double seconds = 0;
  for (const double bad : {std::nan(""), kInfinity, -kInfinity, -1.0}) {
    write({std::bit_cast<std::uint64_t>(bad)});
    EXPECT_THROW(reader().number(seconds, 0.0, 60.0), SubmissionError) << bad;
  }
  write({std::bit_cast<std::uint64_t>(kInfinity)});
  EXPECT_THROW(reader().number(seconds), SubmissionError);
}

TEST_F(WireTest, RefusesAFlagOrAnEnumeratorThatDoesNotExist) {
  bool flag = false;
  write({2});
  EXPECT_THROW(reader().flag(flag), SubmissionError);
  simt::AccessKind kind{};
  write({3});
  EXPECT_THROW(reader().enumerator(kind, simt::AccessKind::kAtomic), SubmissionError);
  write({2});
  EXPECT_NO_THROW(reader().enumerator(kind, simt::AccessKind::kAtomic));
  EXPECT_EQ(kind, simt::AccessKind::kAtomic);
}

TEST_F(WireTest, AnAnswerThatIsTooLargeIsTheSubmissionsFault) {
  // Never touched: the size alone is refused.
  const std::span<const int> huge(reinterpret_cast<const int*>(memory_.bytes().data()),
                                  kMaxAnswerBytes / sizeof(int));
  Writer writer(memory_, kBegin);
  try {
    writer.view(huge);
    FAIL() << "wrote more than it may";
  } catch (const SubmissionError& error) {
    EXPECT_EQ(error.kind(), FaultKind::kMalformedAnswer);
    EXPECT_STREQ(error.what(), "returned more than 1,073,741,824 bytes");
  }
}

TEST(JobText, IsCutWhereTheFieldIsFullAndReadWithoutAZero) {
  std::array<char, 4> field{'x', 'x', 'x', 'x'};
  EXPECT_EQ(load_text(field), "xxxx");
  store_text(field, "abcdef");
  EXPECT_EQ(load_text(field), "abc");
  store_text(field, "");
  EXPECT_EQ(load_text(field), "");
}

TEST(JobLayout, ThePartsOfATimedJobFollowOneAnotherAndEndInsideTheMemory) {
  JobHeader header{};
  header.rows = header.cols = 100;
  header.nnz = 1000;
  const KernelLayout matrix = kernel_layout(100, 100, 1000);
  header.input_bytes = TimingInput::bytes(matrix, 3);
  const JobLayout layout(header);
  EXPECT_GE(layout.input, kHeaderBytes + layout.matrix.bytes);
  EXPECT_GE(layout.answer, layout.input + header.input_bytes);
  EXPECT_EQ(layout.input % kBufferAlignment, 0u);
  EXPECT_EQ(layout.answer % kBufferAlignment, 0u);

  SharedMemory memory = SharedMemory::create(layout.answer);
  const TimingInput input(memory.bytes().subspan(layout.input, header.input_bytes), matrix);
  input.terms().rule.max_pairs = 3;
  const auto address = [](const void* pointer) { return static_cast<const std::byte*>(pointer); };
  const std::byte* submitted = input.submitted().bytes().data();
  EXPECT_GE(submitted, address(&input.terms() + 1));
  EXPECT_GE(address(input.order().data()), submitted + matrix.bytes);
  EXPECT_EQ(input.order().size(), 100u);
  EXPECT_GE(address(input.results().data()), address(input.order().data() + 100));
  EXPECT_EQ(input.results().size(), 300u);
  EXPECT_LE(address(input.results().data() + 300), memory.bytes().data() + layout.answer);
  for (const void* part :
       {address(submitted), address(input.order().data()), address(input.results().data())}) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(part) % kBufferAlignment, 0u);
  }
}

}  // namespace
}  // namespace rowsort
