#pragma once
// Pages print these equations of one problem; the equations of a form in general are those of formulas.hpp.

#include <span>
#include <string>
#include <vector>

#include "harness/report/formulas.hpp"
#include "problems/problem.hpp"

namespace plumb {

struct TitledFormulas {
  std::string title;  // empty: none
  Formulas formulas;
};

/// Returns the equations in the coordinates of a formulation; empty: none are known. They stand in the file
/// FORMULATION.equations.toml in the problem's folder, whose formulas a test computes with, or else in formulas.toml. A
/// mechanism has those of its bodies, and of its joints and drivers kind by kind. Any formulation stands for all that
/// share its coordinates.
std::vector<TitledFormulas> equations_of(const Problem& problem, const Formulation& formulation);

/// Returns the files problems/*/*.equations.toml, which the build makes part of the program (harness/CMakeLists.txt).
std::span<const EmbeddedFile> files_of_equations();

}  // namespace plumb
