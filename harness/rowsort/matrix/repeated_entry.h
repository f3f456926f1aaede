#pragma once

#include <cstddef>
#include <optional>

#include "coo.h"

namespace rowsort {

/// Two entries at one place of the matrix.
struct RepeatedEntry {
  std::size_t first = 0;
  std::size_t second = 0;
};

/// The first entry, in sequence, at a place that an earlier one names; nothing when all places
/// differ. O(nnz) where the entries are sorted by row or by column; O(nnz log nnz) and 8 bytes an
/// entry otherwise.
std::optional<RepeatedEntry> find_repeated_entry(const Coo& coo);

}  // namespace rowsort
