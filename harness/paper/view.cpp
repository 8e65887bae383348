#include "harness/paper/view.hpp"

#include <algorithm>
#include <limits>

#include "reference/refined_comparison.hpp"
#include "reference/refined_motion.hpp"
#include "reference/solution.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

constexpr std::string_view violation_prefix = "violation.", own_prefix = "own.";

using Places = std::vector<std::optional<Eigen::Index>>;
using State = AnySystem<quad>::State;

// A small difference is allowed, because an iteration for friction may round differently the second time.
bool same(const quad& a, const quad& b) { return abs(a - b) <= quad(1e-25) * abs(b); }

/// Returns for each output the index of the multiplier whose negative it equals in a state; nullopt if there is none.
Places multipliers_at(AnySystem<quad>& system, std::size_t outputs, const quad& t, State x) {
  Places out(outputs);
  Vec<quad> values = Vec<quad>::Zero(static_cast<Eigen::Index>(outputs));
  acceleration_or_nan(system, t, x.q, x.v, x.a, x.lambda);
  system.outputs(t, x, values);
  for (std::size_t i = 0; i < outputs; ++i)
    for (Eigen::Index k = 0; k < x.lambda.size() && !out[i]; ++k)
      if (x.lambda[k] != 0 && same(values[static_cast<Eigen::Index>(i)], -x.lambda[k])) out[i] = k;
  return out;
}

/// Returns for each output of a problem the index of the multiplier whose negative it is. They must be equal in two
/// states, to exclude agreement by chance; the second state is near the first, but not on the motion.
Places multipliers_of(const Problem& problem, const Parameters& data, const Formulation& formulation) {
  auto system = problem.in<quad>().system(data, formulation);
  auto x = zero_state(system);
  if (x.lambda.size() == 0) return Places(problem.outputs.size());
  const auto start = problem.in<quad>().initial(data, formulation);
  x.q = start.q;
  x.v = start.v;
  auto out = multipliers_at(system, problem.outputs.size(), problem.begin<quad>(), x);
  Vec<quad> off(x.v.size());
  for (Eigen::Index i = 0; i < off.size(); ++i) off[i] = quad(i + 1) / quad(100 * off.size());
  system.retract(start.q, off, x.q);
  x.v += off;
  const auto elsewhere = multipliers_at(system, problem.outputs.size(), problem.begin<quad>(), x);
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i] != elsewhere[i]) out[i].reset();
  return out;
}

}  // namespace

SampleView::SampleView(const ResolvedCell& cell)
    : problem(cell.problem()),
      formulation(cell.formulation()),
      data(cell.data()),
      system(problem.in<quad>().system(data, formulation)) {}

std::vector<std::string> SampleView::names(const ResolvedCell& cell, std::string_view requested) {
  std::vector<std::string> out = {"energy", "violation.position", "violation.velocity", "violation.acceleration"};
  for (const auto& output : cell.problem().outputs) out.emplace_back(output.name);
  if (std::ranges::find(out, requested) != out.end()) return out;
  const auto multipliers = multipliers_of(cell.problem(), cell.data(), cell.formulation());
  for (std::size_t i = 0; i < multipliers.size(); ++i)
    if (multipliers[i]) out.push_back(std::string(own_prefix) + cell.problem().outputs[i].name);
  return out;
}

void SampleView::require(const ResolvedCell& cell, const std::string& name) {
  const auto known = names(cell, name);
  if (std::find(known.begin(), known.end(), name) == known.end()) throw unknown_name("output", name, known);
}

std::string SampleView::unit(const ResolvedCell& cell, const std::string& name) {
  for (const auto& output : cell.problem().outputs)
    if (output.name == name || std::string(own_prefix) + output.name == name) return std::string(output.unit);
  return name == "energy" ? "J" : name.ends_with("position") ? "m" : name.ends_with("velocity") ? "m/s" : "m/s^2";
}

// Returns the output that a name belongs to; empty if there is none.
std::string SampleView::output_of(const std::string& name) const {
  const auto own_name = name.starts_with(own_prefix) ? name.substr(own_prefix.size()) : name;
  const auto is_it = [&](const Output& output) { return output.name == own_name; };
  return std::ranges::any_of(problem.outputs, is_it) ? own_name : std::string();
}

quad SampleView::of(const std::string& name, const Sample<quad>& x) {
  if (x.q.size() == 0) {  // a stored reference has only outputs
    const auto output = output_of(name);
    return output.empty() ? std::numeric_limits<quad>::quiet_NaN()
                          : quad(x.outputs[static_cast<Eigen::Index>(place_of(output))]);
  }
  if (name.starts_with(violation_prefix)) return violation(name.substr(violation_prefix.size()), x);
  if (name == "energy") return system.energy(x.t, x.q, x.v);
  if (name.starts_with(own_prefix)) return own(place_of(name.substr(own_prefix.size())), x);
  return x.outputs[static_cast<Eigen::Index>(place_of(name))];
}

quad SampleView::rounding(const std::string& name, const Sample<quad>& x) {
  const quad value = of(name, x), of_value = abs(value) * std::numeric_limits<double>::epsilon();
  if (x.q.size() == 0) return of_value;
  auto rounded = x;
  auto state = zero_state(system);
  state.q = rounded.q = x.q.cast<double>().cast<quad>();
  state.v = rounded.v = x.v.cast<double>().cast<quad>();
  state.a = x.a;
  state.lambda = x.lambda;
  system.outputs(x.t, state, rounded.outputs);
  return std::max(of_value, quad(abs(of(name, rounded) - value)));
}

quad SampleView::next_to(const std::string& name, const quad& another, const quad& value) const {
  const auto output = output_of(name);
  return !output.empty() && problem.outputs[place_of(output)].wraps ? turned_next_to(another, value) : value;
}

quad SampleView::own(std::size_t output, const Sample<quad>& x) {
  if (multipliers.empty()) multipliers = multipliers_of(problem, data, formulation);
  return -x.lambda[multipliers.at(output).value()];
}

std::size_t SampleView::place_of(const std::string& output) const {
  std::size_t i = 0;
  while (problem.outputs.at(i).name != output) ++i;
  return i;
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
  const auto begin = problem.begin<quad>();
  Sample<quad> out{begin, x.q, x.v, x.a, x.lambda, Vec<quad>(static_cast<Eigen::Index>(problem.outputs.size()))};
  system.outputs(begin, x, out.outputs);
  return out;
}

std::optional<Sample<quad>> SampleView::exact(const quad& t) try {
  const auto known = solution(problem, data);
  if (known->stored()) lose_outputs(*known->stored(), t);
  const auto x = known->at(t, formulation);
  return Sample<quad>{t, x.q, x.v, x.a, x.lambda, x.outputs};
} catch (const ReferenceLost& e) {
  lost = e.holds_until;
  return {};
}

void SampleView::lose_outputs(const StoredOutputs& stored, const quad& t) {
  constexpr int least = RefinedMotion::least_digits;
  for (std::size_t i = 0; i < problem.outputs.size(); ++i)
    if (stored.digits(i, t) < least)
      lost_outputs[problem.outputs[i].name] = static_cast<double>(stored.holds_until(i, least));
}

std::optional<double> SampleView::lost_at(const std::string& name) const {
  const auto of = lost_outputs.find(output_of(name));
  return of == lost_outputs.end() ? lost : of->second;
}

}  // namespace plumb
