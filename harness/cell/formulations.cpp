#include "harness/cell/formulations.hpp"

#include <vector>

#include "harness/cell/resolve.hpp"
#include "problems/derived/derived_formulations.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

/// Returns the problem's formulation from which the formulation `requested` is derived. Throws UsageError if the problem
/// has no such formulation.
const Formulation& changed_formulation(const Problem& problem, const DerivedName& name, std::string_view requested) {
  const auto* known = problem.formulation(name.listed);
  if (known && !name.kind.of_momenta && !known->momenta_of.empty())
    throw no_such("formulation '{}': {} has no form with momenta; use '{}'", requested, name.kind.name, name.kind.name);
  if (known) return *known;
  throw no_such("formulation '{}' is derived from '{}', but {} has no such formulation", requested, name.listed,
                problem.name);
}

}  // namespace

const Formulation& formulation_of(const Problem& problem, const Spec& requested, const std::string& step) {
  if (requested.name.empty()) return problem.formulations.front();
  if (const auto* known = problem.formulation(requested.name)) {
    checked_parameters({}, requested.parameters, known->name);
    return *known;
  }
  if (const auto derived = derived_name(requested.name)) {
    const auto& changed = changed_formulation(problem, *derived, requested.name);
    const auto values = checked_parameters(derived->kind.parameters, requested.parameters, requested.name);
    if (step.empty() && values.is("unit", "per-step"))
      throw missing_part("{}: unit=per-step needs a step size", requested.name);
    return derived_formulation(derived->kind, changed, values, step);
  }
  if (problem.mechanism && requested.name == plumb::name(Form::ode))
    if (const auto refusal = problem.mechanism->refusal_of_joint_coordinates(problem)) throw UsageError(*refusal);
  std::vector<std::string> known;
  for (const auto& formulation : problem.formulations) known.push_back(formulation.name);
  for (auto& name : derived_names(problem)) known.push_back(std::move(name));
  throw unknown_name("formulation of " + problem.name, requested.name, known);
}

const Formulation& formulation_named(const Problem& problem, std::string_view name) {
  const auto specs = expand(std::string(name));
  if (specs.size() != 1) throw wrong_kind("'{}' stands for {} formulations; give one", name, specs.size());
  return formulation_of(problem, specs.front(), "");
}

std::string listed_name(std::string_view formulation) {
  const auto derived = derived_name(formulation);
  return derived ? derived->listed : std::string(formulation);
}

void check_step_of_formulation(const ResolvedCell& cell) {
  const auto& derivation = cell.formulation().derivation;
  if (!derivation || derivation->parameters.find("unit=per-step") == std::string::npos || cell.method().info.fixed_step)
    return;
  throw contradiction("{}: unit=per-step needs a fixed step, and {} chooses its own", cell.formulation().name,
                      cell.method().info.name)
      .of("formulation");
}

void name_formulation(Cell& cell, const Formulation& formulation) {
  cell.formulation = formulation.name;
  if (!formulation.derivation) return;
  cell.formulation = cell.formulation.substr(0, cell.formulation.find('('));
  cell.formulation_parameters = normalized_parameters(formulation.derivation->parameters);
}

const Formulation& stored_formulation(const Problem& problem, const Cell& cell) {
  const auto derived = derived_name(cell.formulation);
  if (!derived || problem.formulation(cell.formulation))
    return formulation_of(problem, {cell.formulation, {}}, cell.step);
  const auto values = parameters_from_text(derived->kind.parameters, cell.formulation_parameters, cell.formulation);
  return derived_formulation(derived->kind, changed_formulation(problem, *derived, cell.formulation), values,
                             cell.step);
}

}  // namespace plumb
