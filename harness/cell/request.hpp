#pragma once
// A cell as it was asked for.

#include <optional>
#include <string>

#include "harness/cell/cell.hpp"
#include "harness/text/selector.hpp"

namespace plumb {

/// A cell whose names and parameters have not been looked up yet; what is none has its default.
struct CellRequest {
  Spec problem, formulation, method;
  std::string step;
  std::optional<std::string> t_end, newton_tol;
  std::string newton_test = "increment", newton_norm = "max";
  int newton_max = 0;  // the method's own
  Precision precision = Precision::double_;
  std::optional<int> samples = {};  // 0: every step
  std::string where = {};           // "file.toml:7", or empty from the command line

  bool operator==(const CellRequest&) const = default;
};

}  // namespace plumb
