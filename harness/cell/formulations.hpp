#pragma once
// Formulations by their names and parameters: the listed ones of a problem, and the derived ones.

#include <string>
#include <string_view>

#include "harness/cell/cell.hpp"
#include "problems/problem.hpp"
#include "text/selector.hpp"

namespace plumb {

class ResolvedCell;

/// Returns the formulation of a name with parameters, such as "index3" or "baumgarte(alpha=5)"; without a name, the
/// first one of the problem. `step` is the step size [s], for parameters in multiples of 1/h. Throws UsageError with
/// the formulations of the problem.
const Formulation& formulation_of(const Problem& problem, const Spec& asked, const std::string& step);
/// Returns the formulation of a text. Throws UsageError like `formulation_of`.
const Formulation& formulation_named(const Problem& problem, std::string_view name);
/// Returns the name of the listed formulation that a derived one changes; other names are returned as they are.
std::string listed_name(std::string_view formulation);

/// Returns the formulation of a stored cell. Throws UsageError as formulation_of does.
const Formulation& stored_formulation(const Problem& problem, const Cell& cell);
/// Writes name and parameters of a formulation into the text of a cell.
void name_formulation(Cell& cell, const Formulation& formulation);
/// Throws UsageError if a formulation in multiples of 1/h meets a method that chooses its own steps.
void check_step_of_formulation(const ResolvedCell& cell);

}  // namespace plumb
