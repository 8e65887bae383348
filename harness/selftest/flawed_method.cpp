#include "harness/selftest/flawed_method.hpp"

#include "harness/selftest/flawed_system.hpp"
#include "methods/from_data/from_data.hpp"

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

std::string third_digit(const std::string& x) { return "(" + x + ")*1.001"; }
std::string tenth_digit(const std::string& x) { return "(" + x + ")*(1+1e-10)"; }
std::string same_coefficient(const std::string& x) { return x; }

Method method_from_coefficients(const Method& method, const Parameters& options, Change change) {
  if (method.multistep) {
    auto data = method.multistep(options);
    data.beta.front() = change(data.beta.front());
    return linear_multistep_method(method.info, data);
  }
  auto data = method.tableau(options);
  for (auto x = data.a.rbegin(); x != data.a.rend(); ++x) {
    if (*x == "0" || x->empty()) continue;
    *x = change(*x);
    break;
  }
  return runge_kutta_method(method.info, data);
}

}  // namespace plumb
