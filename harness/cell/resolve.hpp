#pragma once
// These functions find what names and parameters stand for, and lead from a request to a checked cell.

#include <vector>

#include "harness/cell/request.hpp"
#include "harness/cell/resolved_cell.hpp"
#include "methods/catalogue.hpp"
#include "problems/catalogue.hpp"

namespace plumb {

/// Return the entry of that name, or what the file that "@path" names contains. Throw UsageError with the nearest name.
const Problem& problem_named(std::string_view name);
const Method& method_named(std::string_view name);
/// Returns the methods that selectors name ("block(pade=1,3)" is one, since pade is a pair of numbers). Throws
/// UsageError.
std::vector<Spec> expand_methods(const std::vector<std::string>& selectors);
/// Does the same for problems.
std::vector<Spec> expand_problems(const std::vector<std::string>& selectors);
/// Returns the parameters of a method, complete and checked together. Throws UsageError.
Parameters method_parameters(const Method& method, const std::map<std::string, std::string>& given);
/// Returns the formulation that a name with parameters means, such as "index3" or "baumgarte(alpha=5)"; without a name,
/// it is the first one of the problem. `step` is the step size [s], for parameters in multiples of 1/h. Throws
/// UsageError with the formulations that the problem has.
const Formulation& formulation_of(const Problem& problem, const Spec& asked, const std::string& step);
/// Returns the formulation that a text means. Throws UsageError as formulation_of does.
const Formulation& formulation_named(const Problem& problem, std::string_view name);

/// Returns complete parameters from canonical text ("alpha=4/5,beta=1"). Throws UsageError.
Parameters parameters_from_text(std::span<const ParameterSpec> specs, std::string_view canonical, std::string_view of);

/// Looks up names and parameters, fills in defaults, and checks everything that can be checked without running. Throws
/// UsageError with the place of the value that is wrong, whose key is "problem", "formulation", "method", "step" or a
/// setting.
ResolvedCell resolve(const CellRequest& request);
/// Does the same for a cell that was resolved once, or for one read from JSON. Throws UsageError if it names what this
/// build does not have.
ResolvedCell resolve(const Cell& cell);

}  // namespace plumb
