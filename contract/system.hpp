#pragma once
// The contract between a time integrator and a mechanical system.
//
//   q' = v  on the configuration manifold        (realised by retract)
//   M(q) v' = f(t,q,v) - G(t,q)ᵀ λ               [N, N·m]
//   Φ(t,q) = 0,   G = ∂Φ/∂q                      [m, rad]
//
// A method supplies vectors and scalars. The system owns every matrix and factorisation, so that dense, sparse,
// fixed-size and closed-form linear algebra all look the same from the method's side.

#include <array>
#include <concepts>

#include "contract/scalar.hpp"

namespace plumb {

struct Sizes {
  int q = 0, v = 0, lambda = 0;  // coordinates, velocities, multipliers
};

/// Everything that a solution consists of at one instant. Methods that do not compute `a` or `lambda` leave them alone.
template <class Q, class V, class L>
struct State {
  Q q;       // m, rad
  V v;       // m/s, rad/s
  V a;       // m/s², rad/s²
  L lambda;  // N, N·m
};

/// B = mass·M − damping·∂f/∂v − stiffness·∂(f − Gᵀλ − M a)/∂q + identity·I: the only matrix a
/// method asks for.
template <class T>
struct Blend {
  T mass = 0, damping = 0, stiffness = 0, identity = 0;
};

/// The linearisation at one state, for methods whose stages are coupled. Derivatives of constraints are filled in as far
/// as the form imposes them: `rate_by_q` for index2 and ggl, `acceleration_by_*` for index1.
template <class T, int nv, int nl>
struct Blocks {
  Mat<T, nv> mass, damping, stiffness;                  // M, ∂f/∂v, ∂(f − Gᵀλ − M a)/∂q
  Mat<T, nl, nv> jacobian;                              // G
  Mat<T, nl, nv> rate_by_q;                             // ∂(G v + ∂Φ/∂t)/∂q
  Mat<T, nl, nv> acceleration_by_q, acceleration_by_v;  // of Φ'' = G a + γ

  Blocks(int velocities, int constraints)
      : mass(Mat<T, nv>::Zero(velocities, velocities)),
        damping(mass),
        stiffness(mass),
        jacobian(Mat<T, nl, nv>::Zero(constraints, velocities)),
        rate_by_q(jacobian),
        acceleration_by_q(jacobian),
        acceleration_by_v(jacobian) {}
};

/// The blocks of a system with fixed or dynamic sizes.
template <class S>
using BlocksOf = Blocks<typename S::Scalar, S::V::RowsAtCompileTime, S::L::RowsAtCompileTime>;

/// At which level a formulation imposes the constraints. Without constraints all are the same.
enum class Form { ode, index1, index2, index3, ggl };

inline constexpr std::array<std::string_view, 5> form_names = {"ode", "index1", "index2", "index3", "ggl"};
constexpr std::string_view name(Form form) { return form_names[static_cast<std::size_t>(form)]; }

/// A system as an integrator sees it. q, v, a, lambda are Eigen column vectors of the sizes told by `sizes()`;
/// results are written to the last argument, which never aliases the others.
template <class S>
concept Mechanical = requires(S s, const S c, typename S::Scalar t, typename S::State x, typename S::Q q,
                              typename S::V w, typename S::L e, Blend<typename S::Scalar> b, BlocksOf<S> blocks) {
  { c.sizes() } -> std::same_as<Sizes>;
  { c.form() } -> std::same_as<Form>;
  { c.velocity_dependent() } -> std::same_as<bool>;             // does v' of the index-1 equations depend on v?
  { c.vector_space() } -> std::same_as<bool>;                   // is q ⊞ w simply q + w?
  { s.acceleration(t, x.q, x.v, w, e) } -> std::same_as<bool>;  // w ← v', e ← λ at index 1; false: singular
  s.force(t, x.q, x.v, w);                                      // w ← f(t,q,v)
  s.momentum(x.q, x.v, w);                                      // w ← M(q) v
  s.reaction(t, x.q, x.lambda, w);                              // w ← Gᵀ λ
  s.constraint(t, x.q, e);                                      // e ← Φ(t,q)
  s.constraint_rate(t, x.q, x.v, e);                            // e ← G v + ∂Φ/∂t
  s.constraint_acceleration(t, x.q, x.v, w, e);                 // e ← Φ'' for v' = w
  s.constraint_bias(t, x.q, x.v, e);                            // e ← Φ'' − G v'
  { s.factor(t, x, b) } -> std::same_as<bool>;                  // [B Gᵀ; G 0] at x; false: singular
  { s.factor(t, x, b, t, q) } -> std::same_as<bool>;            // the same with the rows G taken at (t, q)
  s.solve(w, e);                                                // [B Gᵀ; G 0] z = (w, e), in place
  s.blocks(t, x, blocks);                                       // M, tangents, G and theirs at x
  s.retract(x.q, w, q);                                         // q ← x.q ⊞ w
  s.local(x.q, q, w);                                           // w such that x.q ⊞ w = q
  s.chart_rate(w, x.v, w);                                      // θ' with (q ⊞ θ)' = v; v itself on vector spaces
};

/// What the harness reads off a system beside its dynamics.
template <class S>
concept Observable = requires(const S c, typename S::Scalar t, typename S::State x, Vec<typename S::Scalar> out) {
  { c.conservative() } -> std::same_as<bool>;                     // is the energy an invariant?
  { c.energy(t, x.q, x.v) } -> std::same_as<typename S::Scalar>;  // J
  c.outputs(t, x.q, x.v, out);                                    // the problem's outputs, in their order
  { c.invariant_count() } -> std::same_as<int>;
  c.invariants(t, x.q, x.v, out);  // beside the energy, in the formulation's order
};

template <class S>
typename S::State zero_state(const S& s) {
  const auto n = s.sizes();
  return {S::Q::Zero(n.q), S::V::Zero(n.v), S::V::Zero(n.v), S::L::Zero(n.lambda)};
}

}  // namespace plumb
