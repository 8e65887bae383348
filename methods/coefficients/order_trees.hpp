#pragma once
// Order conditions of Runge-Kutta methods for all rooted trees up to order 8, in 50-digit arithmetic, or 100-digit if
// coefficients above 1000 cancel.
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
  int order = 1;              // number of nodes
  std::vector<int> children;  // subtrees of the root as indices into rooted_trees(), not increasing
  std::int64_t gamma = 1;     // density γ of the tree
  std::int64_t sigma = 1;     // symmetry σ of the tree
};

/// The 200 trees with up to `largest_tree` nodes, in ascending order of size.
const std::vector<RootedTree>& rooted_trees();

/// A tableau, and the uncertainties of its numbers.
template <class Real>
struct TableauIn {
  int stages = 0;
  std::vector<Real> a = {}, b = {}, c = {};                         // coefficients; a row by row
  std::vector<double> within_a = {}, within_b = {}, within_c = {};  // uncertainties of a, b and c, in the same order
};
using PreciseTableau = TableauIn<Digits50>;

/// Chooses the hypothesis about the accuracy of the coefficients (digits.hpp) with which most order conditions hold,
/// including conditions of embedded weights.
Digits decided(const Digits& digits, const TableauData& data, const std::vector<std::string>& embedded = {});

/// Throws std::invalid_argument if a text is not a number or the sizes do not match.
PreciseTableau precise(const TableauData& data, const Digits& digits = {});

/// The smallest rounding error that is assumed for a condition. If the rounding error of a condition can exceed the
/// second value, the condition does not count as satisfied.
inline constexpr double arithmetic_of_conditions = 1e-45, largest_rounding_of_conditions = 1e-20;
/// A condition is decided if its uncertainty, due to the given digits of the coefficients, is less than this part of
/// 1/γ. With a larger uncertainty, a condition with a small defect could count as satisfied.
inline constexpr double largest_part_of_conditions = 0.05;

struct OrderReport {
  static constexpr auto all_true = [] {
    std::array<bool, largest_tree + 1> out{};
    out.fill(true);
    return out;
  }();
  using PerOrder = std::array<double, largest_tree + 1>;  // values by number p of nodes; [0] is unused
  int order = 0;                                          // order; `largest_tree` means at least this order
  int stage_order = 0;
  double row_sum_defect = 0;  // max_i |Σ_j a_ij − c_i|; beyond the tolerance the order is 0
  PerOrder residual{};        // max |Σ b Φ − 1/γ| / σ: the largest error coefficient
  PerOrder defect{};          // max |Σ b Φ − 1/γ|
  PerOrder norm{};            // 2-norm of the residuals: the principal error norm at order + 1
  PerOrder tolerance{};       // bound on |Σ b Φ − 1/γ| due to the uncertainty of the data
  std::array<bool, largest_tree + 1> is_decided = all_true;  // [p]: are the data accurate enough to decide order p?
  PerOrder evidence{};  // decades of evidence that the conditions do not hold by accident

  /// An order above `order` whose conditions have small defects, as if the last given digits were wrong.
  struct Nearly {
    int order = 0;       // order; 0: none
    double missing = 0;  // largest |Σ b Φ − 1/γ|
  };
  Nearly nearly() const;
};

/// A condition holds if its defect is within the uncertainty due to the given digits of the coefficients. A condition
/// that they do not decide, or whose arithmetic has rounding errors above 1e-20, does not count as satisfied.
OrderReport order_report(const PreciseTableau& tableau);
OrderReport order_report(const TableauData& data, const Digits& digits = {});

}  // namespace plumb
