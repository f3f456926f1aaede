#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "buffer.h"
#include "launch.h"
#include "messages.h"
#include "trace_access.h"

namespace rowsort::simt {

// What a traced kernel did wrong; `place` is the lane that did it.

/// An access to memory that the kernel has no business with; `buffers` are those it has.
KernelError outside(LanePlace place, const Access& access, std::span<const BufferExtent> buffers);

KernelError input_written(LanePlace place, const Access& access, const KernelBuffer& buffer,
                          std::size_t element);

KernelError unwritten_read(LanePlace place, const Access& access, const KernelBuffer& buffer,
                           std::size_t element);

/// Two threads wrote the element, the other one earlier and by the code at `other_code`.
KernelError written_twice(LanePlace place, const Access& access, const KernelBuffer& buffer,
                          std::size_t element, LanePlace other, CodeAddress other_code);

/// The lane has made `accesses` and goes on.
KernelError endless_loop(LanePlace place, CodeAddress code, std::uint64_t accesses);

}  // namespace rowsort::simt
