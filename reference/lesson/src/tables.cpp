#include "tables.h"

#include "rowsort/matrix/exact_inputs.h"
#include "rowsort/matrix/lane_slots.h"
#include "rowsort/page/wording.h"
#include "rowsort/report/text_page.h"
#include "rowsort/text.h"
#include "rowsort/visible_text.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "formats/csr.h"
#include "table.h"

namespace rowsort::lesson {
namespace {

std::string matrix_name(const MatrixStudy& study) {
  // Of a file its name without the folders.
  return visible_text(std::filesystem::path(study.test_case->name).filename().string());
}

std::string outcome_text(const MethodStudy& method) {
  return method.outcome == Outcome::kWrong ? "WRONG" : outcome_name(method.outcome);
}

// A line of the table of results, for a product in which so many bytes are moved.
std::vector<std::string> result_cells(const MatrixStudy& study, const std::string& name,
                                      const std::string& outcome,
                                      const std::optional<Traffic>& traffic,
                                      const std::vector<double>& microseconds,
                                      std::uint64_t bytes) {
  std::vector<std::string> cells = {matrix_name(study), name, outcome, "", "", ""};
  if (traffic) {
    cells[3] = grouped(traffic->load_requests);
    cells[4] = grouped(traffic->load_sectors);
    cells[5] = grouped(traffic->store_sectors);
  }
  if (microseconds.empty()) return cells;
  const double time = median(microseconds);
  const auto [low, high] = std::minmax_element(microseconds.begin(), microseconds.end());
  const double flops = 2 * static_cast<double>(study.nonzeros());
  cells.insert(cells.end(),
               {fixed(time, 1), fixed(*low, 1), fixed(*high, 1), fixed(flops / time / 1e3, 1),
                fixed(static_cast<double>(bytes) / time / 1e3, 0),
                fixed(time / median(study.floor_microseconds), 2)});
  return cells;
}

bool is_timed(const MatrixStudy& study) {
  return !study.floor_microseconds.empty();
}

// Each different note once, with the kernels that it is about.
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
  return method.method->name + " " + fixed(median(method.microseconds), 1) + " us";
}

// The message with which ELL is refused.
std::string refusal_of_ell(std::span<const int> lengths, std::uint64_t limit) {
  try {
    find_method("ell").plan(exact_matrix(lengths, kPublishedSeed), limit);
  } catch (const FormatTooLarge& refusal) {
    return refusal.what();
  }
  return "ELL was built";
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
    histograms += "\nRow lengths, " + matrix_name(study) + "\n" + histogram(study.lengths);
  }
  return "\nPart 1: the matrices\n" + table.text() + histograms;
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
                 fixed(useful_share(matrix.nnz(), size.places), 3)});
    }
  }
  return "\nMemory of each format; a place holds a nonzero or padding, beta = nonzeros / places\n" +
         table.text();
}

std::string giant_row_table(std::uint64_t format_limit) {
  std::vector<int> lengths = even_row_lengths();
  lengths[kRows / 2] = static_cast<int>(kRows);
  Table table({"format", "even matrix", "with one giant row"});
  const std::string dense = memory_text(dense_bytes(kRows, kRows));
  table.add({"dense array", dense, dense});
  for (const char* id : {"csr-thread", "coo-atomic", "hybrid", "sliced-ell-1024", "ell"}) {
    const Method& method = find_method(id);
    table.add({method.format, memory_text(method.size(even_row_lengths()).bytes),
               memory_text(method.size(lengths).bytes)});
  }
  return "\nOne giant row: the even matrix, but row " + grouped(kRows / 2) + " has every column\n" +
         table.text() + refusal_of_ell(lengths, format_limit) + "\n";
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
  return "\nLane-slots that each kernel issues, and the useful share (from the row lengths alone)\n" +
         table.text();
}

std::string results_table(std::span<const MatrixStudy> studies) {
  const bool times = std::any_of(studies.begin(), studies.end(), is_timed);
  Table table({"matrix", "kernel", "rows", "load requests", "load sectors", "store sectors",
               "time (us)", "min", "max", "GFLOP/s", "GB/s", "x floor"},
              3);
  for (const MatrixStudy& study : studies) {
    if (times) {
      const std::uint64_t bytes = model_bytes(study, csr_size(study.test_case->row_lengths));
      table.add(result_cells(study, "stream floor", "probe", {}, study.floor_microseconds, bytes));
    }
    for (const MethodStudy& method : study.methods) {
      table.add(result_cells(study, method.method->name, outcome_text(method), method.traffic,
                             method.microseconds, model_bytes(study, method.size)));
    }
  }
  std::string text = "\nPart 2: y = A x, every row compared with the CPU\n" + table.text();
  if (times) {
    text +=
        "\nTimes are medians. The L2 cache is flushed before each run.\n"
        "GB/s counts each array of the format, x and y once: padding too, but no second read.\n"
        "The stream floor reads row_ptr, col_idx, val and x once, and writes y once.\n"
        "A format without row_ptr may be faster than the floor.\n";
  }
  return text + notes(studies);
}

std::string verdicts(std::span<const MatrixStudy> studies) {
  std::string text;
  for (const MatrixStudy& study : studies) {
    const MethodStudy* best = fastest_method(study, false);
    if (best == nullptr) continue;
    const double time = median(best->microseconds);
    text += matrix_name(study) + ": the fastest is " + time_text(*best) + ", " +
            fixed(time / median(study.floor_microseconds), 2) + " times the floor";
    if (const MethodStudy* library = fastest_method(study, true)) {
      text += "; cuSPARSE's best is " + time_text(*library) + ", " +
              fixed(median(library->microseconds) / time, 2) + " times as long";
    }
    text += ".\n";
  }
  return text.empty() ? text : "\n" + text;
}

std::string device_line(const DeviceInfo& device) {
  if (device.kind == DeviceKind::kCpu) return device_text(device) + "; it cannot time kernels";
  const auto units = static_cast<std::uint64_t>(device.multiprocessors);
  return device.name + ", compute capability " + fixed(device.compute_capability / 10.0, 1) + ", " +
         counted(units, "multiprocessor") + ", L2 " + memory_text(device.l2_bytes) +
         "; driver for CUDA " + cuda_version_text(device.driver_version) + ", built with " +
         cuda_version_text(device.runtime_version);
}

}  // namespace rowsort::lesson
