#pragma once
// Momenta instead of velocities: p = (m r', γ) with γ = A J ω of every body, in space, about the centre of mass.
// Rotations δ are in space too, A → exp(δ̃) A. These functions convert the derivatives of one constraint or force with
// respect to (r', ω in the body) and rotations in the body to derivatives with respect to p and rotations in space.
// Velocities depend on positions and momenta, ω = J⁻¹ Aᵀ γ; so do accelerations.

#include <array>
#include <optional>
#include <vector>

#include "numerics/three.hpp"
#include "problems/mbs/pair.hpp"

namespace plumb::mbs {

/// The quantities of one body at a state that the conversion needs.
template <class T>
struct Momentum {
  T moved = T(1);                       // δr per unknown of translation: 1/m if the unknowns are momenta, else 1
  T inverse_mass = T(0);                // inverse of the mass [1/kg]
  Matrix<T> turn;                       // rotation A
  Matrix<T> spin_by_p;                  // ∂ω/∂γ = J⁻¹ Aᵀ
  Matrix<T> spin_by_q;                  // ∂ω/∂δ in the body, J⁻¹ (Aᵀ γ)~
  Matrix<T> bend_by_q;                  // ∂ω'/∂δ in the body at the same γ'
  Matrix<T> bend_by_spin;               // ∂ω'/∂ω at the same γ', J⁻¹ ∂(Jω × ω)/∂ω
  std::optional<Matrix<T>> shift = {};  // ∂r/∂γ divided by the weight w; unset if the chart's point is the centre r
};

/// Returns the matrix E below. If the position in the chart is not the centre of mass r but the origin r + d, d = A s,
/// a change δγ moves the centre of mass too:
///
///   δξ = w (δβ/m + δω × d + ω × (δφ × d)),   δr = δξ − δφ × d = w (δβ/m + E δγ),   δφ = w A N δγ
///
/// where β = m r', w is the weight of velocities in positions, ξ is the position of the origin, δφ and ω are in space,
/// and δω = A ∂ω/∂γ δγ + `spin_by_turn` δφ.
template <class T>
Matrix<T> shift_of_centre(const T& w, const Vector<T>& origin, const BodyState<T>& body, const Matrix<T>& N,
                          const Momentum<T>& momentum, const Matrix<T>& spin_by_turn) {
  const Vector<T> arm = body.A * origin, spin = body.A * body.w;
  const Matrix<T> d = so3::skew<T>(arm), turn = body.A * N,
                  faster = body.A * momentum.spin_by_p + w * spin_by_turn * turn;
  return d * (turn - faster) - w * so3::skew<T>(spin) * d * turn;
}

/// Calls act(momentum, k) for the k-th body of a constraint or force, unless this body is the ground (−1).
template <class T, std::size_t most, class Act>
void each_momentum(const std::vector<Momentum<T>>& all, const std::array<int, most>& bodies, int count, Act act) {
  for (int k = 0; k < count; ++k)
    if (const int body = bodies[static_cast<std::size_t>(k)]; body >= 0) act(all[static_cast<std::size_t>(body)], k);
}

/// to ← to + by_velocity ∂ω/∂δ, because at fixed momenta the velocities depend on the attitude.
template <class T, std::size_t most, class Rows>
void add_through_spin(const std::vector<Momentum<T>>& all, const std::array<int, most>& bodies, const Rows& by_velocity,
                      Rows& to) {
  each_momentum(all, bodies, static_cast<int>(to.cols()) / 6, [&](const Momentum<T>& momentum, int k) {
    three::add_columns(by_velocity.template middleCols<3>(6 * k + 3), momentum.spin_by_q,
                       to.template middleCols<3>(6 * k + 3));
  });
}
/// Converts derivatives with respect to velocities to derivatives with respect to momenta, in place.
template <class T, std::size_t most, class Rows>
void take_momenta(const std::vector<Momentum<T>>& all, const std::array<int, most>& bodies, Rows& of_velocities) {
  each_momentum(all, bodies, static_cast<int>(of_velocities.cols()) / 6, [&](const Momentum<T>& momentum, int k) {
    of_velocities.template middleCols<3>(6 * k) *= momentum.inverse_mass;
    three::multiply_columns(of_velocities.template middleCols<3>(6 * k + 3), momentum.spin_by_p);
  });
}
/// Converts derivatives with respect to rotations in the body to derivatives with respect to rotations in space.
template <class T, std::size_t most, class Rows>
void take_turns(const std::vector<Momentum<T>>& all, const std::array<int, most>& bodies, Rows& of_turns) {
  each_momentum(all, bodies, static_cast<int>(of_turns.cols()) / 6, [&](const Momentum<T>& momentum, int k) {
    three::multiply_columns(of_turns.template middleCols<3>(6 * k + 3), three::transposed(momentum.turn));
  });
}
/// Converts rows of torques in the body to rows of torques in space.
template <class T, std::size_t most, class Block>
void take_torques(const std::vector<Momentum<T>>& all, const std::array<int, most>& bodies, Block& block) {
  each_momentum(all, bodies, static_cast<int>(block.rows()) / 6, [&](const Momentum<T>& momentum, int k) {
    three::multiply_rows(momentum.turn, block.template middleRows<3>(6 * k + 3));
  });
}
/// Converts the derivatives of `force` by rotations in the body to derivatives in space. Torques rotate with the body:
/// A (∂n − ñ δ).
template <class T, std::size_t most, class Force, class Block>
void turn_with_bodies(const std::vector<Momentum<T>>& all, const std::array<int, most>& bodies, const Force& force,
                      Block& by_q) {
  each_momentum(all, bodies, static_cast<int>(by_q.rows()) / 6, [&](const Momentum<T>&, int k) {
    const Vector<T> torque = force.template segment<3>(6 * k + 3);
    by_q.template block<3, 3>(6 * k + 3, 6 * k + 3) -= so3::skew<T>(torque);
  });
  take_torques(all, bodies, by_q);
}

}  // namespace plumb::mbs
