#pragma once
// Delegates the steps of an analysis to another process, for methods that may crash or hang.
//
// The delegation belongs to the thread, as requests to stop do (contract/stop.hpp), because matrices are needed many
// calls below the analysis.

#include <functional>

#include "methods/analysis/amplification.hpp"

namespace plumb {

/// The amplification matrix at Ω and ξ.
using MatrixSource = std::function<Amplification(const quad& omega_h, const quad& damping_ratio)>;

/// While this object lives, `amplification_matrix` of that method gets its matrices from the source, on this thread.
class StepsElsewhere {
 public:
  /// Both arguments have to outlive this object.
  StepsElsewhere(const Method& method, const MatrixSource& source);
  ~StepsElsewhere();
  StepsElsewhere(const StepsElsewhere&) = delete;
  StepsElsewhere& operator=(const StepsElsewhere&) = delete;

  /// Null means that this thread takes the steps of this method.
  static const MatrixSource* of(const Method& method);

 private:
  const Method& method_;
  const MatrixSource& source_;
  const StepsElsewhere* before_;
};

}  // namespace plumb
