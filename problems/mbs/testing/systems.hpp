#pragma once
// The systems of the mechanisms in mechanisms.hpp, and a state at which tests evaluate them.

#include "problems/mbs/multibody_system.hpp"

namespace plumb::mbs::testing {

template <class T>
MultibodySystem<T> system_of(const Mechanism& m, Form form, Algebra algebra = Algebra::automatic,
                             so3::Retraction retraction = so3::Retraction::exponential) {
  return MultibodySystem<T>(assemble<T>(m), form, {retraction}, algebra);
}

/// Returns a state near the initial state that violates the constraints and is not in equilibrium. All entries except q
/// are exact in every scalar.
template <class S>
typename S::State arbitrary_state(const S& s) {
  using T = typename S::Scalar;
  auto x = zero_state(s);
  auto turn = x.v;
  for (Eigen::Index i = 0; i < x.v.size(); ++i) {
    turn[i] = T(i % 7 - 3) / 16;
    x.v[i] = T(2 * (i % 5) - 3) / 4;
    x.a[i] = T(3 - i % 8) / 2;
  }
  for (Eigen::Index i = 0; i < x.lambda.size(); ++i) x.lambda[i] = T(5 - 3 * (i % 4)) / 4;
  s.retract(s.assembly().q, turn, x.q);
  return x;
}

}  // namespace plumb::mbs::testing
