#include "harness/schedule/worker.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
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
#include "harness/schedule/isolated_steps.hpp"
#include "harness/schedule/packed_sample.hpp"
#include "harness/worker/child_processes.hpp"
#include "harness/worker/worker_process.hpp"
#include "methods/from_library/shared_library.hpp"
#include "text/exit_codes.hpp"

#if defined(__has_feature)
#define PLUMB_HAS_FEATURE(x) __has_feature(x)
#else
#define PLUMB_HAS_FEATURE(x) 0
#endif

namespace plumb {
namespace {

constexpr int frames_line = worker_files::frames, orders_line = worker_files::orders;

StopRequest requested_stop = Status::ok;
static_assert(StopRequest::is_always_lock_free, "a signal handler writes to it");

void request_timeout_stop(int) { requested_stop = Status::timeout; }

/// Reports the crash, then lets the signal end the process.
void report_crash(int signal, siginfo_t* info, void*) {
  const Crash crash{signal, errno, reinterpret_cast<std::uint64_t>(info->si_addr), info->si_code > 0};
  send_frame(frames_line, FrameKind::crash, {reinterpret_cast<const char*>(&crash), sizeof crash});
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

[[noreturn]] void report_exception() {
  std::string_view words = "terminate was called";
  try {
    if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    errno = ENOMEM;
    words = "an allocation failed in code that may not throw";
  } catch (const std::exception& e) {
    send_frame(frames_line, FrameKind::words, e.what());
    std::abort();
  } catch (...) {
    words = "an exception other than std::exception in code that may not throw";
  }
  send_frame(frames_line, FrameKind::words, words);
  std::abort();
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_RESTART);
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

/// Installs handlers for fatal signals. They run on a separate stack, because the normal stack may have overflowed.
void handle_crashes() {
  static std::array<char, 65536> room;
  const stack_t stack{.ss_sp = room.data(), .ss_flags = 0, .ss_size = room.size()};
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = report_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS}) sigaction(signal, &action, nullptr);
  std::set_terminate(report_exception);
}

/// Kills the process group if the other end of the socket is closed.
void end_with_the_line(int) {
  pollfd line = {orders_line, POLLIN, 0};
  if (poll(&line, 1, 0) > 0 && (line.revents & (POLLHUP | POLLERR)) != 0) kill(0, SIGKILL);
}

/// Requests the signal SIGIO, which the system sends if data arrive on the socket or if the socket is closed.
void watch_the_line() {
  handle(SIGIO, end_with_the_line);
  fcntl(orders_line, F_SETOWN, getpid());
  fcntl(orders_line, F_SETFL, fcntl(orders_line, F_GETFL) | O_ASYNC);
  end_with_the_line(SIGIO);  // for a socket that was closed before
}

/// Installs the signal handlers. SIGINT and SIGTERM are ignored, because the parent process handles Ctrl-C.
void handle_signals() {
  for (const int ignored : {SIGINT, SIGTERM, SIGPIPE}) handle(ignored, SIG_IGN);
  handle(stop_signal, request_timeout_stop);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  watch_the_line();
  handle_crashes();
}

bool was_started_as_worker() {
  return getpgrp() == getpid() && fcntl(frames_line, F_GETFD) >= 0 && fcntl(orders_line, F_GETFD) >= 0;
}

/// Returns the memory shared with the parent process. A worker without cells has none, so it gets a static object.
SharedProgress& shared_progress() {
  static SharedProgress unread_progress;
  void* room = mmap(nullptr, sizeof(SharedProgress), PROT_READ | PROT_WRITE, MAP_SHARED, worker_files::progress, 0);
  close(worker_files::progress);
  return room == MAP_FAILED ? unread_progress : *static_cast<SharedProgress*>(room);
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
    const auto first = write(file, "1000", 4);  // if memory runs out, the system kills this process first
    static_cast<void>(first);
    close(file);
  }
}

RunResult result_of(const WorkerOrder& order, SharedProgress& progress) {
  const auto send = [](const Sample<quad>& sample) {
    if (!send_frame(frames_line, FrameKind::sample, packed(sample))) _exit(0);  // parent process has ended
  };
  try {
    const auto cell = resolve(cell_from_json(Json::parse(order.text)));
    return run_without_reference(cell, requested_stop,
                                 {.sample = send,
                                  .watched = [&](const Watched& so_far) { progress.publish(so_far); },
                                  .steps_completed = &progress.steps_completed});
  } catch (const std::exception& e) {
    return crashed(e.what());
  } catch (...) {
    return crashed("an exception other than std::exception");
  }
}

void run(const WorkerOrder& order, SharedProgress& progress) {
  limit_memory(order.memory);
  errno = 0;
  send_frame(frames_line, FrameKind::result, to_json(result_of(order, progress)).dump());
}

template <class Value>
void write_value(FrameKind kind, const Value& value) {
  send_frame(frames_line, kind, {reinterpret_cast<const char*>(&value), sizeof value});
}

/// Sends the result of `work`, or the message of its exception.
template <class Work>
void send_reply(const Work& work) {
  try {
    send_frame(frames_line, FrameKind::reply, work());
  } catch (const std::exception& e) {
    send_frame(frames_line, FrameKind::failure, e.what());
  } catch (...) {
    send_frame(frames_line, FrameKind::failure, "an exception of an unknown type");
  }
}

/// Loads data that cells share, such as the catalogue and their problem, before the fork. The method is replaced by a
/// built-in one, because it may be user code.
void read_in_advance(const WorkerOrder& order) {
  try {
    auto cell = cell_from_json(Json::parse(order.text));
    cell.method = "erk4";
    cell.method_parameters.clear();
    resolve(cell);
  } catch (const std::exception&) {
    return;  // the cell itself reports the error
  }
}

/// Runs a cell in a forked process and waits for its end. Also ends processes that the cell has started and left
/// running. Only one process at a time writes frames.
void run_in_a_child(const WorkerOrder& order, SharedProgress& progress) {
  read_in_advance(order);
  const pid_t child = fork();
  if (child == 0) {
    write_value(FrameKind::begun, getpid());
    run(order, progress);
    _exit(0);
  }
  ProcessExit end{.status = 1 << 8};
  if (child < 0) {
    send_frame(frames_line, FrameKind::words, "its process could not be started");
  } else {
    rusage used{};
    while (wait4(child, &end.status, 0, &used) < 0 && errno == EINTR) continue;
    end.most_bytes = 1024 * used.ru_maxrss;
    end_all_children();
  }
  write_value(FrameKind::ended, end);
}

}  // namespace

void SharedProgress::clear() {
  steps_completed = 0;
  states_[0] = {};
  latest_ = 0;
}

void SharedProgress::publish(const Watched& state) {
  const auto next = 1 - latest_;
  states_[next] = state;
  latest_ = next;
}

void limit_memory(std::uint64_t bytes) {
  if (!limits_address_space()) return;
  static const rlimit initial_limit = [] {
    rlimit now{};
    getrlimit(RLIMIT_AS, &now);
    return now;
  }();
  auto now = initial_limit;
  now.rlim_cur =
      std::min<rlim_t>(initial_limit.rlim_cur, address_space() + bytes);  // RLIM_INFINITY is the largest number
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

bool is_worker(int argc, char** argv) { return argc == 2 && std::string_view(argv[1]) == worker_argument; }

int run_as_worker() {
  if (!was_started_as_worker()) return static_cast<int>(Exit::usage);
  auto& progress = shared_progress();
  prctl(PR_SET_NAME, "plumb-worker");
  handle_signals();
  be_modest();
  load_libraries_at_once();
  take_over_orphans();
  StepsInWorker steps;
  // The parent process sends no further cell after a stop request, so the request may arrive before the cell it is for.
  while (const auto order = received_order(orders_line)) {
    switch (order->kind) {
      case OrderKind::cell: run(*order, progress); break;
      case OrderKind::cell_alone: run_in_a_child(*order, progress); break;
      case OrderKind::library: send_reply([&] { return describe_library(order->text), std::string(); }); break;
      case OrderKind::libraries_end: send_reply([] { return close_libraries(), std::string(); }); break;
      case OrderKind::method: send_reply([&] { return steps.begin(*order), std::string(); }); break;
      case OrderKind::steps: send_reply([&] { return steps.reply(order->text); }); break;
    }
  }
  kill(0, SIGKILL);
  std::_Exit(0);
}

}  // namespace plumb
