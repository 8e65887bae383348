#pragma once
// The roots of a method on the test equation by formula, from its coefficients and without its stepper. This is a
// second way to the results of the amplification matrix.
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

/// R(J) of a tableau. Throws std::invalid_argument where a coefficient is not a number.
class StabilityFunction {
 public:
  explicit StabilityFunction(const TableauData& tableau);

  Mat<quad, 2> operator()(const Mat<quad, 2>& j) const;
  /// R_i(∞) of every stage as if it were a method of its own; null where a stage other than the first is explicit.
  std::optional<Vec<quad>> stages_at_infinity() const;

 private:
  Eigen::Index stages;
  Mat<quad> a;
  Vec<quad> b;
};

RootsAt roots_by_formula(const TableauData& tableau, const quad& damping_ratio);
RootsAt roots_by_formula(const MultistepData& data, const quad& damping_ratio);
/// The roots by the formula for the coefficients of the method; it is empty where the method has no coefficients.
RootsAt roots_by_formula(const Method& method, const Parameters& parameters, const quad& damping_ratio);

/// The number of implicit stages of a step, by the coefficients: those with a nonzero diagonal coefficient. None if the
/// method has no coefficients.
std::optional<int> implicit_stages(const Method& method, const Parameters& parameters);
/// n in zhang2022's abscissa Δt/(nT): the same, and 1 for methods without coefficients, or without an implicit stage.
int stages_per_step(const Method& method, const Parameters& parameters);

/// The largest difference of spectral radius, AD and PE between two ways to the same roots, relative to the larger one
/// or to 1e-15: for small Ω the pair is nearly a double root, which rounding moves by 1e-34/Ω, and AD and PE by
/// 1e-34/Ω² times the size of the coefficients, 1e-27 at Ω = 1e-3. It is null where no Ω has roots from both ways.
std::optional<double> largest_difference(const std::vector<std::optional<PrincipalRoot>>& one,
                                         const std::vector<std::optional<PrincipalRoot>>& other,
                                         const quad& damping_ratio);

/// Returns the same for principal roots and spectral radii, relative to the larger one or to 1. It compares two steps.
std::optional<double> largest_distance(const std::vector<std::optional<PrincipalRoot>>& one,
                                       const std::vector<std::optional<PrincipalRoot>>& other);

}  // namespace plumb
