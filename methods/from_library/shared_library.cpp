#include "methods/from_library/shared_library.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>

#include "methods/from_library/asked_child.hpp"

namespace plumb {
namespace {

struct Loaded {
  std::string path;
  void* library;
};

/// The libraries that this process has loaded.
class LoadedLibraries {
 public:
  /// One reference is enough for a library that is loaded already.
  void add(const std::string& path, void* library) {
    const std::lock_guard lock(mutex_);
    if (std::ranges::find(all_, library, &Loaded::library) == all_.end())
      all_.push_back({path, library});
    else
      ::dlclose(library);
  }
  std::vector<Loaded> all() const {
    const std::lock_guard lock(mutex_);
    return all_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Loaded> all_;
};

LoadedLibraries& loaded_libraries() {
  static LoadedLibraries libraries;
  return libraries;
}

}  // namespace

bool has_loaded_libraries() { return !loaded_libraries().all().empty(); }

std::vector<std::string> failed_ends_of_libraries() {
  constexpr auto longest = std::chrono::seconds(2);
  std::vector<std::string> out;
  for (const auto& [path, library] : loaded_libraries().all())
    if (const auto why = tried_in_a_child([library] { ::dlclose(library); }, longest); !why.empty())
      out.push_back(path + ": " + why);
  return out;
}

std::string tried_in_a_child(const std::function<void()>& work, std::chrono::milliseconds longest) {
  AskedChild child([&](std::string_view) {
    work();
    return std::string();
  });
  return child.ask("", longest).failure;
}

const plumb_method& described_by_library(const std::string& path) {
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const std::string why = ::dlerror();
    const auto named = path + ": ";
    throw std::runtime_error(why.starts_with(named) ? why.substr(named.size()) : why);
  }
  loaded_libraries().add(path, library);
  void* const symbol = ::dlsym(library, "plumb_method_entry");
  if (!symbol) throw std::runtime_error("it does not export plumb_method_entry (plumb_method.h)");
  const auto entry = reinterpret_cast<const plumb_method* (*)()>(symbol);
  const auto* described = entry();
  if (!described) throw std::runtime_error("plumb_method_entry returns NULL");
  return *described;
}

}  // namespace plumb
