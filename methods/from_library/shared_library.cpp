#include "methods/from_library/shared_library.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

namespace plumb {
namespace {

/// The libraries that this process has loaded.
class LoadedLibraries {
 public:
  /// One reference is enough for a library that is loaded already.
  void add(void* library) {
    const std::lock_guard lock(mutex_);
    if (std::ranges::find(all_, library) == all_.end())
      all_.push_back(library);
    else
      ::dlclose(library);
  }
  bool empty() const {
    const std::lock_guard lock(mutex_);
    return all_.empty();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    for (void* library : std::exchange(all_, {})) ::dlclose(library);
  }

 private:
  mutable std::mutex mutex_;
  std::vector<void*> all_;
};

LoadedLibraries& loaded_libraries() {
  static LoadedLibraries libraries;
  return libraries;
}

}  // namespace

bool has_loaded_libraries() { return !loaded_libraries().empty(); }

void close_libraries() { loaded_libraries().close(); }

const plumb_method& described_by_library(const std::string& path) {
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const std::string why = ::dlerror();
    const auto named = path + ": ";
    throw std::runtime_error(why.starts_with(named) ? why.substr(named.size()) : why);
  }
  loaded_libraries().add(library);
  void* const symbol = ::dlsym(library, "plumb_method_entry");
  if (!symbol) throw std::runtime_error("it does not export plumb_method_entry (plumb_method.h)");
  const auto entry = reinterpret_cast<const plumb_method* (*)()>(symbol);
  const auto* described = entry();
  if (!described) throw std::runtime_error("plumb_method_entry returns NULL");
  return *described;
}

}  // namespace plumb
