#include "harness/cli/commands.hpp"

#include "harness/store/store.hpp"

namespace plumb {

std::string is_path(const std::string& path) { return path.empty() ? "'' names no file" : ""; }

std::string is_store_path(const std::string& path) {
  return keeps_runs(path) ? "" : "'" + path + "' keeps nothing; give the path of a file";
}

}  // namespace plumb
