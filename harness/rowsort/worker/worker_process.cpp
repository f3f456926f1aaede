#include "worker_process.h"

#include <cerrno>
#include <system_error>

#include <sys/socket.h>

namespace rowsort {

WorkerProcess::WorkerProcess(const ChildCommand& command, WorkerRole role)
    : memory_(SharedMemory::create(kHeaderBytes)), channel_(-1) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    throw std::system_error(errno, std::generic_category(), "socketpair");
  }
  channel_ = Descriptor(sockets[0]);
  const Descriptor their_channel(sockets[1]);
  ChildCommand worker = command;
  worker.arguments.emplace_back(kWorkerOption);
  worker.arguments.push_back(worker_role_name(role));
  process_ = std::make_unique<ChildProcess>(
      worker, ChildProcess::Inheritance{{kWorkerMemoryDescriptor, memory_.descriptor()},
                                        {kWorkerChannelDescriptor, their_channel.get()}});
}

ChildEnd WorkerProcess::run(std::chrono::milliseconds limit) {
  char byte = 1;
  // A worker that is gone already shows below; MSG_NOSIGNAL keeps its SIGPIPE away.
  static_cast<void>(send(channel_.get(), &byte, 1, MSG_NOSIGNAL));
  const auto deadline = std::chrono::steady_clock::now() + limit;
  if (const auto end = process_->wait_readable(channel_.get(), deadline)) return *end;
  const bool answered = recv(channel_.get(), &byte, 1, 0) == 1;
  return answered ? ChildEnd{ChildEnd::Kind::kAnswered, 0} : process_->reap(deadline);
}

void WorkerProcess::kill() {
  process_->kill();
}

bool WorkerProcess::finish() {
  // For what a submission started to notice that the sandbox has gone.
  constexpr std::chrono::milliseconds kPatience{5000};
  kill();
  return memory_.seal(kPatience);
}

}  // namespace rowsort
