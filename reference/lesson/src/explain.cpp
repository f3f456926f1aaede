#include "explain.h"

#include "rowsort/errors.h"
#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/lane_slots.h"
#include "rowsort/matrix/row_lengths.h"
#include "rowsort/report/text_page.h"
#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <istream>
#include <numeric>
#include <optional>
#include <ostream>
#include <string_view>
#include <vector>

#include "formats/format_size.h"

namespace rowsort::lesson {
namespace {

std::vector<std::string> as_texts(const auto& numbers) {
  std::vector<std::string> texts;
  for (const auto number : numbers) texts.push_back(shortest(static_cast<float>(number)));
  return texts;
}

// 0, 1, ... count - 1.
std::vector<std::size_t> counting_to(std::size_t count) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

// "1, 3"
std::string listed(const auto& numbers) {
  return joined(as_texts(numbers), ", ");
}

// The numbers of a line, between spaces, commas or brackets; nothing when it has something else.
std::optional<std::vector<double>> numbers_in(std::string_view line) {
  std::vector<double> numbers;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t,;{}[]()\r"), line.size()));
    if (line.empty()) return numbers;
    const auto [next, error] =
        std::from_chars(line.data(), line.data() + line.size(), numbers.emplace_back());
    if (error != std::errc{}) return std::nullopt;
    line.remove_prefix(static_cast<std::size_t>(next - line.data()));
  }
}

bool same_numbers(const std::string& line, const auto& want) {
  return numbers_in(line) == std::vector<double>(want.begin(), want.end());
}

// A count, written with or without commas.
bool same_count(std::string line, std::uint64_t want) {
  std::erase_if(line, [](char c) { return c == ',' || c == ' ' || c == '\r'; });
  return line == std::to_string(want);
}

class Explanation {
 public:
  Explanation(const CsrView& matrix, std::istream* answers, std::ostream& out)
      : matrix_(matrix), lengths_(row_lengths(matrix)), answers_(answers), out_(out) {}

  void show(const std::string& name) {
    out_ << visible_text(name) << ": " << counted(matrix_.rows(), "row") << ", "
         << counted(matrix_.cols, "column") << ", " << counted(matrix_.nnz(), "nonzero") << "\n";
    dense_picture();
    coo();
    csr();
    thread_per_row();
    warp_per_row();
  }

  void ask() {
    out_ << "\nQuestions\n";
    if (matrix_.nnz() > 0) ask_row();
    ask_lane_slots();
    ask_kernel();
    if (asked_ > 0) out_ << "\n" << right_ << " of " << asked_ << " right\n";
  }

 private:
  // The widest value, or more.
  std::size_t width_of_values(std::size_t at_least) const {
    for (const float value : matrix_.val) at_least = std::max(at_least, shortest(value).size());
    return at_least;
  }

  // A label and right-aligned cells.
  void line(const std::string& label, const std::vector<std::string>& cells, std::size_t width) {
    out_ << left_aligned("  " + label, 10);
    for (const std::string& cell : cells) out_ << right_aligned(cell, width);
    out_ << "\n";
  }

  void dense_picture() {
    out_ << "\nDense: " << grouped(matrix_.rows() * matrix_.cols)
         << " places, a dot for each zero\n";
    const std::size_t width = width_of_values(std::to_string(matrix_.cols).size()) + 2;
    line("column", as_texts(counting_to(matrix_.cols)), width);
    for (std::size_t row = 0; row < matrix_.rows(); ++row) {
      std::vector<std::string> places(matrix_.cols, ".");
      for (std::size_t e = matrix_.row_begin(row); e < matrix_.row_end(row); ++e) {
        places[static_cast<std::size_t>(matrix_.col_idx[e])] = shortest(matrix_.val[e]);
      }
      line("row " + std::to_string(row), places, width);
    }
  }

  void coo() {
    const Coo coo = to_coo(matrix_);
    out_ << "\nCOO: row, column and value of each nonzero\n"
         << "  row = [" << listed(coo.row) << "]\n"
         << "  col = [" << listed(coo.col) << "]\n"
         << "  val = [" << listed(coo.val) << "]\n";
  }

  void csr() {
    out_ << "\nCSR: row r has the entries row_ptr[r] to row_ptr[r + 1] - 1; a bar ends each row\n"
         << "  row_ptr = [" << listed(matrix_.row_ptr) << "]\n";
    sliced("entry", as_texts(counting_to(matrix_.nnz())));
    sliced("col_idx", as_texts(matrix_.col_idx));
    sliced("val", as_texts(matrix_.val));
  }

  // One array, with a bar after the slice of each row.
  void sliced(const char* name, const std::vector<std::string>& elements) {
    const std::size_t width = width_of_values(2) + 1;
    out_ << left_aligned(std::string("  ") + name, 10);
    for (std::size_t row = 0; row < matrix_.rows(); ++row) {
      for (std::size_t e = matrix_.row_begin(row); e < matrix_.row_end(row); ++e) {
        out_ << right_aligned(elements[e], width);
      }
      out_ << " |";
    }
    out_ << "\n";
  }

  void thread_per_row() {
    const std::uint64_t steps = longest_row(lengths_);
    out_ << "\nOne thread per row: a warp of 32 lanes makes " << counted(steps, "step")
         << "; # works on a nonzero, . waits\n";
    for (std::size_t lane = 0; lane < lengths_.size(); ++lane) {
      lane_line("lane " + std::to_string(lane) + ", row " + std::to_string(lane), lengths_[lane],
                steps);
    }
    if (lengths_.size() < 32) {
      lane_line("lanes " + std::to_string(lengths_.size()) + "-31, no row", 0, steps);
    }
    slots_line(lane_slots_thread_per_row(lengths_));
  }

  void warp_per_row() {
    out_ << "\nOne warp per row: each lane takes every 32nd nonzero of the row\n";
    for (std::size_t row = 0; row < lengths_.size(); ++row) {
      lane_line("warp " + std::to_string(row) + ", row " + std::to_string(row), lengths_[row],
                lane_slots_warp_per_row(std::span(lengths_).subspan(row, 1)));
    }
    slots_line(lane_slots_warp_per_row(lengths_));
  }

  void lane_line(const std::string& label, int busy, std::uint64_t all) {
    const auto works = static_cast<std::size_t>(busy);
    out_ << "  " << left_aligned(label, 20) << std::string(works, '#')
         << std::string(all - works, '.') << "\n";
  }

  void slots_line(std::uint64_t slots) {
    out_ << "  " << counted(slots, "lane-slot") << ", " << grouped(matrix_.nnz())
         << " with a nonzero: " << percent(useful_share(matrix_.nnz(), slots)) << " useful\n";
  }

  // Row 3, or the last row that has a nonzero.
  std::size_t asked_row() const {
    if (lengths_.size() > 3 && lengths_[3] > 0) return 3;
    std::size_t row = lengths_.size() - 1;
    while (lengths_[row] == 0) --row;
    return row;
  }

  void ask_row() {
    const std::size_t row = asked_row();
    const std::size_t begin = matrix_.row_begin(row);
    const std::size_t end = matrix_.row_end(row);
    const auto columns = matrix_.col_idx.subspan(begin, end - begin);
    const auto values = matrix_.val.subspan(begin, end - begin);
    const std::string name = std::to_string(row);
    const std::string slice = "[" + std::to_string(begin) + ", " + std::to_string(end) + ")";
    question("Which columns does row " + name + " have, from row_ptr and col_idx?", listed(columns),
             "row " + name + " has the entries " + slice,
             [&](const std::string& line) { return same_numbers(line, columns); });
    question("Which values does it have?", listed(values), "the same slice of val",
             [&](const std::string& line) { return same_numbers(line, values); });
  }

  void ask_lane_slots() {
    const std::uint64_t slots = lane_slots_thread_per_row(lengths_);
    question("How many lane-slots does one thread per row issue?", grouped(slots),
             "32 lanes * (nonzeros of the longest row)",
             [&](const std::string& line) { return same_count(line, slots); });
  }

  void ask_kernel() {
    const std::uint64_t thread = lane_slots_thread_per_row(lengths_);
    const std::uint64_t warp = lane_slots_warp_per_row(lengths_);
    const std::string answer = thread == warp ? "both" : thread < warp ? "thread" : "warp";
    question("Which kernel issues fewer lane-slots: thread, warp, or both (the same number)?",
             answer,
             grouped(thread) + " with a thread per row, " + grouped(warp) + " with a warp per row",
             [&](const std::string& line) { return line.find(answer) != std::string::npos; });
  }

  void question(const std::string& text, const std::string& answer, const std::string& because,
                const std::function<bool(const std::string& line)>& is_right) {
    out_ << "  " << text << " " << std::flush;
    std::string line;
    if (answers_ == nullptr || !std::getline(*answers_, line)) {
      if (answers_ != nullptr) out_ << "\n ";
      answers_ = nullptr;
      out_ << " " << answer << " (" << because << ")\n";
      return;
    }
    ++asked_;
    if (is_right(line)) {
      ++right_;
      out_ << "    right: " << because << "\n";
    } else {
      out_ << "    no, the answer is " << answer << ": " << because << "\n";
    }
  }

  CsrView matrix_;
  std::vector<int> lengths_;
  std::istream* answers_;
  std::ostream& out_;
  int asked_ = 0;
  int right_ = 0;
};

}  // namespace

Csr four_by_four() {
  return {4, {0, 2, 3, 4, 6}, {0, 3, 1, 2, 1, 3}, {5, 1, 8, 3, 6, 4}};
}

void explain(const Csr& matrix, const std::string& name, std::istream* answers, std::ostream& out) {
  if (matrix.rows() > kExplainedRows || matrix.cols > kExplainedRows) {
    throw UsageError(
        name + " has " + counted(matrix.rows(), "row") + " and " + counted(matrix.cols, "column") +
        "; explain shows at most 32 of each. For a larger matrix use lesson --matrix " + name);
  }
  Explanation explanation(matrix, answers, out);
  explanation.show(name);
  explanation.ask();
}

}  // namespace rowsort::lesson
