#include "harness/run/measure.hpp"

#include <fmt/format.h>

#include "harness/run/state_bits.hpp"

namespace plumb {
namespace {

template <class T>
void own_invariants(RunResult& result, const Formulation& formulation, const Run<T>& run) {
  const auto number = [](const T& x) { return static_cast<double>(x); };
  const auto energy = [&](const T& x) {
    return run.conservative || run.work ? std::optional(number(x)) : std::nullopt;
  };
  result.metrics["energy.max"] = energy(run.energy_max);
  result.metrics["energy.end"] = energy(run.energy_end);
  if (run.work) result.work = Work<double>{number(run.work->done), number(run.work->uncertainty)};
  if (!run.conservative && !run.work) result.note = "no energy.*: the work that changes it is not known";
  if (run.constrained) {
    result.metrics["drift.position"] = number(run.drift_position);
    result.metrics["drift.velocity"] = number(run.drift_velocity);
    result.metrics["drift.acceleration"] =
        run.drift_acceleration ? std::optional(number(*run.drift_acceleration)) : std::nullopt;
  }
  for (std::size_t i = 0; i < formulation.invariants.size(); ++i)
    result.metrics[fmt::format("invariant.{}", formulation.invariants[i].name)] = number(run.invariant_max[i]);
}

template <class T>
std::vector<double> rounded(const Vec<T>& x) {
  std::vector<double> out;
  out.reserve(static_cast<std::size_t>(x.size()));
  for (const T& number : x) out.push_back(static_cast<double>(number));
  return out;
}

template <class T>
FinalState final_state(const Problem& problem, const Sample<T>& s) {
  FinalState state{.t = static_cast<double>(s.t), .bits = state_bits(s)};
  for (std::size_t i = 0; i < problem.outputs.size(); ++i)
    state.outputs[std::string(problem.outputs[i].name)] = static_cast<double>(s.outputs[static_cast<Eigen::Index>(i)]);
  const auto numbers = s.q.size() + s.v.size() + s.a.size() + s.lambda.size();
  if (numbers > most_final_numbers) {
    state.note = fmt::format("{} numbers are left out; a trajectory has them", numbers);
    return state;
  }
  state.q = rounded(s.q);
  state.v = rounded(s.v);
  state.a = rounded(s.a);
  state.lambda = rounded(s.lambda);
  return state;
}

}  // namespace

template <class T>
Sample<quad> widened(const Sample<T>& s) {
  return {quad(s.t),
          s.q.template cast<quad>(),
          s.v.template cast<quad>(),
          s.a.template cast<quad>(),
          s.lambda.template cast<quad>(),
          s.outputs.template cast<quad>()};
}

template <class T>
RunResult measure(const Problem& problem, const Formulation& formulation, const Run<T>& run) {
  RunResult result;
  result.t_reached = static_cast<double>(run.t_reached);
  result.timing.seconds = run.seconds;
  result.timing.repeats = 1;
  if (run.steps > 0) result.timing.nanoseconds_per_step = 1e9 * run.seconds / static_cast<double>(run.steps);
  result.final_state = final_state(problem, run.final_sample);
  if (run.steps > 0) own_invariants(result, formulation, run);  // else nothing was watched: not known, not 0
  return result;
}

template RunResult measure(const Problem&, const Formulation&, const Run<double>&);
template RunResult measure(const Problem&, const Formulation&, const Run<long double>&);
template RunResult measure(const Problem&, const Formulation&, const Run<quad>&);
template Sample<quad> widened(const Sample<double>&);
template Sample<quad> widened(const Sample<long double>&);
template Sample<quad> widened(const Sample<quad>&);

}  // namespace plumb
