#include "tables.h"

#include "rowsort/matrix/lane_slots.h"
#include "rowsort/report/text_page.h"
#include "rowsort/text.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "table.h"

namespace rowsort::lesson {
namespace {

constexpr std::size_t kBarWidth = 40;

std::string matrix_name(const MatrixStudy& study) {
  // Of a file its name without the folders.
  return printable(std::filesystem::path(study.test_case->name).filename().string());
}

std::string title(const std::string& text) {
  return "\n" + text + "\n";
}

std::string histogram(const MatrixStudy& study) {
  std::string text = "\nRow lengths, " + matrix_name(study) + "\n";
  const auto rows = static_cast<double>(study.test_case->matrix.rows());
  for (const HistogramBin& bin : study.lengths.histogram) {
    const double share = static_cast<double>(bin.rows) / rows;
    const auto bar = static_cast<std::size_t>(std::ceil(share * static_cast<double>(kBarWidth)));
    std::string range = std::to_string(bin.shortest);
    if (bin.longest != bin.shortest) range += ".." + std::to_string(bin.longest);
    text += right_aligned(range, 14) + "  " + left_aligned(std::string(bar, '#'), kBarWidth) + " " +
            right_aligned(counted(bin.rows, "row"), 15) + right_aligned(percent(share), 8) + "\n";
  }
  return text;
}

std::string outcome_text(const MethodStudy& method) {
  switch (method.outcome) {
    case Outcome::kNotRun:
      return "not run";
    case Outcome::kRight:
      return "right";
    case Outcome::kWrong:
      return "WRONG";
    case Outcome::kRefused:
      return "refused";
    case Outcome::kSkipped:
      return "skipped";
  }
  return {};
}

bool any_times(std::span<const MatrixStudy> studies) {
  return std::any_of(studies.begin(), studies.end(),
                     [](const MatrixStudy& study) { return !study.floor_microseconds.empty(); });
}

bool any_counts(std::span<const MatrixStudy> studies) {
  for (const MatrixStudy& study : studies) {
    for (const MethodStudy& method : study.methods) {
      if (method.traffic) return true;
    }
  }
  return false;
}

// One line of the last table, as many cells as times and counts ask for.
class ResultCells {
 public:
  ResultCells(bool times, bool counts) : times_(times), counts_(counts) {}

  std::vector<std::string> head() const {
    std::vector<std::string> cells = {"matrix", "kernel", "rows"};
    if (counts_) add(cells, {"load requests", "load sectors", "store sectors"});
    if (times_) add(cells, {"time (us)", "min", "max", "GFLOP/s", "GB/s", "x floor"});
    return cells;
  }

  std::vector<std::string> floor(const MatrixStudy& study) const {
    std::vector<std::string> cells = {matrix_name(study), "stream floor", "probe"};
    if (counts_) add(cells, {"", "", ""});
    if (times_) {
      const Csr& matrix = study.test_case->matrix;
      const auto bytes = static_cast<double>(4 * (matrix.rows() + 1) + 8 * matrix.nnz() +
                                             4 * matrix.cols + 4 * matrix.rows());
      add_times(cells, study, study.floor_microseconds, bytes);
    }
    return cells;
  }

  std::vector<std::string> method(const MatrixStudy& study, const MethodStudy& method) const {
    std::vector<std::string> cells = {matrix_name(study), method.method->name,
                                      outcome_text(method)};
    if (counts_ && method.traffic) {
      add(cells, {grouped(method.traffic->load_requests), grouped(method.traffic->load_sectors),
                  grouped(method.traffic->store_sectors)});
    } else if (counts_) {
      add(cells, {"", "", ""});
    }
    if (times_ && !method.microseconds.empty()) {
      add_times(cells, study, method.microseconds, static_cast<double>(model_bytes(study, method)));
    }
    return cells;
  }

 private:
  static void add(std::vector<std::string>& cells, std::vector<std::string> more) {
    cells.insert(cells.end(), more.begin(), more.end());
  }

  static void add_times(std::vector<std::string>& cells, const MatrixStudy& study,
                        const std::vector<double>& microseconds, double bytes) {
    const double time = median_time(microseconds);
    const auto [low, high] = std::minmax_element(microseconds.begin(), microseconds.end());
    const double flops = 2 * static_cast<double>(study.nonzeros());
    add(cells,
        {fixed(time, 1), fixed(*low, 1), fixed(*high, 1), fixed(flops / time / 1e3, 1),
         fixed(bytes / time / 1e3, 0), fixed(time / median_time(study.floor_microseconds), 2)});
  }

  bool times_;
  bool counts_;
};

// What the notes say, each once with the kernels that it is about.
std::string notes(std::span<const MatrixStudy> studies) {
  std::string text;
  for (const MatrixStudy& study : studies) {
    std::map<std::string, std::string> kernels;
    for (const MethodStudy& method : study.methods) {
      if (method.note.empty()) continue;
      std::string& names = kernels[outcome_text(method) + ": " + method.note];
      names += (names.empty() ? "" : "; ") + method.method->name;
    }
    for (const auto& [note, names] : kernels) {
      text += matrix_name(study) + ", " + names + "\n  " + note + "\n";
    }
  }
  return text.empty() ? text : "\n" + text;
}

std::string time_text(const MethodStudy& method) {
  return method.method->name + " " + fixed(median_time(method.microseconds), 1) + " us";
}

}  // namespace

std::string matrices_table(std::span<const MatrixStudy> studies) {
  Table table({"matrix", "rows", "columns", "nonzeros", "min row", "max row", "mean row"});
  std::string histograms;
  for (const MatrixStudy& study : studies) {
    const Csr& matrix = study.test_case->matrix;
    table.add({matrix_name(study), grouped(matrix.rows()), grouped(matrix.cols),
               grouped(matrix.nnz()), std::to_string(study.lengths.min),
               std::to_string(study.lengths.max), fixed(study.lengths.mean, 2)});
    histograms += histogram(study);
  }
  return title("Part 1: the matrices") + table.text() + histograms;
}

std::string memory_table(std::span<const MatrixStudy> studies) {
  Table table({"matrix", "format", "memory", "bytes", "places", "padding", "beta"}, 2);
  for (const MatrixStudy& study : studies) {
    const Csr& matrix = study.test_case->matrix;
    const std::uint64_t dense = dense_bytes(matrix.rows(), matrix.cols);
    const std::uint64_t cells = dense / sizeof(float);
    table.add({matrix_name(study), "dense array", memory_text(dense), grouped(dense),
               grouped(cells), percent(padding_share(matrix.nnz(), cells)), ""});
    std::set<std::string> shown;
    for (const MethodStudy& method : study.methods) {
      if (!shown.insert(method.method->format).second) continue;
      const FormatSize& size = method.size;
      table.add({matrix_name(study), method.method->format, memory_text(size.bytes),
                 grouped(size.bytes), grouped(size.places),
                 percent(padding_share(matrix.nnz(), size.places)),
                 fixed(chunk_occupancy(matrix.nnz(), size.places), 3)});
    }
  }
  return title(
             "Memory of each format; places hold a nonzero or padding, beta = nonzeros / places") +
         table.text();
}

std::string lane_slots_table(std::span<const MatrixStudy> studies) {
  Table table({"matrix", "kernel", "lane-slots", "useful"}, 2);
  for (const MatrixStudy& study : studies) {
    for (const MethodStudy& method : study.methods) {
      if (!method.lane_slots) continue;
      table.add({matrix_name(study), method.method->name, grouped(*method.lane_slots),
                 percent(useful_share(study.nonzeros(), *method.lane_slots))});
    }
  }
  return title("Lane-slots issued, and the share with a nonzero to do (before anything runs)") +
         table.text();
}

std::string results_table(std::span<const MatrixStudy> studies) {
  const bool times = any_times(studies);
  const ResultCells cells(times, any_counts(studies));
  Table table(cells.head(), 3);
  for (const MatrixStudy& study : studies) {
    if (times) table.add(cells.floor(study));
    for (const MethodStudy& method : study.methods) table.add(cells.method(study, method));
  }
  std::string text = title("Part 2: y = A x, every row compared with the CPU") + table.text();
  if (times) {
    text +=
        "\nTimes are medians, L2 emptied before each run. GB/s counts each array of the format, x "
        "and y once:\nmore bytes for padding, none for reading anything twice. The floor reads "
        "row_ptr, col_idx, val and x once,\nwrites y once and multiplies nothing; a format without "
        "row_ptr may beat it.\n";
  }
  return text + notes(studies);
}

std::string verdicts(std::span<const MatrixStudy> studies) {
  std::string text;
  for (const MatrixStudy& study : studies) {
    const MethodStudy* best = fastest_method(study, false);
    if (best == nullptr) continue;
    const double time = median_time(best->microseconds);
    text += matrix_name(study) + ": fastest is " + time_text(*best) + ", " +
            fixed(time / median_time(study.floor_microseconds), 2) + " times the floor";
    if (const MethodStudy* library = fastest_method(study, true)) {
      text += "; cuSPARSE's best is " + time_text(*library) + ", " +
              fixed(median_time(library->microseconds) / time, 2) + " times as long";
    }
    text += ".\n";
  }
  return text.empty() ? text : "\n" + text;
}

std::string device_line(const DeviceInfo& device) {
  const auto units = static_cast<std::uint64_t>(device.multiprocessors);
  if (device.kind == DeviceKind::kCpu) {
    return "CPU device on " + device.name + ", " + counted(units, "core") +
           "; it runs kernels and does not time them";
  }
  const auto version = [](int number) {
    return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
  };
  return device.name + ", compute capability " + fixed(device.compute_capability / 10.0, 1) + ", " +
         counted(units, "multiprocessor") + ", L2 " + memory_text(device.l2_bytes) +
         "; driver for CUDA " + version(device.driver_version) + ", built with " +
         version(device.runtime_version);
}

}  // namespace rowsort::lesson
