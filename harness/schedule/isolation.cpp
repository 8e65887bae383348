#include "harness/schedule/isolation.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include "harness/cell/method_file.hpp"
#include "harness/cell/problem_file.hpp"
#include "harness/schedule/cost.hpp"

namespace plumb {
namespace {

constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();

/// Returns the number at the beginning of a file; none if the file contains "max" or does not exist.
std::optional<std::uint64_t> number_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::uint64_t out = 0;
  if (!(in >> out)) return {};
  return out;
}

std::uint64_t free_of_the_machine() {
  std::ifstream in("/proc/meminfo");
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("MemAvailable:")) continue;
    std::istringstream fields(line.substr(line.find(':') + 1));
    std::uint64_t kibibytes = 0;
    if (fields >> kibibytes) return 1024 * kibibytes;
  }
  return unlimited;
}

/// Returns the memory left free by a control group and all of its parents.
std::uint64_t free_of_groups(const std::filesystem::path& root, std::filesystem::path group, const char* most,
                             const char* used) {
  std::uint64_t out = unlimited;
  while (true) {
    const auto folder = root / group.relative_path();
    const auto limit = number_in(folder / most), now = number_in(folder / used);
    if (limit && now) out = std::min(out, *limit > *now ? *limit - *now : 0);
    if (!group.has_relative_path()) return out;
    group = group.parent_path();
  }
}

std::uint64_t free_of_the_control_group() {
  std::uint64_t out = unlimited;
  std::ifstream in("/proc/self/cgroup");  // lines "number:controllers:path", in version 2 "0::path"
  for (std::string line; std::getline(in, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const auto controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
    if (controllers.empty())
      out = std::min(out, free_of_groups("/sys/fs/cgroup", path, "memory.max", "memory.current"));
    if (controllers == "memory")
      out = std::min(out,
                     free_of_groups("/sys/fs/cgroup/memory", path, "memory.limit_in_bytes", "memory.usage_in_bytes"));
  }
  return out;
}

struct Unit {
  std::string_view name;
  double bytes;
};
constexpr auto units = std::to_array<Unit>({{"", 1},
                                            {"b", 1},
                                            {"k", 1e3},
                                            {"kb", 1e3},
                                            {"m", 1e6},
                                            {"mb", 1e6},
                                            {"g", 1e9},
                                            {"gb", 1e9},
                                            {"t", 1e12},
                                            {"tb", 1e12},
                                            {"kib", 1024.},
                                            {"mib", 1024. * 1024},
                                            {"gib", 1024. * 1024 * 1024},
                                            {"tib", 1024. * 1024 * 1024 * 1024}});

}  // namespace

std::uint64_t IsolationOptions::limit() const { return memory ? *memory : usable_memory(); }

bool is_local_to_process(const ResolvedCell& cell) {
  return is_provided_method(cell.text().method) || is_provided_problem(cell.text().problem);
}

// Methods that are not built in are isolated: a crash ends only their cells.
bool needs_isolation(const ResolvedCell& cell, std::uint64_t memory_limit) {
  constexpr double share = 0.25;  // safety factor: the true memory may be four times the estimate
  if (is_local_to_process(cell)) return false;
  return needs_process(cell.text().method) || room(cell) > share * static_cast<double>(memory_limit);
}

std::optional<std::uint64_t> free_address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
  const auto used = number_in("/proc/self/statm").value_or(0) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

std::uint64_t usable_memory() {
  constexpr double most = 0.8;
  const auto free =
      std::min({free_of_the_machine(), free_of_the_control_group(), free_address_space().value_or(unlimited)});
  return static_cast<std::uint64_t>(most * static_cast<double>(free));
}

std::optional<std::uint64_t> bytes_from_text(std::string_view text) {
  double number = 0;
  const auto* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (error != std::errc()) return {};
  std::string name;
  for (const char c : std::string_view(rest, static_cast<std::size_t>(end - rest)))
    if (c != ' ') name += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.name == name; });
  if (unit == units.end() || !(number * unit->bytes >= 1) || number * unit->bytes > 1e18) return {};
  return static_cast<std::uint64_t>(number * unit->bytes);
}

}  // namespace plumb
