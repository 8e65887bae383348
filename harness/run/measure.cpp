#include "harness/run/measure.hpp"

#include <fmt/format.h>

#include "harness/run/metric_column.hpp"
#include "harness/run/state_bits.hpp"

namespace plumb {
namespace {

template <class T>
void add_deviations(RunResult& result, const Subject& subject, const Run<T>& run) {
  for (const auto& column : metric_columns(subject)) {
    if (column.observable->seen != Seen::deviation) continue;
    if (const auto value = column.reading()(run, column.place)) result.metrics[column.name] = *value;
  }
}

template <class T>
void add_work(RunResult& result, const Run<T>& run) {
  if (run.work)
    result.work = Work<double>{static_cast<double>(run.work->done), static_cast<double>(run.work->uncertainty)};
  if (!run.conservative && !run.work) result.note = "no energy.*: the work that changes it is not known";
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
RunResult measure(const Subject& subject, const Run<T>& run) {
  RunResult result;
  result.t_reached = static_cast<double>(run.t_reached);
  result.timing = one_timing(run.seconds, run.steps);
  if (run.final_sample.q.size() != 0) result.final_state = final_state(subject.problem, run.final_sample);
  if (run.steps == 0) return result;  // nothing was watched: not known, not 0
  add_deviations(result, subject, run);
  add_work(result, run);
  return result;
}

template RunResult measure(const Subject&, const Run<double>&);
template RunResult measure(const Subject&, const Run<long double>&);
template RunResult measure(const Subject&, const Run<quad>&);
template Sample<quad> widened(const Sample<double>&);
template Sample<quad> widened(const Sample<long double>&);
template Sample<quad> widened(const Sample<quad>&);

}  // namespace plumb
