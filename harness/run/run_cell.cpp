#include "harness/run/run_cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "harness/run/comparison.hpp"
#include "harness/run/drive.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/measure.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/run/needed_reference.hpp"
#include "harness/run/runner_on.hpp"
#include "harness/run/static_pairs.hpp"
#include "methods/from_data/from_data.hpp"

namespace plumb {
namespace {

RunResult not_begun(Status status, std::string reason) {
  RunResult result;
  result.status = status;
  result.reason = std::move(reason);
  return result;
}

template <class T>
std::string reason(const Drive<T>& run) {
  auto text = run.starting ? std::string("at the start")
                           : fmt::format("in step {} after t = {:.6g} s", run.watched.steps + 1, run.watched.t_reached);
  if (!run.last.detail.empty()) text += fmt::format(": {}", run.last.detail);
  if (run.last.size != 0) text += fmt::format(" {:.3g}", run.last.size);
  if (run.last.tolerance != 0) text += fmt::format(" (tolerance {:.3g})", run.last.tolerance);
  if (run.last.stalls)
    text += fmt::format("; further iterations do not reduce this value; --newton-tol {:.0e} would accept it",
                        10 * run.last.size);
  return text;
}

template <class T>
RunSetup<T> setup_of(const ResolvedCell& cell, const typename AnySystem<T>::State& start) {
  return {.start = start,
          .h = cell.step<T>(),
          .samples = {cell.steps(), cell.text().samples},
          .projects_positions = cell.formulation().projects_positions,
          .projects_velocities = cell.formulation().projects_velocities,
          .settles = cell.formulation().settles,
          .has_own_multipliers = has_own_multipliers(cell.formulation()),
          .from = cell.errors_from<T>(),
          .begin = cell.t_begin<T>(),
          .restarts = cell.steps_to_breaks()};
}

template <class T>
TypedRunner<T> erased_runner(const ResolvedCell& cell, const AnySystem<T>& fresh, const RunSetup<T>& setup) {
  const auto make = [make = cell.method().in<T>(), options = MethodOptions{cell.options(), cell.newton()}](
                        AnySystem<T>& system) { return make(system, options); };
  return runner_on(fresh, make, setup);
}

template <class T>
TypedRunner<T> runner_in(const ResolvedCell& cell, const AnySystem<T>& fresh, const RunSetup<T>& setup,
                         Binding binding) {
  if constexpr (std::is_same_v<T, double>)
    if (const auto* pair = binding == Binding::fastest ? static_pair_of(cell) : nullptr) return pair->make(cell, setup);
  return erased_runner(cell, fresh, setup);
}

template <class T>
AnySystem<T> system_of(const ResolvedCell& cell, const Formulation& formulation) {
  return cell.problem().in<T>().system(cell.data(), formulation);
}

/// Calls the template `in` with the scalar type of the cell's precision: double, long double or quad.
auto in_precision_of(const ResolvedCell& cell, auto&& in) {
  switch (cell.text().precision) {
    case Precision::long_: return in.template operator()<long double>();
    case Precision::quad_: return in.template operator()<quad>();
    case Precision::double_: break;
  }
  return in.template operator()<double>();
}

// Storing a state takes about 30 ns: less than a fiftieth of a step that is not cheap.
constexpr double of_a_cheap_step = 2e-6;  // shortest step that is not cheap [s]

/// Returns the CPU time of a second run of the same steps, without observation. None if it was stopped.
Timing timed_again(const Runner& runner, std::int64_t steps, const StopRequest& stop) {
  constexpr double enough = 0.1;                 // sufficient time of the second run [s]
  constexpr std::int64_t between_looks = 10000;  // number of steps between two readings of the clock
  const double begin = thread_seconds();
  double seconds = 0;
  std::int64_t taken = 0;
  runner.start();
  while (taken < steps && seconds < enough) {
    if (stop.load() != Status::ok) return {};
    const auto piece = std::min(between_looks, steps - taken);
    runner.take(piece);
    taken += piece;
    seconds = thread_seconds() - begin;
  }
  auto out = one_timing(seconds * static_cast<double>(steps) / static_cast<double>(taken), steps);
  out.unwatched_steps = taken;
  return out;
}

/// Returns the timing of a finished run. If steps are cheap, the time of a run that stores states is too long, so a
/// second run is timed.
template <class T>
Timing timing_of(const Drive<T>& run, const Runner& runner, const StopRequest& stop) {
  const auto steps = run.watched.steps;
  if (run.seconds >= of_a_cheap_step * static_cast<double>(steps)) return one_timing(run.seconds, steps);
  return run.last.status == Status::ok ? timed_again(runner, steps, stop) : Timing{};
}

Counters unknown_counters() {
  Counters out;
  for_each_counter(out, [](const char*, auto& count) { count.reset(); });
  return out;
}

/// Returns the counters of a finished run.
template <class T>
Counters counters_of(const Drive<T>& run, const Runner& runner) {
  auto out = run.went_beyond ? unknown_counters() : runner.counters();
  out.steps = run.watched.steps;
  return out;
}

// Returns a note if coupled stages are transformed because they cannot be assembled
// (methods/implicit/stage_solver.hpp).
template <class T>
std::string newton_note(const ResolvedCell& cell, const AnySystem<T>& system) {
  if (!cell.options().is("newton", "full") || system.offers_blocks() || !cell.method().tableau) return {};
  if (coupling(cell.method().tableau(cell.options())) == StageCoupling::diagonally_implicit) return {};
  return "newton=transformed is used instead of newton=full: this system has no dense blocks";
}

// Returns a note on friction if the Newton iteration failed: friction changes its sign within a small part of a step.
std::string friction_note(const ResolvedCell& cell, Status status) {
  if (status != Status::newton_diverged && status != Status::tolerance_unreachable) return {};
  const auto& mechanism = cell.problem().mechanism;
  const auto names = mechanism ? mechanism->frictions(cell.data()) : std::string();
  if (names.empty()) return {};
  return fmt::format(
      "Newton's iteration failed, perhaps because the friction of {} changes its sign within a step; try smaller steps "
      "or a larger friction_speed or threshold",
      names);
}

// The residual test without a tolerance assumes a typical force of 1 N, so it ends too early if forces are small.
template <class T>
std::string residual_note(const ResolvedCell& cell, AnySystem<T>& system, const typename AnySystem<T>::State& start,
                          const Counters& counters) {
  const auto& newton = cell.newton();
  if (newton.test != NewtonTest::residual || newton.tolerance || !counters.newton_iterations) return {};
  Vec<T> inertia = start.v, reaction = start.v;
  system.momentum(start.q, start.a, inertia);
  system.reaction(cell.t_begin<T>(), start.q, start.lambda, reaction);
  double force = 0;
  for (const auto* part : {&inertia, &reaction})
    force = std::max(force, static_cast<double>(part->template lpNorm<Eigen::Infinity>()));
  constexpr double usual = 0x1p-15;  // smallest usual force [N, N m]
  if (force == 0 || !(force < usual)) return {};
  return fmt::format(
      "Newton's iteration may end too early: its default tolerance for --newton-test residual assumes forces of about "
      "1 N, but the initial forces are {:.2g} N; set --newton-tol",
      force);
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
RunResult run_in(const ResolvedCell& cell, const StopRequest& stop, const RunRequest& request) {
  const auto precision = precision_name(cell.text().precision);
  if (!cell.method().in<T>())
    return not_begun(Status::unsupported, fmt::format("{} has no {} precision", cell.method().info.name, precision));
  const auto fresh = system_of<T>(cell, cell.formulation());
  auto system = fresh;
  // Drifts refer to the original constraints, also if the formulation enforces different ones.
  auto observer = cell.formulation().derivation ? system_of<T>(cell, listed(cell.formulation())) : fresh;
  const auto start = completed_start(cell.problem(), cell.data(), cell.formulation(), system);
  if (!start)  // resolving the cell checked this in quad; other precisions may find the matrix singular
    return not_begun(Status::singular,
                     fmt::format("at the start: mass and constraints are singular in {} precision", precision));
  const auto setup = setup_of<T>(cell, *start);
  const auto runner = runner_in<T>(cell, fresh, setup, request.binding);
  Drive<T> run(runner, observer, setup, static_cast<int>(cell.problem().outputs.size()),
               cell.problem().limits(cell.data(), cell.formulation()));
  run(stop, request);
  RunResult result = measure(Subject(cell), run.watched);
  result.final_state = final_state(cell.problem(), run.last_sample);
  result.status = reported(run.last);
  if (result.status != Status::ok) result.reason = reason(run);
  result.counters = counters_of(run, runner);
  result.timing = timing_of(run, runner, stop);
  result.linear_algebra = system.linear_algebra();
  result.note = joined(result.note, newton_note(cell, system));
  result.note = joined(result.note, friction_note(cell, result.status));
  result.note = joined(result.note, residual_note(cell, observer, *start, result.counters));
  result.note = joined(result.note, run.passed_limits());
  add_counts(result, cell, run.watched.steps);
  return result;
}

// Returns the reason why the method or the problem's data do not suit the formulation; empty if they do.
std::string why_unsupported(const ResolvedCell& cell) {
  const auto& method = cell.method();
  if (!method.fits(cell.formulation().family()))
    return fmt::format("{} supports only: {}", method.info.name, method.info.forms);
  return cell.problem().why_unsupported(cell.data(), cell.formulation());
}

constexpr const char* no_memory = "the system, the matrices of the method and the stored states do not fit into memory";

}  // namespace

RunResult run_without_reference(const ResolvedCell& cell, const StopRequest& stop, const RunRequest& request) {
  RunResult result;
  const Stoppable stoppable(stop);
  try {
    const auto why = why_unsupported(cell);
    result = why.empty() ? in_precision_of(cell, [&]<class T>() { return run_in<T>(cell, stop, request); })
                         : not_begun(Status::unsupported, why);
  } catch (const Stopped& stopped) {
    result = not_begun(stopped.why, "before the first step");
  } catch (const std::bad_alloc&) {
    result = not_begun(Status::out_of_memory, no_memory);
  }
  result.environment = current_environment();
  return result;
}

void add_errors(RunResult& result, const ResolvedCell& cell, const Comparison& comparison, const StopRequest& stop) {
  if (std::isnan(result.final_state.t)) return;  // the run has not begun, or its last state is unknown
  result.metrics.merge(comparison.metrics(result.counters.steps == cell.steps()));
  result.reference_uncertainty = comparison.uncertainty(result.metrics);
  const bool is_requested = cell.text().reference != ReferenceChoice::none;
  if (const auto& why = comparison.missing_because(); !why.empty() && is_requested)
    result.note = joined(result.note, "no errors: " + why);
  result.note = joined(result.note, comparison.note());
  result.reference_until = comparison.lost_after();
  const bool ended_before = result.status == Status::timeout || result.status == Status::interrupted;
  if (!comparison.was_stopped() || ended_before) return;
  result.status = stop;  // method may have finished, but the errors are unavailable
  result.reason = "while the reference was computed";
}

RunResult remains_of(const ResolvedCell& cell, const Sample<quad>* last, const Watched& watched) {
  RunResult result = measure(Subject(cell), watched);
  if (last) result.final_state = final_state(cell.problem(), *last);
  result.final_state.bits.clear();  // `last` was converted to quad, so the hash is not that of the run's precision
  result.counters = unknown_counters();
  result.counters.steps = watched.steps;
  result.environment = current_environment();
  return result;
}

RunResult crashed(const std::string& reason) {
  auto out = not_begun(Status::crashed, reason);
  out.environment = current_environment();
  return out;
}

RunResult run_cell(const ResolvedCell& cell, const StopRequest& stop, const RunRequest& request) {
  Comparison comparison(cell, stop);
  auto compared = request;
  compared.sample = [&](const Sample<quad>& sample) {
    comparison.add(sample);
    if (request.sample) request.sample(sample);
  };
  auto result = run_without_reference(cell, stop, compared);
  add_errors(result, cell, comparison, stop);
  return result;
}

Runner runner_of(const ResolvedCell& cell, Binding binding) {
  return in_precision_of(cell, [&]<class T>() -> Runner {
    const auto fresh = system_of<T>(cell, cell.formulation());
    auto system = fresh;
    const auto start = completed_start(cell.problem(), cell.data(), cell.formulation(), system);
    if (!start) throw std::invalid_argument("no start: " + cell.id());
    return runner_in<T>(cell, fresh, setup_of<T>(cell, *start), binding);
  });
}

}  // namespace plumb
