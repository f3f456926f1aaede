#include "access_counter.h"

#include "rowsort/text.h"

#include <charconv>
#include <string>
#include <tuple>

#include "source_line.h"

namespace rowsort::simt {
namespace {

/// The distinct sectors of one request, in rising order.
class SectorSet {
 public:
  void add(TouchedSectors touched) {
    add_sector(touched / 2);
    if (touched % 2 != 0) add_sector(touched / 2 + 1);
  }
  std::size_t size() const { return size_; }

 private:
  /// In most requests the lanes touch rising addresses.
  void add_sector(std::uint32_t sector) {
    if (size_ == 0 || sector > sectors_[size_ - 1]) {
      sectors_[size_++] = sector;
    } else if (sector != sectors_[size_ - 1]) {
      insert(sector);
    }
  }
  void insert(std::uint32_t sector) {
    const auto end = sectors_.begin() + static_cast<std::ptrdiff_t>(size_);
    const auto position = std::lower_bound(sectors_.begin(), end, sector);
    if (*position == sector) return;
    std::copy_backward(position, end, end + 1);
    *position = sector;
    ++size_;
  }

  std::array<std::uint32_t, std::size_t{2} * kLanes> sectors_;  // NOLINT: filled up to size_
  std::size_t size_ = 0;
};

/// "row_sort.cu:57" -> "row_sort.cu", 57
std::pair<std::string, int> split(const std::string& source_line) {
  const std::size_t colon = source_line.rfind(':');
  int line = 0;
  if (colon == std::string::npos) return {"", line};
  std::from_chars(source_line.data() + colon + 1, source_line.data() + source_line.size(), line);
  return {source_line.substr(0, colon), line};
}

std::string names_of(std::uint64_t used, std::span<const KernelBuffer> buffers) {
  std::vector<std::string> names;
  for (std::size_t b = 0; b < buffers.size(); ++b) {
    if ((used >> b & 1) != 0) names.push_back(buffers[b].name);
  }
  return joined(names, " or ");
}

}  // namespace

AccessCounts& AccessCounts::operator+=(const AccessCounts& other) {
  requests += other.requests;
  sectors += other.sectors;
  bytes += other.bytes;
  widest = std::max(widest, other.widest);
  return *this;
}

void RequestLog::move_to(AccessCounts& counts) {
  LaneMask active = used_;
  std::size_t k = 0;
  while (active != 0) {
    std::size_t shortest = kMaxLoggedAccesses;
    for_each_lane(active,
                  [&](unsigned lane) { shortest = std::min(shortest, lanes_[lane].size()); });
    counts.requests += shortest - k;
    for (; k < shortest; ++k) {
      SectorSet sectors;
      for_each_lane(active, [&](unsigned lane) { sectors.add(lanes_[lane][k]); });
      counts.sectors += sectors.size();
    }
    for_each_lane(active, [&](unsigned lane) {
      if (lanes_[lane].size() == k) active &= ~(LaneMask{1} << lane);
    });
  }
  for_each_lane(used_, [&](unsigned lane) { lanes_[lane].clear(); });
  used_ = 0;
}

Site& AccessCounter::look_up_site(Key key) {
  const auto [found, added] =
      sites_.try_emplace(key, Site{static_cast<unsigned>(by_index_.size())});
  if (added) by_index_.push_back(&found->second);
  return found->second;
}

void AccessCounter::switch_log(unsigned warp) {
  if (!logs_[warp] && !free_logs_.empty()) {
    logs_[warp] = std::move(free_logs_.back());
    free_logs_.pop_back();
  }
  if (!logs_[warp]) logs_[warp] = std::make_unique<WarpLog>();
  log_ = logs_[warp].get();
  log_warp_ = warp;
}

void AccessCounter::end_warp(unsigned warp) {
  if (!logs_[warp]) return;
  WarpLog& log = *logs_[warp];
  for (std::size_t index = 0; index < log.requests.size(); ++index) {
    log.requests[index].move_to(by_index_[index]->counts);
  }
  log.steps.fill(0);
  free_logs_.push_back(std::move(logs_[warp]));
  log_ = nullptr;
}

void Totals::add(const AccessCounter& counter) {
  const std::lock_guard lock(mutex_);
  for (const auto& [key, site] : counter.sites_) {
    totals_[key] += site.counts;
    totals_[key].buffers |= site.counts.buffers;
  }
}

std::vector<SiteCounts> Totals::by_line(std::span<const KernelBuffer> buffers) const {
  std::map<std::tuple<std::string, int, AccessKind, std::string, CodeAddress>, SiteCounts> lines;
  for (const auto& [key, total] : totals_) {
    if (total.buffers == 0) continue;
    const auto code = reinterpret_cast<CodeAddress>(key >> 2);
    const auto kind = static_cast<AccessKind>(key & 3);
    const auto [file, line] = split(source_line(code));
    const std::string names = names_of(total.buffers, buffers);
    SiteCounts& counts = lines[{file, line, kind, names, file.empty() ? code : nullptr}];
    counts.file = file;
    counts.line = line;
    counts.kind = kind;
    counts.buffer = names;
    counts += total;
  }
  std::vector<SiteCounts> all;
  all.reserve(lines.size());
  for (auto& [key, counts] : lines) all.push_back(std::move(counts));
  return all;
}

}  // namespace rowsort::simt
