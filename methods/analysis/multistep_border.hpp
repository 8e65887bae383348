#pragma once
// The points where roots of a step of a linear multistep formula may cross the unit circle.
//
//   z = ρ(e^{iφ})/σ(e^{iφ}) lies on a ray if ρσ̄ has the direction of the ray: cos φ is a root of a polynomial

#include <complex>

#include "methods/analysis/multistep_roots.hpp"

namespace plumb {

class MultistepBorder {
 public:
  /// `step` must outlive this object.
  explicit MultistepBorder(const MultistepRoots& step);

  /// The values of Ω >= 0, in ascending order, at which a root may cross the circle on the ray z = Ω `direction`.
  /// Precondition: |direction| = 1.
  std::vector<Digits100> crossings(const Complex100& direction) const;

  /// Returns whether Re ρ/σ >= 0 on the whole circle.
  bool is_in_right_half_plane() const;
  /// Returns whether Re ρ/σ = 0 on the whole unit circle: every root on it belongs to a z on the imaginary axis.
  bool is_imaginary() const { return real.is_zero(); }

  /// z = ρ/σ at e^{iφ}.
  std::complex<double> locus(double phi) const;

 private:
  std::vector<Complex100> candidates(const Complex100& direction) const;
  std::vector<Complex100> meetings_on_circle() const;

  const MultistepRoots& step;
  const Polynomial &rho, &sigma;
  Polynomial real = {}, imaginary = {};   // Re ρσ̄ and Im ρσ̄/sin φ on the circle, as functions of cos φ
  std::vector<Complex100> meetings = {};  // points of the circle at which two roots coincide
};

}  // namespace plumb
