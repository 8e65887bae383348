#pragma once
// The roots of a method on the test equation by formula, from its coefficients and without its stepper. They are
// independent of the amplification matrix and confirm it.
//
// With y = (Ωq, v) and h = 1 the test equation is y' = J y, J = Ω [0 1; −1 −2ξ].
//
//   Runge-Kutta        y_{n+1} = R(J) y_n,   R(J) = I + (bᵀ⊗J)(I − A⊗J)⁻¹(e⊗I)
//   linear multistep   Σ_j (α_j I − β_j J) z^{k−j} is singular: with ẑ on the spectrum of J the roots of ρ(z) − ẑ σ(z)
//
// Source: Hairer & Wanner, Solving ODEs II, eqs. (IV.3.2) and (V.1.7).

#include "methods/analysis/principal_root.hpp"
#include "methods/coefficients/linear_multistep_data.hpp"

namespace plumb {

/// R(J) of a tableau. Throws std::invalid_argument if a coefficient is not a number.
class StabilityFunction {
 public:
  explicit StabilityFunction(const TableauData& tableau);

  Mat<quad, 2> operator()(const Mat<quad, 2>& j) const;
  /// Returns R_i(∞) for every stage i, with the stage value Y_i = R_i(z) y_n; null if a stage other than the first is
  /// explicit.
  std::optional<Vec<quad>> stages_at_infinity() const;

 private:
  Eigen::Index stages;
  Mat<quad> a;
  Vec<quad> b;
};

RootsAt roots_by_formula(const TableauData& tableau, const quad& damping_ratio);
RootsAt roots_by_formula(const MultistepData& data, const quad& damping_ratio);
/// Returns the roots from the coefficients of the method; empty if the method has no coefficients.
RootsAt roots_by_formula(const Method& method, const Parameters& parameters, const quad& damping_ratio);

/// Returns the number of implicit stages of a step, which have a nonzero diagonal coefficient; null if the method has
/// no coefficients.
std::optional<int> implicit_stages(const Method& method, const Parameters& parameters);
/// Returns n in zhang2022's abscissa Δt/(nT): the number of implicit stages, or 1 if there are none or if the method
/// has no coefficients.
int stages_per_step(const Method& method, const Parameters& parameters);

/// Returns the largest difference of spectral radius, AD and PE (principal_root.hpp) between two computations of the
/// same roots, relative to the larger value or to 1e-15. For small Ω the pair is nearly a double root, which rounding
/// moves by 1e-34/Ω; AD and PE change by 1e-34/Ω² times the size of the coefficients, 1e-27 at Ω = 1e-3. Returns null
/// if no Ω has roots from both computations.
std::optional<double> largest_difference(const std::vector<std::optional<PrincipalRoot>>& one,
                                         const std::vector<std::optional<PrincipalRoot>>& other,
                                         const quad& damping_ratio);

/// Returns the largest difference of principal roots and spectral radii, relative to the larger value or to 1. It is a
/// measure of the difference of two amplification matrices.
std::optional<double> largest_distance(const std::vector<std::optional<PrincipalRoot>>& one,
                                       const std::vector<std::optional<PrincipalRoot>>& other);

}  // namespace plumb
