#include "harness/schedule/cell_end.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>

#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

/// Returns a text like "SIGSEGV (Segmentation fault)".
std::string signal_text(int signal) {
  const char* name = sigabbrev_np(signal);
  const char* meaning = sigdescr_np(signal);
  return fmt::format("SIG{} ({})", name ? name : fmt::format("{}", signal), meaning ? meaning : "unknown");
}

bool has_address(int signal) { return signal == SIGSEGV || signal == SIGBUS; }

CellEnd killed(const ProcessEnd& end) {
  if (oom_kills() > end.oom_kills)
    return {Status::out_of_memory,
            fmt::format("the operating system ended its process, which used {}, because memory ran out",
                        size_text(static_cast<std::uint64_t>(end.most_bytes)))};
  return {Status::crashed, "its process was killed by another process (SIGKILL)"};
}

CellEnd by_signal(const ProcessEnd& end) {
  const int signal = WTERMSIG(end.status);
  auto text = signal_text(signal);
  if (end.crash && end.crash->has_address && has_address(signal))
    text += fmt::format(" at address {:#x}", end.crash->address);
  if (!end.words.empty()) text += ": " + printable(end.words);
  if (end.crash && end.crash->error == ENOMEM)
    return {Status::out_of_memory, fmt::format("an allocation failed (limit {}): {}", size_text(end.memory), text)};
  return {Status::crashed, text};
}

}  // namespace

CellEnd cell_end(const ProcessEnd& end) {
  switch (end.forced) {
    case Forced::timeout: return {Status::timeout, "the cell exceeded its time limit, so its process was ended"};
    case Forced::interrupted: return {Status::interrupted, ""};
    case Forced::memory:
      return {Status::out_of_memory, fmt::format("its process needed more than {}", size_text(end.memory))};
    case Forced::no: break;
  }
  if (WIFSIGNALED(end.status)) return WTERMSIG(end.status) == SIGKILL ? killed(end) : by_signal(end);
  if (!end.words.empty()) return {Status::crashed, printable(end.words)};
  return {Status::crashed,
          fmt::format("its process ended with exit code {} and without a result", WEXITSTATUS(end.status))};
}

std::int64_t oom_kills() {
  std::ifstream in("/proc/vmstat");
  std::string name;
  std::int64_t value = 0;
  while (in >> name >> value)
    if (name == "oom_kill") return value;
  return 0;
}

std::string size_text(std::uint64_t bytes) {
  constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB"};
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; size >= 1000 && unit + 1 < std::size(units); ++unit) size /= 1000;
  return fmt::format("{} {}", significant(size, 3), units[unit]);
}

}  // namespace plumb
