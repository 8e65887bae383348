#pragma once
// Method files of the program: methods/files/NAME.toml in the source tree or in the installation. "@NAME.toml" refers
// to such a file from every folder.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

/// Returns the path of a method file for `name`, the user's input after the @. A name without a folder that is not in
/// the working directory is looked up in `methods/files` of the roots of text/program_files.hpp. Returns `name` itself
/// if no root contains the file.
std::filesystem::path path_of_method_file(std::string_view name);

/// A method file of the program, with its claims. Tests compare these with the order conditions.
struct ShippedMethod {
  std::string file;  // "verner98.toml"
  std::string kind;  // "explicit", "diagonally implicit", "implicit", "Rosenbrock", "multistep" or "composition"
  std::string title, source;
  int order = 0;
  int embedded_order = 0;  // 0: no embedded weights
  int stages = 0;          // for multistep formulas and compositions: steps
};

/// Returns the method files of the program in the order of their names. Throws UsageError if a file cannot be read.
std::vector<ShippedMethod> shipped_methods();

}  // namespace plumb
