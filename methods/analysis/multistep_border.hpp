#pragma once
// The points where roots of a step of a linear multistep formula may cross the unit circle.
//
//   z = ρ(e^{iφ})/σ(e^{iφ}) on the ray of z where ρσ̄ has its direction: roots of a polynomial in cos φ

#include <complex>

#include "methods/analysis/multistep_roots.hpp"

namespace plumb {

class MultistepBorder {
 public:
  /// The roots have to outlive this object.
  explicit MultistepBorder(const MultistepRoots& step);

  /// The Ω at which a root may cross the circle on the ray z = Ω `direction`, ascending from 0. `direction` has modulus
  /// 1.
  std::vector<Digits100> crossings(const Complex100& direction) const;

  /// Returns whether Re ρ/σ >= 0 on the whole circle.
  bool is_in_right_half_plane() const;
  /// Returns whether all roots stay on the circle while their z is on the imaginary axis.
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
