#pragma once
// The equations of Maggi by dense matrices, and explicit Runge-Kutta methods on them, to compare with the adapter
// problems/adapters/null_space.hpp.

#include <gtest/gtest.h>

#include <vector>

#include "contract/erasure.hpp"
#include "contract/exact_number.hpp"
#include "methods/coefficients/tableau_data.hpp"

namespace plumb::testing {

/// Maggi's equations by dense matrices, without the adapter: v = P u + s with M_0 and G_0 at the last call of move().
struct Maggi {
  AnySystem<quad> system;
  Mat<quad> directions;  // a basis of the velocities that M_0 separates from the null space of G_0

  explicit Maggi(AnySystem<quad> index1) : system(std::move(index1)) {}

  Mat<quad> rows(const quad& t, const Vec<quad>& q) {
    const auto n = system.sizes();
    Mat<quad> out(n.lambda, n.v);
    Vec<quad> column(n.v);
    for (int k = 0; k < n.lambda; ++k) {
      system.reaction(t, q, Vec<quad>(Vec<quad>::Unit(n.lambda, k)), column);
      out.row(k) = column.transpose();
    }
    return out;
  }
  /// directions ← the part U of the inverse of [M_0 G_0ᵀ; G_0 0], which is regular also if M_0 is singular.
  void move(const quad& t, const Vec<quad>& q) {
    const auto n = system.sizes();
    Mat<quad> whole = Mat<quad>::Zero(n.v + n.lambda, n.v + n.lambda);
    Vec<quad> column(n.v);
    for (int j = 0; j < n.v; ++j) {
      system.momentum(q, Vec<quad>(Vec<quad>::Unit(n.v, j)), column);
      whole.col(j).head(n.v) = column;
    }
    const Mat<quad> base = rows(t, q);
    whole.bottomLeftCorner(n.lambda, n.v) = base;
    whole.topRightCorner(n.v, n.lambda) = base.transpose();
    directions = whole.inverse().topRightCorner(n.v, n.lambda);
  }
  /// Returns the velocity P u + s with the independent velocities u of v.
  Vec<quad> consistent(const quad& t, const Vec<quad>& q, const Vec<quad>& v) {
    Vec<quad> rate(system.sizes().lambda);
    system.constraint_rate(t, q, v, rate);
    return v - directions * (rows(t, q) * directions).inverse() * rate;
  }
  Vec<quad> acceleration(const quad& t, const Vec<quad>& q, const Vec<quad>& v) {
    Vec<quad> a(v.size()), lambda(system.sizes().lambda);
    EXPECT_TRUE(system.acceleration(t, q, v, a, lambda));
    return a;
  }
};

/// Takes a step of an explicit Runge-Kutta method on q' = P u + s and u' = SᵀM_0 a.
inline void explicit_step(Maggi& of, const TableauData& table, const quad& t, const quad& h, Vec<quad>& q,
                          Vec<quad>& v) {
  const auto stages = static_cast<std::size_t>(table.stages);
  std::vector<Vec<quad>> rates, accelerations;
  const auto weighted = [&](const Vec<quad>& from, const std::vector<Vec<quad>>& slopes, auto weight) {
    Vec<quad> out = from;
    for (std::size_t j = 0; j < slopes.size(); ++j) out += h * number_from_text<quad>(weight(j)) * slopes[j];
    return out;
  };
  of.move(t, q);
  for (std::size_t i = 0; i < stages; ++i) {
    const auto row = [&](std::size_t j) { return table.a[i * stages + j]; };
    const quad now = t + h * number_from_text<quad>(table.c[i]);
    const Vec<quad> at = weighted(q, rates, row);
    const Vec<quad> velocity = of.consistent(now, at, weighted(v, accelerations, row));
    rates.push_back(velocity);
    accelerations.push_back(of.acceleration(now, at, velocity));
  }
  const auto end = [&](std::size_t j) { return table.b[j]; };
  q = weighted(q, rates, end);
  v = of.consistent(t + h, q, weighted(v, accelerations, end));
}

}  // namespace plumb::testing
