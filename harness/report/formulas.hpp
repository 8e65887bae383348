#pragma once
// Formulas as pages typeset them: TeX beside the program, of forms of equations and of methods without coefficients.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "problems/mechanisms/embedded_files.hpp"

namespace plumb {

struct Formulas {
  std::vector<std::string> tex = {};  // a line each; none: nothing is known
  std::string where = {};             // what symbols mean, in words
};

/// The file formulas.toml of this folder, which is part of the program (harness/CMakeLists.txt).
std::span<const EmbeddedFile> formulas_file();

/// By the name of a method, and of a form of equations.
Formulas formulas_of_method(std::string_view name);
Formulas formulas_of_form(std::string_view name);

/// Names of that file: a test asks that they are those of methods and forms.
std::vector<std::string> methods_with_formulas();

}  // namespace plumb
