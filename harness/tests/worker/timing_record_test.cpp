#include "rowsort/worker/timing_record.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace rowsort {
namespace {

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

TEST(TimingRecord, EverythingButThePairsSurvivesTheWayThroughPlainData) {
  const TimingSamples samples = some_samples();
  const TimingRecord record = to_record(samples);
  EXPECT_EQ(record.pairs, 1u);
  const TimingSamples read = from_record(record);
  EXPECT_EQ(read.before, samples.before);
  ASSERT_EQ(read.references.size(), 2u);
  EXPECT_EQ(read.references[1].name, "cusparse_unsorted");
  EXPECT_EQ(read.references[0].microseconds, samples.references[0].microseconds);
  EXPECT_EQ(read.floor_shape, samples.floor_shape);
  EXPECT_EQ(read.copy_bytes_per_microsecond, 4.1e6);
  EXPECT_EQ(read.cusparse, "12.6.3");
  EXPECT_TRUE(read.cusparse_timed);
  EXPECT_EQ(read.calibration.one_row[0].work, samples.calibration.one_row[0].work);
  EXPECT_EQ(read.calibration.all_rows[0].microseconds, 73);
  EXPECT_EQ(read.calibration.submitted_blocks, 32);
  EXPECT_EQ(read.pairs_seconds, 0.5);
  EXPECT_EQ(read.reference_seconds, 0.25);
  EXPECT_EQ(read.other_processes, 2u);
  EXPECT_EQ(read.other_processes_note, samples.other_processes_note);
}

TEST(TimingRecord, WhatDoesNotFitIsLeftOut) {
  TimingSamples samples = some_samples();
  samples.before.resize(100);
  samples.references.resize(100);
  samples.references[0].microseconds.resize(100);
  const TimingSamples read = from_record(to_record(samples));
  EXPECT_EQ(read.before.size(), kMaxSeriesRuns);
  EXPECT_EQ(read.references.size(), kMaxSeries);
  EXPECT_EQ(read.references[0].microseconds.size(), kMaxSeriesRuns);
}

TEST(TimingRecord, CountsBeyondItsRoomAreRefused) {
  TimingRecord record = to_record(some_samples());
  record.series[0].runs = kMaxSeriesRuns + 1;
  EXPECT_THROW(from_record(record), std::out_of_range);
  record = to_record(some_samples());
  record.before_runs = ~std::uint64_t{0};
  EXPECT_THROW(from_record(record), std::out_of_range);
}

}  // namespace
}  // namespace rowsort
