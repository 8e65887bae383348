#pragma once
// Common functions of the two tests of a system's blocks (by difference quotients and by dual numbers): the state at
// which the blocks are computed, and their comparison.

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "contract/testing/maxima.hpp"
#include "problems/problem.hpp"

namespace plumb::testing {

template <class T>
using BlocksOfAny = BlocksOf<AnySystem<T>>;

/// A problem with its `general_data` in one formulation, at a state near the initial state that violates the
/// constraints and the equations of motion, because the blocks must be correct derivatives at any state.
template <class T>
struct ArbitraryInstant {
  const Formulation& formulation;
  Parameters data;
  AnySystem<T> system;
  T t = T(3) / 10;
  typename AnySystem<T>::State x;

  ArbitraryInstant(const Problem& problem, const Formulation& in)
      : formulation(in),
        data(problem.parameters, problem.general_data),
        system(problem.in<T>().system(data, in)),
        x(initial_state(problem, data, in, system)) {
    const auto q = x.q;
    auto w = x.v;
    for (Eigen::Index i = 0; i < w.size(); ++i) {
      w[i] = T(i + 1) / 32;
      x.v[i] += T(2 * i + 1) / 16;
      x.a[i] = T(3 - 2 * i) / 4;
    }
    system.retract(q, w, x.q);
    for (Eigen::Index i = 0; i < x.lambda.size(); ++i) x.lambda[i] = T(5 - 3 * i) / 2;
  }

  BlocksOfAny<T> blocks() {
    BlocksOfAny<T> out(system.sizes().v, system.sizes().lambda);
    system.blocks(t, x, out);
    return out;
  }
};

/// The largest difference of any block, relative to its size, and the block's name.
template <class T>
std::pair<double, std::string> worst_block(const BlocksOfAny<T>& found, const BlocksOfAny<T>& wanted) {
  std::pair<double, std::string> out{0, "none"};
  const auto compare = [&](const char* name, const Mat<T>& x, const Mat<T>& y) {
    ASSERT_EQ(x.rows(), y.rows()) << name;
    ASSERT_EQ(x.cols(), y.cols()) << name;
    const auto gap = static_cast<double>(max_norm(x - y) / (1 + max_norm(y)));
    if (!(gap <= out.first)) out = {gap, name};
  };
  compare("mass", found.mass, wanted.mass);
  compare("damping", found.damping, wanted.damping);
  compare("stiffness", found.stiffness, wanted.stiffness);
  compare("jacobian", found.jacobian, wanted.jacobian);
  compare("rate_by_q", found.rate_by_q, wanted.rate_by_q);
  compare("acceleration_by_q", found.acceleration_by_q, wanted.acceleration_by_q);
  compare("acceleration_by_v", found.acceleration_by_v, wanted.acceleration_by_v);
  return out;
}

}  // namespace plumb::testing
