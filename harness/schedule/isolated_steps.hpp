#pragma once
// A method from outside may crash, hang or take all memory. So another process takes its steps when it is analysed.

#include <memory>
#include <string_view>

#include "methods/analysis/steps_elsewhere.hpp"

namespace plumb {

class AskedChild;

class IsolatedSteps {
 public:
  /// Takes the steps of the method of that name, which has to outlive this object. A method of the catalogue or of
  /// coefficients needs no other process. Make this object while this process has no other threads that hold locks.
  IsolatedSteps(std::string_view name, const Method& method, Parameters parameters);
  ~IsolatedSteps();
  IsolatedSteps(const IsolatedSteps&) = delete;
  IsolatedSteps& operator=(const IsolatedSteps&) = delete;

  /// As long as the returned object lives, analyses of the method on this thread take their steps in that process. One
  /// thread at a time may use this.
  std::unique_ptr<StepsElsewhere> here();

  const Method& method() const { return method_; }
  const Parameters& parameters() const { return parameters_; }

 private:
  Amplification matrix(const quad& omega_h, const quad& damping_ratio);

  const Method& method_;
  const Parameters parameters_;
  std::unique_ptr<AskedChild> child_;  // null: this process takes the steps
  MatrixSource source_;
};

}  // namespace plumb
