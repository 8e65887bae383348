#include "harness/paper/view.hpp"

#include <algorithm>

#include "reference/solution.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

constexpr std::string_view violation_prefix = "violation.";

}  // namespace

SampleView::SampleView(const ResolvedCell& cell)
    : problem(cell.problem()),
      formulation(cell.formulation()),
      data(cell.data()),
      system(problem.in<quad>().system(data, formulation)) {}

std::vector<std::string> SampleView::names(const ResolvedCell& cell) {
  std::vector<std::string> out;
  for (const auto& output : cell.problem().outputs) out.emplace_back(output.name);
  out.insert(out.end(), {"energy", "violation.position", "violation.velocity", "violation.acceleration"});
  return out;
}

void SampleView::require(const ResolvedCell& cell, const std::string& name) {
  const auto known = names(cell);
  if (std::find(known.begin(), known.end(), name) == known.end()) throw unknown_name("output", name, known);
}

std::string SampleView::unit(const std::string& name) const {
  for (const auto& output : problem.outputs)
    if (output.name == name) return std::string(output.unit);
  return name == "energy" ? "J" : name.ends_with("position") ? "m" : name.ends_with("velocity") ? "m/s" : "m/s^2";
}

quad SampleView::of(const std::string& name, const Sample<quad>& x) {
  if (name.starts_with(violation_prefix)) return violation(name.substr(violation_prefix.size()), x);
  if (name == "energy") return system.energy(x.t, x.q, x.v);
  Eigen::Index i = 0;
  while (problem.outputs.at(static_cast<std::size_t>(i)).name != name) ++i;
  return x.outputs[i];
}

quad SampleView::violation(const std::string& level, const Sample<quad>& x) {
  auto residual = zero_state(system).lambda;
  if (residual.size() == 0) return 0;
  if (level == "position")
    system.constraint(x.t, x.q, residual);
  else if (level == "velocity")
    system.constraint_rate(x.t, x.q, x.v, residual);
  else
    system.constraint_acceleration(x.t, x.q, x.v, x.a, residual);
  return residual.lpNorm<Eigen::Infinity>();
}

Sample<quad> SampleView::initial() {
  const auto x = initial_state(problem, data, formulation, system);
  Sample<quad> out{0, x.q, x.v, x.a, x.lambda, Vec<quad>(static_cast<Eigen::Index>(problem.outputs.size()))};
  system.outputs(0, x.q, x.v, out.outputs);
  return out;
}

std::optional<Sample<quad>> SampleView::exact(const quad& t) try {
  const auto x = solution(problem, data)->at(t, formulation);
  return Sample<quad>{t, x.q, x.v, x.a, x.lambda, x.outputs};
} catch (const ReferenceLost& e) {
  lost = e.holds_until;
  return {};
}

}  // namespace plumb
