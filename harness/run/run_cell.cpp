#include "harness/run/run_cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "contract/stop.hpp"
#include "harness/run/comparison.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/measure.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/run/run_parts.hpp"
#include "harness/run/static_binding.hpp"
#include "harness/run/static_pairs.hpp"
#include "methods/catalogue.hpp"
#include "methods/from_data/from_data.hpp"
#include "problems/catalogue.hpp"

namespace plumb {
namespace {

RunResult unsupported(std::string reason) {
  RunResult result;
  result.status = Status::unsupported;
  result.reason = std::move(reason);
  result.counters.steps = 0;
  return result;
}

// Checked when the cell was resolved, in quad: what is regular there may be singular here.
RunResult without_start(std::string_view precision) {
  RunResult result;
  result.status = Status::singular;
  result.reason = fmt::format("at the start: mass and constraints are singular in {} precision", precision);
  result.counters.steps = 0;
  return result;
}

template <class T>
std::string reason(const Run<T>& run) {
  const auto t = static_cast<double>(run.t_reached);
  auto text =
      run.starting ? std::string("at the start") : fmt::format("in step {} after t = {:.6g} s", run.steps + 1, t);
  if (!run.last.detail.empty()) text += fmt::format(": {}", run.last.detail);
  if (run.last.size != 0) text += fmt::format(" {:.3g}", run.last.size);
  if (run.last.tolerance != 0) text += fmt::format(" (tolerance {:.3g})", run.last.tolerance);
  return text;
}

template <class T>
Run<T> drive_erased(const ResolvedCell& cell, Job<T>& job, const StopRequest& stop) {
  const auto fresh = cell.problem().in<T>().system(cell.data(), cell.formulation());
  if (job.unwatched) {
    const auto make = [make = cell.method().in<T>(), options = job.options](AnySystem<T>& system) {
      return make(system, options);
    };
    *job.unwatched = unwatched(fresh, make, start_of<AnySystem<T>>(job), job.h, job.plan);
    return {};
  }
  return counted_to_the_end(job, stop, [&](const Listener<T>& listener, std::int64_t last_step) {
    auto system = fresh, observer = fresh;
    const auto stepper = cell.method().in<T>()(system, job.options);
    auto run = drive(system, observer, *stepper, start_of<AnySystem<T>>(job), job.h, job.plan, job.output_count, stop,
                     listener, last_step);
    job.counters = total(system.counters, stepper->counters(), run.steps);
    return run;
  });
}

/// What is to be run from state x.
template <class T>
Job<T> job_of(const ResolvedCell& cell, const typename AnySystem<T>::State& x) {
  const auto& formulation = cell.formulation();
  return {.problem = cell.problem().name,
          .formulation = formulation.name,
          .method = cell.method().info.name,
          .problem_parameters = &cell.data(),
          .options = {cell.options(), cell.newton()},
          .tableau = cell.method().tableau,
          .h = cell.step<T>(),
          .plan = {cell.steps(), cell.text().samples, formulation.projects_positions, formulation.projects_velocities},
          .q0 = x.q,
          .v0 = x.v,
          .a0 = x.a,
          .lambda0 = x.lambda,
          .output_count = static_cast<int>(cell.problem().outputs.size())};
}

template <class T>
std::optional<Run<T>> drive_if_static(Job<T>& job, const StopRequest& stop) {
  if constexpr (std::is_same_v<T, quad>)
    return {};
  else
    return drive_statically(job, stop);
}

/// Static pairs know the problems and methods of the catalogue by their names: another one of that name is not theirs.
bool is_of_catalogue(const ResolvedCell& cell) {
  const auto has = [](const auto& list, const auto& one) {
    return std::ranges::any_of(list, [&](const auto& known) { return &known == &one; });
  };
  return has(problems(), cell.problem()) && has(methods(), cell.method());
}

template <class T>
Run<T> drive_by(const ResolvedCell& cell, Job<T>& job, const StopRequest& stop, Binding binding) {
  if (binding == Binding::fastest && is_of_catalogue(cell))
    if (auto run = drive_if_static(job, stop)) return std::move(*run);
  return drive_erased(cell, job, stop);
}

/// The run to be taken in pieces. `start` is the completed one of the cell.
template <class T>
UnwatchedRun unwatched_by(const ResolvedCell& cell, const typename AnySystem<T>::State& start, Binding binding) {
  UnwatchedRun out;
  auto job = job_of<T>(cell, start);
  job.unwatched = &out;
  drive_by(cell, job, StopRequest(Status::ok), binding);
  return out;
}

template <class T>
typename AnySystem<T>::State start_or_throw(const ResolvedCell& cell) {
  auto system = cell.problem().in<T>().system(cell.data(), cell.formulation());
  auto start = completed_start(cell.problem(), cell.data(), cell.formulation(), system);
  if (!start) throw std::invalid_argument("no start: " + cell.id());
  return *start;
}

template <class T>
bool is_static_in(const ResolvedCell& cell) {
  UnwatchedRun made;
  auto job = job_of<T>(cell, start_or_throw<T>(cell));
  job.unwatched = &made;
  return drive_if_static(job, StopRequest(Status::ok)).has_value();
}

/// What `in` is for double, long double or quad, as the cell asks for it.
auto in_precision_of(const ResolvedCell& cell, auto&& in) {
  switch (cell.text().precision) {
    case Precision::long_: return in.template operator()<long double>();
    case Precision::quad_: return in.template operator()<quad>();
    case Precision::double_: break;
  }
  return in.template operator()<double>();
}

// Keeping a state for the watch takes some 30 ns: less than a fiftieth of a step that is not cheap.
constexpr double of_a_cheap_step = 2e-6;  // s

bool are_cheap(const auto& run) {
  return run.steps > 0 && run.seconds < of_a_cheap_step * static_cast<double>(run.steps);
}

/// CPU time [s] of the start and so many steps, of which it is known that they succeed; none if it was stopped.
Timing::Measured seconds_of(const UnwatchedRun& run, std::int64_t steps, const StopRequest& stop) {
  constexpr std::int64_t between_stops = 100000;
  const double begin = thread_seconds();
  run.start();
  for (std::int64_t n = 0; n < steps; n += between_stops) {
    if (stop.load() != Status::ok) return {};
    run.take(std::min(between_stops, steps - n));
  }
  return thread_seconds() - begin;
}

// Coupled stages are transformed where they cannot be assembled (methods/implicit/stage_solver.hpp).
template <class T>
std::string newton_note(const ResolvedCell& cell, const AnySystem<T>& system) {
  if (!cell.options().is("newton", "full") || system.offers_blocks() || !cell.method().tableau) return {};
  if (coupling(cell.method().tableau(cell.options())) == StageCoupling::diagonally_implicit) return {};
  return "newton=transformed took the place of newton=full: this system offers no dense blocks";
}

std::string joined(std::string a, const std::string& b) { return a.empty() || b.empty() ? a + b : a + "; " + b; }

void add_counts(RunResult& result, const ResolvedCell& cell, std::int64_t steps) {
  for (const auto& column : metric_columns(Subject(cell))) {
    if (!column.observable->counted) continue;
    if (const auto value = column.observable->counted(cell, result.counters, steps))
      result.metrics[column.name] = value;
  }
}

template <class T>
Watched watched_of(const Run<T>& run) {
  Watched out{.steps = run.steps,
              .conservative = run.conservative,
              .constrained = run.constrained,
              .has_work = run.work.has_value(),
              .has_acceleration_drift = run.drift_acceleration.has_value(),
              .energy_max = static_cast<double>(run.energy_max),
              .energy_end = static_cast<double>(run.energy_end),
              .drift_position = static_cast<double>(run.drift_position),
              .drift_velocity = static_cast<double>(run.drift_velocity),
              .drift_acceleration = static_cast<double>(run.drift_acceleration.value_or(0))};
  if (run.work) {
    out.work = static_cast<double>(run.work->done);
    out.work_uncertainty = static_cast<double>(run.work->uncertainty);
  }
  for (std::size_t i = 0; i < std::min(run.invariant_max.size(), Watched::most_invariants); ++i)
    out.invariant_max[i] = static_cast<double>(run.invariant_max[i]);
  return out;
}

/// The numbers of a run that has so many invariants.
Run<quad> run_of(const Watched& watched, const quad& h, std::size_t invariants) {
  Run<quad> out;
  out.steps = watched.steps;
  out.t_reached = quad(watched.steps) * h;
  out.conservative = watched.conservative;
  out.constrained = watched.constrained;
  if (watched.has_work) out.work = Work<quad>{watched.work, watched.work_uncertainty};
  out.energy_max = watched.energy_max;
  out.energy_end = watched.energy_end;
  out.drift_position = watched.drift_position;
  out.drift_velocity = watched.drift_velocity;
  if (watched.has_acceleration_drift) out.drift_acceleration = watched.drift_acceleration;
  for (std::size_t i = 0; i < invariants; ++i)
    out.invariant_max.push_back(i < Watched::most_invariants ? quad(watched.invariant_max[i])
                                                             : std::numeric_limits<quad>::quiet_NaN());
  return out;
}

template <class T>
RunResult run_in(const ResolvedCell& cell, const StopRequest& stop, const SampleSink& sink, Binding binding,
                 std::atomic<std::int64_t>* steps_completed, const WatchedSink& watched) {
  if (!cell.method().in<T>())
    return unsupported(
        fmt::format("{} has no {} precision", cell.method().info.name, precision_name(cell.text().precision)));
  auto system = cell.problem().in<T>().system(cell.data(), cell.formulation());
  const auto start = completed_start(cell.problem(), cell.data(), cell.formulation(), system);
  if (!start) return without_start(precision_name(cell.text().precision));
  auto job = job_of<T>(cell, *start);
  job.listener.steps_completed = steps_completed;
  job.listener.sample = [&](const Sample<T>& sample) { sink(widened(sample)); };
  if (watched) job.listener.watched = [&](const Run<T>& so_far) { watched(watched_of(so_far)); };
  const auto run = drive_by(cell, job, stop, binding);
  RunResult result = measure(Subject(cell), run);
  if (are_cheap(run))
    result.timing = one_timing(seconds_of(unwatched_by<T>(cell, *start, binding), run.steps, stop), run.steps);
  result.status = run.status;
  if (run.status != Status::ok) result.reason = reason(run);
  result.counters = job.counters;
  result.linear_algebra = system.linear_algebra();
  result.note = joined(result.note, newton_note(cell, system));
  add_counts(result, cell, run.steps);
  return result;
}

RunResult dispatched(const ResolvedCell& cell, const StopRequest& stop, const SampleSink& sink, Binding binding,
                     std::atomic<std::int64_t>* steps_completed, const WatchedSink& watched) {
  if (!cell.method().fits(cell.formulation().family()))
    return unsupported(fmt::format("{} is fit for: {}", cell.method().info.name, cell.method().info.forms));
  switch (cell.text().precision) {
    case Precision::double_: return run_in<double>(cell, stop, sink, binding, steps_completed, watched);
    case Precision::long_: return run_in<long double>(cell, stop, sink, binding, steps_completed, watched);
    case Precision::quad_: return run_in<quad>(cell, stop, sink, binding, steps_completed, watched);
  }
  return unsupported("unknown precision");
}

RunResult stopped_early(const Stopped& stopped) {
  RunResult result;
  result.status = stopped.why;
  result.reason = "before the first step";
  return result;
}

RunResult without_memory() {
  RunResult result;
  result.status = Status::out_of_memory;
  result.reason = "the system, the matrices of the method and what is kept of its states do not fit into memory";
  return result;
}

}  // namespace

RunResult run_without_reference(const ResolvedCell& cell, const StopRequest& stop, const SampleSink& sink,
                                Binding binding, std::atomic<std::int64_t>* steps_completed,
                                const WatchedSink& watched) {
  RunResult result;
  const Stoppable stoppable(stop);
  try {
    result = dispatched(cell, stop, sink, binding, steps_completed, watched);
  } catch (const Stopped& stopped) {
    result = stopped_early(stopped);
  } catch (const std::bad_alloc&) {
    result = without_memory();
  }
  result.environment = environment();
  return result;
}

void add_errors(RunResult& result, const ResolvedCell& cell, const Comparison& comparison, const StopRequest& stop) {
  if (std::isnan(result.final_state.t)) return;  // it has not begun, or its end is not known
  result.errors_asked = !comparison.is_left_out();
  result.metrics.merge(comparison.metrics(result.counters.steps == cell.steps()));
  if (const auto& why = comparison.missing_because(); !why.empty())
    result.note = joined(result.note, "no errors: " + why);
  result.reference_until = comparison.lost_after();
  if (!comparison.was_stopped()) return;
  result.status = stop;  // whatever the method came to: its errors are not known
  result.reason = "while the reference was computed";
}

RunResult remains_of(const ResolvedCell& cell, const Sample<quad>* last, const Watched& watched) {
  auto run = run_of(watched, cell.step<quad>(), cell.formulation().invariants.size());
  if (last) run.final_sample = *last;
  RunResult result = measure(Subject(cell), run);
  result.final_state.bits.clear();  // of another precision
  result.timing = {};
  result.counters = Counters{};
  for_each_counter(result.counters, [](const char*, auto& count) { count.reset(); });
  result.counters.steps = watched.steps;
  result.environment = environment();
  return result;
}

RunResult crashed(const std::string& reason) {
  RunResult out;
  out.status = Status::crashed;
  out.reason = reason;
  out.environment = environment();
  return out;
}

RunResult run_cell(const ResolvedCell& cell, const StopRequest& stop, const SampleSink& sink, Binding binding,
                   std::atomic<std::int64_t>* steps_completed) {
  Comparison comparison(cell, stop);
  const auto compare = [&](const Sample<quad>& sample) {
    comparison.add(sample);
    if (sink) sink(sample);
  };
  auto result = run_without_reference(cell, stop, compare, binding, steps_completed);
  add_errors(result, cell, comparison, stop);
  return result;
}

UnwatchedRun unwatched_run(const ResolvedCell& cell, Binding binding) {
  return in_precision_of(cell, [&]<class T>() { return unwatched_by<T>(cell, start_or_throw<T>(cell), binding); });
}

bool has_static_binding(const ResolvedCell& cell) {
  return in_precision_of(cell, [&]<class T>() { return is_static_in<T>(cell); });
}

}  // namespace plumb
