/// Runs one sandboxed command and makes sure that nothing of it outlives the grader.
///
///   guard PARENT COMMAND [ARGUMENT...]
///
/// PARENT is the process id of the grader that starts the guard. The command inherits the guard's
/// descriptors, which the guard itself then closes. The guard ends as the command did, with the same
/// exit status or signal. It kills whatever the command has left when the command has ended, when
/// the grader dies, and on SIGTERM.
///
/// bubblewrap alone does not do that. The process that it makes in the new namespaces first waits
/// for its parent, and only then ties its life to it. When the parent is killed just then, it waits
/// for ever. --die-with-parent can kill the parent, and so can SIGPIPE from the status that a dead
/// grader no longer reads. The guard is a "child subreaper" (prctl(2)): orphans become its children.

#include "rowsort/worker/process_tree.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string_view>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int kUsage = 2;
constexpr int kCannotStart = 127;

sigset_t awaited_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigaddset(&signals, SIGTERM);
  return signals;
}

// False when the parent has died before this process was tied to it.
bool die_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  return getppid() == parent;
}

pid_t start(char** command, const sigset_t& signals_of_command) {
  const pid_t process = fork();
  if (process != 0) return process;
  sigprocmask(SIG_SETMASK, &signals_of_command, nullptr);
  execv(command[0], command);
  std::fprintf(stderr, "cannot start %s: %s\n", command[0], std::strerror(errno));
  _exit(kCannotStart);
}

// Only children: until they are waited for, no other process can get their ids.
void end_what_is_left(const sigset_t& awaited) {
  constexpr timespec kPause{0, 10'000'000};
  for (;;) {
    pid_t ended = 0;
    while ((ended = waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    if (ended < 0) return;
    for (const pid_t child : rowsort::children_of(getpid())) kill(child, SIGKILL);
    sigtimedwait(&awaited, nullptr, &kPause);
  }
}

// The wait status of the command, or SIGTERM when that arrives before the command has ended.
int wait_for(pid_t command, const sigset_t& awaited) {
  for (;;) {
    int received = 0;
    sigwait(&awaited, &received);
    if (received == SIGTERM) return SIGTERM;
    int status = 0;
    pid_t ended = 0;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
      if (ended == command) return status;
    }
  }
}

// Ends as a process with this wait status did.
[[noreturn]] void end_like(int status) {
  if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  std::signal(WTERMSIG(status), SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  raise(WTERMSIG(status));
  _exit(kCannotStart);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return kUsage;
  const std::string_view text = argv[1];
  pid_t parent = 0;
  std::from_chars(text.data(), text.data() + text.size(), parent);

  const sigset_t awaited = awaited_signals();
  sigset_t signals_of_command;
  sigprocmask(SIG_BLOCK, &awaited, &signals_of_command);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (!die_with(parent)) return kCannotStart;

  const pid_t command = start(argv + 2, signals_of_command);
  if (command < 0) return kCannotStart;
  closefrom(STDIN_FILENO);
  const int status = wait_for(command, awaited);
  end_what_is_left(awaited);
  end_like(status);
}
