#include "job.h"

#include <algorithm>

namespace rowsort {

JobLayout::JobLayout(const JobHeader& header)
    : matrix(kernel_layout(header.rows, header.cols, header.nnz)), unsorted(kHeaderBytes) {
  bytes = kHeaderBytes;
  if (header.kind == JobKind::kProbe) return;
  bytes = align_part(unsorted + matrix.bytes);
  answer = bytes;
  if (header.kind == JobKind::kTrace) {
    sites = bytes;
    bytes = align_part(sites + kMaxSiteRecords * sizeof(SiteRecord));
  }
  if (header.kind != JobKind::kTime) return;
  submitted = bytes;
  order = align_part(submitted + matrix.bytes);
  timing = align_part(order + header.rows * sizeof(int));
  samples = align_part(timing + sizeof(TimingRecord));
  results = align_part(samples + header.rule.max_pairs * sizeof(TimedPair));
  bytes = align_part(results + header.rule.max_pairs * header.rows * sizeof(float));
}

JobHeader& job_header(SharedMemory& memory) {
  return *reinterpret_cast<JobHeader*>(memory.bytes().data());
}

KernelMemory job_unsorted(SharedMemory& memory, const JobLayout& layout) {
  return {memory.bytes().subspan(layout.unsorted), layout.matrix};
}

KernelMemory job_submitted(SharedMemory& memory, const JobLayout& layout) {
  return {memory.bytes().subspan(layout.submitted), layout.matrix};
}

void store_text(std::span<char> field, std::string_view text) {
  const std::size_t length = std::min(text.size(), field.size() - 1);
  std::copy_n(text.begin(), length, field.begin());
  field[length] = '\0';
}

std::string load_text(std::span<const char> field) {
  return {field.begin(), std::find(field.begin(), field.end(), '\0')};
}

DeviceRecord to_record(const DeviceInfo& info) {
  DeviceRecord record{info.kind,
                      info.compute_capability,
                      info.multiprocessors,
                      info.driver_version,
                      info.runtime_version,
                      info.memory_bytes,
                      info.l2_bytes,
                      {}};
  store_text(record.name, info.name);
  return record;
}

SiteRecord to_record(const simt::SiteCounts& site) {
  SiteRecord record{site.kind, site.line, site.requests, site.sectors, site.bytes, {}, {}};
  store_text(record.file, site.file);
  store_text(record.buffer, site.buffer);
  return record;
}

simt::SiteCounts from_record(const SiteRecord& record) {
  return {load_text(record.file), record.line,    record.kind, load_text(record.buffer),
          record.requests,        record.sectors, record.bytes};
}

DeviceInfo from_record(const DeviceRecord& record) {
  return {record.kind,
          load_text(record.name),
          record.compute_capability,
          record.multiprocessors,
          record.memory_bytes,
          record.l2_bytes,
          record.driver_version,
          record.runtime_version};
}

}  // namespace rowsort
