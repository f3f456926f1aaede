#include "rowsort/grade/report.h"

#include "rowsort/grade/timing.h"
#include "rowsort/matrix/lane_slots.h"
#include "rowsort/text.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>
#include <vector>

namespace rowsort {
namespace {

constexpr std::size_t kBarWidth = 40;
constexpr std::size_t kLabelWidth = 21;

enum class Colour { kNone, kGreen, kRed, kYellow, kBold };

std::string printable(std::string text) {
  // Bytes below 32 and DEL would move the cursor or change colours; C1 controls are two bytes of
  // UTF-8.
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool c1 =
        byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (byte < 32 || byte == 127) text[i] = '?';
    if (c1) text.replace(i, 2, "?");
  }
  return text;
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string right(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

std::string percent(double share) {
  return right(fixed(100 * share, 1), 5) + "%";
}

class Report {
 public:
  Report(const Grade& grade, const ReportStyle& style) : grade_(grade), style_(style) {}

  std::string text() {
    heading();
    if (grade_.device) device();
    if (grade_.matrix.rows > 0) {
      row_lengths();
      lane_slots();
    }
    if (!grade_.checks.empty()) {
      ratios();
      checks();
    }
    result();
    return out_.str();
  }

 private:
  std::string painted(Colour colour, const std::string& text) const {
    if (!style_.colour || colour == Colour::kNone) return text;
    static constexpr const char* codes[] = {"", "32", "31", "33", "1"};
    return std::string("\033[") + codes[static_cast<int>(colour)] + "m" + text + "\033[0m";
  }

  // A label and a sentence, wrapped so that its further lines stand below its first. `tail` is one
  // more word, which is not wrapped within.
  void line(const std::string& label, const std::string& sentence, Colour colour = Colour::kNone,
            const std::string& tail = {}) {
    out_ << painted(colour, padded(label, kLabelWidth));
    std::size_t column = kLabelWidth;
    for (const std::string& word : words_of(printable(sentence), tail)) {
      const bool first = column == kLabelWidth;
      if (!first && column + 1 + word.size() > style_.width) {
        out_ << "\n" << std::string(kLabelWidth, ' ');
        column = kLabelWidth;
      } else if (!first) {
        out_ << ' ';
        ++column;
      }
      out_ << word;
      column += word.size();
    }
    out_ << "\n";
  }

  static std::vector<std::string> words_of(const std::string& sentence, const std::string& tail) {
    std::istringstream stream(sentence);
    std::vector<std::string> words(std::istream_iterator<std::string>(stream), {});
    if (!tail.empty()) words.push_back(tail);
    return words;
  }

  void title(const std::string& text) { out_ << "\n" << painted(Colour::kBold, text) << "\n"; }

  void heading() {
    out_ << painted(Colour::kBold, printable(grade_.submission));
    if (grade_.matrix.rows > 0 || !grade_.checks.empty()) {
      out_ << " on the matrix " << printable(grade_.matrix.name) << ": "
           << counted(grade_.matrix.rows, "row") << ", "
           << counted(grade_.matrix.nonzeros, "nonzero") << ", seed " << grade_.seed;
    }
    out_ << "\n";
  }

  void device() {
    const DeviceInfo& device = *grade_.device;
    const auto units = static_cast<std::uint64_t>(device.multiprocessors);
    const bool cuda = device.kind == DeviceKind::kCuda;
    line("device", cuda ? device.name + ", " + counted(units, "multiprocessor")
                        : "CPU device on " + device.name + ", " + counted(units, "core"));
    if (!grade_.device_note.empty()) line("", "(no GPU: " + grade_.device_note + ")");
    if (grade_.block_size) line("block size", std::to_string(*grade_.block_size));
  }

  void row_lengths() {
    const RowLengthStatistics& lengths = grade_.matrix.row_lengths;
    title("Row lengths: min " + std::to_string(lengths.min) + ", max " +
          std::to_string(lengths.max) + ", mean " + fixed(lengths.mean, 2));
    for (const HistogramBin& bin : lengths.histogram) {
      const double share = static_cast<double>(bin.rows) / static_cast<double>(grade_.matrix.rows);
      const auto bar = static_cast<std::size_t>(std::ceil(share * static_cast<double>(kBarWidth)));
      const std::string range = bin.shortest == bin.longest ? std::to_string(bin.shortest)
                                                            : std::to_string(bin.shortest) + ".." +
                                                                  std::to_string(bin.longest);
      out_ << right(range, kLabelWidth - 2) << "  " << padded(std::string(bar, '#'), kBarWidth)
           << " " << right(grouped(bin.rows), 11) << (bin.rows == 1 ? " row  " : " rows ")
           << percent(share) << "\n";
    }
  }

  void slots_line(const char* label, std::uint64_t slots) {
    out_ << padded(label, kLabelWidth) << right(grouped(slots), 15) << "  "
         << percent(useful_share(grade_.matrix.nonzeros, slots)) << " useful\n";
  }

  void lane_slots() {
    title("Lane-slots, one thread per row");
    slots_line("unsorted", grade_.lane_slots.unsorted);
    if (grade_.lane_slots.submitted) {
      slots_line("your order", *grade_.lane_slots.submitted);
    } else if (find_check(grade_, CheckId::kOrder) != nullptr) {
      line("your order", "not counted, because the check order did not pass");
    }
  }

  void ratios() {
    title("Ratio unsorted / your order");
    const auto& [predicted, measured, claimed, because] = grade_.ratio;
    if (predicted) line("lane-slots", fixed(*predicted, 2) + "x");
    if (measured) {
      line("time", fixed(*measured, 2) + "x measured" + spread());
      if (*measured < 1 && predicted > 1) {
        line("",
             "below 1 is a result, not a mistake: fewer lane-slots, but the long rows now share "
             "fewer "
             "multiprocessors. Which order and block size spread them?");
      }
    } else if (!because.empty()) {
      line("time", "not measured: " + because);
    }
    if (claimed) line("your claim", fixed(*claimed, 2) + "x");
  }

  std::string spread() const {
    const auto side = [&](float TimedPair::*member) {
      std::vector<double> times;
      for (const TimedPair& pair : grade_.timed_pairs)
        times.push_back(static_cast<double>(pair.*member));
      const auto [low, high] = std::minmax_element(times.begin(), times.end());
      return fixed(median(times), 1) + " us (" + fixed(*low, 1) + " to " + fixed(*high, 1) + ")";
    };
    return ": " + side(&TimedPair::unsorted) + " / " + side(&TimedPair::submitted) +
           ", medians of " + counted(grade_.timed_pairs.size(), "run");
  }

  void checks() {
    title("Checks");
    for (const CheckResult& check : grade_.checks) {
      const auto [mark, colour] = mark_of(check);
      const std::string label = std::string(mark) + " " + std::string(check_name(check.id));
      const std::string points = check.max_points > 0 ? "[" + shortest(check.points) + " of " +
                                                            shortest(check.max_points) + "]"
                                                      : "";
      line(padded(label, kLabelWidth - 1) + " ", check.message, colour, points);
    }
  }

  // After the gate nothing fails a submission: what is not there yet is still to be done.
  static std::pair<const char*, Colour> mark_of(const CheckResult& check) {
    if (check.status == CheckStatus::kPass) return {"ok  ", Colour::kGreen};
    if (check.status == CheckStatus::kSkipped) return {"-   ", Colour::kYellow};
    if (check.id > kLastGateCheck) return {"todo", Colour::kYellow};
    return {"FAIL", Colour::kRed};
  }

  void result() {
    out_ << "\n";
    if (grade_.error) {
      const std::string whose = grade_.error->kind == "usage" ? "usage" : "environment";
      line("ERROR", grade_.error->message, Colour::kRed);
      line("", whose == "usage"
                   ? "Nothing was graded."
                   : "This is not the submission's fault: no points are given or lost.");
      return;
    }
    const bool passed = grade_.status == GradeStatus::kPass;
    line(passed ? "PASS" : "FAIL",
         std::string(passed ? "the gate holds" : "look at the first check marked FAIL above") +
             "; score " + shortest(*grade_.score) + " of " + shortest(grade_.max_score),
         passed ? Colour::kGreen : Colour::kRed);
    if (const std::string next = next_step(); !next.empty()) line("next", next);
  }

  std::string next_step() const {
    if (grade_.status != GradeStatus::kPass) return {};
    for (const CheckResult& check : grade_.checks) {
      if (check.status != CheckStatus::kFail) continue;
      if (check.id == CheckId::kLaneSlots) {
        return "sort: sort_rows in row_sort.cu decides which rows share a warp, and "
               "rebuild has to follow it. Predict the lane-slots first.";
      }
      return check.message;
    }
    return {};
  }

  const Grade& grade_;
  const ReportStyle& style_;
  std::ostringstream out_;
};

}  // namespace

std::string report(const Grade& grade, const ReportStyle& style) {
  return Report(grade, style).text();
}

}  // namespace rowsort
