#include "explain.h"

#include "rowsort/matrix/coo.h"
#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/lane_slots.h"
#include "rowsort/matrix/row_lengths.h"
#include "rowsort/report/text_page.h"
#include "rowsort/text.h"

#include <algorithm>
#include <charconv>
#include <istream>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <vector>

namespace rowsort::lesson {
namespace {

std::string as_text(int number) {
  return std::to_string(number);
}
std::string as_text(float number) {
  return shortest(number);
}

template <typename T>
std::vector<std::string> as_texts(const std::vector<T>& elements) {
  std::vector<std::string> texts;
  for (const T element : elements) texts.push_back(as_text(element));
  return texts;
}

// "1, 3"
std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + text;
  return all;
}

std::size_t widest(const std::vector<std::string>& texts, std::size_t at_least) {
  std::size_t width = at_least;
  for (const std::string& text : texts) width = std::max(width, text.size());
  return width;
}

// The numbers of a line, whatever stands between them. Nothing when there is something else in it.
std::optional<std::vector<double>> numbers_in(const std::string& line) {
  std::vector<double> numbers;
  const char* at = line.data();
  const char* const end = at + line.size();
  while (at < end) {
    if (std::string(" \t,;{}[]()\r").find(*at) != std::string::npos) {
      ++at;
      continue;
    }
    double number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc{}) return std::nullopt;
    numbers.push_back(number);
    at = next;
  }
  return numbers;
}

template <typename T>
bool same_numbers(const std::string& line, const std::vector<T>& want) {
  const auto got = numbers_in(line);
  return got && std::equal(got->begin(), got->end(), want.begin(), want.end(),
                           [](double a, T b) { return a == static_cast<double>(b); });
}

// A count, which may be written with or without commas.
bool same_count(std::string line, std::uint64_t want) {
  std::erase_if(line, [](char c) { return c == ',' || c == ' ' || c == '\r'; });
  return line == std::to_string(want);
}

class Explanation {
 public:
  Explanation(const Csr& matrix, std::istream* answers, std::ostream& out)
      : matrix_(matrix), lengths_(row_lengths(matrix)), answers_(answers), out_(out) {}

  void show(const std::string& name) {
    out_ << printable(name) << ": " << counted(matrix_.rows(), "row") << ", "
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
  void dense_picture() {
    out_ << "\nDense: " << grouped(matrix_.rows() * matrix_.cols)
         << " places, a dot for each zero\n";
    const std::size_t width =
        widest(as_texts(matrix_.val), std::to_string(matrix_.cols).size()) + 2;
    out_ << left_aligned("  column", 10);
    for (std::size_t col = 0; col < matrix_.cols; ++col) {
      out_ << right_aligned(std::to_string(col), width);
    }
    out_ << "\n";
    for (std::size_t row = 0; row < matrix_.rows(); ++row) {
      std::vector<std::string> places(matrix_.cols, ".");
      for_each_entry(row, [&](std::size_t e) {
        places[static_cast<std::size_t>(matrix_.col_idx[e])] = as_text(matrix_.val[e]);
      });
      out_ << left_aligned("  row " + std::to_string(row), 10);
      for (const std::string& place : places) out_ << right_aligned(place, width);
      out_ << "\n";
    }
  }

  void coo() {
    const Coo coo = to_coo(matrix_);
    out_ << "\nCOO: row, column and value of each nonzero\n"
         << "  row = [" << joined(as_texts(coo.row)) << "]\n"
         << "  col = [" << joined(as_texts(coo.col)) << "]\n"
         << "  val = [" << joined(as_texts(coo.val)) << "]\n";
  }

  void csr() {
    out_ << "\nCSR: row r owns the entries row_ptr[r] to row_ptr[r + 1] - 1; a bar ends each row\n"
         << "  row_ptr = [" << joined(as_texts(matrix_.row_ptr)) << "]\n";
    std::vector<std::string> entries;
    for (std::size_t e = 0; e < matrix_.nnz(); ++e) entries.push_back(std::to_string(e));
    sliced("entry", entries);
    sliced("col_idx", as_texts(matrix_.col_idx));
    sliced("val", as_texts(matrix_.val));
  }

  // One array, with a bar after each row's slice.
  void sliced(const char* name, const std::vector<std::string>& elements) {
    const std::size_t width = widest(as_texts(matrix_.val), 2) + 1;
    out_ << left_aligned(std::string("  ") + name, 10);
    for (std::size_t row = 0; row < matrix_.rows(); ++row) {
      for_each_entry(row, [&](std::size_t e) { out_ << right_aligned(elements[e], width); });
      out_ << " |";
    }
    out_ << "\n";
  }

  void thread_per_row() {
    const int steps = lengths_.empty() ? 0 : *std::max_element(lengths_.begin(), lengths_.end());
    out_ << "\nOne thread per row: a warp of 32 lanes, "
         << counted(static_cast<std::uint64_t>(steps), "step")
         << "; # has a nonzero to do, . waits\n";
    for (std::size_t lane = 0; lane < lengths_.size(); ++lane) {
      const auto busy = static_cast<std::size_t>(lengths_[lane]);
      lane_line("lane " + std::to_string(lane) + ", row " + std::to_string(lane), busy,
                static_cast<std::size_t>(steps));
    }
    if (lengths_.size() < 32) {
      lane_line("lanes " + std::to_string(lengths_.size()) + "-31, no row", 0,
                static_cast<std::size_t>(steps));
    }
    slots_line(lane_slots_thread_per_row(lengths_));
  }

  void warp_per_row() {
    out_ << "\nOne warp per row: each lane takes every 32nd nonzero of the row\n";
    for (std::size_t row = 0; row < lengths_.size(); ++row) {
      const int one_row[] = {lengths_[row]};
      lane_line("warp " + std::to_string(row) + ", row " + std::to_string(row),
                static_cast<std::size_t>(lengths_[row]), lane_slots_warp_per_row(one_row));
    }
    slots_line(lane_slots_warp_per_row(lengths_));
  }

  void lane_line(const std::string& label, std::size_t busy, std::size_t all) {
    out_ << "  " << left_aligned(label, 20) << std::string(busy, '#')
         << std::string(all - busy, '.') << "\n";
  }

  void slots_line(std::uint64_t slots) {
    out_ << "  " << counted(slots, "lane-slot") << ", " << grouped(matrix_.nnz())
         << " with a nonzero to do: " << fixed(100 * useful_share(matrix_.nnz(), slots), 1)
         << "%\n";
  }

  // Row 3 where it has something in it, as the lesson asks; else the last row that has.
  std::size_t asked_row() const {
    if (lengths_.size() > 3 && lengths_[3] > 0) return 3;
    std::size_t row = lengths_.size() - 1;
    while (lengths_[row] == 0) --row;
    return row;
  }

  void ask_row() {
    const std::size_t row = asked_row();
    std::vector<int> columns;
    std::vector<float> values;
    for_each_entry(row, [&](std::size_t e) {
      columns.push_back(matrix_.col_idx[e]);
      values.push_back(matrix_.val[e]);
    });
    const std::string name = std::to_string(row);
    const std::string slice = "[" + std::to_string(matrix_.row_ptr[row]) + ", " +
                              std::to_string(matrix_.row_ptr[row + 1]) + ")";
    question("Which columns does row " + name + " have, from row_ptr and col_idx?",
             joined(as_texts(columns)), "row " + name + " owns the entries " + slice,
             [&](const std::string& line) { return same_numbers(line, columns); });
    question("And which values?", joined(as_texts(values)), "the same slice of val",
             [&](const std::string& line) { return same_numbers(line, values); });
  }

  void ask_lane_slots() {
    const std::uint64_t slots = lane_slots_thread_per_row(lengths_);
    question("How many lane-slots does one thread per row issue?", grouped(slots),
             "32 lanes for as many steps as the longest row has nonzeros",
             [&](const std::string& line) { return same_count(line, slots); });
  }

  void ask_kernel() {
    const std::uint64_t thread = lane_slots_thread_per_row(lengths_);
    const std::uint64_t warp = lane_slots_warp_per_row(lengths_);
    const std::string answer = thread == warp ? "both" : thread < warp ? "thread" : "warp";
    question("Which kernel issues fewer lane-slots on it: thread, warp, or both the same?", answer,
             grouped(thread) + " with a thread per row, " + grouped(warp) + " with a warp per row",
             [&](const std::string& line) { return line.find(answer) != std::string::npos; });
  }

  template <typename IsRight>
  void question(const std::string& text, const std::string& answer, const std::string& because,
                IsRight is_right) {
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
      out_ << "    no, it is " << answer << ": " << because << "\n";
    }
  }

  template <typename Visit>
  void for_each_entry(std::size_t row, Visit visit) const {
    for (int e = matrix_.row_ptr[row]; e < matrix_.row_ptr[row + 1]; ++e) {
      visit(static_cast<std::size_t>(e));
    }
  }

  const Csr& matrix_;
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
    throw std::invalid_argument(name + " has " + counted(matrix.rows(), "row") + " and " +
                                counted(matrix.cols, "column") +
                                "; a matrix of at most 32 of each fits on a page. For a larger "
                                "one: lesson --matrix " +
                                name);
  }
  Explanation explanation(matrix, answers, out);
  explanation.show(name);
  explanation.ask();
}

}  // namespace rowsort::lesson
