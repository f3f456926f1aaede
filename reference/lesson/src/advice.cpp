#include "advice.h"

#include "rowsort/matrix/lane_slots.h"
#include "rowsort/text.h"

#include <algorithm>

#include "table.h"

namespace rowsort::lesson {
namespace {

std::uint64_t rounds(const MatrixStudy& study, const MethodStudy& method) {
  return method.method->rounds(study.exercise->row_lengths);
}

std::uint64_t sectors(const MethodStudy& method) {
  return method.traffic->load_sectors + method.traffic->store_sectors;
}

std::vector<const MethodStudy*> by_cost(const MatrixStudy& study) {
  std::vector<const MethodStudy*> counted;
  for (const MethodStudy& method : study.methods) {
    if (method.outcome == Outcome::kRight && method.traffic) counted.push_back(&method);
  }
  std::stable_sort(counted.begin(), counted.end(), [&](const auto* a, const auto* b) {
    return memory_cost(study, *a) < memory_cost(study, *b);
  });
  return counted;
}

const MethodStudy* thread_per_row(const MatrixStudy& study) {
  const auto found =
      std::find_if(study.methods.begin(), study.methods.end(), [](const MethodStudy& method) {
        return method.method->id == "csr-thread" && method.traffic;
      });
  return found == study.methods.end() ? nullptr : &*found;
}

std::string waits(const MatrixStudy& study, const MethodStudy& method) {
  return counted(rounds(study, method), "round") + " of loads";
}

std::string reason(const MatrixStudy& study, const MethodStudy& best) {
  std::string text = "It touches " + grouped(sectors(best)) + " sectors and waits for " +
                     waits(study, best) + " one after the other at most";
  const MethodStudy* plain = thread_per_row(study);
  if (plain == nullptr) return text + ".";
  if (plain == &best) {
    return text + ": no other format or mapping costs less, so the plain kernel will do.";
  }
  return text + "; one thread per row touches " + grouped(sectors(*plain)) + " and waits for " +
         waits(study, *plain) + ", with " +
         fixed(100 * useful_share(study.nonzeros(), plain->traffic->lane_slots), 1) +
         "% of its lane-slots useful.";
}

const MethodStudy* fastest(const MatrixStudy& study) {
  const MethodStudy* best = nullptr;
  for (const MethodStudy& method : study.methods) {
    if (method.microseconds.empty()) continue;
    if (best == nullptr || median_time(method.microseconds) < median_time(best->microseconds)) {
      best = &method;
    }
  }
  return best;
}

void judge_by_clock(const MatrixStudy& study, Advice& advice) {
  const MethodStudy* quickest = fastest(study);
  if (quickest == nullptr || advice.best->microseconds.empty()) return;
  const double advised = median_time(advice.best->microseconds);
  const double least = median_time(quickest->microseconds);
  const std::string time = fixed(advised, 1) + " us";
  advice.clock_agrees = advised <= least * (1 + kClockTolerance);
  if (quickest == advice.best) {
    advice.clock = "The clock agrees: " + time + ", the fastest of all.";
  } else {
    advice.clock = std::string("The clock ") + (advice.clock_agrees ? "agrees" : "disagrees") +
                   ": " + time + ", the fastest is " + quickest->method->name + " with " +
                   fixed(least, 1) + " us" + (advice.clock_agrees ? ", less than 5% faster." : ".");
  }
}

}  // namespace

std::uint64_t memory_cost(const MatrixStudy& study, const MethodStudy& method) {
  return sectors(method) + rounds(study, method) * kSectorsPerRound;
}

Advice advise(const MatrixStudy& study) {
  Advice advice;
  const std::vector<const MethodStudy*> counted = by_cost(study);
  if (counted.empty()) return advice;
  advice.best = counted.front();
  advice.reason = reason(study, *advice.best);
  judge_by_clock(study, advice);
  return advice;
}

std::string advice_text(const MatrixStudy& study) {
  const Advice advice = advise(study);
  if (advice.best == nullptr) return "\nNo kernel could be counted on this matrix.\n";
  Table table({"kernel", "sectors", "rounds", "cost"});
  for (const MethodStudy* method : by_cost(study)) {
    table.add({method->method->name, grouped(sectors(*method)), grouped(rounds(study, *method)),
               grouped(memory_cost(study, *method))});
  }
  std::string text = "\nWhat each kernel asks of memory, cheapest first (cost = sectors + " +
                     grouped(kSectorsPerRound) + " * rounds)\n" + table.text() +
                     "\nThis matrix wants: " + advice.best->method->name + "\n" + advice.reason +
                     "\n";
  if (!advice.clock.empty()) text += advice.clock + "\n";
  return text;
}

}  // namespace rowsort::lesson
