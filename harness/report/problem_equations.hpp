#pragma once
// Equations of one problem for its page; formulas.hpp contains the general equations of a form.

#include <span>
#include <string>
#include <vector>

#include "harness/report/formulas.hpp"
#include "problems/problem.hpp"

namespace plumb {

struct TitledFormulas {
  std::string title;  // title of the formulas; empty: none
  Formulas formulas;
};

/// Returns the equations in the coordinates of a formulation; empty if there are none. They come from
/// FORMULATION.equations.toml in the problem's folder, whose formulas a test evaluates, or else from formulas.toml in
/// the same folder. A mechanism has the equations of its bodies, and of each kind of its joints and drivers.
/// Formulations with the same coordinates have the same equations.
std::vector<TitledFormulas> equations_of(const Problem& problem, const Formulation& formulation);

/// Returns the files problems/*/*.equations.toml, which are embedded in the program (harness/CMakeLists.txt).
std::span<const EmbeddedFile> files_of_equations();

}  // namespace plumb
