#include "harness/schedule/cell_process.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "harness/cell/method_library.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/schedule/cell_line.hpp"
#include "harness/schedule/frame.hpp"

#if defined(__has_feature)
#define PLUMB_HAS_FEATURE(x) __has_feature(x)
#else
#define PLUMB_HAS_FEATURE(x) 0
#endif

namespace plumb {
namespace {

static_assert(stop_signal == SIGUSR1);

constexpr int frames_line = 3, cells_line = 4;  // the files that are left beside stdin, stdout and stderr

StopRequest asked_to_stop = Status::ok;
static_assert(StopRequest::is_always_lock_free, "a signal handler writes to it");

void stop_at_the_timeout(int) { asked_to_stop = Status::timeout; }

/// Tells what has happened, and lets it happen.
void tell_crash(int signal, siginfo_t* info, void*) {
  const Crash crash{signal, errno, reinterpret_cast<std::uint64_t>(info->si_addr), info->si_code > 0};
  write_frame(frames_line, FrameKind::crash, {reinterpret_cast<const char*>(&crash), sizeof crash});
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

[[noreturn]] void tell_exception() {
  std::string_view words = "terminate was called";
  try {
    if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    errno = ENOMEM;
    words = "an allocation failed where no exception may pass";
  } catch (const std::exception& e) {
    write_frame(frames_line, FrameKind::words, e.what());
    std::abort();
  } catch (...) {
    words = "an exception that is no std::exception, where none may pass";
  }
  write_frame(frames_line, FrameKind::words, words);
  std::abort();
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_RESTART);
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

/// On a stack of their own: the other one may be what has run out.
void handle_crashes() {
  static std::array<char, 65536> room;
  const stack_t stack{.ss_sp = room.data(), .ss_flags = 0, .ss_size = room.size()};
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = tell_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS}) sigaction(signal, &action, nullptr);
  std::set_terminate(tell_exception);
}

/// Ctrl-C goes to all processes of a terminal; what is to be done about it is the parent's.
void handle_signals() {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int ignored : {SIGINT, SIGTERM, SIGPIPE}) handle(ignored, SIG_IGN);
  handle(stop_signal, stop_at_the_timeout);
  handle_crashes();
}

/// Their numbers are larger: what starts this process has files of its own at these.
void keep_files(int given_frames, int given_cells) {
  dup2(given_frames, frames_line);
  dup2(given_cells, cells_line);
  closefrom(cells_line + 1);
  dup2(STDERR_FILENO, STDOUT_FILENO);
}

std::uint64_t address_space() {
  std::uint64_t pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void be_modest() {
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); file >= 0) {
    const auto first = write(file, "1000", 4);  // of all processes this one is to go when memory is short
    static_cast<void>(first);
    close(file);
  }
}

RunResult result_of(const CellOrder& order, SharedProgress& progress) {
  const auto send = [](const Sample<quad>& sample) {
    if (!write_frame(frames_line, FrameKind::sample, packed(sample))) _exit(0);  // nobody is there who would know
  };
  try {
    const auto cell = resolve(cell_from_json(Json::parse(order.cell)));
    return run_without_reference(cell, asked_to_stop,
                                 {.sample = send,
                                  .watched = [&](const Watched& so_far) { progress.tell(so_far); },
                                  .steps_completed = &progress.steps_completed});
  } catch (const std::exception& e) {
    return crashed(e.what());
  } catch (...) {
    return crashed("an exception that is no std::exception");
  }
}

}  // namespace

void SharedProgress::clear() {
  steps_completed = 0;
  told_[0] = {};
  latest_ = 0;
}

void SharedProgress::tell(const Watched& now) {
  const auto next = 1 - latest_;
  told_[next] = now;
  latest_ = next;
}

void limit_memory(std::uint64_t bytes) {
  if (!limits_address_space()) return;
  static const rlimit given = [] {
    rlimit now{};
    getrlimit(RLIMIT_AS, &now);
    return now;
  }();
  auto now = given;
  now.rlim_cur = std::min<rlim_t>(given.rlim_cur, address_space() + bytes);  // RLIM_INFINITY is the largest
  setrlimit(RLIMIT_AS, &now);
}

bool limits_address_space() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return false;
#else
  return !PLUMB_HAS_FEATURE(address_sanitizer) && !PLUMB_HAS_FEATURE(thread_sanitizer) &&
         !PLUMB_HAS_FEATURE(memory_sanitizer);
#endif
}

void run_as_cells(int given_frames, int given_cells, SharedProgress& progress, int parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  keep_files(given_frames, given_cells);
  handle_signals();
  be_modest();
  load_libraries_at_once();
  while (const auto order = received_cell_order(cells_line)) {
    asked_to_stop = Status::ok;
    limit_memory(order->memory);
    errno = 0;
    const auto result = result_of(*order, progress);
    if (!write_frame(frames_line, FrameKind::result, to_json(result).dump())) break;
  }
  _exit(0);
}

}  // namespace plumb
