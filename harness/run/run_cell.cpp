#include "harness/run/run_cell.hpp"

#include <fmt/format.h>

#include <new>

#include "harness/run/comparison.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/measure.hpp"
#include "harness/run/static_pairs.hpp"
#include "methods/analysis/formula.hpp"
#include "methods/from_data/from_data.hpp"

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

NewtonSettings newton_settings(const Cell& cell) {
  NewtonSettings settings;
  if (cell.newton_tol) settings.tolerance = number_from_text<double>(*cell.newton_tol);
  settings.test = cell.newton_test == "residual" ? NewtonTest::residual : NewtonTest::increment;
  settings.norm = cell.newton_norm == "rms"         ? NewtonNorm::rms
                  : cell.newton_norm == "euclidean" ? NewtonNorm::euclidean
                                                    : NewtonNorm::max;
  if (cell.newton_max != 0) settings.max_iterations = cell.newton_max;
  return settings;
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
Run<T> drive_erased(const CellParts& parts, Job<T>& job, const StopRequest& stop) {
  const auto fresh = parts.problem.in<T>().system(parts.data, parts.formulation);
  return counted_to_the_end(job, stop, [&](const Listener<T>& listener, std::int64_t last_step) {
    auto system = fresh, observer = fresh;
    const auto stepper = parts.method.in<T>()(system, job.options);
    const typename AnySystem<T>::State x{job.q0, job.v0, job.a0, job.lambda0};
    auto run = drive(system, observer, *stepper, x, job.h, job.plan, job.output_count, stop, listener, last_step);
    job.counters = total(system.counters, stepper->counters(), run.steps);
    return run;
  });
}

/// What is to be run from state x.
template <class T>
Job<T> job_of(const Cell& cell, const CellParts& parts, const typename AnySystem<T>::State& x) {
  return {
      .problem = parts.problem.name,
      .formulation = parts.formulation.name,
      .method = parts.method.info.name,
      .problem_parameters = &parts.data,
      .options = {parts.options, newton_settings(cell)},
      .tableau = parts.method.tableau,
      .h = number_from_text<T>(cell.step),
      .plan = {steps(cell), cell.samples, parts.formulation.projects_positions, parts.formulation.projects_velocities},
      .q0 = x.q,
      .v0 = x.v,
      .a0 = x.a,
      .lambda0 = x.lambda,
      .output_count = static_cast<int>(parts.problem.outputs.size())};
}

// How often Newton's iteration was asked for: once an implicit stage where stages are solved one by one, else once a
// step; 0 where the method counts no iterations.
std::int64_t implicit_solves(const CellParts& parts, const Counters& counters, std::int64_t steps) {
  if (counters.newton_iterations.value_or(0) == 0) return 0;
  if (!parts.method.tableau) return std::max(counters.stages.value_or(0), steps);
  const bool one_by_one = coupling(parts.method.tableau(parts.options)) == StageCoupling::diagonally_implicit;
  return one_by_one ? steps * stages_per_step(parts.method, parts.options) : steps;
}

template <class T>
Run<T> drive_by(const CellParts& parts, Job<T>& job, const StopRequest& stop, Binding binding) {
  if constexpr (!std::is_same_v<T, quad>)
    if (binding == Binding::fastest)
      if (auto run = drive_statically(job, stop)) return std::move(*run);
  return drive_erased(parts, job, stop);
}

// Coupled stages are transformed where they cannot be assembled (methods/implicit/stage_solver.hpp).
template <class T>
std::string newton_note(const CellParts& parts, const AnySystem<T>& system) {
  if (!parts.options.is("newton", "full") || system.offers_blocks() || !parts.method.tableau) return {};
  if (coupling(parts.method.tableau(parts.options)) == StageCoupling::diagonally_implicit) return {};
  return "newton=transformed took the place of newton=full: this system offers no dense blocks";
}

std::string joined(std::string a, const std::string& b) { return a.empty() || b.empty() ? a + b : a + "; " + b; }

template <class T>
RunResult run_in(const Cell& cell, const CellParts& parts, const StopRequest& stop, Trajectory* trajectory,
                 Binding binding, std::atomic<std::int64_t>* steps_completed) {
  if (!parts.method.in<T>())
    return unsupported(fmt::format("{} has no {} precision", cell.method, precision_name(cell.precision)));
  auto system = parts.problem.in<T>().system(parts.data, parts.formulation);
  const auto start = completed_start(parts.problem, parts.data, parts.formulation, system);
  if (!start) return without_start(precision_name(cell.precision));
  auto job = job_of<T>(cell, parts, *start);
  Comparison comparison(cell, parts.problem, parts.formulation, parts.data, stop);
  job.listener.steps_completed = steps_completed;
  job.listener.sample = [&](const Sample<T>& sample) {
    if (!trajectory && !comparison.wants_more()) return;
    const auto wide = widened(sample);
    comparison.add(wide);
    if (trajectory) trajectory->samples.push_back(wide);
  };
  const auto run = drive_by(parts, job, stop, binding);
  RunResult result = measure(parts.problem, parts.formulation, run);
  result.status = run.status;
  if (run.status != Status::ok) result.reason = reason(run);
  result.counters = job.counters;
  result.metrics.merge(comparison.metrics(run.steps == job.plan.steps));
  result.linear_algebra = system.linear_algebra();
  result.note = newton_note(parts, system);
  if (const auto& why = comparison.missing_because(); !why.empty())
    result.note = joined(result.note, "no errors: " + why);
  if (comparison.was_stopped() && run.status == Status::ok) {
    result.status = stop;
    result.reason = "while the reference was computed";
  }
  if (const auto solves = implicit_solves(parts, job.counters, run.steps); solves > 0)
    result.metrics["iterations.mean"] =
        static_cast<double>(*job.counters.newton_iterations) / static_cast<double>(solves);
  return result;
}

RunResult run_parts(const Cell& cell, const CellParts& parts, const StopRequest& stop, Trajectory* trajectory,
                    Binding binding, std::atomic<std::int64_t>* steps_completed) {
  if (!parts.method.fits(parts.formulation.family()))
    return unsupported(fmt::format("{} is fit for: {}", cell.method, parts.method.info.forms));
  switch (cell.precision) {
    case Precision::double_: return run_in<double>(cell, parts, stop, trajectory, binding, steps_completed);
    case Precision::long_: return run_in<long double>(cell, parts, stop, trajectory, binding, steps_completed);
    case Precision::quad_: return run_in<quad>(cell, parts, stop, trajectory, binding, steps_completed);
  }
  return unsupported("unknown precision");
}

}  // namespace

RunResult run_cell(const Cell& cell, const StopRequest& stop, Trajectory* trajectory, Binding binding,
                   std::atomic<std::int64_t>* steps_completed) {
  const CellParts parts(cell);
  RunResult result;
  try {
    result = run_parts(cell, parts, stop, trajectory, binding, steps_completed);
  } catch (const std::bad_alloc&) {
    result = {};
    result.status = Status::out_of_memory;
    result.reason = trajectory ? "the states of the trajectory and the matrices do not fit into memory"
                               : "the system and the matrices of the method do not fit into memory";
  }
  result.environment = environment();
  return result;
}

}  // namespace plumb
