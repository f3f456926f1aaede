#pragma once

#include "rowsort/matrix/csr_view.h"

#include <cstddef>
#include <span>

#include "job.h"

namespace rowsort {

/// Parses the answer of a kPrepare job (job.h) in `memory`, which begins with the job's header;
/// `offset` is JobLayout::answer. `reply` is a copy of that header, so that its numbers cannot
/// change between their check and their use. Header and memory are untrusted, and only where the
/// parts lie is checked: they are inside the memory, or std::out_of_range is thrown. What stands in
/// them is for the checks (checks/order.h, checks/rebuilt_csr.h). The results are views of the
/// memory.
std::span<const int> read_order(std::span<std::byte> memory, const JobHeader& reply,
                                std::size_t offset);
CsrView read_rebuilt(std::span<std::byte> memory, const JobHeader& reply, std::size_t offset);

}  // namespace rowsort
