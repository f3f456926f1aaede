#include "kernel_memory.h"

#include "rowsort/matrix/poison.h"
#include "rowsort/simt/buffer.h"
#include "rowsort/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace rowsort {
namespace {

// A word that differs from place to place, so that copied bytes show too.
std::uint32_t guard_word(std::size_t word) {
  return 0xa5c3'5a3cu ^ static_cast<std::uint32_t>(word * 0x9e37'79b1u);
}

// In bytes from the start of the block.
struct BufferExtent {
  const char* name;
  std::size_t begin;
  std::size_t end;
};

std::array<BufferExtent, 5> buffers(const KernelLayout& layout) {
  const auto buffer = [](const char* name, std::size_t begin, std::size_t count) {
    return BufferExtent{name, begin, begin + count * 4};
  };
  return {buffer("row_ptr", layout.row_ptr, layout.rows + 1),
          buffer("col_idx", layout.col_idx, layout.nnz), buffer("val", layout.val, layout.nnz),
          buffer("x", layout.x, layout.cols), buffer("y", layout.y, layout.rows)};
}

// Calls visit(begin, end) for each range of bytes outside the buffers. Both are multiples of 4.
template <typename Visit>
void for_each_guard(const KernelLayout& layout, Visit visit) {
  std::size_t begin = 0;
  for (const BufferExtent& buffer : buffers(layout)) {
    visit(begin, buffer.begin);
    begin = buffer.end;
  }
  visit(begin, layout.bytes);
}

std::uint32_t load_word(const std::byte* from) {
  std::uint32_t word = 0;
  std::memcpy(&word, from, sizeof word);
  return word;
}

std::optional<std::string> find_guard_write(const KernelMemory& memory) {
  std::optional<std::string> found;
  for_each_guard(memory.layout(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t offset = begin; offset < end && !found; offset += 4) {
      if (load_word(memory.bytes().data() + offset) == guard_word(offset / 4)) continue;
      found = "the kernel wrote outside its buffers: to " +
              simt::out_of_bounds(kernel_buffers(memory),
                                  reinterpret_cast<std::uintptr_t>(memory.bytes().data() + offset))
                  ->element;
    }
  });
  return found;
}

std::string as_text(int element) {
  return std::to_string(element);
}
std::string as_text(float element) {
  return shortest(element);
}

// Compared as bits, so that NaNs compare like any other value.
template <typename T>
std::optional<std::string> find_change(const char* name, std::span<const T> original,
                                       const T* now) {
  const auto same_bits = [](T a, T b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
  };
  const auto changed = std::mismatch(original.begin(), original.end(), now, same_bits);
  if (changed.first == original.end()) return std::nullopt;
  const auto index = static_cast<std::size_t>(changed.first - original.begin());
  return std::string("the kernel changed its input ") + name + ": " + name + "[" + grouped(index) +
         "] was " + as_text(*changed.first) + " and is now " + as_text(*changed.second);
}

template <typename T>
void copy_to(std::byte* target, std::span<const T> source) {
  if (!source.empty()) std::memcpy(target, source.data(), source.size_bytes());
}

}  // namespace

KernelLayout kernel_layout(std::size_t rows, std::size_t cols, std::size_t nnz) {
  KernelLayout layout{rows, cols, nnz};
  std::size_t end = 0;
  const auto place = [&](std::size_t count) {
    const std::size_t free = end + kGuardBytes;
    const std::size_t begin = (free + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
    end = begin + count * 4;
    return begin;
  };
  layout.row_ptr = place(rows + 1);
  layout.col_idx = place(nnz);
  layout.val = place(nnz);
  layout.x = place(cols);
  layout.y = place(rows);
  layout.bytes = place(0);
  return layout;
}

KernelMemory::KernelMemory(std::span<std::byte> bytes, const KernelLayout& layout)
    : bytes_(bytes.first(layout.bytes)), layout_(layout) {}

void KernelMemory::fill(const CsrView& matrix, std::span<const float> x) {
  for_each_guard(layout_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t offset = begin; offset < end; offset += 4) {
      const std::uint32_t word = guard_word(offset / 4);
      std::memcpy(bytes_.data() + offset, &word, sizeof word);
    }
  });
  fill_matrix(matrix);
  copy_to(bytes_.data() + layout_.x, x);
  // As words: on some machines copying a float may change a NaN.
  for (std::size_t row = 0; row < layout_.rows; ++row) {
    std::memcpy(bytes_.data() + layout_.y + row * 4, &kPoisonBits, sizeof kPoisonBits);
  }
}

void KernelMemory::fill_matrix(const CsrView& matrix) {
  copy_to(bytes_.data() + layout_.row_ptr, matrix.row_ptr);
  copy_to(bytes_.data() + layout_.col_idx, matrix.col_idx);
  copy_to(bytes_.data() + layout_.val, matrix.val);
}

std::vector<simt::KernelBuffer> kernel_buffers(const KernelMemory& memory) {
  std::vector<simt::KernelBuffer> described;
  for (const BufferExtent& buffer : buffers(memory.layout())) {
    described.push_back(
        {buffer.name, memory.bytes().subspan(buffer.begin, buffer.end - buffer.begin)});
  }
  described.back().use = simt::BufferUse::kOutput;  // y
  return described;
}

std::optional<std::string> find_tampering(const KernelMemory& memory, const CsrView& matrix,
                                          std::span<const float> x) {
  if (auto found = find_change("row_ptr", matrix.row_ptr, memory.row_ptr())) return found;
  if (auto found = find_change("col_idx", matrix.col_idx, memory.col_idx())) return found;
  if (auto found = find_change("val", matrix.val, memory.val())) return found;
  if (auto found = find_change("x", x, memory.x())) return found;
  return find_guard_write(memory);
}

}  // namespace rowsort
