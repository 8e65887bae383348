#include "methods/sundials_module.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "contract/inner_steps.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_name = "plumb-sundials.so";

/// Returns the folder of the program or shared library that contains this function.
fs::path own_folder() {
  Dl_info info;
  link_map* object = nullptr;
  const auto* const here = reinterpret_cast<const void*>(&own_folder);
  const bool found = ::dladdr1(here, &info, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) != 0;
  const bool is_program = !found || object->l_name[0] == '\0';
  std::error_code unreadable;
  const auto path = fs::canonical(is_program ? "/proc/self/exe" : object->l_name, unreadable);
  return unreadable ? fs::path("/") : path.parent_path();
}

/// Returns the possible files of the module: the value of PLUMB_SUNDIALS, or the file of the installation and the file
/// of the build.
const std::vector<fs::path>& possible_files() {
  static const auto files = [] {
    if (const char* chosen = std::getenv("PLUMB_SUNDIALS")) return std::vector<fs::path>{chosen};
    const auto folder = own_folder();
    return std::vector<fs::path>{folder / file_name, folder / PLUMB_MODULES_FROM_LIBRARY / file_name,
                                 (folder / PLUMB_MODULES_FROM_PROGRAM / file_name).lexically_normal(),
                                 fs::path(PLUMB_MODULES_OF_BUILD) / file_name};
  }();
  return files;
}

bool is_there(const fs::path& file) {
  std::error_code unreadable;
  return fs::exists(file, unreadable);
}

void* loaded_from(const std::vector<fs::path>& files) {
  std::string reasons;
  for (const auto& file : files) {
    if (void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    reasons += (reasons.empty() ? "" : "; ") + std::string(::dlerror());
  }
  throw std::runtime_error(std::string(file_name) + ", the module of SUNDIALS, cannot be loaded: " + reasons);
}

std::vector<fs::path> existing_files() {
  auto files = possible_files();
  std::erase_if(files, [](const fs::path& file) { return !is_there(file); });
  if (files.empty())
    throw std::runtime_error("CVODE, ARKODE and IDA of SUNDIALS are not in this build; " +
                             std::string(how_to_add_sundials));
  return files;
}

}  // namespace

bool has_sundials() { return std::ranges::any_of(possible_files(), is_there); }

const SundialsModule& sundials_module_from(const std::vector<fs::path>& files) {
  void* const symbol = ::dlsym(loaded_from(files), sundials_module_entry);
  if (!symbol) throw std::runtime_error("the " + std::string(file_name) + " that was found belongs to another build");
  return *reinterpret_cast<SundialsModuleEntry>(symbol)(&report_inner_steps);
}

const SundialsModule& sundials_module() {
  static const SundialsModule& functions = sundials_module_from(existing_files());
  return functions;
}

}  // namespace plumb
