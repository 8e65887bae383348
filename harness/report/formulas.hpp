#pragma once
// Formulas on pages: forms of equations, methods without coefficients, and problems. They are TeX in formulas.toml of
// this folder and of the folders of problems.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/embedded_file.hpp"

namespace plumb {

struct Formulas {
  std::vector<std::string> tex = {};  // formulas in TeX, one for each line; empty: none
  std::string where = {};             // definitions of the symbols, as a text
};

/// Returns formulas.toml, which is embedded in the program (harness/CMakeLists.txt).
std::span<const EmbeddedFile> formulas_file();
/// Returns the files problems/*/formulas.toml, which are embedded too. The paths are "NAME/formulas.toml".
std::span<const EmbeddedFile> formula_files_of_problems();

/// Return the formulas of a method, or of a form of equations, by name.
Formulas formulas_of_method(std::string_view name);
Formulas formulas_of_form(std::string_view name);
/// Returns the equations of a kind of body, joint, driver, beam or friction in mechanisms, by its name in
/// formulas.toml.
Formulas formulas_of_mechanism(std::string_view name);
/// Returns the formulas of a problem, in the coordinates of one of its formulations.
Formulas formulas_of_problem(std::string_view problem, std::string_view formulation);

/// Returns the names of all methods in formulas.toml. A test compares them with the catalogue.
std::vector<std::string> methods_with_formulas();

}  // namespace plumb
