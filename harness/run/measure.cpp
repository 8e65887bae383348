#include "harness/run/measure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/run/metric_column.hpp"
#include "harness/run/state_bits.hpp"

namespace plumb {
namespace {

void add_deviations(RunResult& result, const Subject& subject, const Watched& watched) {
  for (const auto& column : metric_columns(subject)) {
    if (column.observable->kind != ObservableKind::deviation) continue;
    if (const auto value = column.reading().read(watched, column.place)) result.metrics[column.name] = *value;
  }
}

/// Returns notes: why the energy balance is missing, and that outputs shortened more than a quarter of the steps.
std::vector<std::string> notes_on(const Watched& watched) {
  std::vector<std::string> out;
  const auto& inner = watched.inner_steps;
  if (!watched.conservative && !watched.work) {
    out.emplace_back("no energy.*: the work of the forces is unknown");
  } else if (!has_energy(watched)) {
    out.push_back(
        fmt::format("no energy.*: the work of the forces cannot be integrated, because {} of {} output intervals have "
                    "more than {} steps; choose a smaller output interval (-s)",
                    inner.crowded, watched.steps, InnerSteps::few));
  }
  if (4 * inner.cut > inner.taken)
    out.push_back(fmt::format(
        "{} of {} steps were shortened to end at output times; a larger output interval (-s) needs fewer evaluations",
        inner.cut, inner.taken));
  return out;
}

template <class T>
std::vector<double> rounded(const Vec<T>& x) {
  std::vector<double> out;
  out.reserve(static_cast<std::size_t>(x.size()));
  for (const T& number : x) out.push_back(static_cast<double>(number));
  return out;
}

}  // namespace

RunResult measure(const Subject& subject, const Watched& watched) {
  RunResult result;
  result.t_reached = watched.t_reached;
  if (watched.steps == 0) return result;  // without steps the values are unknown, not 0
  add_deviations(result, subject, watched);
  result.inner_steps = watched.inner_steps;
  result.work = known_work(watched);
  result.note = fmt::format("{}", fmt::join(notes_on(watched), "; "));
  return result;
}

template <class T>
FinalState final_state(const Problem& problem, const Sample<T>& s) {
  if (s.q.size() == 0) return {};
  FinalState state{.t = static_cast<double>(s.t), .bits = state_bits(s)};
  for (std::size_t i = 0; i < problem.outputs.size(); ++i)
    state.outputs[std::string(problem.outputs[i].name)] = static_cast<double>(s.outputs[static_cast<Eigen::Index>(i)]);
  const auto numbers = s.q.size() + s.v.size() + s.a.size() + s.lambda.size();
  if (numbers > most_final_numbers) {
    state.note = fmt::format("{} numbers are omitted; --trajectory writes them", numbers);
    return state;
  }
  state.q = rounded(s.q);
  state.v = rounded(s.v);
  state.a = rounded(s.a);
  state.lambda = rounded(s.lambda);
  return state;
}

template FinalState final_state(const Problem&, const Sample<double>&);
template FinalState final_state(const Problem&, const Sample<long double>&);
template FinalState final_state(const Problem&, const Sample<quad>&);

}  // namespace plumb
