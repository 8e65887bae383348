#pragma once
// Delegates the steps of an analysis to another process, for methods that may crash or hang.
//
// The delegation is thread-local, like requests to stop (contract/stop.hpp), because matrices are needed many calls
// below the analysis.

#include <functional>

#include "methods/analysis/amplification.hpp"

namespace plumb {

/// The amplification matrix at Ω and ξ.
using MatrixSource = std::function<Amplification(const quad& omega_h, const quad& damping_ratio)>;

/// During the lifetime of this object, `amplification_matrix` on this thread gets the matrices of `method` from
/// `source`.
class StepsElsewhere {
 public:
  /// Both arguments must outlive this object.
  StepsElsewhere(const Method& method, const MatrixSource& source);
  ~StepsElsewhere();
  StepsElsewhere(const StepsElsewhere&) = delete;
  StepsElsewhere& operator=(const StepsElsewhere&) = delete;

  /// Returns the source of matrices for a method; null: this thread computes them by its own steps.
  static const MatrixSource* of(const Method& method);

 private:
  const Method& method_;
  const MatrixSource& source_;
  const StepsElsewhere* before_;
};

}  // namespace plumb
