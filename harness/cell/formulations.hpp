#pragma once
// Looks up formulations. A problem lists some formulations; further ones, such as baumgarte, are derived from these.

#include <string>
#include <string_view>

#include "harness/cell/cell.hpp"
#include "problems/problem.hpp"
#include "text/selector.hpp"

namespace plumb {

class ResolvedCell;

/// Returns the formulation with this name and parameters, such as "index3" or "baumgarte(alpha=5)"; if the name is
/// empty, the first of the problem. `step` is the step size [s], which parameters in multiples of 1/h require. Throws
/// UsageError; for an unknown name it lists the formulations of the problem.
const Formulation& formulation_of(const Problem& problem, const Spec& requested, const std::string& step);
/// Returns the formulation of a selector, "baumgarte(alpha=5)". Throws UsageError like `formulation_of`, also for
/// several formulations or parameters in multiples of 1/h.
const Formulation& formulation_named(const Problem& problem, std::string_view name);
/// Returns the name of the listed formulation from which a formulation is derived; the name itself if it is not
/// derived.
std::string listed_name(std::string_view formulation);

/// Returns the formulation of a cell that was read from a store. Throws UsageError like `formulation_of`.
const Formulation& stored_formulation(const Problem& problem, const Cell& cell);
/// Sets the cell's `formulation` and `formulation_parameters`.
void name_formulation(Cell& cell, const Formulation& formulation);
/// Throws UsageError if the formulation has parameters in multiples of 1/h and the method chooses its own steps.
void check_step_of_formulation(const ResolvedCell& cell);

}  // namespace plumb
