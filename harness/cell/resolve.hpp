#pragma once
// What names and parameters stand for, and from a request to a checked cell.

#include <vector>

#include "harness/cell/request.hpp"
#include "harness/cell/resolved_cell.hpp"
#include "methods/catalogue.hpp"
#include "problems/catalogue.hpp"

namespace plumb {

/// The entry of that name, or what the file that "@path" names is. Throws UsageError with the nearest name.
const Problem& problem_named(std::string_view name);
const Method& method_named(std::string_view name);
/// The methods that selectors name ("block(pade=1,3)" is one, since pade is a pair of numbers). Throws UsageError.
std::vector<Spec> expand_methods(const std::vector<std::string>& selectors);
/// The same for problems.
std::vector<Spec> expand_problems(const std::vector<std::string>& selectors);
/// Parameters of a method, complete and checked together. Throws UsageError.
Parameters method_parameters(const Method& method, const std::map<std::string, std::string>& given);
/// Throws UsageError listing the formulations that the problem has.
const Formulation& formulation_named(const Problem& problem, std::string_view name);

/// Complete parameters out of canonical text ("alpha=4/5,beta=1"). Throws UsageError.
Parameters parameters_from_text(std::span<const ParameterSpec> specs, std::string_view canonical, std::string_view of);

/// Looks up names and parameters, fills in defaults, checks everything that can be checked without running.
/// Throws UsageError with the place of the value that is wrong, whose key is "problem", "formulation", "method", "step"
/// or a setting.
ResolvedCell resolve(const CellRequest& request);
/// The same of a cell that was resolved once, or of its JSON. Throws UsageError if it names what this build does not
/// have.
ResolvedCell resolve(const Cell& cell);

}  // namespace plumb
