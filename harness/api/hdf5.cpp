#include "harness/api/hdf5.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>
#include <string>

#include "text/program_files.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

void* loaded_from(const std::vector<fs::path>& files) {
  std::vector<std::string> reasons;
  for (const auto& file : files) {
    if (void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    reasons.emplace_back(::dlerror());
  }
  throw std::runtime_error(
      fmt::format("trajectories in HDF5 need plumb-hdf5.so, which cannot be loaded: {}", fmt::join(reasons, "; ")));
}

}  // namespace

const Hdf5Module& hdf5_from(const std::vector<fs::path>& files) {
  void* const symbol = ::dlsym(loaded_from(files), hdf5_module_entry);
  if (!symbol) throw std::runtime_error("the plumb-hdf5.so that was found belongs to another build of the program");
  return *reinterpret_cast<const Hdf5Module* (*)()>(symbol)();
}

const Hdf5Module& hdf5() {
  static const auto installed = (file_places().program_folder / PLUMB_HDF5_FROM_PROGRAM).lexically_normal();
  static const Hdf5Module& functions = hdf5_from({installed, PLUMB_HDF5_OF_BUILD});
  return functions;
}

}  // namespace plumb
