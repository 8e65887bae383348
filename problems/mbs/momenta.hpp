#pragma once
// Momenta in the place of velocities: p = (m r', A J ω) of every body, in space, about the centre of mass. Turns δ are
// in space too, A → exp(δ̃) A. These functions convert the linearisation of one constraint or force, whose columns are
// those of (r', ω in the body) and of turns in the body: velocities follow from positions and momenta, ω = J⁻¹ Aᵀ γ,
// and so do accelerations.

#include <array>
#include <optional>
#include <vector>

#include "numerics/three.hpp"
#include "problems/mbs/pair.hpp"

namespace plumb::mbs {

/// The data of one body at a state that the conversion needs.
template <class T>
struct Momentum {
  T moved = T(1);          // columns of translations are multiplied by it: 1/m where these are momenta's, else 1
  T inverse_mass = T(0);   // 1/kg
  Matrix<T> turn;          // A
  Matrix<T> spin_by_p;     // ∂ω/∂γ = J⁻¹ Aᵀ
  Matrix<T> spin_by_q;     // ∂ω/∂δ in the body, J⁻¹ (Aᵀ γ)~
  Matrix<T> bend_by_q;     // ∂ω'/∂δ in the body at the same γ'
  Matrix<T> bend_by_spin;  // ∂ω'/∂ω at the same γ', J⁻¹ ∂(Jω × ω)/∂ω
  std::optional<Matrix<T>> shift = {};  // ∂r/∂γ by weight, if the chart has the position of another point
};

/// Returns E, by which δγ moves the centre of mass beside δβ/m if methods add up the positions of an origin at d = A s:
///
///   δξ = w (δβ/m + δω × d + ω × (δφ × d)),   δr = δξ − δφ × d = w (δβ/m + E δγ),   δφ = w A N δγ
///
/// with δφ and ω in space, where δω = A ∂ω/∂γ δγ + `spin_by_turn` δφ.
template <class T>
Matrix<T> shift_of_centre(const T& w, const Vector<T>& origin, const BodyState<T>& body, const Matrix<T>& N,
                          const Momentum<T>& of, const Matrix<T>& spin_by_turn) {
  const Vector<T> arm = body.A * origin, spin = body.A * body.w;
  const Matrix<T> d = so3::skew<T>(arm), turn = body.A * N, faster = body.A * of.spin_by_p + w * spin_by_turn * turn;
  return d * (turn - faster) - w * so3::skew<T>(spin) * d * turn;
}

/// Calls act(momentum, k) for the k-th body of a constraint or force, unless that is the ground (−1).
template <class T, std::size_t most, class Act>
void each_momentum(const std::vector<Momentum<T>>& all, const std::array<int, most>& bodies, int count, Act act) {
  for (int k = 0; k < count; ++k)
    if (const int body = bodies[static_cast<std::size_t>(k)]; body >= 0) act(all[static_cast<std::size_t>(body)], k);
}

/// to ← to + by_velocity ∂ω/∂δ, because at fixed momenta the velocities depend on the attitude.
template <class T, std::size_t most, class Rows>
void add_through_spin(const std::vector<Momentum<T>>& all, const std::array<int, most>& bodies, const Rows& by_velocity,
                      Rows& to) {
  each_momentum(all, bodies, static_cast<int>(to.cols()) / 6, [&](const Momentum<T>& of, int k) {
    three::add_columns(by_velocity.template middleCols<3>(6 * k + 3), of.spin_by_q,
                       to.template middleCols<3>(6 * k + 3));
  });
}
/// Turns columns of velocities into those of momenta.
template <class T, std::size_t most, class Rows>
void take_momenta(const std::vector<Momentum<T>>& all, const std::array<int, most>& bodies, Rows& of_velocities) {
  each_momentum(all, bodies, static_cast<int>(of_velocities.cols()) / 6, [&](const Momentum<T>& of, int k) {
    of_velocities.template middleCols<3>(6 * k) *= of.inverse_mass;
    three::multiply_columns(of_velocities.template middleCols<3>(6 * k + 3), of.spin_by_p);
  });
}
/// Turns columns of turns in the body into those of turns in space.
template <class T, std::size_t most, class Rows>
void take_turns(const std::vector<Momentum<T>>& all, const std::array<int, most>& bodies, Rows& of_turns) {
  each_momentum(all, bodies, static_cast<int>(of_turns.cols()) / 6, [&](const Momentum<T>& of, int k) {
    three::multiply_columns(of_turns.template middleCols<3>(6 * k + 3), three::transposed(of.turn));
  });
}
/// Turns rows of torques in the body into those in space.
template <class T, std::size_t most, class Block>
void take_torques(const std::vector<Momentum<T>>& all, const std::array<int, most>& bodies, Block& block) {
  each_momentum(all, bodies, static_cast<int>(block.rows()) / 6, [&](const Momentum<T>& of, int k) {
    three::multiply_rows(of.turn, block.template middleRows<3>(6 * k + 3));
  });
}
/// Turns the derivatives of `force` by turns in the body into those in space, where torques turn with the body:
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
