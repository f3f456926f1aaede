#include "rowsort/worker/worker_process.h"

#include <cerrno>
#include <csignal>
#include <system_error>

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

// posix_spawn's two option objects, set up for a worker.
class SpawnOptions {
 public:
  SpawnOptions(int memory, int channel) {
    require(posix_spawn_file_actions_init(&actions_), "posix_spawn_file_actions_init");
    require(posix_spawnattr_init(&attributes_), "posix_spawnattr_init");
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, memory, kWorkerMemoryDescriptor);
    posix_spawn_file_actions_adddup2(&actions_, channel, kWorkerChannelDescriptor);
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
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

// A copy of the descriptor above those that a worker inherits, so that dup2 to one of them never
// overwrites the other one's source, and never is a dup2 to itself, which would leave close-on-exec
// set.
int move_up(int descriptor) {
  const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, kWorkerChannelDescriptor + 1);
  require(moved < 0 ? errno : 0, "cannot duplicate a descriptor");
  return moved;
}

pid_t spawn(const WorkerCommand& command, WorkerRole role, int memory, int channel) {
  WorkerCommand arguments = command;
  arguments.emplace_back(kWorkerOption);
  arguments.push_back(worker_role_name(role));
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);

  const SpawnOptions options(memory, channel);
  pid_t process = -1;
  require(
      posix_spawn(&process, argv[0], options.actions(), options.attributes(), argv.data(), environ),
      ("cannot start " + command.front()).c_str());
  return process;
}

}  // namespace

WorkerProcess::WorkerProcess(const WorkerCommand& command, WorkerRole role)
    : memory_(SharedMemory::create(kHeaderBytes)) {
  int sockets[2];
  require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0 ? errno : 0,
          "socketpair");
  channel_ = sockets[0];
  const int memory = move_up(memory_.descriptor());
  const int channel = move_up(sockets[1]);
  close(sockets[1]);
  try {
    process_ = spawn(command, role, memory, channel);
  } catch (...) {
    close(channel_);
    close(memory);
    close(channel);
    throw;
  }
  close(memory);
  close(channel);
}

WorkerProcess::~WorkerProcess() {
  kill();
  close(channel_);
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
    const int ready = left.count() > 0 ? poll(&event, 1, static_cast<int>(left.count())) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) {
      kill();
      return {WorkerEnd::Kind::kTimedOut, 0};
    }
    break;
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
  return {WorkerEnd::Kind::kExited, WEXITSTATUS(status)};
}

}  // namespace rowsort
