#include "harness/cell/testing/library_methods.hpp"

#include "harness/cell/resolve.hpp"

namespace plumb::library_testing {

std::filesystem::path libraries() { return std::filesystem::path(PLUMB_BINARY).parent_path() / "from_library"; }

std::string library(const std::string& name) { return "@" + (libraries() / ("lib" + name + ".so")).string(); }

bool is_built(const std::string& name) { return std::filesystem::exists(library(name).substr(1)); }

ResolvedCell cell(const std::string& method, const Place& place, const std::string& step,
                  const std::map<std::string, std::string>& parameters) {
  CellRequest request;
  request.problem = expand(place.problem).front();
  request.formulation = {place.formulation, {}};
  request.method = {method, parameters};
  request.step = step;
  request.settings["t_end"] = "1";
  return resolve(request);
}

}  // namespace plumb::library_testing
