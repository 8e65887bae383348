#pragma once
// Extrapolation methods of fixed order, written as Runge-Kutta methods: a basic method takes the same step with several
// numbers of sub-steps, and the results are combined so that the leading terms of their errors cancel.
//
//   y⁺ = Σ_i w_i y_i,   w_i = Π_{j≠i} n_i^p / (n_i^p − n_j^p)            y_i: the result of n_i sub-steps
//
// where the error of the basic method has an expansion in powers of h^p (Aitken & Neville).
//
// gbs: Gragg's explicit midpoint rule, p = 2, with 2, 4, 6, ... sub-steps and without a smoothing step:
//
//   y_1 = y_0 + h/n f(y_0),   y_{m+1} = y_{m−1} + 2h/n f(y_m)
//
// mexx: the half-explicit Euler method on the equations of index 2, p = 1, with 1, 2, 3, ... sub-steps:
//
//   q_{m+1} = q_m + h/n v_m,   M(q_m) (v_{m+1} − v_m) = h/n (f(t_m, q_m, v_m) − G(t_m, q_m)ᵀ λ_m)
//   0 = G(t_{m+1}, q_{m+1}) v_{m+1} + ∂Φ/∂t
//
// The result is projected on the constraints at velocity level. On rotations all sub-steps are increments in one chart.
//
// Sources: Hairer, Nørsett & Wanner, Solving ODEs I, section II.9; Lubich 1991 and Hairer & Wanner, Solving ODEs II,
// section VII.6. The codes ODEX and MEXX also change their order from step to step; here the order is fixed.

#include <vector>

#include "methods/coefficients/embedded.hpp"
#include "methods/half-explicit/coefficients.hpp"
#include "methods/method.hpp"

namespace plumb {

/// The parameter `order` of gbs and gbs-adaptive.
ParameterSpec gbs_order_parameter();

/// Gragg's rule extrapolated to an even order, 4 to 14: k² + 1 stages for the order 2k.
TableauData gbs_tableau(int order);

/// The weights of the same stages without the result of two sub-steps, of order two less.
EmbeddedData gbs_embedded(int order);

/// The half-explicit Euler method extrapolated to an order, 1 to 8: k(k + 1)/2 stages for the order k.
HalfExplicitData mexx_data(int order);

}  // namespace plumb
