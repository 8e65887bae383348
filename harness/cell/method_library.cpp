#include "harness/cell/method_library.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <vector>

#include "harness/worker/child_processes.hpp"
#include "harness/worker/worker_client.hpp"
#include "methods/from_library/shared_library.hpp"
#include "text/exit_codes.hpp"
#include "text/file_text.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

constexpr std::size_t longest_of_library = 200, longest_reason = 300;
constexpr std::string_view begin_of_a_library =
    "\x7f"
    "ELF";

void require_printable(std::string_view text, std::string_view label) {
  if (printable(text, longest_of_library) != text)
    throw std::invalid_argument(fmt::format("{}: at most {} characters, no control characters and UTF-8 are allowed",
                                            label, longest_of_library));
}

std::atomic<bool> may_crash = false;  // true: this process is a worker, so its crash is harmless

/// During the lifetime of this object, stdout is redirected to stderr.
class StdoutToStderr {
 public:
  StdoutToStderr() {
    flush();
    stdout_ = ::dup(STDOUT_FILENO);
    if (stdout_ >= 0) ::dup2(STDERR_FILENO, STDOUT_FILENO);
  }
  ~StdoutToStderr() {
    flush();
    if (stdout_ < 0) return;
    ::dup2(stdout_, STDOUT_FILENO);
    ::close(stdout_);
  }
  StdoutToStderr(const StdoutToStderr&) = delete;

 private:
  static void flush() {
    std::cout.flush();
    std::fflush(stdout);
  }
  int stdout_ = -1;
};

/// Child processes that libraries started while this process loaded them.
class BegunByLibraries {
 public:
  template <class Load>
  auto during(const Load& load) {
    const auto before = child_processes();
    const auto end = [&] {
      const std::lock_guard lock(mutex_);
      for (const auto process : child_processes())
        if (std::ranges::find(before, process) == before.end()) all_.push_back(process);
    };
    try {
      auto out = load();
      end();
      return out;
    } catch (...) {
      end();
      throw;
    }
  }
  /// Kills the processes that are still children of this process. Others have ended, and their process ids may have
  /// been reused.
  void end() {
    const auto children = child_processes();
    const std::lock_guard lock(mutex_);
    std::erase_if(all_, [&](pid_t process) { return std::ranges::find(children, process) == children.end(); });
    end_children(all_);
  }

 private:
  std::mutex mutex_;
  std::vector<pid_t> all_;
};

BegunByLibraries& begun_by_libraries() {
  static BegunByLibraries processes;
  return processes;
}

/// Failures of libraries' exit handlers, by path of the library.
class FailedEnds {
 public:
  void add(const std::string& path, const std::string& why) {
    const std::lock_guard lock(mutex_);
    all_[path] = why;
  }
  std::map<std::string, std::string> all() const {
    const std::lock_guard lock(mutex_);
    return all_;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::string> all_;
};

FailedEnds& failed_ends() {
  static FailedEnds ends;
  return ends;
}

/// Returns the method unchanged. Throws std::invalid_argument unless all of its texts are printable.
Method printable_method(Method out) {
  require_printable(out.info.name, "name");
  require_printable(out.info.title, "title");
  require_printable(out.info.source, "source");
  for (const auto& p : out.parameters) {
    require_printable(p.unit, "unit of " + p.name);
    require_printable(p.meaning, "meaning of " + p.name);
  }
  return out;
}

Method described(const std::string& path) { return printable_method(method_from_library(described_by_library(path))); }

/// Replaces the method's own name by `name`, "@path", and moves its own name into the title.
void name_method(MethodFile& file, const std::string& name, std::string_view content) {
  file.is_library = true;
  file.name = name;
  auto& info = file.method.info;
  file.title = info.title == info.name ? info.name : info.name + ": " + info.title;
  file.source = info.source;
  info.name = name;
  info.title = file.title;
  name_by_content(file, content);
}

}  // namespace

bool is_library(std::string_view path, std::string_view bytes) {
  return bytes.starts_with(begin_of_a_library) || path.ends_with(".so") || path.find(".so.") != path.npos;
}

void load_libraries_at_once() { may_crash = true; }

void describe_library(const std::string& path) { described(path); }

std::string tried_in_a_worker(const std::string& path, std::chrono::milliseconds longest) {
  constexpr auto longest_end = std::chrono::seconds(2);
  std::optional<WorkerClient> worker;
  try {
    worker.emplace();
  } catch (const std::exception& e) {
    return fmt::format("its process could not be started: {}", e.what());
  }
  if (auto [text, failure] = worker->request({OrderKind::library, path}, longest); !failure.empty()) return failure;
  if (const auto [text, failure] = worker->request({OrderKind::libraries_end}, longest_end); !failure.empty())
    failed_ends().add(path, failure);
  return "";
}

void end_with_libraries(int exit_code, const std::function<void(const std::string&)>& report) {
  if (!has_loaded_libraries()) return;
  for (const auto& [path, why] : failed_ends().all()) report(fmt::format("{}: {}", path, why));
  begun_by_libraries().end();
  std::cout.flush();
  std::fflush(nullptr);
  std::_Exit(exit_code);
}

std::unique_ptr<const MethodFile> method_from_library(const std::string& name, std::string_view bytes) {
  const auto file = name.substr(1);
  const auto refuse = [&](std::string_view why) {
    throw UsageError(fmt::format("{}: the library cannot be loaded as a method: {}; build it with plumb_method.h", file,
                                 printable(why, longest_reason)));
  };
  if (!bytes.starts_with(begin_of_a_library)) refuse("it is not a shared library (ELF)");
  const auto path = std::filesystem::absolute(file).string();
  if (!may_crash)
    if (const auto failure = tried_in_a_worker(path); !failure.empty()) refuse(failure);
  auto out = std::make_unique<MethodFile>();
  try {
    const StdoutToStderr diverted;
    out->method = begun_by_libraries().during([&] { return described(path); });
  } catch (const std::exception& e) {
    refuse(e.what());
  }
  if (file_text(path, "a shared library") != bytes) refuse("it changed while it was loaded");
  name_method(*out, name, bytes);
  return out;
}

std::unique_ptr<MethodFile> method_of_program(const std::string& name, std::shared_ptr<const MethodInCode> code,
                                              std::string_view content) {
  auto out = std::make_unique<MethodFile>();
  try {
    out->method = printable_method(method_from_code(std::move(code)));
  } catch (const std::invalid_argument& e) {
    throw UsageError(fmt::format("{}: the method is not valid: {}", name, printable(e.what(), longest_reason)));
  }
  out->is_provided = true;
  name_method(*out, name, content);
  return out;
}

}  // namespace plumb
