#include "methods/analysis/followed_roots.hpp"

#include <algorithm>
#include <functional>
#include <type_traits>

namespace plumb {
namespace {

template <class Real>
std::vector<Real> coefficients_in(const Polynomial& p) {
  std::vector<Real> out;
  for (const auto& x : p.coefficients)
    if constexpr (std::is_same_v<Real, quad>)
      out.push_back(in_quad(x));
    else
      out.push_back(static_cast<Real>(x));
  return out;
}

// The coefficients of ρ − zσ, the constant first.
template <class Real>
std::vector<ComplexOf<Real>> characteristic(const std::vector<Real>& rho, const std::vector<Real>& sigma,
                                            const ComplexOf<Real>& z) {
  std::vector<ComplexOf<Real>> out(std::max(rho.size(), sigma.size()));
  for (std::size_t k = 0; k < sigma.size(); ++k) out[k] = ComplexOf<Real>{-sigma[k], 0} * z;
  for (std::size_t k = 0; k < rho.size(); ++k) out[k].re += rho[k];
  return out;
}

}  // namespace

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
