#pragma once

#include "rowsort/device/kernel_code.h"
#include "rowsort/simt/launch.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// What a device is given to compute y = A x: arrays and launches, the same for the CPU and a GPU.
namespace rowsort::lesson {

/// An array of the format that a kernel reads.
struct PlanArray {
  std::string name;  ///< "col_idx", for messages
  std::span<const std::byte> bytes;
  std::size_t element_size = 4;
  std::shared_ptr<const void> owner;  ///< null where the array belongs to the matrix itself
};

/// The array of a matrix that outlives the plan.
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

/// An argument of a launch: a pointer to an array of the plan, to x or to y, or a number, which the
/// kernel takes as std::size_t.
struct Argument {
  enum class Kind : std::uint8_t { kArray, kX, kY, kNumber };
  Kind kind = Kind::kNumber;
  std::size_t value = 0;  ///< index of the array, or the number
};

inline constexpr Argument kX{Argument::Kind::kX};
inline constexpr Argument kY{Argument::Kind::kY};
constexpr Argument array(std::size_t index) {
  return {Argument::Kind::kArray, index};
}
constexpr Argument number(std::size_t value) {
  return {Argument::Kind::kNumber, value};
}

struct Launch {
  KernelCode code;
  simt::LaunchShape shape{};
  std::vector<Argument> arguments;  ///< one for each parameter of the kernel
};

/// A product that the library makes in place of launches of ours.
enum class CusparseProduct : std::uint8_t { kCsrAlg1, kCsrAlg2, kCooAlg1, kCooAlg2, kSlicedEll };

/// A matrix in a method's format and how it is multiplied.
struct Plan {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t nnz = 0;
  std::vector<PlanArray> arrays;
  std::vector<Launch> launches;  ///< one after the other
  /// y[i] belongs to row order[i]; empty: to row i.
  std::vector<int> order;
  std::optional<CusparseProduct> cusparse;  ///< then there are no launches
};

/// How far the 32-bit loop variable of a kernel may go past the last place of its arrays.
inline constexpr std::size_t kIndexSlack = 1 << 16;

/// Throws FormatTooLarge, naming the format, when its places or rows come so near to 2^31 that a
/// kernel's loop variable could pass it.
void require_32_bit_room(const std::string& format, std::size_t rows, std::size_t places);

/// ceil(threads / block_size) blocks.
simt::LaunchShape launch_shape(std::size_t threads, unsigned block_size);

}  // namespace rowsort::lesson
