#pragma once
// The roots of a step of a linear multistep formula for a sequence of values z = λh. The root iteration starts from the
// roots of the previous call.

#include <complex>

#include "methods/analysis/multistep_roots.hpp"
#include "methods/analysis/principal_root.hpp"

namespace plumb {

/// The roots of ρ − zσ on the test equation, in quad.
class FollowedRoots {
 public:
  FollowedRoots(const MultistepRoots& step, const quad& damping_ratio);

  Roots operator()(const quad& omega_h);

 private:
  std::vector<quad> rho, sigma;
  quad xi;
  std::vector<ComplexOf<quad>> last = {}, constant = {};
};

/// The largest modulus of a root of ρ − zσ, in double.
class FollowedRadius {
 public:
  explicit FollowedRadius(const MultistepRoots& step);

  double operator()(std::complex<double> z);

 private:
  std::vector<double> rho, sigma;
  std::vector<ComplexOf<double>> last = {};
  double least = 0;
};

}  // namespace plumb
