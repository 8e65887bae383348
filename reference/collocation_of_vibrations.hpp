#pragma once
// The equations of collocation_correction.hpp for a stiffness K that is the same at all nodes, and no damping:
//
//   δ − h² S² δ Kᵀ = r      (each component of δ and r has a column, S² integrates along it twice)
//
// With the Schur decompositions S² = U T U*, Kᵀ = W R W* the equation becomes triangular, and is solved for one
// component after the other (Bartels & Stewart, Communications of the ACM 15, 820-826, 1972). The decompositions do not
// depend on h, so intervals of any length share them.

#include <complex>

#include "reference/collocation.hpp"

namespace plumb {

class CollocationOfVibrations {
 public:
  explicit CollocationOfVibrations(const Mat<double>& stiffness);

  /// Returns δ for the half width h of an interval.
  Mat<double> solved(double half_width, const Mat<double>& residual) const;
  const Mat<double>& stiffness() const { return stiffness_; }

 private:
  Mat<double> stiffness_;
  Mat<std::complex<double>> basis_, triangle_;  // matrices W and R
};

}  // namespace plumb
