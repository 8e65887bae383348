#pragma once
// The pairs of problem and method that run in the static binding: those whose runs have many steps.

#include <optional>
#include <string>
#include <vector>

#include "harness/run/drive.hpp"
#include "harness/run/unwatched_run.hpp"
#include "methods/coefficients/tableau_data.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// Everything a run needs, looked up and checked.
template <class T>
struct Job {
  std::string_view problem, formulation, method;
  const Parameters* problem_parameters = nullptr;
  MethodOptions options;
  std::function<TableauData(const Parameters&)> tableau;  // empty: the method has none
  T h = 0;
  Plan plan;
  Vec<T> q0, v0, a0, lambda0;
  int output_count = 0;
  Listener<T> listener = {};
  Counters counters = {};             // filled by the run
  UnwatchedRun* unwatched = nullptr;  // if set, given the run to be taken in pieces, which is then not driven
};

template <class S, class T>
typename S::State start_of(const Job<T>& job) {
  return {job.q0, job.v0, job.a0, job.lambda0};
}

/// The run of `attempt`, which takes a listener and a last step, makes everything afresh, and leaves its counters in
/// the job. Work beyond the step that ended a run is taken off by counting a second one that ends there.
template <class T>
Run<T> counted_to_the_end(Job<T>& job, const StopRequest& stop, auto&& attempt) {
  auto run = attempt(job.listener, job.plan.steps);
  if (run.steps_beyond == 0 || stop.load() != Status::ok) return run;
  const auto counters = job.counters;
  const auto again = attempt(Listener<T>{}, run.steps + 1);
  if (again.status != run.status) job.counters = counters;  // it was stopped
  return run;
}

/// Runs the job if it is on the list, else none. T is double or long double.
template <class T>
std::optional<Run<T>> drive_statically(Job<T>& job, const StopRequest& stop);

/// "problem/formulation/method" of every pair on the list.
std::vector<std::string> static_pairs();

/// The same for methods with coupled stages on the two-link manipulator; drive_statically() asks it.
std::optional<Run<double>> drive_coupled_stages(Job<double>& job, const StopRequest& stop);
std::vector<std::string> coupled_pairs();

/// The same for methods that solve one stage at a time on the squeezer.
std::optional<Run<double>> drive_one_stage(Job<double>& job, const StopRequest& stop);
std::vector<std::string> one_stage_pairs();

/// Adds up what the system counted and what the method counted.
Counters total(const Counters& system, const Counters& method, std::int64_t steps);

/// One run of M on a system of its own, with its counters.
template <class M, class S, class T>
Run<T> drive_on(const S& fresh, Job<T>& job, const StopRequest& stop, const auto&... coefficients) {
  if (job.unwatched) {
    const auto make = [options = job.options, coefficients...](S& system) {
      return std::make_unique<M>(system, options, coefficients...);
    };
    *job.unwatched = unwatched(fresh, make, start_of<S>(job), job.h, job.plan);
    return {};
  }
  return counted_to_the_end(job, stop, [&](const Listener<T>& listener, std::int64_t last_step) {
    S system = fresh, observer = fresh;
    M method(system, job.options, coefficients...);
    auto run =
        drive(system, observer, method, start_of<S>(job), job.h, job.plan, job.output_count, stop, listener, last_step);
    job.counters = total(system.counters, method.counters, run.steps);
    return run;
  });
}

}  // namespace plumb
