#include "rowsort/worker/worker_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <system_error>
#include <utility>

#include "process_tree.h"
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT: POSIX asks for this declaration

namespace rowsort {
namespace {

void require(int error, const char* what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

// Descriptors that a worker is to find in place of those with these numbers.
using Inheritance = std::vector<std::pair<int, int>>;

// posix_spawn's two option objects, set up for a worker.
class SpawnOptions {
 public:
  SpawnOptions(const WorkerCommand& command, const Inheritance& inheritance) {
    require(posix_spawn_file_actions_init(&actions_), "posix_spawn_file_actions_init");
    require(posix_spawnattr_init(&attributes_), "posix_spawnattr_init");
    open(STDIN_FILENO, O_RDONLY);
    if (command.silent) {
      open(STDOUT_FILENO, O_WRONLY);
      open(STDERR_FILENO, O_WRONLY);
    }
    for (const auto& [number, source] : inheritance) {
      posix_spawn_file_actions_adddup2(&actions_, source, number);
    }
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
  for (std::string& text : strings) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

pid_t spawn(const WorkerCommand& command, WorkerRole role, const Inheritance& inheritance) {
  std::vector<std::string> arguments = command.arguments;
  arguments.emplace_back(kWorkerOption);
  arguments.push_back(worker_role_name(role));
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

// A descriptor, closed when this object goes.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

  // A copy above those that a worker inherits, so that dup2 to one of them never overwrites the
  // other one's source, and never is a dup2 to itself, which would leave close-on-exec set.
  static Descriptor above_inherited(int source) {
    const int copy = fcntl(source, F_DUPFD_CLOEXEC, kSandboxStatusDescriptor + 1);
    require(copy < 0 ? errno : 0, "cannot duplicate a descriptor");
    return Descriptor(copy);
  }

 private:
  int number_;
};

}  // namespace

WorkerProcess::WorkerProcess(const WorkerCommand& command, WorkerRole role)
    : memory_limit_(command.memory_limit),
      in_bubblewrap_(command.in_bubblewrap),
      memory_(SharedMemory::create(kHeaderBytes)) {
  int channel[2];
  int status[2];
  require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel) != 0 ? errno : 0,
          "socketpair");
  channel_ = channel[0];
  const Descriptor their_channel(channel[1]);
  require(pipe2(status, O_CLOEXEC | O_NONBLOCK) != 0 ? errno : 0, "pipe2");
  sandbox_status_ = status[0];
  const Descriptor their_status(status[1]);

  const Descriptor memory_copy = Descriptor::above_inherited(memory_.descriptor());
  const Descriptor channel_copy = Descriptor::above_inherited(their_channel.number());
  const Descriptor status_copy = Descriptor::above_inherited(their_status.number());
  Inheritance inheritance = {{kWorkerMemoryDescriptor, memory_copy.number()},
                             {kWorkerChannelDescriptor, channel_copy.number()}};
  if (in_bubblewrap_) inheritance.emplace_back(kSandboxStatusDescriptor, status_copy.number());
  try {
    process_ = spawn(command, role, inheritance);
  } catch (...) {
    close(channel_);
    close(sandbox_status_);
    throw;
  }
}

WorkerProcess::~WorkerProcess() {
  kill();
  close(channel_);
  close(sandbox_status_);
}

WorkerEnd WorkerProcess::run(std::chrono::milliseconds limit) {
  char byte = 1;
  // A worker that is gone already shows below; MSG_NOSIGNAL keeps its SIGPIPE away.
  static_cast<void>(send(channel_, &byte, 1, MSG_NOSIGNAL));

  const auto deadline = std::chrono::steady_clock::now() + limit;
  pollfd event{channel_, POLLIN, 0};
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) {
      kill();
      return {WorkerEnd::Kind::kTimedOut, 0};
    }
    const auto wait = memory_limit_ == 0 ? left : std::min(left, kWatchInterval);
    const int ready = poll(&event, 1, static_cast<int>(wait.count()));
    if (ready < 0 && errno != EINTR) require(errno, "poll");
    if (ready > 0) break;
    if (memory_limit_ != 0 && tree_uses_more_than(process_, memory_limit_)) {
      kill();
      return {WorkerEnd::Kind::kOverMemory, 0};
    }
  }
  const bool answered = recv(channel_, &byte, 1, 0) == 1;
  if (answered) return {WorkerEnd::Kind::kAnswered, 0};
  return reap();
}

void WorkerProcess::kill() {
  if (process_ < 0) return;
  ::kill(-process_, SIGKILL);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
}

bool WorkerProcess::finish() {
  // For what a submission started to notice that the sandbox has gone.
  constexpr std::chrono::milliseconds kPatience{2000};
  kill();
  return memory_.seal(kPatience);
}

// The channel is closed: the worker has ended or is about to. One that closed the channel and lives
// on is killed, and its SIGKILL is then the answer.
WorkerEnd WorkerProcess::reap() {
  int status = 0;
  constexpr int kPolls = 100;
  pid_t ended = 0;
  for (int poll_count = 0; poll_count < kPolls && ended == 0; ++poll_count) {
    ended = waitpid(process_, &status, WNOHANG);
    if (ended == 0) usleep(2000);
  }
  ::kill(-process_, SIGKILL);
  if (ended == 0) waitpid(process_, &status, 0);
  process_ = -1;
  if (WIFSIGNALED(status)) return {WorkerEnd::Kind::kSignalled, WTERMSIG(status)};
  const int code = WEXITSTATUS(status);
  if (!in_bubblewrap_) return {WorkerEnd::Kind::kExited, code};
  if (!sandbox_came_about()) return {WorkerEnd::Kind::kNoSandbox, code};
  constexpr int kSignalBase = 128;
  if (code > kSignalBase) return {WorkerEnd::Kind::kSignalled, code - kSignalBase};
  return {WorkerEnd::Kind::kExited, code};
}

// bubblewrap writes {"exit-code": N} only when what it was to run was started.
bool WorkerProcess::sandbox_came_about() const {
  std::array<char, 4096> text{};
  const ssize_t length = read(sandbox_status_, text.data(), text.size());
  return length > 0 &&
         std::string_view(text.data(), static_cast<std::size_t>(length)).find("\"exit-code\"") !=
             std::string_view::npos;
}

}  // namespace rowsort
