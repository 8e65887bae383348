#pragma once
// Where roots of a step of a linear multistep formula may cross the unit circle.
//
//   z = ρ(e^{iφ})/σ(e^{iφ}) on the ray of z where ρσ̄ has its direction: roots of a polynomial in cos φ

#include <complex>

#include "methods/analysis/multistep_roots.hpp"

namespace plumb {

class MultistepBorder {
 public:
  /// Of roots that outlive it.
  explicit MultistepBorder(const MultistepRoots& step);

  /// Ω at which a root may cross the circle on the ray z = Ω `direction`, ascending from 0. `direction`: of modulus 1.
  std::vector<Digits100> crossings(const Complex100& direction) const;

  /// Whether Re ρ/σ >= 0 on the whole circle.
  bool is_in_right_half_plane() const;
  /// Whether all roots stay on the circle together with their z on the imaginary axis.
  bool is_imaginary() const { return real.is_zero(); }

  /// z = ρ/σ at e^{iφ}.
  std::complex<double> locus(double phi) const;

 private:
  std::vector<Complex100> candidates(const Complex100& direction) const;
  std::vector<Complex100> meetings_on_circle() const;

  const MultistepRoots& step;
  const Polynomial &rho, &sigma;
  Polynomial real = {}, imaginary = {};   // Re ρσ̄ and Im ρσ̄/sin φ on the circle, of cos φ
  std::vector<Complex100> meetings = {};  // of two roots, on the circle
};

}  // namespace plumb
