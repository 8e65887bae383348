#include "harness/report/problem_equations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "harness/report/typeset_equations.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr std::string_view ending = ".equations.toml";

/// Returns the name of a formulation's coordinates. If it uses momenta, returns the name of the corresponding
/// coordinates with velocities.
const std::string& coordinates_of(const Formulation& one) {
  return one.momenta_of.empty() ? one.coordinates : one.momenta_of;
}

std::optional<Formulas> of_file(const std::string& problem, const std::string& formulation) {
  for (const auto& file : files_of_equations())
    if (file.path == fmt::format("{}/{}{}", problem, formulation, ending))
      return Formulas{typeset_equations(file.text, std::string(file.path))};
  return {};
}

std::optional<Formulas> of_this(const Problem& problem, const Formulation& formulation) {
  for (const auto& one : problem.formulations) {
    if (coordinates_of(one) != coordinates_of(formulation)) continue;
    if (auto out = of_file(problem.name, one.name)) return out;
    if (auto out = formulas_of_problem(problem.name, one.name); !out.tex.empty()) return out;
  }
  return {};
}

/// Returns the TeX of a constraint of a joint, with the names of its axes inserted.
std::string tex_of(const RuleOfJoint& rule) {
  constexpr const char* axes = "xyz";
  auto out = formulas_of_mechanism(rule.law).tex.front();
  std::ranges::replace(out, '%', axes[rule.axes[0]]);
  std::ranges::replace(out, '#', axes[rule.axes[1]]);
  return out;
}

/// Adds a title that lists the elements of one kind: "revolute: bearing (ground, rotor); pivot (ground, link3)".
TitledFormulas titled(const std::string& kind, const std::vector<std::string>& names, Formulas formulas) {
  return {fmt::format("{}: {}", kind, fmt::join(names, "; ")), std::move(formulas)};
}

TitledFormulas of_joints(const MechanismElements::Kind& joints) {
  std::string line;
  for (const auto& rule : joints.rules) line += (line.empty() ? "" : ",\\quad ") + tex_of(rule);
  Formulas formulas;
  formulas.tex = {line};
  return titled("joint, " + joints.kind, joints.names, formulas);
}

std::vector<TitledFormulas> of_mechanism(const MechanismElements& mechanism) {
  std::vector<TitledFormulas> out = {{"", formulas_of_mechanism("body")}};
  for (const auto& joints : mechanism.joints) out.push_back(of_joints(joints));
  for (const auto& drivers : mechanism.drivers)
    out.push_back(titled("driver", drivers.names, formulas_of_mechanism(drivers.kind)));
  if (mechanism.beam_elements > 0)
    out.push_back(titled("beams", {counted(mechanism.beam_elements, "element")}, formulas_of_mechanism("beam")));
  if (!mechanism.frictions.empty())
    out.push_back(titled("friction", mechanism.frictions, formulas_of_mechanism("friction")));
  return out;
}

}  // namespace

std::vector<TitledFormulas> equations_of(const Problem& problem, const Formulation& formulation) {
  if (auto known = of_this(problem, formulation)) return {{"", *std::move(known)}};
  if (formulation.form == Form::ode && problem.formulations.size() > 1) return {{"", formulas_of_form("embedded")}};
  if (!problem.mechanism) return {};
  return of_mechanism(problem.mechanism->elements(Parameters(problem.parameters, {})));
}

}  // namespace plumb
