#pragma once
// Order conditions of Runge-Kutta methods over all rooted trees up to order 8, in 50-digit arithmetic, or 100-digit
// where coefficients above 1000 cancel.
//
//   order p:        Σ_i b_i Φ_i(τ) = 1/γ(τ)  for every tree τ of at most p nodes
//   Φ_i([τ_1 … τ_k]) = Π_l Σ_j a_ij Φ_j(τ_l),   γ([τ_1 … τ_k]) = |τ| Π γ(τ_l),   σ = Π σ(τ_l) · Π (multiplicities)!
//   stage order q:  Σ_j a_ij c_j^{k-1} = c_i^k/k and Σ_i b_i c_i^{k-1} = 1/k  for k <= q
//
// Sources: Hairer, Nørsett & Wanner, Solving ODEs I, definitions II.2.9, II.2.10, theorem II.2.13; for the simplifying
// assumptions B and C, Butcher, Solving ODEs II, section IV.5.

#include <array>
#include <cstdint>
#include <vector>

#include "methods/coefficients/digits.hpp"
#include "methods/coefficients/tableau_data.hpp"

namespace plumb {

inline constexpr int largest_tree = 8;

struct RootedTree {
  int order = 1;              // nodes
  std::vector<int> children;  // subtrees of the root, as indices into rooted_trees(), not increasing
  std::int64_t gamma = 1;     // density
  std::int64_t sigma = 1;     // symmetry
};

/// The 200 trees with up to `largest_tree` nodes, smaller ones first.
const std::vector<RootedTree>& rooted_trees();

/// A tableau, and the uncertainty of its numbers.
template <class Real>
struct TableauIn {
  int stages = 0;
  std::vector<Real> a = {}, b = {}, c = {};                         // a row by row
  std::vector<double> within_a = {}, within_b = {}, within_c = {};  // of the same sizes
};
using PreciseTableau = TableauIn<Digits50>;

/// Chooses the hypothesis about digits by which the most order conditions hold, those of embedded weights included.
Digits decided(const Digits& digits, const TableauData& data, const std::vector<std::string>& embedded = {});

/// Throws std::invalid_argument where a text is not a number or the sizes do not fit.
PreciseTableau precise(const TableauData& data, const Digits& digits = {});

/// The rounding error of any condition. Where rounding may be more than the second value, no condition is said to hold.
inline constexpr double arithmetic_of_conditions = 1e-45, largest_rounding_of_conditions = 1e-20;
/// The digits decide a condition if they allow less than this part of 1/γ. With more, a condition that a good method
/// misses by little might be said to hold.
inline constexpr double largest_part_of_conditions = 0.05;

struct OrderReport {
  static constexpr auto all_true = [] {
    std::array<bool, largest_tree + 1> out{};
    out.fill(true);
    return out;
  }();
  using PerOrder = std::array<double, largest_tree + 1>;  // [p]: of the trees with p nodes; [0] unused
  int order = 0;                                          // `largest_tree` means at least that
  int stage_order = 0;
  double row_sum_defect = 0;  // max_i |Σ_j a_ij − c_i|; beyond the tolerance the order is 0
  PerOrder residual{};        // max |Σ b Φ − 1/γ| / σ: the largest error coefficient
  PerOrder defect{};          // max |Σ b Φ − 1/γ|
  PerOrder norm{};            // 2-norm of the same: the principal error norm at order + 1
  PerOrder tolerance{};       // the largest |Σ b Φ − 1/γ| that the digits of the data allow: a bound
  std::array<bool, largest_tree + 1> is_decided = all_true;  // whether the digits decide the conditions with p nodes
  PerOrder evidence{};  // decades by which the conditions that hold are no accident of what the digits allow

  /// An order above `order` whose conditions are missed by little, as with fewer right digits than are written.
  struct Nearly {
    int order = 0;       // 0: there is none
    double missing = 0;  // the largest |Σ b Φ − 1/γ|
  };
  Nearly nearly() const;
};

/// A condition holds where its defect is no more than the digits allow. Where these decide none, or rounding of the
/// arithmetic is more than 1e-20, no condition is said to hold.
OrderReport order_report(const PreciseTableau& tableau);
OrderReport order_report(const TableauData& data, const Digits& digits = {});

}  // namespace plumb
