#include "harness/run_cell.hpp"

#include <fmt/format.h>

#include <new>

#include "harness/environment.hpp"
#include "harness/measure.hpp"
#include "harness/static_pairs.hpp"

namespace plumb {
namespace {

RunResult unsupported(std::string reason) {
  RunResult result;
  result.status = Status::unsupported;
  result.reason = std::move(reason);
  result.counters.steps = 0;
  return result;
}

/// The cell's names and numbers, looked up.
struct Looked {
  const Problem& problem;
  const Formulation& formulation;
  const Method& method;
  Parameters data, options;

  explicit Looked(const Cell& cell)
      : problem(problem_named(cell.problem)),
        formulation(formulation_named(problem, cell.formulation)),
        method(method_named(cell.method)),
        data(parameters_from_text(problem.parameters, cell.problem_parameters, problem.name)),
        options(parameters_from_text(method.parameters, cell.method_parameters, method.info.name)) {}
};

NewtonSettings newton_settings(const Cell& cell) {
  NewtonSettings settings;
  if (cell.newton_tol) settings.tolerance = number_from_text<double>(*cell.newton_tol);
  settings.test = cell.newton_test == "residual" ? NewtonTest::residual : NewtonTest::increment;
  return settings;
}

bool lists(std::string_view forms, std::string_view form) {
  for (std::size_t at = forms.find(form); at != std::string_view::npos; at = forms.find(form, at + 1)) {
    const bool begins = at == 0 || forms[at - 1] == ' ';
    const bool ends = at + form.size() == forms.size() || forms[at + form.size()] == ' ';
    if (begins && ends) return true;
  }
  return false;
}

template <class T>
std::string reason(const Run<T>& run) {
  const auto t = static_cast<double>(run.t_reached);
  auto text =
      run.starting ? std::string("at the start") : fmt::format("in step {} after t = {:.6g} s", run.steps + 1, t);
  if (!run.last.detail.empty()) text += fmt::format(": {}", run.last.detail);
  if (run.last.size != 0) text += fmt::format(" {:.3g}", run.last.size);
  return text;
}

template <class T>
Run<T> drive_erased(const Looked& looked, Job<T>& job, const StopRequest& stop) {
  const auto& model = looked.problem.in<T>();
  auto system = model.system(looked.data, looked.formulation), observer = system;
  const auto& make = looked.method.in<T>();
  const auto stepper = make(system, job.options);
  typename AnySystem<T>::State x{job.q0, job.v0, job.a0, job.lambda0};
  auto run = drive(system, observer, *stepper, x, job.h, job.plan, job.output_count, stop);
  job.counters = total(system.counters, stepper->counters(), run.steps);
  return run;
}

template <class T>
Job<T> job_of(const Cell& cell, const Looked& looked) {
  auto system = looked.problem.in<T>().system(looked.data, looked.formulation);
  const auto x = initial_state(looked.problem, looked.data, looked.formulation, system);
  return {.problem = looked.problem.name,
          .formulation = looked.formulation.name,
          .method = looked.method.info.name,
          .problem_parameters = &looked.data,
          .options = {looked.options, newton_settings(cell)},
          .h = number_from_text<T>(cell.step),
          .plan = {steps(cell), cell.samples, looked.formulation.projects_positions,
                   looked.formulation.projects_velocities},
          .q0 = x.q,
          .v0 = x.v,
          .a0 = x.a,
          .lambda0 = x.lambda,
          .output_count = static_cast<int>(looked.problem.outputs.size())};
}

template <class T>
RunResult run_in(const Cell& cell, const Looked& looked, const StopRequest& stop, Trajectory* trajectory,
                 Binding binding) {
  if (!looked.method.in<T>())
    return unsupported(fmt::format("{} has no {} precision", cell.method, precision_name(cell.precision)));
  auto job = job_of<T>(cell, looked);
  Run<T> run;
  bool done = false;
  if constexpr (!std::is_same_v<T, quad>) {
    if (binding == Binding::fastest)
      if (auto statically = drive_statically(job, stop)) run = std::move(*statically), done = true;
  }
  if (!done) run = drive_erased(looked, job, stop);
  RunResult result = measure(cell, looked.problem, looked.formulation, looked.data, run);
  result.status = run.status;
  if (run.status != Status::ok) result.reason = reason(run);
  result.counters = job.counters;
  if (job.counters.newton_iterations && run.steps > 0 && *job.counters.newton_iterations > 0)
    result.metrics["iterations.mean"] =
        static_cast<double>(*job.counters.newton_iterations) / static_cast<double>(run.steps);
  if (trajectory) trajectory->samples = widened_samples(run);
  return result;
}

RunResult run_looked(const Cell& cell, const Looked& looked, const StopRequest& stop, Trajectory* trajectory,
                     Binding binding) {
  if (!lists(looked.method.info.forms, looked.formulation.family()))
    return unsupported(fmt::format("{} is fit for: {}", cell.method, looked.method.info.forms));
  switch (cell.precision) {
    case Precision::double_: return run_in<double>(cell, looked, stop, trajectory, binding);
    case Precision::long_: return run_in<long double>(cell, looked, stop, trajectory, binding);
    case Precision::quad_: return run_in<quad>(cell, looked, stop, trajectory, binding);
  }
  return unsupported("unknown precision");
}

}  // namespace

RunResult run_cell(const Cell& cell, const StopRequest& stop, Trajectory* trajectory, Binding binding) {
  const Looked looked(cell);
  RunResult result;
  try {
    result = run_looked(cell, looked, stop, trajectory, binding);
  } catch (const std::bad_alloc&) {
    result = {};
    result.status = Status::out_of_memory;
    result.reason = fmt::format("{} steps with {} samples do not fit into memory", steps(cell), cell.samples);
  }
  result.environment = environment();
  return result;
}

}  // namespace plumb
