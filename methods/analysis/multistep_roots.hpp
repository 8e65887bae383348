#pragma once
// The roots ζ of ρ(ζ) − z σ(ζ), by which a step of a linear multistep formula at z = λh amplifies errors, and whether
// their powers are bounded.

#include <algorithm>
#include <optional>
#include <vector>

#include "methods/analysis/exact_factors.hpp"
#include "methods/coefficients/multistep_formula.hpp"

namespace plumb {

/// The coefficients of ρ or σ as a polynomial in ζ.
Polynomial ascending(const std::vector<Known>& newest_first);

/// The coefficients of ρ − zσ, the constant first.
template <class Real>
std::vector<ComplexOf<Real>> characteristic(const std::vector<Real>& rho, const std::vector<Real>& sigma,
                                            const ComplexOf<Real>& z) {
  std::vector<ComplexOf<Real>> out(std::max(rho.size(), sigma.size()));
  for (std::size_t k = 0; k < sigma.size(); ++k) out[k] = ComplexOf<Real>{-sigma[k], 0} * z;
  for (std::size_t k = 0; k < rho.size(); ++k) out[k].re += rho[k];
  return out;
}

bool on_circle(const MultipleRoot& root);
/// Returns whether all roots are in the closed unit disc and all roots on the circle are simple.
bool meets_root_condition(const std::vector<MultipleRoot>& roots);

class MultistepRoots {
 public:
  explicit MultistepRoots(const MultistepFormula& formula);

  const Polynomial& rho() const { return parts.first; }  // ρ without the common factor of ρ and σ
  const Polynomial& sigma() const { return parts.second; }
  const Polynomial& common_factor() const { return parts.factor; }
  const std::vector<MultipleRoot>& constant() const { return constant_roots; }  // roots of the common factor, for any z

  /// Returns whether the powers of the roots at z are bounded. Precondition: z is not on the border of a stable region.
  /// `ignored` is raised to the growth that is possible within the uncertainty of the coefficients. `followed` has the
  /// roots of the previous call in quad, as initial values, and receives the new roots; initially it is empty.
  bool is_bounded(const Complex100& z, double& ignored, std::vector<ComplexOf<quad>>& followed) const;

 private:
  std::vector<Complex100> characteristic(const Complex100& z) const {
    return plumb::characteristic(rho().coefficients, sigma().coefficients, z);
  }
  bool is_bounded_in_100_digits(const Complex100& z, double& ignored) const;
  std::optional<bool> shown_in_quad(const Complex100& z, std::vector<ComplexOf<quad>>& roots) const;

  std::size_t steps;
  CommonFactor parts;
  std::vector<MultipleRoot> constant_roots;
};

}  // namespace plumb
