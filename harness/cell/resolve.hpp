#pragma once
// Looks up names and parameters, and converts a request to a cell with valid names and parameters.

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cell/formulations.hpp"
#include "harness/cell/request.hpp"
#include "harness/cell/resolved_cell.hpp"
#include "methods/catalogue.hpp"
#include "problems/catalogue.hpp"

namespace plumb {

/// Return the catalogue entry of a name, or the contents of the file "@path". Throw UsageError with the nearest name.
const Problem& problem_named(std::string_view name);
const Method& method_named(std::string_view name);
/// Return the method for these parameters: with `rtol` or `atol`, embedded weights of a file control the steps. Throw
/// UsageError if they cannot.
const Method& method_named(const Spec& spec);
const Method& method_named(const Cell& cell);
/// Returns the methods of selectors: "lms3(rho=0,1)" is two methods, but "block(pade=1,3)" is one, because pade is a
/// pair of numbers. Throws UsageError.
std::vector<Spec> expand_methods(const std::vector<std::string>& selectors);
/// Returns the problems of selectors, by the same rules.
std::vector<Spec> expand_problems(const std::vector<std::string>& selectors);
/// Returns all parameters of a method, validated also in combination. Throws UsageError.
Parameters method_parameters(const Method& method, const std::map<std::string, std::string>& overrides);
/// Returns all parameters of `specs`: the given values, and defaults. Throws UsageError, whose message names their
/// owner `of` (a problem, method or formulation).
Parameters checked_parameters(std::span<const ParameterSpec> specs, const std::map<std::string, std::string>& overrides,
                              std::string_view of);
/// Returns all parameters of `specs`, with the given values in a canonical text ("alpha=4/5,beta=1"). Throws
/// UsageError.
Parameters parameters_from_text(std::span<const ParameterSpec> specs, std::string_view canonical, std::string_view of);

/// Looks up names and parameters, inserts defaults, and validates everything that does not require a run. Throws
/// UsageError with the location of the invalid value in the request's file.
ResolvedCell resolve(const CellRequest& request);
/// Resolves a cell that was read from a store or JSON. Throws UsageError if it contains a name that this build does not
/// have.
ResolvedCell resolve(const Cell& cell);

}  // namespace plumb
