#pragma once
// The contract between a time integrator and a mechanical system.
//
//   q' = v  on the configuration manifold        (realised by retract; q' = M⁻¹ v if v are momenta)
//   M(q) v' = f(t,q,v) - G(t,q)ᵀ λ               [N, N·m]
//   Φ(t,q) = 0,   G = ∂Φ/∂q                      [m, rad]      or, nonholonomic, G(t,q) v + ∂Φ/∂t = 0
//
// A method supplies vectors and scalars. The system owns every matrix and factorises it, so dense, sparse, fixed-size
// and closed-form linear algebra have the same interface for the method. Derivatives by q are along δ in q ⊞ δ, at
// δ = 0.

#include <complex>
#include <concepts>
#include <limits>
#include <string_view>

#include "contract/form.hpp"
#include "numerics/scalar.hpp"

namespace plumb {

struct Sizes {
  int q = 0, v = 0, lambda = 0;  // numbers of coordinates, velocities and multipliers
  int nonholonomic = 0;  // number of nonholonomic multipliers, which come last; their rows constrain velocities only
  bool momenta = false;  // whether v are momenta; then chart_rate(q, 0, v) is the rate of the positions
};

/// The whole solution at one instant. Methods that do not compute `a` or `lambda` do not change them.
template <class Q, class V, class L>
struct State {
  Q q;       // coordinates [m, rad]
  V v;       // velocities [m/s, rad/s]
  V a;       // accelerations [m/s², rad/s²]
  L lambda;  // multipliers [N, N·m]
};

/// The weights of the matrix that a method requires, of scalars T or complex<T>:
///
///   [ B  Gᵀ ]    B = mass·M − damping·D − stiffness·K N + identity·I
///   [ R  0  ]    R = jacobian·G + position·G N + rate·W N + by_v·Y + by_q·Z N
///
/// and nonholonomic rows R = of_velocity·G + rate_of_velocity·W N + by_v·Y + by_q·Z N,
/// with D = ∂f/∂v, K = ∂(f − Gᵀλ − M a)/∂q, W = ∂(G v + ∂Φ/∂t)/∂q, Y = ∂Φ''/∂v, Z = ∂Φ''/∂q; N is the tangent of the
/// chart, 1 on vector spaces (LinearisationPoint). With `stabilised` (ggl) a third block of unknowns and rows follows:
///
///   [ B                            Gᵀ   mu_force·K N Gᵀ      ]
///   [ jacobian·G + rate·W N        0   −mu_rate·W N Gᵀ       ]
///   [ position·G N                 0   −mu_position·G N Gᵀ   ]
///
/// where the third block has the row μ = 0 for each nonholonomic constraint.
template <class Scalar>
struct Blend {
  Scalar mass = Scalar(0), damping = Scalar(0), stiffness = Scalar(0), identity = Scalar(0);
  Scalar jacobian = Scalar(1), position = Scalar(0), rate = Scalar(0), by_v = Scalar(0), by_q = Scalar(0);
  Scalar of_velocity = Scalar(1), rate_of_velocity = Scalar(0);
  bool stabilised = false;
  Scalar mu_force = Scalar(0), mu_rate = Scalar(0), mu_position = Scalar(0);

  bool has_tangents() const { return damping != Scalar(0) || stiffness != Scalar(0); }
  /// Returns whether R = G on vector spaces (N = 1); closed-form eliminations support only this case.
  bool plain_rows() const {
    return jacobian + position == Scalar(1) && rate == Scalar(0) && by_v == Scalar(0) && by_q == Scalar(0) &&
           !stabilised;
  }
};

/// The point at which a matrix is computed. If `t_rows` and `q_rows` are set, G in R is computed at them. If `centre`
/// is set, the configuration is centre ⊞ θ. The position unknowns are then θ, with N = T(θ). If also `velocity` is set,
/// the unknown is v instead, which determines θ = θ_0 + weight·θ'(θ, v):  N = T (1 − weight ∂θ'/∂θ)⁻¹ ∂θ'/∂v. A solver
/// of one stage sets `predicted_theta`, the θ of its predicted state, which is the first iterate of Newton's iteration.
/// Systems with exact matrices do not read it.
template <class T, class Q, class V, class L>
struct LinearisationPoint {
  T t;
  const State<Q, V, L>& x;  // state; its a and λ are required for K and Z
  const T* t_rows = nullptr;
  const Q* q_rows = nullptr;
  const Q* centre = nullptr;
  const V* theta = nullptr;
  const V* velocity = nullptr;
  T weight = 0;
  const V* predicted_theta = nullptr;  // nullptr: there is no chart, or no prediction
};
template <class S>
using PointOf = LinearisationPoint<typename S::Scalar, typename S::Q, typename S::V, typename S::L>;

/// Vectors of a system with entries of another scalar.
template <class S, class Scalar>
using VelocitiesOf = Vec<Scalar, S::V::RowsAtCompileTime>;
template <class S, class Scalar>
using MultipliersOf = Vec<Scalar, S::L::RowsAtCompileTime>;

/// The dense linearisation at one state. Small systems may offer it to methods with coupled stages. Derivatives of
/// constraints are computed only as the form requires: `rate_by_q` for constraints on velocities, `acceleration_by_*`
/// on accelerations.
template <class T, int nv, int nl>
struct Blocks {
  Mat<T, nv> mass, damping, stiffness;                  // M, D, K
  Mat<T, nl, nv> jacobian;                              // G
  Mat<T, nl, nv> rate_by_q;                             // W
  Mat<T, nl, nv> acceleration_by_q, acceleration_by_v;  // Z, Y

  Blocks(int velocities, int constraints)
      : mass(zeros<Mat<T, nv>>(velocities, velocities)),
        damping(mass),
        stiffness(mass),
        jacobian(zeros<Mat<T, nl, nv>>(constraints, velocities)),
        rate_by_q(jacobian),
        acceleration_by_q(jacobian),
        acceleration_by_v(jacobian) {}
};

/// The blocks of a system with fixed or dynamic sizes.
template <class S>
using BlocksOf = Blocks<typename S::Scalar, S::V::RowsAtCompileTime, S::L::RowsAtCompileTime>;

/// The derivatives of a chart at one θ: T(θ) with δ = T dθ, and the derivatives of θ'(θ, v).
template <class T, int nv>
struct ChartBlocks {
  Mat<T, nv> tangent, rate_by_theta, rate_by_v;

  explicit ChartBlocks(int velocities)
      : tangent(identity<Mat<T, nv>>(velocities)),
        rate_by_theta(zeros<Mat<T, nv>>(velocities, velocities)),
        rate_by_v(tangent) {}
};
template <class S>
using ChartBlocksOf = ChartBlocks<typename S::Scalar, S::V::RowsAtCompileTime>;

/// A system that assembles and factorises its matrix, with entries of Scalar = T or complex<T>. A caller may own any
/// number of factorisations. factors() may allocate, factor() and solve() must not.
template <class S, class Scalar>
concept Factorises = requires(S s, const PointOf<S> at, const Blend<Scalar> b, VelocitiesOf<S, Scalar> w,
                              MultipliersOf<S, Scalar> e, typename S::template Factors<Scalar> f) {
  { s.template factors<Scalar>() } -> std::same_as<typename S::template Factors<Scalar>>;
  { s.factor(f, at, b) } -> std::same_as<bool>;  // assembles and factorises; false: singular
  s.solve(f, w, e);                              // in place; w: vector of size nv, e: vector of multipliers
  s.solve(f, w, e, e);                           // the same for a stabilised matrix, with two vectors of multipliers
};

/// The interface of a system for integrators. q, v, a, lambda are Eigen column vectors of the sizes that `sizes()`
/// returns; results are written to the last argument, which never aliases the other arguments.
template <class S>
concept Mechanical = requires(S s, const S c, typename S::Scalar t, typename S::State x, typename S::Q q,
                              typename S::V w, typename S::V out, typename S::L e) {
  { c.sizes() } -> std::same_as<Sizes>;
  { c.form() } -> std::same_as<Form>;                             // arbitrary if there are no constraints
  { c.velocity_dependent() } -> std::same_as<bool>;               // does v' of the index-1 equations depend on v?
  { c.vector_space() } -> std::same_as<bool>;                     // true if q ⊞ w = q + w and q' = v
  { c.solves_for_acceleration() } -> std::same_as<bool>;          // does acceleration() factorise and solve?
  { s.acceleration(t, x.q, x.v, out, e) } -> std::same_as<bool>;  // out ← v', e ← λ at index 1; false: singular
  s.force(t, x.q, x.v, out);                                      // f(t,q,v)
  s.momentum(x.q, x.v, out);                                      // M(q) v
  s.reaction(t, x.q, x.lambda, out);                              // Gᵀ λ
  s.constraint(t, x.q, e);                                        // Φ(t,q); 0 for a nonholonomic row
  s.constraint_rate(t, x.q, x.v, e);                              // G v + ∂Φ/∂t
  s.constraint_acceleration(t, x.q, x.v, w, e);                   // Φ'' for v' = w
  s.constraint_bias(t, x.q, x.v, e);                              // Φ'' − G v'
  s.retract(x.q, w, q);                // q ← x.q ⊞ w; to second order, the flow of constant v
  s.local(x.q, q, out);                // θ such that x.q ⊞ θ = q
  s.chart_rate(x.q, w, x.v, out);      // θ' with (x.q ⊞ θ)' = v, θ = w
  s.chart_tangent(x.q, w, x.v, out);   // v of θ' = u: T(θ) u, q ⊞ (θ + ε u) = (q ⊞ θ) ⊞ ε T u + O(ε²)
  s.chart_momentum(x.q, w, x.v, out);  // (∂θ'/∂v)ᵀ p
  s.coadjoint(x.v, w, out);            // ad*_v p: p × ω for a rotation, 0 for a translation
}
&&Factorises<S, typename S::Scalar>&& Factorises<S, std::complex<typename S::Scalar>>;

/// Small systems also offer their dense linearisation, which methods assemble into one matrix of coupled stages.
template <class S>
concept OffersBlocks = requires(S s, typename S::Scalar t, typename S::State x, BlocksOf<S> out, typename S::V w,
                                ChartBlocksOf<S> chart) {
  s.blocks(t, x, out);                 // M, D, K, G and, as required by the form, W, Y, Z at x
  s.chart_blocks(x.q, w, x.v, chart);  // derivatives of the chart around x.q, at θ = w and velocity x.v
};

/// Returns whether this system, concrete or type-erased, offers blocks.
template <class S>
bool offers_blocks(const S& s) {
  if constexpr (requires { s.offers_blocks(); })
    return s.offers_blocks();
  else
    return OffersBlocks<S>;
}

/// Computes v' and λ of the index-1 equations in a and λ; both are NaN if the equations are singular.
template <class S>
void acceleration_or_nan(S& s, const typename S::Scalar& t, const typename S::Q& q, const typename S::V& v,
                         typename S::V& a, typename S::L& lambda) {
  using T = typename S::Scalar;
  if (s.acceleration(t, q, v, a, lambda)) return;
  a.setConstant(std::numeric_limits<T>::quiet_NaN());
  lambda.setConstant(std::numeric_limits<T>::quiet_NaN());
}

/// Returns the name of the linear solver: "dense", or the name that the system returns ("tree", "klu").
template <class S>
std::string_view linear_algebra(const S& s) {
  if constexpr (requires { s.linear_algebra(); })
    return s.linear_algebra();
  else
    return "dense";
}

/// A system that parametrises the states that satisfy its constraints by charts (problems/adapters/independent.hpp). A
/// run chooses the first chart at its start and settles the state after every step. Both functions return false if the
/// constraints are redundant or singular there.
template <class S>
concept Settles = requires(S s, typename S::Scalar t, typename S::State x, typename S::Q q, typename S::V v) {
  { s.choose_chart(t, x.q) } -> std::same_as<bool>;       // chooses the chart around a consistent x.q
  { s.settle(t, x.q, x.v, q, v) } -> std::same_as<bool>;  // (q, v) ← the consistent state; may choose another chart
};

/// Functions that the harness calls in addition to the dynamics: energy, outputs and invariants.
template <class S>
concept Observable = requires(const S c, typename S::Scalar t, typename S::State x, Vec<typename S::Scalar> out) {
  { c.conservative() } -> std::same_as<bool>;                     // is the energy an invariant?
  { c.energy(t, x.q, x.v) } -> std::same_as<typename S::Scalar>;  // E, J
  c.outputs(t, x, out);  // the outputs of the problem in order; a and λ are from the method, or NaN
  { c.invariant_count() } -> std::same_as<int>;
  c.invariants(t, x.q, x.v, out);  // without the energy, in the formulation's order
};

/// A system without energy conservation returns dE/dt [W] along its own motion: the power of forces without a potential
/// in E, ∂E/∂t of a time-dependent potential, and the power of moving constraints, λᵀ ∂Φ/∂t (their reaction −Gᵀλ has
/// the power −λᵀ G v, and G v = −∂Φ/∂t). It may read all its arguments, but λ only if constraints move: otherwise λ may
/// be undefined. In minimal coordinates there is no λ; a model must compute the power without it.
template <class S>
concept ProvidesPower = requires(const S c, typename S::Scalar t, typename S::State x) {
  { c.power(t, x.q, x.v, x.lambda) } -> std::same_as<typename S::Scalar>;
};

/// Returns whether dE/dt of this system, concrete or type-erased, is available: it is 0, or the result of power().
template <class S>
bool has_power(const S& s) {
  if constexpr (requires { s.has_power(); })
    return s.has_power();
  else
    return ProvidesPower<S> || s.conservative();
}

/// Returns whether constraints are imposed only at position level, or there are none.
template <class S>
bool imposes_only_positions(const S& s) {
  const auto sizes = s.sizes();
  return sizes.lambda == 0 || (s.form() == Form::index3 && sizes.nonholonomic == 0);
}

template <class S>
typename S::State zero_state(const S& s) {
  const auto n = s.sizes();
  return {zeros<typename S::Q>(n.q), zeros<typename S::V>(n.v), zeros<typename S::V>(n.v),
          zeros<typename S::L>(n.lambda)};
}

}  // namespace plumb
