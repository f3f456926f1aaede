#include "advice.h"

#include "rowsort/matrix/lane_slots.h"
#include "rowsort/text.h"

#include <algorithm>

#include "table.h"

namespace rowsort::lesson {
namespace {

// As in csr_adaptive.cu: longer rows have more nonzeros than a warp has lanes.
constexpr int kLongestShortRow = 32;

double padding_of(const char* method, std::span<const int> lengths, std::uint64_t nonzeros) {
  return padding_share(nonzeros, find_method(method).size(lengths).places);
}

std::uint64_t nonzeros_of_long_rows(std::span<const int> lengths) {
  std::uint64_t nonzeros = 0;
  for (const int length : lengths) {
    if (length > kLongestShortRow) nonzeros += static_cast<std::uint64_t>(length);
  }
  return nonzeros;
}

std::string longest_text(std::span<const int> lengths) {
  return counted(longest_row(lengths), "nonzero");
}

// Why one thread per row is not the answer.
std::string thread_per_row_text(std::span<const int> lengths, std::uint64_t nonzeros) {
  const std::uint64_t slots = lane_slots_thread_per_row(lengths);
  return "One thread per row would issue " + grouped(slots) + " lane-slots; " +
         percent(useful_share(nonzeros, slots)) + " of them would be useful.";
}

// The time of a kernel on an H200, in microseconds.
struct Estimate {
  const char* method;
  double start;
  double bytes_per_microsecond;
  std::uint64_t nonzeros_per_round;  // of the longest row; 0: the row is cut into pieces
  double wait;                       // for each round after the first
};

constexpr Estimate kCoo{"coo-segments", 10, 2.0e6, 0, 0};
constexpr Estimate kAdaptive{"csr-adaptive", 5.5, 3.5e6, 448, 1.5};
constexpr Estimate kRowBlocks{"csr-row-blocks", 7, 3.5e6, 128, 0.4};

double estimated_time(const Estimate& estimate, std::span<const int> lengths) {
  const auto bytes = static_cast<double>(find_method(estimate.method).size(lengths).bytes +
                                         2 * sizeof(float) * lengths.size());
  double waits = 0;
  if (estimate.nonzeros_per_round > 0) {
    const std::uint64_t rounds = rounds_of(longest_row(lengths), estimate.nonzeros_per_round);
    waits = rounds > 1 ? static_cast<double>(rounds - 1) : 0;
  }
  return estimate.start + bytes / estimate.bytes_per_microsecond + estimate.wait * waits;
}

std::string reason_of(const std::string& method, double long_share, std::span<const int> lengths) {
  if (method == kCoo.method) {
    return "The longest row has " + longest_text(lengths) +
           ". In the other kernels everything waits for the warp or block that has it. COO cuts it "
           "into pieces of 32. ";
  }
  if (method == kAdaptive.method) {
    return "Rows of more than 32 nonzeros hold " + percent(long_share) +
           " of the nonzeros, so a warp has enough to do with each of them. The kernel sorts the "
           "rows and gives each short row a thread. ";
  }
  return "The row lengths differ, and rows of up to 32 nonzeros hold " + percent(1 - long_share) +
         " of the nonzeros. Row blocks read neighbouring nonzeros, whatever the row lengths. ";
}

const MethodStudy* study_of(const MatrixStudy& study, const std::string& id) {
  const auto found = std::find_if(study.methods.begin(), study.methods.end(),
                                  [&](const auto& method) { return method.method->id == id; });
  return found == study.methods.end() ? nullptr : &*found;
}

}  // namespace

Advice advise(std::span<const int> lengths) {
  const std::uint64_t nonzeros = nonzeros_of(lengths);
  if (const double padding = padding_of("ell", lengths, nonzeros); padding <= kLittlePadding) {
    return {"ell", "The rows are about equally long: only " + percent(padding) +
                       " of the places in ELL are padding. ELL reads them in order and needs no "
                       "row_ptr."};
  }
  const Method& sliced = find_method("sliced-ell-1024");
  const double sliced_padding = padding_of("sliced-ell-1024", lengths, nonzeros);
  if (sliced_padding <= kLittlePadding && sliced.rounds(lengths) <= kManyRounds) {
    return {"sliced-ell-1024", "With rows sorted in windows of 1,024, only " +
                                   percent(sliced_padding) +
                                   " of the places are padding, and the longest row has only " +
                                   longest_text(lengths) + "."};
  }
  const double long_share = static_cast<double>(nonzeros_of_long_rows(lengths)) /
                            static_cast<double>(std::max<std::uint64_t>(nonzeros, 1));
  const Estimate* best = &kRowBlocks;
  for (const Estimate* other : {&kAdaptive, &kCoo}) {
    if (other == &kAdaptive && long_share < 0.5) continue;
    if (estimated_time(*other, lengths) < estimated_time(*best, lengths)) best = other;
  }
  return {best->method,
          reason_of(best->method, long_share, lengths) + thread_per_row_text(lengths, nonzeros)};
}

ClockVerdict judge_by_clock(const MatrixStudy& study, const Advice& advice) {
  const MethodStudy* advised = study_of(study, advice.method);
  if (advised == nullptr || advised->microseconds.empty()) return {};
  const MethodStudy* own = fastest_method(study, false);
  const double time = median(advised->microseconds);
  const double least = median(own->microseconds);
  const bool agrees = time <= least * (1 + kClockTolerance);
  std::string text =
      std::string("The times ") + (agrees ? "agree" : "disagree") + ": " + fixed(time, 1) + " us";
  text += own == advised ? ", the fastest kernel of the lesson."
                         : "; the fastest kernel of the lesson, " + own->method->name + ", takes " +
                               fixed(least, 1) + " us.";
  const MethodStudy* library = fastest_method(study, true);
  if (library != nullptr && median(library->microseconds) < least) {
    text +=
        " " + library->method->name + " takes " + fixed(median(library->microseconds), 1) + " us.";
  }
  return {agrees, text};
}

std::string advice_text(const MatrixStudy& study, const Advice& advice, const ClockVerdict& clock) {
  const std::vector<int>& lengths = study.test_case->row_lengths;
  Table table({"kernel", "lane-slots", "useful", "load sectors", "store sectors", "rounds"});
  for (const MethodStudy& method : study.methods) {
    if (!method.traffic) continue;
    const Traffic& traffic = *method.traffic;
    table.add({method.method->name, grouped(traffic.lane_slots),
               percent(useful_share(study.nonzeros(), traffic.lane_slots)),
               grouped(traffic.load_sectors), grouped(traffic.store_sectors),
               grouped(method.method->rounds(lengths))});
  }
  return "\nCounted on the CPU device. Rounds: the longest chain of loads in one thread in which each "
         "load waits for the one before\n" +
         table.text() + "\nBest kernel for this matrix: " + find_method(advice.method).name + "\n" +
         advice.reason + "\n" + (clock.sentence.empty() ? "" : clock.sentence + "\n");
}

}  // namespace rowsort::lesson
