#include "child_process.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <string_view>
#include <thread>

#include "process_tree.h"
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT: POSIX asks for this declaration

namespace rowsort {
namespace {

// How often the memory limit is checked.
constexpr std::chrono::milliseconds kWatchInterval{100};

// Above every number of a descriptor that a child gets.
constexpr int kFirstNotInherited = kSandboxStatusDescriptor + 1;

using Clock = std::chrono::steady_clock;

void require(int error, const char* what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

// posix_spawn's two option objects, set up for a child.
class SpawnOptions {
 public:
  SpawnOptions(const ChildCommand& command, const ChildProcess::Inheritance& inheritance) {
    require(posix_spawn_file_actions_init(&actions_), "posix_spawn_file_actions_init");
    require(posix_spawnattr_init(&attributes_), "posix_spawnattr_init");
    open(STDIN_FILENO, O_RDONLY);
    if (command.silent) {
      open(STDOUT_FILENO, O_WRONLY);
      open(STDERR_FILENO, O_WRONLY);
    }
    for (int number = STDERR_FILENO + 1; number < kFirstNotInherited; ++number) {
      posix_spawn_file_actions_addclose(&actions_, number);
    }
    for (const auto& [number, source] : inheritance) {
      posix_spawn_file_actions_adddup2(&actions_, source, number);
    }
    for (const auto& [number, file] : command.files) {
      posix_spawn_file_actions_addopen(&actions_, number, file.c_str(), O_RDONLY, 0);
    }
    // What this process itself inherited may not be marked close-on-exec.
    posix_spawn_file_actions_addclosefrom_np(&actions_, kFirstNotInherited);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes_, 0);
  }
  ~SpawnOptions() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnOptions(const SpawnOptions&) = delete;
  SpawnOptions& operator=(const SpawnOptions&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  void open(int descriptor, int mode) {
    posix_spawn_file_actions_addopen(&actions_, descriptor, "/dev/null", mode, 0);
  }

  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> list;
  list.reserve(strings.size() + 1);
  for (std::string& text : strings) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

pid_t spawn(const ChildCommand& command, const ChildProcess::Inheritance& inheritance) {
  std::vector<std::string> arguments = command.arguments;
  const std::vector<char*> argv = pointers(arguments);
  std::vector<std::string> variables = command.environment.value_or(std::vector<std::string>{});
  const std::vector<char*> envp = pointers(variables);

  const SpawnOptions options(command, inheritance);
  pid_t process = -1;
  require(posix_spawn(&process, argv[0], options.actions(), options.attributes(), argv.data(),
                      command.environment ? envp.data() : environ),
          ("cannot start " + arguments.front()).c_str());
  return process;
}

// What waitpid returns; 0 when the process is alive at the deadline.
pid_t wait_until(pid_t process, Clock::time_point deadline, int& status) {
  for (;;) {
    const pid_t ended = waitpid(process, &status, WNOHANG);
    if (ended != 0 || Clock::now() >= deadline) return ended;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

// A copy above all numbers that a child gets. So dup2 to one of them never overwrites another one's
// source, and never copies a descriptor to itself, which would leave close-on-exec set.
Descriptor above_inherited(int source) {
  Descriptor copy(fcntl(source, F_DUPFD_CLOEXEC, kFirstNotInherited));
  if (!copy) throw_errno("cannot duplicate a descriptor");
  return copy;
}

}  // namespace

ChildProcess::ChildProcess(const ChildCommand& command, const Inheritance& inheritance)
    : command_(command) {
  std::vector<Descriptor> copies;
  Inheritance moved;
  const auto pass_on = [&](int number, int source) {
    copies.push_back(above_inherited(source));
    moved.emplace_back(number, copies.back().get());
  };
  for (const auto& [number, source] : inheritance) pass_on(number, source);

  int status[2];
  if (pipe2(status, O_CLOEXEC | O_NONBLOCK) != 0) throw_errno("pipe2");
  sandbox_status_ = Descriptor(status[0]);
  const Descriptor their_status(status[1]);
  if (command.in_bubblewrap) pass_on(kSandboxStatusDescriptor, their_status.get());
  process_ = spawn(command, moved);
}

std::optional<ChildEnd> ChildProcess::wait_readable(int descriptor, Clock::time_point deadline) {
  pollfd event{descriptor, POLLIN, 0};
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    const auto wait = command_.memory_limit == 0 ? left : std::min(left, kWatchInterval);
    const int ready = poll(&event, 1, std::max(0, static_cast<int>(wait.count())));
    if (ready < 0 && errno != EINTR) throw_errno("poll");
    if (ready > 0) return std::nullopt;
    if (const auto end = killed_at_limit(deadline)) return end;
  }
}

std::optional<ChildEnd> ChildProcess::killed_at_limit(Clock::time_point deadline) {
  const bool too_late = Clock::now() >= deadline;
  if (!too_late &&
      (command_.memory_limit == 0 || !tree_uses_more_than(process_, command_.memory_limit))) {
    return std::nullopt;
  }
  kill();
  return ChildEnd{too_late ? ChildEnd::Kind::kTimedOut : ChildEnd::Kind::kOverMemory, 0};
}

void ChildProcess::kill() {
  if (process_ < 0) return;
  if (command_.grace.count() > 0) ::kill(process_, SIGTERM);
  int status = 0;
  const pid_t ended = wait_until(process_, Clock::now() + command_.grace, status);
  ::kill(-process_, SIGKILL);
  while (ended == 0 && waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
}

ChildEnd ChildProcess::reap(Clock::time_point deadline) {
  int status = 0;
  while (wait_until(process_, std::min(deadline, Clock::now() + kWatchInterval), status) == 0) {
    if (const auto end = killed_at_limit(deadline)) return *end;
  }
  ::kill(-process_, SIGKILL);
  process_ = -1;
  if (WIFSIGNALED(status)) return {ChildEnd::Kind::kSignalled, WTERMSIG(status)};
  const int code = WEXITSTATUS(status);
  if (!command_.in_bubblewrap) return {ChildEnd::Kind::kExited, code};
  if (!sandbox_came_about()) return {ChildEnd::Kind::kNoSandbox, code};
  constexpr int kSignalBase = 128;
  if (code > kSignalBase) return {ChildEnd::Kind::kSignalled, code - kSignalBase};
  return {ChildEnd::Kind::kExited, code};
}

// bubblewrap writes {"exit-code": N} only when what it was to run was started.
bool ChildProcess::sandbox_came_about() const {
  std::array<char, 4096> text{};
  const ssize_t length = read(sandbox_status_.get(), text.data(), text.size());
  return length > 0 &&
         std::string_view(text.data(), static_cast<std::size_t>(length)).find("\"exit-code\"") !=
             std::string_view::npos;
}

}  // namespace rowsort
