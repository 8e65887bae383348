#pragma once
// One body in momenta (momentum_system.hpp): its inertia, and its motion in a chart around a configuration. `flatten`
// inlines Eigen's small products, which GCC leaves as calls: implicit methods call these functions for every body in
// every sweep.

#include "numerics/lu.hpp"
#include "problems/mbs/rigid_body_space.hpp"

namespace plumb::mbs {

/// Inverts a matrix. Returns false if it is singular.
template <class T>
bool invert(const Matrix<T>& of, Matrix<T>& out) {
  Lu<T, 3> lu(3);
  lu.matrix = of;
  if (!lu.factor()) return false;
  for (int j = 0; j < 3; ++j) {
    Vector<T> column = Vector<T>::Unit(j);
    lu.solve(column);
    out.col(j) = column;
  }
  return true;
}

template <class T>
struct BodyInertia {
  T mass, inverse_mass;
  Matrix<T> J, inverse_J;

  /// Returns ω in the body, J⁻¹ Aᵀ γ.
  [[gnu::flatten]] Vector<T> spin(const Matrix<T>& A, const Vector<T>& gamma) const {
    const Vector<T> in_body = A.transpose() * gamma;
    return inverse_J * in_body;
  }
  /// Returns γ = A J ω.
  [[gnu::flatten]] Vector<T> momentum(const Matrix<T>& A, const Vector<T>& w) const { return A * (J * w); }
  /// Returns ω' = J⁻¹ (Aᵀ γ' + Jω × ω).
  [[gnu::flatten]] Vector<T> spin_rate(const Matrix<T>& A, const Vector<T>& w, const Vector<T>& gamma_rate) const {
    const Vector<T> in_body = A.transpose() * gamma_rate;
    return inverse_J * Vector<T>(in_body + Vector<T>(J * w).cross(w));
  }
  /// Returns γ' = A (n − Jω × ω) for J ω' = n, where n includes the gyroscopic torque Jω × ω.
  [[gnu::flatten]] Vector<T> momentum_rate(const Matrix<T>& A, const Vector<T>& w, const Vector<T>& n) const {
    const Vector<T> of_body = J * w, torque = n - of_body.cross(w);
    return A * torque;
  }
};

/// A body after the rotation exp(ϑ̃) in space.
template <class T>
struct TurnedBody {
  so3::Quaternion<T> quaternion;
  Matrix<T> A;

  /// A is represented by the chart of Aᵀ, whose rotations in the body are the negative rotations of A in space.
  [[gnu::flatten]] TurnedBody(const so3::Chart<T>& chart, const so3::Quaternion<T>& before, const Vector<T>& turn)
      : quaternion(so3::conjugate<T>(chart.retract(so3::conjugate<T>(before), Vector<T>(-turn)))),
        A(so3::matrix(quaternion)) {}

  /// Returns ϑ' for the angular velocity w in the body, and sets `in_space` to A w.
  [[gnu::flatten]] Vector<T> rate(const so3::Chart<T>& chart, const Vector<T>& turn, const Vector<T>& w,
                                  Vector<T>& in_space) const {
    in_space = A * w;
    return chart.rate(Vector<T>(-turn), in_space);
  }
};

}  // namespace plumb::mbs
