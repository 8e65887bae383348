#include "harness/run/measure.hpp"

#include <fmt/format.h>

#include "harness/run/metric_column.hpp"
#include "harness/run/state_bits.hpp"

namespace plumb {
namespace {

void add_deviations(RunResult& result, const Subject& subject, const Watched& watched) {
  for (const auto& column : metric_columns(subject)) {
    if (column.observable->seen != Seen::deviation) continue;
    if (const auto value = column.reading().read(watched, column.place)) result.metrics[column.name] = *value;
  }
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
  if (watched.steps == 0) return result;  // nothing was watched: not known, not 0
  add_deviations(result, subject, watched);
  result.work = watched.work;
  if (!watched.conservative && !watched.work) result.note = "no energy.*: the work that changes it is not known";
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
    state.note = fmt::format("{} numbers are left out; a trajectory has them", numbers);
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
