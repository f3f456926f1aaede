#include "launch.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "block.h"

namespace rowsort::simt {
namespace {

constexpr std::size_t kMaxBlocks = std::numeric_limits<int>::max();

/// Linux allows a process 65,530 memory mappings. The stack of a waiting thread takes two of them,
/// one for its guard page. In the worst case all threads of a block wait.
constexpr unsigned kMaxStacks = 24'576;

/// The blocks of a launch. The OS threads that run them take them in chunks.
class Launch {
 public:
  Launch(LaunchShape shape, const std::function<void()>& body, unsigned cores,
         const MakeObserver& make_observer)
      : shape_(shape),
        body_(body),
        make_observer_(make_observer),
        chunk_(std::clamp<std::size_t>(shape.blocks / (std::size_t{16} * cores), 1, 64)),
        end_(shape.blocks) {}

  /// Runs blocks until none are left. Each OS thread calls it.
  void work() noexcept {
    try {
      const auto observer = make_observer_ ? make_observer_() : nullptr;
      BlockRunner runner(shape_, body_, observer.get());
      for (;;) {
        const std::size_t first = next_.fetch_add(chunk_);
        for (std::size_t block = first; block < first + chunk_; ++block) {
          if (block >= end_) return;
          if (auto error = runner.run(block)) stop(block, std::make_exception_ptr(*error));
        }
      }
    } catch (...) {
      stop(0, std::current_exception());  // not the kernel's fault, such as a lack of memory
    }
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  /// Blocks before a failed one still run, so that the same error is reported each time.
  void stop(std::size_t block, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (block >= end_) return;
    end_ = block;
    error_ = std::move(error);
  }

  LaunchShape shape_;
  const std::function<void()>& body_;
  const MakeObserver& make_observer_;
  std::size_t chunk_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> end_;  ///< blocks from here on need not run
  std::mutex mutex_;
  std::exception_ptr error_;
};

unsigned usable_cores(LaunchShape shape, LaunchOptions options) {
  const unsigned wanted =
      options.cores != 0 ? options.cores : std::max(1u, std::thread::hardware_concurrency());
  const unsigned cores = std::min(wanted, kMaxStacks / shape.threads_per_block);
  return static_cast<unsigned>(std::min<std::size_t>(cores, shape.blocks));
}

}  // namespace

void launch(LaunchShape shape, const std::function<void()>& body, LaunchOptions options) {
  launch_observed(shape, body, options, nullptr);
}

void launch_observed(LaunchShape shape, const std::function<void()>& body, LaunchOptions options,
                     const MakeObserver& make_observer) {
  if (shape.threads_per_block < 1 || shape.threads_per_block > kMaxWarps * kLanes) {
    throw std::invalid_argument("a block of " + std::to_string(shape.threads_per_block) +
                                " threads: 1 to 1024 are allowed");
  }
  if (shape.blocks > kMaxBlocks) {
    throw std::invalid_argument("a grid of " + std::to_string(shape.blocks) +
                                " blocks: at most 2147483647 are allowed");
  }
  if (shape.blocks == 0) return;
  const unsigned cores = usable_cores(shape, options);
  Launch work(shape, body, cores, make_observer);
  {
    std::vector<std::jthread> others;
    // A sandbox may allow fewer threads than there are cores. The caller's own always runs.
    try {
      for (unsigned core = 1; core < cores; ++core) others.emplace_back([&work] { work.work(); });
    } catch (const std::system_error&) {
    }
    work.work();
  }
  work.rethrow();
}

}  // namespace rowsort::simt
