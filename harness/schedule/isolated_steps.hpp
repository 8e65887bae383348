#pragma once
// Analyses of methods from outside: their steps are taken by a process apart, which may crash, hang or take all memory.

#include <memory>
#include <string_view>

#include "methods/analysis/steps_elsewhere.hpp"

namespace plumb {

class AskedChild;

class IsolatedSteps {
 public:
  /// Of the method of that name, which has to outlive it. A method of the catalogue or of coefficients needs no other
  /// process. To be made while this process has no other threads that hold locks.
  IsolatedSteps(std::string_view name, const Method& method, Parameters parameters);
  ~IsolatedSteps();
  IsolatedSteps(const IsolatedSteps&) = delete;
  IsolatedSteps& operator=(const IsolatedSteps&) = delete;

  /// While what it returns lives, analyses of the method on this thread take their steps there. From one thread at a
  /// time.
  std::unique_ptr<StepsElsewhere> here();

  const Method& method() const { return method_; }
  const Parameters& parameters() const { return parameters_; }

 private:
  Amplification matrix(const quad& omega_h, const quad& damping_ratio);

  const Method& method_;
  const Parameters parameters_;
  std::unique_ptr<AskedChild> child_;  // null: this process takes them
  MatrixSource source_;
};

}  // namespace plumb
