#pragma once
// Who takes the steps of an analysis where this process is not to take them: those of a method that may crash or hang.
//
// As a request to stop (contract/stop.hpp) it belongs to the thread: matrices are asked for many calls below the
// analysis.

#include <functional>

#include "methods/analysis/amplification.hpp"

namespace plumb {

/// The amplification matrix at Ω and ξ.
using MatrixSource = std::function<Amplification(const quad& omega_h, const quad& damping_ratio)>;

/// While it lives, `amplification_matrix` of that method gets its matrices from the source, on this thread.
class StepsElsewhere {
 public:
  /// Both have to outlive it.
  StepsElsewhere(const Method& method, const MatrixSource& source);
  ~StepsElsewhere();
  StepsElsewhere(const StepsElsewhere&) = delete;
  StepsElsewhere& operator=(const StepsElsewhere&) = delete;

  /// Null: this thread takes the steps of this method.
  static const MatrixSource* of(const Method& method);

 private:
  const Method& method_;
  const MatrixSource& source_;
  const StepsElsewhere* before_;
};

}  // namespace plumb
