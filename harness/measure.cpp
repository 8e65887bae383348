#include "harness/measure.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "harness/metrics.hpp"
#include "harness/state_bits.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

/// A class of components or an output, computed and reference side by side.
struct Pairing {
  std::string name;
  std::vector<quad> computed, reference;
  std::size_t components = 1;
  bool zero = false;  // on the motion itself: nothing is relative to it
};

void append(std::vector<quad>& to, const Vec<quad>& from) {
  to.insert(to.end(), from.data(), from.data() + from.size());
}

template <class T>
Sample<quad> widen(const Sample<T>& s) {
  return {quad(s.t),
          s.q.template cast<quad>(),
          s.v.template cast<quad>(),
          s.a.template cast<quad>(),
          s.lambda.template cast<quad>(),
          s.outputs.template cast<quad>()};
}

std::vector<Pairing> pairings(const Problem& problem, const std::vector<Sample<quad>>& samples,
                              const std::vector<ReferenceState>& reference) {
  std::vector<Pairing> list;
  const auto add_class = [&](std::string name, auto computed, auto exact) {
    Pairing p{std::move(name), {}, {}, static_cast<std::size_t>((samples.front().*computed).size()), false};
    if (p.components == 0) return;
    for (const auto& s : samples) append(p.computed, s.*computed);
    for (const auto& r : reference) append(p.reference, r.*exact);
    list.push_back(std::move(p));
  };
  add_class("q", &Sample<quad>::q, &ReferenceState::q);
  add_class("v", &Sample<quad>::v, &ReferenceState::v);
  add_class("a", &Sample<quad>::a, &ReferenceState::a);
  add_class("lambda", &Sample<quad>::lambda, &ReferenceState::lambda);
  for (std::size_t i = 0; i < problem.outputs.size(); ++i) {
    Pairing p{std::string(problem.outputs[i].name), {}, {}, 1, !problem.outputs[i].sized_as.empty()};
    for (const auto& s : samples) p.computed.push_back(s.outputs[static_cast<Eigen::Index>(i)]);
    for (const auto& r : reference) p.reference.push_back(r.outputs[static_cast<Eigen::Index>(i)]);
    list.push_back(std::move(p));
  }
  return list;
}

void compare(RunResult& result, const std::vector<Pairing>& list, bool reaches_end) {
  std::vector<quad> y, r;
  for (const auto& p : list) {
    const Series computed{p.computed, p.components}, reference{p.reference, p.components};
    result.metrics["re." + p.name] = p.zero ? std::nullopt : relative_error(computed, reference);
    result.metrics["rms." + p.name] = rms_error(computed, reference);
    if (reaches_end) result.metrics["end." + p.name] = end_error(computed, reference);
    if (p.name != "q" && p.name != "v") continue;
    const auto last = static_cast<std::ptrdiff_t>(p.components);
    y.insert(y.end(), p.computed.end() - last, p.computed.end());
    r.insert(r.end(), p.reference.end() - last, p.reference.end());
  }
  if (!reaches_end) return;
  result.metrics["scd"] = significant_correct_digits({y}, {r});
  result.metrics["mescd"] = mixed_error_correct_digits({y}, {r});
}

template <class T>
void own_invariants(RunResult& result, const Formulation& formulation, bool conservative, bool constrained,
                    const Run<T>& run) {
  const auto number = [](const T& x) { return static_cast<double>(x); };
  if (conservative) {
    result.metrics["energy.max"] = number(run.energy_max);
    result.metrics["energy.end"] = number(run.energy_end);
  }
  if (constrained) {
    result.metrics["drift.position"] = number(run.drift_position);
    result.metrics["drift.velocity"] = number(run.drift_velocity);
    result.metrics["drift.acceleration"] =
        run.drift_acceleration ? std::optional(number(*run.drift_acceleration)) : std::nullopt;
  }
  for (std::size_t i = 0; i < formulation.invariants.size(); ++i)
    result.metrics[fmt::format("invariant.{}", formulation.invariants[i].name)] = number(run.invariant_max[i]);
}

FinalState final_state(const Problem& problem, const Sample<quad>& s) {
  const auto numbers = [](const Vec<quad>& x) {
    std::vector<double> out;
    for (Eigen::Index i = 0; i < x.size(); ++i) out.push_back(static_cast<double>(x[i]));
    return out;
  };
  FinalState state{static_cast<double>(s.t), numbers(s.q), numbers(s.v), numbers(s.a), numbers(s.lambda), {}};
  for (std::size_t i = 0; i < problem.outputs.size(); ++i)
    state.outputs[std::string(problem.outputs[i].name)] = static_cast<double>(s.outputs[static_cast<Eigen::Index>(i)]);
  return state;
}

}  // namespace

template <class T>
std::vector<Sample<quad>> widened_samples(const Run<T>& run) {
  std::vector<Sample<quad>> out;
  out.reserve(run.samples.size());
  for (const auto& s : run.samples) out.push_back(widen(s));
  return out;
}

template <class T>
RunResult measure(const Cell& cell, const Problem& problem, const Formulation& formulation, const Parameters& data,
                  const Run<T>& run) {
  RunResult result;
  result.t_reached = static_cast<double>(run.t_reached);
  result.timing.seconds = run.seconds;
  result.timing.repeats = 1;
  if (run.steps > 0) result.timing.nanoseconds_per_step = 1e9 * run.seconds / static_cast<double>(run.steps);
  result.final_state = final_state(problem, widen(run.final_sample));
  result.final_state.bits = state_bits(run.final_sample);
  const auto system = problem.in<T>().system(data, formulation);
  own_invariants(result, formulation, system.conservative(), system.sizes().lambda != 0, run);

  const auto samples = widened_samples(run);
  if (samples.empty() || !has_reference(problem)) return result;
  const quad h = number_from_text<quad>(cell.step);
  const Plan plan{steps(cell), cell.samples};
  std::vector<ReferenceState> reference;
  try {
    const auto known = solution(problem, data);
    for (std::size_t i = 0; i < samples.size(); ++i)
      reference.push_back(known->at(quad(plan.step_of_sample(static_cast<std::int64_t>(i) + 1)) * h, formulation));
  } catch (const std::invalid_argument&) {
    return result;  // no reference for these data and times: the metrics that need one stay null
  }
  compare(result, pairings(problem, samples, reference), run.steps == plan.steps);
  return result;
}

template RunResult measure(const Cell&, const Problem&, const Formulation&, const Parameters&, const Run<double>&);
template RunResult measure(const Cell&, const Problem&, const Formulation&, const Parameters&, const Run<long double>&);
template RunResult measure(const Cell&, const Problem&, const Formulation&, const Parameters&, const Run<quad>&);
template std::vector<Sample<quad>> widened_samples(const Run<double>&);
template std::vector<Sample<quad>> widened_samples(const Run<long double>&);
template std::vector<Sample<quad>> widened_samples(const Run<quad>&);

}  // namespace plumb
