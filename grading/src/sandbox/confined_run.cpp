#include "sandbox/confined_run.h"

#include "rowsort/descriptor.h"

#include <array>

#include <fcntl.h>
#include <unistd.h>

namespace rowsort {
namespace {

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};

Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw_errno("pipe2");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// Appends what can be read; false at the end.
bool read_some(int descriptor, std::string& text) {
  std::array<char, 65'536> buffer{};
  const ssize_t length = read(descriptor, buffer.data(), buffer.size());
  if (length < 0 && errno == EINTR) return true;
  if (length <= 0) return false;
  text.append(buffer.data(), static_cast<std::size_t>(length));
  return true;
}

}  // namespace

ConfinedRun run_confined(const ChildCommand& command, ChildProcess::Inheritance inheritance,
                         std::chrono::milliseconds limit) {
  Pipe output = make_pipe();
  inheritance.emplace_back(STDOUT_FILENO, output.write_end.get());
  inheritance.emplace_back(STDERR_FILENO, output.write_end.get());
  ChildCommand audible = command;
  audible.silent = false;
  ChildProcess process(audible, inheritance);
  output.write_end = Descriptor(-1);

  const auto deadline = std::chrono::steady_clock::now() + limit;
  ConfinedRun run;
  // The pipe is closed when the last process that has it ends.
  for (;;) {
    if (const auto end = process.wait_readable(output.read_end.get(), deadline)) {
      run.end = *end;
      return run;
    }
    if (!read_some(output.read_end.get(), run.output)) break;
    if (run.output.size() > kMaxConfinedOutput) {
      process.kill();
      run.output.resize(kMaxConfinedOutput);
      run.end = {ChildEnd::Kind::kTooMuchOutput, 0};
      return run;
    }
  }
  run.end = process.reap(deadline);
  return run;
}

}  // namespace rowsort
