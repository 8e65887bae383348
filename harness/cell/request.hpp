#pragma once
// A cell as it was asked for.

#include <functional>
#include <map>
#include <string>

#include "harness/cell/cell.hpp"
#include "harness/text/selector.hpp"

namespace plumb {

/// A cell whose names and parameters have not been looked up yet; what is none has its default.
struct CellRequest {
  Spec problem, formulation, method;
  std::string step;
  std::map<std::string, std::string, std::less<>> settings = {};  // by name (setting.hpp), as texts
  std::string where = {};                                         // "file.toml:7", or empty from the command line

  bool operator==(const CellRequest&) const = default;
};

}  // namespace plumb
