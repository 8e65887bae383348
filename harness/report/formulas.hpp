#pragma once
// Pages typeset these formulas of forms of equations, of methods without coefficients and of problems. They are TeX in
// a file beside the source.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/embedded_file.hpp"

namespace plumb {

struct Formulas {
  std::vector<std::string> tex = {};  // one line each; empty if no formula is known
  std::string where = {};             // what symbols mean, in words
};

/// Returns the file formulas.toml of this folder, which is part of the program (harness/CMakeLists.txt).
std::span<const EmbeddedFile> formulas_file();

/// Both return formulas by a name: that of a method, or that of a form of equations.
Formulas formulas_of_method(std::string_view name);
Formulas formulas_of_form(std::string_view name);
/// Returns what bodies, joints, drivers, beams and friction of mechanisms impose, by its name in that file.
Formulas formulas_of_mechanism(std::string_view name);
/// Returns the formulas of a problem, in the coordinates of one of its formulations.
Formulas formulas_of_problem(std::string_view problem, std::string_view formulation);

/// Returns the names of methods in that file. A test compares them with the methods that there are.
std::vector<std::string> methods_with_formulas();

}  // namespace plumb
