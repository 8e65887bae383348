#pragma once
// Formulas as pages typeset them: TeX beside the program, of forms of equations and of methods without coefficients.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "problems/mechanisms/embedded_files.hpp"

namespace plumb {

struct Formulas {
  std::vector<std::string> tex = {};  // one line each; empty if no formula is known
  std::string where = {};             // what symbols mean, in words
};

/// The file formulas.toml of this folder, which is part of the program (harness/CMakeLists.txt).
std::span<const EmbeddedFile> formulas_file();

/// Both return formulas by a name: that of a method, or that of a form of equations.
Formulas formulas_of_method(std::string_view name);
Formulas formulas_of_form(std::string_view name);

/// Returns the names of methods in that file. A test compares them with the methods that there are.
std::vector<std::string> methods_with_formulas();

}  // namespace plumb
