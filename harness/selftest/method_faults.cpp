// Faults in methods: in their coefficients, in their steps, and in the iteration that solves the equations of a step.

#include "harness/gate/derived_items.hpp"
#include "harness/selftest/fault.hpp"
#include "harness/selftest/flawed_method.hpp"
#include "harness/selftest/flawed_system.hpp"

namespace plumb {
namespace {

std::function<std::vector<Item>(bool)> coefficient(const ResolvedCell& cell, Change change) {
  return [cell, change](bool wrong) {
    const auto method = method_from_coefficients(cell.method(), cell.options(), wrong ? change : same_coefficient);
    const Parameters options(method.parameters, {});
    const ResolvedCell other(cell.text(), cell.problem(), cell.formulation(), method,
                             std::make_shared<const Parameters>(cell.data()),
                             std::make_shared<const Parameters>(options), cell.steps());
    const auto run = erased_run(other);
    return std::vector{item_of_run(cell, run),
                       analysed(item_of_method({cell.method().info.name, {}}), method, options)};
  };
}

std::vector<Fault> coefficient_faults() {
  std::vector<Fault> out;
  const auto add = [&](const std::string& of, const std::string& problem, const std::string& formulation) {
    const auto cell = cell_of(problem, formulation, of, "2e-2", "0.32");
    out.push_back({of + "-3rd-digit", "method", "a coefficient of " + of + ", wrong in its 3rd digit",
                   coefficient(cell, third_digit)});
    out.push_back({of + "-10th-digit", "method", "a coefficient of " + of + ", wrong in its 10th digit",
                   coefficient(cell, tenth_digit)});
  };
  add("erk4", "pendulum", "ode");
  add("radau-iia", "two-link", "index3");
  add("esdirk436l2sa2", "two-link", "index2");
  add("bdf3", "pendulum", "index3");
  return out;
}

Fault in_steps(const std::string& name, const std::string& description, const ResolvedCell& cell,
               const StepFlaws& flaws) {
  return {name, "method", description, [cell, flaws](bool wrong) {
            return item_of(cell, [&](const auto& of) { return run_with(of, wrong ? flaws : StepFlaws{}); });
          }};
}

std::vector<Fault> step_faults() {
  return {
      in_steps("step-10th-digit", "steps too long by 1e-10", cell_of("pendulum", "ode", "dopri5", "2e-2", "0.32"),
               {.longer_by = 1e-10}),
      in_steps("time-of-the-start", "every step begins at t = 0", cell_of("oscillator", "ode", "erk4", "2e-2", "0.32"),
               {.freezes_time = true}),
      in_steps("multipliers-of-another-step", "the multipliers are those of the previous step",
               cell_of("two-link", "index3", "radau-iia", "2e-2", "0.32"), {.stale_multipliers = true}),
      in_steps("forgotten-history", "every step is a start-up", cell_of("pendulum", "ode", "ab4", "2e-2", "0.32"),
               {.forgets = true}),
  };
}

/// Runs the same cell with other settings of Newton's iteration.
RunResult with_tolerance(const ResolvedCell& cell, const std::string& tolerance) {
  auto text = cell.text();
  text.newton_tol = tolerance;
  return erased_run(resolve(text));
}

std::vector<Fault> iteration_faults() {
  const auto loose = [](const std::string& name, const std::string& description, const std::string& tolerance) {
    const auto cell = cell_of("two-link", "index2", "esdirk436l2sa2", "2e-2", "0.32");
    return Fault{name, "iteration", description, [cell, tolerance](bool wrong) {
                   const auto run = wrong ? with_tolerance(cell, tolerance) : erased_run(cell);
                   return std::vector{item_of_run(cell, run)};
                 }};
  };
  return {loose("one-iteration", "Newton's iteration stops after its first step", "1e100"),
          loose("loose-iteration", "Newton's iteration stops at 0.1", "1e-1")};
}

}  // namespace

std::vector<Fault> method_faults() {
  auto out = coefficient_faults();
  for (auto& group : {step_faults(), iteration_faults()}) out.insert(out.end(), group.begin(), group.end());
  return out;
}

}  // namespace plumb
