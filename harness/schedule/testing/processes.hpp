#pragma once
// Information on other processes from /proc, for tests.

#include <dirent.h>
#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace plumb::process_testing {

struct Known {
  pid_t parent = 0;
  char state = 'X';              // process state; X: no such process
  double processor_seconds = 0;  // processor time of all threads, without children [s]
};

inline Known known(pid_t process) {
  std::ifstream in("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(in, text);
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream fields(text.substr(name_end + 1));
  Known out;
  fields >> out.state >> out.parent;
  constexpr int between = 9;  // number of skipped fields, from pgrp to cmajflt: proc(5)
  std::string skipped;
  for (int i = 0; i < between; ++i) fields >> skipped;
  double user = 0, system = 0;  // processor times [clock ticks]
  fields >> user >> system;
  out.processor_seconds = (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
  return out;
}

inline bool is_alive(pid_t process) {
  const char state = known(process).state;
  return state != 'X' && state != 'Z';
}

inline std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> out;
  DIR* folder = opendir("/proc");
  while (const dirent* entry = folder ? readdir(folder) : nullptr) {
    const auto process = static_cast<pid_t>(std::atoi(entry->d_name));
    if (process > 0 && known(process).parent == parent && is_alive(process)) out.push_back(process);
  }
  if (folder) closedir(folder);
  return out;
}

inline std::vector<pid_t> descendants_of(pid_t parent) {
  std::vector<pid_t> out = children_of(parent);
  for (std::size_t i = 0; i < out.size(); ++i)
    for (const auto child : children_of(out[i])) out.push_back(child);
  return out;
}

/// Returns whether the process has a handler for the signal.
inline bool catches(pid_t process, int signal) {
  std::ifstream in("/proc/" + std::to_string(process) + "/status");
  constexpr std::string_view caught = "SigCgt:";
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(caught)) return std::stoull(line.substr(caught.size()), nullptr, 16) >> (signal - 1) & 1;
  return false;
}

/// Returns whether the condition becomes true within `seconds`.
template <class Condition>
bool soon(Condition condition, double seconds = 20) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace plumb::process_testing
