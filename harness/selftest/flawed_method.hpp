#pragma once
// Methods with an error in their steps, or in one of their coefficients.

#include <memory>
#include <string>

#include "contract/erasure.hpp"
#include "harness/run/run_cell.hpp"
#include "methods/method.hpp"

namespace plumb {

struct StepFlaws {
  double longer_by = 0;            // relative excess of every step
  bool freezes_time = false;       // whether t is 0 at the beginning of every step
  bool stale_multipliers = false;  // whether a step returns the multipliers of the previous step
  bool forgets = false;            // whether every step uses the initial history of a multistep method
  bool no_failure = false;         // whether a failed step returns Status::ok
};

class FlawedStepper final : public AnyStepper<double> {
 public:
  FlawedStepper(std::unique_ptr<AnyStepper<double>> right, const StepFlaws& flaws)
      : right_(std::move(right)), flaws_(flaws) {}

  StepResult start(const double& t, const double& h, State& x) override {
    lambda_ = x.lambda;
    const auto result = right_->start(t, h, x);
    return flaws_.no_failure ? StepResult{} : result;
  }
  StepResult step(const double& t, const double& h, State& x) override;
  std::span<double> memory() override { return right_->memory(); }
  Counters& counters() override { return right_->counters(); }

 private:
  std::unique_ptr<AnyStepper<double>> right_;
  StepFlaws flaws_;
  Vec<double> lambda_ = {};
};

/// Returns the method with flaws in its steps, in double.
Method with(const Method& right, const StepFlaws& flaws);

/// Runs the cell with flaws in its steps.
RunResult run_with(const ResolvedCell& cell, const StepFlaws& flaws);

/// Returns a changed coefficient. Coefficients are expressions, such as "1/3".
using Change = std::string (*)(const std::string& coefficient);

std::string third_digit(const std::string& x);
std::string tenth_digit(const std::string& x);
std::string same_coefficient(const std::string& x);

/// Returns the method with one changed coefficient: the last non-zero entry of a Runge-Kutta matrix, or the first β of
/// a multistep formula. Precondition: it has such coefficients.
Method method_from_coefficients(const Method& method, const Parameters& options, Change change);

}  // namespace plumb
