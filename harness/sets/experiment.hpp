#pragma once
// An experiment says what to run: axes that expand to cells, from the command line or from a file.
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
// "*" stands for everything that fits, see all_that_fit.hpp.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/sets/cross_product.hpp"

namespace plumb {

struct Experiment {
  std::string title, description;
  std::vector<CellRequest> cells;  // of all blocks in order, at most most_cells
};

/// Reads an experiment file. Throws UsageError "file:line:column: what is wrong, and what is allowed". If a set is
/// named, its cells take the place of those of [[cells]].
Experiment experiment_from_file(const std::filesystem::path& path, const std::string& set = {});
/// Reads the same from a text. `name` stands for the file in messages.
Experiment experiment_from_text(std::string_view toml, const std::string& name, const std::string& set = {});

}  // namespace plumb
