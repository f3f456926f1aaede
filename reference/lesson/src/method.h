#pragma once

#include "rowsort/matrix/csr_view.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "formats/format_size.h"
#include "plan.h"

namespace rowsort::lesson {

/// One row of the lesson's tables: a storage format and a kernel that multiplies with it.
struct Method {
  std::string id;      ///< "csr-thread", for --kernel and JSON
  std::string name;    ///< "CSR, thread per row"
  std::string format;  ///< "CSR": methods of one format take the same memory
  /// Lane-slots that it issues, from the row lengths alone: each request by which a warp fetches
  /// column indices has 32 lanes with a place for a nonzero each, or four where a load fetches
  /// four. Empty for a library, which does not say what it does.
  std::function<std::uint64_t(std::span<const int> row_lengths)> lane_slots;
  /// Loads that one of its threads waits for one after the other, at most: as many rounds of loads
  /// as the longest loop has, loads that are under way together counting as one. From the row
  /// lengths alone; empty for a library.
  std::function<std::uint64_t(std::span<const int> row_lengths)> rounds;
  /// What its format takes, from the row lengths alone.
  std::function<FormatSize(std::span<const int> row_lengths)> size;
  /// Builds the format. The matrix outlives the plan. Throws FormatTooLarge when it would take more
  /// than `limit` bytes.
  std::function<Plan(const CsrView& matrix, std::uint64_t limit)> plan;
};

/// All methods, in the sequence of the tables. Made from the list in lesson/CMakeLists.txt.
const std::vector<Method>& methods();

/// Length of the longest row; 0 without rows.
std::uint64_t longest_row(std::span<const int> row_lengths);

/// ceil(count / step).
constexpr std::uint64_t rounds_of(std::uint64_t count, std::uint64_t step) {
  return (count + step - 1) / step;
}

/// The method with this id. Throws std::invalid_argument, naming those that exist.
const Method& find_method(const std::string& id);

}  // namespace rowsort::lesson
