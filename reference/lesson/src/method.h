#pragma once

#include "rowsort/device/kernel_code.h"
#include "rowsort/gpu/cusparse.h"
#include "rowsort/matrix/csr_view.h"
#include "rowsort/simt/launch.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "formats/format_size.h"

/// The methods of the lesson, and the plan by which a device runs one: arrays and launches, the
/// same for the CPU device and a GPU.
namespace rowsort::lesson {

/// An array of a format, which kernels read.
struct PlanArray {
  std::string name;  ///< "col_idx", for messages
  std::span<const std::byte> bytes;
  std::size_t element_size = 4;
  std::shared_ptr<const void> owner;  ///< null where the array belongs to the matrix
};

/// An array of the matrix, which outlives the plan.
template <typename T>
PlanArray borrowed_array(std::string name, std::span<const T> elements) {
  return {std::move(name), std::as_bytes(elements), sizeof(T), nullptr};
}

/// An array that the plan keeps.
template <typename T>
PlanArray owned_array(std::string name, std::vector<T> elements) {
  const auto owner = std::make_shared<const std::vector<T>>(std::move(elements));
  return {std::move(name), std::as_bytes(std::span(*owner)), sizeof(T), owner};
}

/// An argument of a launch: a pointer to x, to y or to an array of the plan; or a number, which the
/// kernel takes as std::size_t.
struct Argument {
  bool is_number = false;
  std::size_t value = 0;  ///< the number; or 0 for x, 1 for y, 2 + i for array i
};

inline constexpr Argument kX{false, 0};
inline constexpr Argument kY{false, 1};
constexpr Argument array(std::size_t index) {
  return {false, 2 + index};
}
constexpr Argument number(std::size_t value) {
  return {true, value};
}

struct Launch {
  KernelCode code;
  simt::LaunchShape shape{};
  std::vector<Argument> arguments;  ///< one for each parameter of the kernel
};

/// ceil(threads / block_size) blocks.
constexpr simt::LaunchShape launch_shape(std::size_t threads, unsigned block_size) {
  return {(threads + block_size - 1) / block_size, block_size};
}

/// A matrix in a method's format, and how to multiply with it.
struct Plan {
  explicit Plan(const CsrView& matrix)
      : rows(matrix.rows()), cols(matrix.cols), nnz(matrix.nnz()) {}

  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t nnz = 0;
  std::vector<PlanArray> arrays;
  std::vector<Launch> launches;               ///< one after the other
  std::vector<int> order;                     ///< y[i] belongs to row order[i]; empty: to row i
  std::optional<CusparseAlgorithm> cusparse;  ///< in place of launches
};

/// One line of the lesson's tables: a storage format and a kernel that multiplies with it.
struct Method {
  std::string id;      ///< "csr-thread", for --kernel and JSON
  std::string name;    ///< "CSR, thread per row"
  std::string format;  ///< "CSR": methods of one format take the same memory
  /// Lane-slots that the method issues, from the row lengths alone. Each request by which a warp
  /// loads column indices has 32 lanes, each with a place for a nonzero, or for four where a load
  /// is four elements wide. Empty for a library: it does not say what it does.
  std::function<std::uint64_t(std::span<const int> row_lengths)> lane_slots;
  /// The longest chain of loads in one thread of which each waits for the one before. Loads that
  /// are in flight together count as one. From the row lengths alone; empty for a library.
  std::function<std::uint64_t(std::span<const int> row_lengths)> rounds;
  /// What the format takes, from the row lengths alone.
  std::function<FormatSize(std::span<const int> row_lengths)> size;
  /// Builds the format. The matrix outlives the plan. Throws FormatTooLarge when the format would
  /// take more than `limit` bytes.
  std::function<Plan(const CsrView& matrix, std::uint64_t limit)> plan;
};

/// All methods, in the sequence of the tables. The list is made by lesson/CMakeLists.txt.
const std::vector<Method>& methods();

/// The ids of all methods.
std::vector<std::string> method_ids();

/// The method with this id. Throws UsageError, naming those that exist.
const Method& find_method(const std::string& id);

/// ceil(count / step).
constexpr std::uint64_t rounds_of(std::uint64_t count, std::uint64_t step) {
  return (count + step - 1) / step;
}

}  // namespace rowsort::lesson
