#pragma once
// An experiment is a list of cells to run: axes that expand to cells, from the command line or from a file.
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
//   t_end = 10                                # optional, like all settings (setting.hpp): default of the problem
//   newton_tol = "1e-10"                      # optional: default of the method
//   newton_test = "increment"                 # optional
//   newton_norm = "max"                       # optional
//   newton_max = 20                           # optional: default of the method
//   precision = "double"                      # optional
//   samples = 100                             # optional
//
// "*" selects all compatible entries, see all_that_fit.hpp. A study may include files of sets, see included_files.hpp.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/sets/cross_product.hpp"

namespace plumb {

struct Experiment {
  std::string title, description;
  std::vector<CellRequest> cells;  // cells of all blocks in order; at most most_cells
};

/// Reads an experiment file. Throws UsageError with the location, the mistake and the allowed values. If `set` is
/// given, the cells of that set replace the [[cells]].
Experiment experiment_from_file(const std::filesystem::path& path, const std::string& set = {});
/// Reads an experiment from a text. `name` is the file name in messages.
Experiment experiment_from_text(std::string_view toml, const std::string& name, const std::string& set = {});

}  // namespace plumb
