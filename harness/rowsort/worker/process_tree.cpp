#include "process_tree.h"

#include <charconv>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <dirent.h>
#include <unistd.h>

namespace rowsort {
namespace {

// From /proc/PID/stat. Its second field, the name in parentheses, may hold any character, even a
// newline. After the last parenthesis come state and parent.
pid_t parent_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  if (!std::getline(file, line, '\0')) return 0;
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos || name_end + 4 > line.size()) return 0;
  pid_t parent = 0;
  std::from_chars(line.data() + name_end + 4, line.data() + line.size(), parent);
  return parent;
}

std::multimap<pid_t, pid_t> children_by_parent() {
  std::multimap<pid_t, pid_t> children;
  DIR* proc = opendir("/proc");
  if (proc == nullptr) return children;
  while (const dirent* entry = readdir(proc)) {
    const std::string_view name = entry->d_name;
    pid_t process = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (error == std::errc() && end == name.data() + name.size()) {
      children.emplace(parent_of(process), process);
    }
  }
  closedir(proc);
  return children;
}

// From the second number of /proc/PID/statm: resident pages, shared ones included.
std::uint64_t resident_bytes(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  file >> size >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// Divides a page that several processes share among them. Takes milliseconds for a large process.
std::uint64_t proportional_bytes(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/smaps_rollup");
  for (std::string word; file >> word;) {
    if (word != "Pss:") continue;
    std::uint64_t kib = 0;
    file >> kib;
    return kib * 1024;
  }
  return resident_bytes(process);
}

void append_children(const std::multimap<pid_t, pid_t>& children, pid_t parent,
                     std::vector<pid_t>& list) {
  const auto [first, last] = children.equal_range(parent);
  for (auto child = first; child != last; ++child) list.push_back(child->second);
}

std::vector<pid_t> tree_of(pid_t root) {
  const std::multimap<pid_t, pid_t> children = children_by_parent();
  std::vector<pid_t> tree = {root};
  for (std::size_t i = 0; i < tree.size(); ++i) append_children(children, tree[i], tree);
  return tree;
}

}  // namespace

std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> found;
  append_children(children_by_parent(), parent, found);
  return found;
}

bool tree_uses_more_than(pid_t root, std::uint64_t bytes) {
  const std::vector<pid_t> tree = tree_of(root);
  const auto total = [&](auto memory_of) {
    std::uint64_t sum = 0;
    for (const pid_t process : tree) sum += memory_of(process);
    return sum;
  };
  // Resident sizes are cheap and never too small, so mostly they are enough.
  return total(resident_bytes) > bytes && total(proportional_bytes) > bytes;
}

}  // namespace rowsort
