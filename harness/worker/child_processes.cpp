#include "harness/worker/child_processes.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

namespace plumb {
namespace {

namespace fs = std::filesystem;

/// Returns the id of the parent of a process, from its folder in /proc; nullopt if there is no such process.
std::optional<pid_t> parent_of(const fs::path& process) {
  std::ifstream in(process / "stat");
  std::string text;
  std::getline(in, text, '\0');           // a stream iterator would throw if the process ends meanwhile
  const auto name_end = text.rfind(')');  // names may contain blanks and parentheses
  if (name_end == std::string::npos) return {};
  std::istringstream fields(text.substr(name_end + 1));
  char state = 0;
  pid_t parent = 0;
  fields >> state >> parent;
  return parent;
}

std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> out;
  std::error_code error;
  for (fs::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
    const auto name = at->path().filename().string();
    pid_t process = 0;
    const auto [rest, mistake] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (mistake != std::errc() || rest != name.data() + name.size()) continue;
    if (parent_of(at->path()) == parent) out.push_back(process);
  }
  return out;
}

}  // namespace

std::vector<pid_t> child_processes() { return children_of(::getpid()); }

void end_children(const std::vector<pid_t>& children) {
  auto all = children;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const auto child : children_of(all[i])) all.push_back(child);
  for (const auto process : all) ::kill(process, SIGKILL);
  for (const auto child : children)
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) continue;
}

void take_over_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

void end_all_children() {
  constexpr int most_rounds = 100;  // limit of rounds; processes that fork faster than they are killed remain
  for (int round = 0; round < most_rounds; ++round) {
    if (siginfo_t any; ::waitid(P_ALL, 0, &any, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD) return;
    const auto children = child_processes();
    if (children.empty()) return;
    end_children(children);
  }
}

}  // namespace plumb
