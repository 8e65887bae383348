#include "harness/selftest/flawed_stepper.hpp"

#include "harness/selftest/flawed_system.hpp"

namespace plumb {

StepResult FlawedStepper::step(const double& t, const double& h, State& x) {
  const double begin = flaws_.freezes_time ? 0 : t;
  if (flaws_.forgets) right_->start(begin, h, x);
  const auto result = right_->step(begin, h * (1 + flaws_.longer_by), x);
  if (flaws_.stale_multipliers) x.lambda.swap(lambda_);
  return flaws_.no_failure ? StepResult{} : result;
}

Method with(const Method& right, const StepFlaws& flaws) {
  Method out = right;
  out.in_double = [right = right.in_double, flaws](SystemInDouble& system, const MethodOptions& options) {
    return std::make_unique<FlawedStepper>(right(system, options), flaws);
  };
  return out;
}

RunResult run_with(const ResolvedCell& cell, const StepFlaws& flaws) {
  const auto method = with(cell.method(), flaws);
  return erased_run(of_method(cell, method));
}

}  // namespace plumb
