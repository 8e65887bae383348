#include "harness/report/problem_equations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "harness/report/typeset_equations.hpp"
#include "problems/mbs/joint_rules.hpp"
#include "problems/mechanisms/mechanism_text.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr std::string_view ending = ".equations.toml";

/// Returns the name of its coordinates, or of those with velocities if it has momenta.
const std::string& coordinates_of(const Formulation& one) {
  return one.momenta_of.empty() ? one.coordinates : one.momenta_of;
}

std::string without_folder(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

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

std::optional<mbs::Mechanism> mechanism_of(const Problem& problem) {
  for (const auto& file : embedded_files())
    if (without_folder(file.path) == problem.name + ".toml" && file.path.starts_with("shipped/"))
      return mechanism_from_text(file.text, std::string(file.path)).mechanism(Parameters(problem.parameters, {}));
  return {};
}

std::string_view law_name(mbs::JointRule::Law law) {
  using Law = mbs::JointRule::Law;
  switch (law) {
    case Law::points_coincide: return "points-coincide";
    case Law::in_plane: return "in-plane";
    case Law::perpendicular: return "perpendicular";
    case Law::on_plane: return "on-plane";
    case Law::rolls: return "rolls";
    case Law::glides: return "glides";
    case Law::distance: break;
  }
  return "distance";
}

/// Returns the TeX of a rule, with the axes that it is about.
std::string tex_of(const mbs::JointRule& rule) {
  constexpr const char* axes = "xyz";
  auto out = formulas_of_mechanism(law_name(rule.law)).tex.front();
  std::ranges::replace(out, '%', axes[rule.first_axis]);
  std::ranges::replace(out, '#', axes[rule.second_axis]);
  return out;
}

/// Lists things of one kind by name: "revolute: bearing (ground, rotor); pivot (ground, link3)".
using ByKind = std::map<std::string, std::vector<std::string>>;

TitledFormulas titled(const std::string& kind, const std::vector<std::string>& names, Formulas formulas) {
  return {fmt::format("{}: {}", kind, fmt::join(names, "; ")), std::move(formulas)};
}

void add_joints(const mbs::Mechanism& mechanism, std::vector<TitledFormulas>& out) {
  std::map<mbs::JointKind, std::vector<std::string>> all;
  for (const auto& joint : mechanism.joints)
    all[joint.kind].push_back(fmt::format("{} ({}, {})", joint.name, joint.first, joint.second));
  for (const auto& [kind, names] : all) {
    Formulas formulas;
    std::string line;
    for (const auto& rule : mbs::joint_rules(kind, false)) line += (line.empty() ? "" : ",\\quad ") + tex_of(rule);
    formulas.tex = {line};
    out.push_back(titled(fmt::format("joint, {}", mbs::name(kind)), names, formulas));
  }
}

void add_drivers(const mbs::Mechanism& mechanism, std::vector<TitledFormulas>& out) {
  ByKind all;
  for (const auto& driver : mechanism.drivers)
    all[fmt::format("{}{}", driver.coordinate == mbs::Coordinate::rotation ? "rotation" : "translation",
                    driver.of_rate ? "-rate" : "")]
        .push_back(fmt::format("{} (of {})", driver.name, driver.joint));
  for (const auto& [kind, names] : all) out.push_back(titled("driver", names, formulas_of_mechanism(kind)));
}

std::vector<TitledFormulas> of_mechanism(const mbs::Mechanism& mechanism) {
  std::vector<TitledFormulas> out = {{"", formulas_of_mechanism("body")}};
  add_joints(mechanism, out);
  add_drivers(mechanism, out);
  if (!mechanism.beam_elements.empty())
    out.push_back(titled("beams", {counted(mechanism.beam_elements.size(), "element")}, formulas_of_mechanism("beam")));
  std::vector<std::string> sliding;
  for (const auto& one : mechanism.frictions) sliding.push_back(one.name);
  if (!sliding.empty()) out.push_back(titled("friction", sliding, formulas_of_mechanism("friction")));
  return out;
}

}  // namespace

std::vector<TitledFormulas> equations_of(const Problem& problem, const Formulation& formulation) {
  if (auto known = of_this(problem, formulation)) return {{"", *std::move(known)}};
  if (formulation.form == Form::ode && problem.formulations.size() > 1) return {{"", formulas_of_form("embedded")}};
  if (const auto mechanism = mechanism_of(problem)) return of_mechanism(*mechanism);
  return {};
}

}  // namespace plumb
