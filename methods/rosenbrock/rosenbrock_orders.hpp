#pragma once
// Order conditions of Rosenbrock methods for differential-algebraic equations of index 1, in quad:
//
//   y' = f(y, z),   0 = g(y, z),   ∂g/∂z invertible
//
// Trees have meagre vertices for f and fat vertices for (−∂g/∂z)⁻¹ g. The order ρ is the number of meagre vertices.
// With β = α + Γ:
//
//   meagre   Φ_i(τ) = Π_l Σ_j α_ij Φ_j(τ_l), with β for α if there is one branch       1/γ = 1/ρ Π 1/γ(τ_l)
//   fat      Φ_i(u) = Σ_k ω_ik Π_l Σ_j α_kj Φ_j(τ_l),  ω = β⁻¹; Φ_i(τ_1) if there is one branch      1/γ = Π 1/γ(τ_l)
//
//   order p of y: Σ b_i Φ_i = 1/γ of meagre roots with ρ <= p; order q of z: the same of fat roots with ρ <= q
//
// Trees without fat vertices give the conditions for ordinary differential equations. If y has order p, z has order
// p − 1 and |R(∞)| < 1, errors of y and z are of order p. Source: Hairer & Wanner, Solving ODEs II, section VI.4
// (theorem 4.8); Roche 1988, Numer. Math. 52.

#include "methods/rosenbrock/rosenbrock_table.hpp"

namespace plumb {

inline constexpr int largest_order_of_rosenbrock = 5;

struct RosenbrockOrders {
  int differential = 0;    // differential order p; the value `largest_order_of_rosenbrock` means p or higher
  int algebraic = 0;       // algebraic order q, at most largest_order_of_rosenbrock − 1
  int classical = 0;       // order on ordinary differential equations
  double at_infinity = 0;  // stability function at infinity R(∞) = 1 − bᵀ β⁻¹ 1

  /// The order of positions, velocities and multipliers on index 1.
  int on_index1() const;
};

/// Returns the orders with the weights b; conditions hold if their defect is at most `tolerance`.
RosenbrockOrders rosenbrock_orders(const RosenbrockData& data, double tolerance = 1e-28);
/// Returns the orders with the embedded weights. Precondition: there are some.
RosenbrockOrders embedded_orders(const RosenbrockData& data, double tolerance = 1e-28);

}  // namespace plumb
