#include "crash_report.h"

#include "rowsort/simt/source_line.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <string>

#include <execinfo.h>
#include <sys/mman.h>
#include <unistd.h>

namespace rowsort {
namespace {

constexpr std::array kCrashSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS};
constexpr std::size_t kStackBytes = 256 * 1024;
// To look up a line; a heap that the crash left locked would keep it waiting for ever.
constexpr unsigned kSecondsToExplain = 2;
constexpr int kMaxFrames = 32;

JobHeader* crash_header = nullptr;

bool is_submissions(const std::string& place) {
  return place.find(".cu:") != std::string::npos;
}

// The innermost line of the submission on the stack. Not async-signal-safe: what it looks up may
// never come back, so the signal itself is in the header before, and an alarm ends the wait.
std::string place_of_crash() {
  std::array<void*, kMaxFrames> frames{};
  const int count = backtrace(frames.data(), kMaxFrames);
  for (int i = 0; i < count; ++i) {
    const std::string place = simt::source_line(frames[static_cast<std::size_t>(i)]);
    if (is_submissions(place)) return place;
  }
  return {};
}

void on_crash(int signal) {
  // Both are shared with the harness, which reads them when this process is gone.
  *const_cast<volatile std::int32_t*>(&crash_header->crash_signal) = signal;
  crash_header->message[0] = '\0';
  for (const int other : kCrashSignals) std::signal(other, SIG_DFL);
  std::signal(SIGALRM, SIG_DFL);
  alarm(kSecondsToExplain);
  store_text(crash_header->message, place_of_crash());
  std::raise(signal);
}

void* map_stack() {
  void* stack =
      mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return stack == MAP_FAILED ? nullptr : stack;
}

}  // namespace

void report_crashes_in(JobHeader& header) {
  crash_header = &header;
  static void* const stack = map_stack();
  if (stack == nullptr) return;
  const stack_t alternate{stack, 0, kStackBytes};
  if (sigaltstack(&alternate, nullptr) != 0) return;
  struct sigaction action {};
  action.sa_handler = on_crash;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (const int signal : kCrashSignals) sigaction(signal, &action, nullptr);
}

}  // namespace rowsort
