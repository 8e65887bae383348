#pragma once
// What to run: axes that expand to cells, from the command line or from an experiment file.
//
//   schema = 1
//   title = "Convergence of the pendulum"
//   description = "..."                       # optional
//
//   [[cells]]                                 # any number of blocks; each is a cross product
//   problem = "pendulum"                      # selectors: a string or a list
//   formulation = ["index3", "ggl"]
//   method = "lms3(rho=0.0,0.6)"
//   step = ["1e-2", "1e-3"]                   # numbers or strings ("pi/600")
//   t_end = 10                                # optional, as all settings (setting.hpp): the problem's own
//   newton_tol = "1e-10"                      # optional: the method's own
//   newton_test = "increment"                 # optional
//   newton_norm = "max"                       # optional
//   newton_max = 20                           # optional: the method's own
//   precision = "double"                      # optional
//   samples = 100                             # optional
//
// "*" stands for all that fits: see all_that_fit.hpp.

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/cell/request.hpp"

namespace plumb {

/// The axes of a cross product, as texts; every element of the first three may be a list of selectors.
struct Axes {
  std::vector<std::string> problem, formulation, method, step;
  std::map<std::string, std::vector<std::string>, std::less<>> settings = {};  // by name; none: the default

  /// The values of "problem", "formulation", "method" or "step", or of a setting; null for another name.
  std::vector<std::string>* values(std::string_view name);
  /// The names of all keys.
  static std::vector<std::string> names();
};

/// All combinations, the problem slowest, then formulation, method, step, and so on.
/// Throws UsageError: an axis without values, a malformed selector or number, a choice that is unknown.
std::vector<CellRequest> cross_product(const Axes& axes);

struct Experiment {
  std::string title, description;
  std::vector<CellRequest> cells;  // of all blocks in order, each once
};

/// Reads an experiment file. Throws UsageError "file:line:column: what is wrong, and what is allowed".
Experiment experiment_from_file(const std::filesystem::path& path);
/// The same from a text; `name` stands for the file in messages.
Experiment experiment_from_text(std::string_view toml, const std::string& name);

}  // namespace plumb
