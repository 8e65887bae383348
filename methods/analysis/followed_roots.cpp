#include "methods/analysis/followed_roots.hpp"

#include <algorithm>
#include <functional>

namespace plumb {

FollowedRoots::FollowedRoots(const MultistepRoots& step, const quad& damping_ratio)
    : rho(coefficients_in<quad>(step.rho())), sigma(coefficients_in<quad>(step.sigma())), xi(damping_ratio) {
  for (const auto& r : step.constant())
    for (int k = 0; k < r.multiplicity; ++k) constant.push_back({in_quad(r.value.re), in_quad(r.value.im)});
}

Roots FollowedRoots::operator()(const quad& omega_h) {
  const ComplexOf<quad> z{-xi * omega_h, omega_h * sqrt(1 - xi * xi)};
  last = complex_roots(characteristic(rho, sigma, z), std::move(last));
  Roots out;
  for (const auto* roots : {&last, &constant})
    for (const auto& w : *roots) {
      out.values.emplace_back(w.re, w.im);
      out.values.emplace_back(w.re, -w.im);
    }
  std::ranges::sort(out.values, std::greater{}, [](const Root& w) { return plumb::modulus(w); });
  return out;
}

FollowedRadius::FollowedRadius(const MultistepRoots& step)
    : rho(coefficients_in<double>(step.rho())), sigma(coefficients_in<double>(step.sigma())) {
  for (const auto& r : step.constant()) least = std::max(least, static_cast<double>(modulus(r.value)));
}

double FollowedRadius::operator()(std::complex<double> z) {
  last = complex_roots(characteristic(rho, sigma, ComplexOf<double>{z.real(), z.imag()}), std::move(last));
  double out = least;
  for (const auto& w : last) out = std::max(out, modulus(w));
  return out;
}

}  // namespace plumb
