#pragma once
// What pages print of the equations of a problem: of this one, and not of its form in general (formulas.hpp).

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

/// In the coordinates of a formulation: of the file FORMULATION.equations.toml in the problem's folder, whose formulas
/// a test computes with; else of formulas.toml; of a mechanism those of its bodies, and of its joints and drivers kind
/// by kind. Any formulation of the same coordinates stands for all of them. Empty: none are known.
std::vector<TitledFormulas> equations_of(const Problem& problem, const Formulation& formulation);

/// The files problems/*/*.equations.toml, which the build makes part of the program (harness/CMakeLists.txt).
std::span<const EmbeddedFile> files_of_equations();

}  // namespace plumb
