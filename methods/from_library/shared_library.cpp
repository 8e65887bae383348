#include "methods/from_library/shared_library.hpp"

#include <dlfcn.h>

#include <stdexcept>

#include "methods/from_library/asked_child.hpp"

namespace plumb {

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
  void* const symbol = ::dlsym(library, "plumb_method_entry");
  if (!symbol) throw std::runtime_error("it does not export plumb_method_entry (plumb_method.h)");
  const auto entry = reinterpret_cast<const plumb_method* (*)()>(symbol);
  const auto* described = entry();
  if (!described) throw std::runtime_error("plumb_method_entry returns NULL");
  return *described;
}

}  // namespace plumb
