#pragma once

#include "rowsort/errors.h"
#include "rowsort/text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "shared_memory.h"

/// Values as plain bytes in shared memory, from one process to another.
///
/// One list for each struct serves both directions and states every bound:
///
///     template <typename Wire>
///     void fields(Wire& wire, Site& site) {
///       wire.array(site.file, 256);
///       wire.number(site.line, 0, 1'000'000);
///     }
///
/// A Writer keeps to the bounds: it cuts long texts and lists. A Reader trusts nobody: what is out
/// of bounds, or outside the memory, is a SubmissionError of the kind kMalformedAnswer, thrown
/// before the value sizes, indexes or names anything.
///
/// Each value starts at a multiple of 8 bytes. A size comes before its elements.
namespace rowsort {

/// Largest answer (the order and the rebuilt CSR, mostly) in bytes.
inline constexpr std::uint64_t kMaxAnswerBytes = std::uint64_t{1} << 30;

/// What both directions have in common. `Self` has number(), and view() for elements that stay where
/// they are.
template <typename Self>
class Wire {
 public:
  void flag(bool& value) {
    std::uint8_t byte = value ? 1 : 0;
    self().number(byte, std::uint8_t{0}, std::uint8_t{1});
    value = byte == 1;
  }

  /// An enumeration whose enumerators are 0 to `last`.
  template <typename Enum>
  void enumerator(Enum& value, Enum last) {
    auto number = static_cast<std::underlying_type_t<Enum>>(value);
    self().number(number, {}, static_cast<std::underlying_type_t<Enum>>(last));
    value = static_cast<Enum>(number);
  }

  /// A text, or a vector of plain numbers or structs of them: at most `max` elements.
  template <typename Container>
  void array(Container& elements, std::size_t max) {
    std::span<const typename Container::value_type> view(elements.data(),
                                                         std::min(elements.size(), max));
    self().view(view, max);
    elements = Container(view.begin(), view.end());
  }

  /// Elements that have fields, at most `max` of them.
  template <typename T>
  void list(std::vector<T>& elements, std::size_t max) {
    std::uint64_t count = std::min(elements.size(), max);
    self().number(count, {}, max);
    elements.resize(count);
    for (T& element : elements) fields(self(), element);
  }

 protected:
  static std::size_t next_value(std::size_t end) { return (end + 7) / 8 * 8; }

 private:
  Self& self() { return static_cast<Self&>(*this); }
};

/// Appends values to shared memory, which grows as needed.
class Writer : public Wire<Writer> {
 public:
  /// Starts at `offset`, a multiple of 8.
  Writer(SharedMemory& memory, std::size_t offset)
      : memory_(memory), start_(offset), end_(offset) {}

  template <typename T>
  void number(const T& value, T low = std::numeric_limits<T>::lowest(),
              T high = std::numeric_limits<T>::max()) {
    const T kept = std::clamp(value, low, high);
    put(&kept, sizeof kept);
  }

  template <typename T>
  void view(std::span<const T> elements, std::size_t = kMaxAnswerBytes) {
    static_assert(std::is_trivially_copyable_v<T>);
    number(std::uint64_t{elements.size()});
    put(elements.data(), elements.size_bytes());
  }

 private:
  void put(const void* from, std::size_t size) {
    constexpr std::size_t kStep = 65'536;  // rather than grow for each value
    const std::size_t begin = next_value(end_);
    if (size > kMaxAnswerBytes || begin + size - start_ > kMaxAnswerBytes) {
      throw SubmissionError(FaultKind::kMalformedAnswer,
                            "returned more than " + grouped(kMaxAnswerBytes) + " bytes");
    }
    end_ = begin + size;
    if (memory_.bytes().size() < end_) memory_.grow((end_ / kStep + 1) * kStep);
    if (size > 0) std::memcpy(memory_.bytes().data() + begin, from, size);
  }

  SharedMemory& memory_;
  std::size_t start_;
  std::size_t end_;
};

/// Reads what a Writer has left, or what somebody wants to pass for it. Nothing may change the
/// memory meanwhile.
class Reader : public Wire<Reader> {
 public:
  /// Starts at `offset`. The memory is aligned to 8 bytes, and so is the offset. More than
  /// kMaxAnswerBytes are not looked at.
  Reader(std::span<const std::byte> memory, std::size_t offset) {
    if (offset > memory.size()) refuse("it ends before its answer");
    bytes_ = memory.subspan(offset, std::min(memory.size() - offset, kMaxAnswerBytes));
  }

  template <typename T>
  void number(T& value, T low = std::numeric_limits<T>::lowest(),
              T high = std::numeric_limits<T>::max()) {
    T read{};
    std::memcpy(&read, take(1, sizeof read), sizeof read);
    // Written such that it refuses NaN.
    if (!(low <= read && read <= high)) refuse("a number or a size is out of range");
    value = read;
  }

  /// The elements are unchecked.
  template <typename T>
  void view(std::span<const T>& elements, std::size_t max = kMaxAnswerBytes) {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 8);
    std::uint64_t count = 0;
    number(count, {}, max);
    elements = {reinterpret_cast<const T*>(take(count, sizeof(T))), count};
  }

 private:
  [[noreturn]] static void refuse(const char* why) {
    throw SubmissionError(FaultKind::kMalformedAnswer,
                          std::string("sent a malformed answer: ") + why);
  }

  const std::byte* take(std::size_t count, std::size_t size) {
    const std::size_t begin = next_value(end_);
    if (begin > bytes_.size() || count > (bytes_.size() - begin) / size) {
      refuse("it names bytes outside its memory");
    }
    end_ = begin + count * size;
    return bytes_.data() + begin;
  }

  std::span<const std::byte> bytes_;
  std::size_t end_ = 0;
};

}  // namespace rowsort
