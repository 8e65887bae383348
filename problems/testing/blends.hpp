#pragma once
// Compares solutions with the matrices of a system, for every kind of blend of its form, with solutions with a dense
// matrix that is assembled from known blocks.

#include <gtest/gtest.h>

#include <random>

#include "problems/adapters/dense_factors.hpp"

namespace plumb::testing {

template <class T>
Blocks<T, Eigen::Dynamic, Eigen::Dynamic> rounded(const Blocks<quad, Eigen::Dynamic, Eigen::Dynamic>& b) {
  Blocks<T, Eigen::Dynamic, Eigen::Dynamic> out(static_cast<int>(b.mass.rows()), static_cast<int>(b.jacobian.rows()));
  out.mass = b.mass.template cast<T>();
  out.damping = b.damping.template cast<T>();
  out.stiffness = b.stiffness.template cast<T>();
  out.jacobian = b.jacobian.template cast<T>();
  out.rate_by_q = b.rate_by_q.template cast<T>();
  out.acceleration_by_q = b.acceleration_by_q.template cast<T>();
  out.acceleration_by_v = b.acceleration_by_v.template cast<T>();
  return out;
}

// Returns a weight; for complex scalars it also has an imaginary part.
template <class Entry>
Entry weight(double real) {
  if constexpr (Eigen::NumTraits<Entry>::IsComplex)
    return Entry(real, real / 4 + 0.125);
  else
    return Entry(real);
}

template <class Entry>
std::vector<Blend<Entry>> blends(Form form) {
  const auto w = weight<Entry>;
  Blend<Entry> all = {.mass = w(1.5), .damping = w(0.25), .stiffness = w(0.0625), .identity = w(0.5)};
  std::vector<Blend<Entry>> out = {{.mass = Entry(1)}, all, {.identity = Entry(1)}};
  if (form == Form::ode) return out;
  Blend<Entry> rows = all;
  rows.jacobian = w(0.75);
  if (form == Form::index1) {
    rows.by_v = w(0.5);
    rows.by_q = w(0.25);
  } else if (form == Form::index3) {
    rows.jacobian = Entry(0);
    rows.position = w(0.75);
  } else {
    rows.rate = w(0.375);
  }
  if (form != Form::index1) {  // weights of nonholonomic rows
    rows.of_velocity = w(0.4375);
    rows.rate_of_velocity = w(0.1875);
  }
  out.push_back(rows);
  Blend<Entry> sum = rows;  // combination of all rows of the form
  sum.jacobian = w(0.75);
  sum.position = w(0.3125);
  out.push_back(sum);
  if (form != Form::ggl) return out;
  rows.stabilised = true;
  rows.position = w(0.625);
  rows.mu_force = w(0.125);
  rows.mu_rate = w(0.25);
  rows.mu_position = w(1.25);
  out.push_back(rows);
  return out;
}

template <class Entry>
Vec<Entry> right_side(Eigen::Index size, int seed) {
  std::mt19937 engine(static_cast<unsigned>(seed));
  std::uniform_int_distribution<int> number(-64, 64);
  Vec<Entry> out(size);
  for (auto& entry : out) entry = weight<Entry>(number(engine) / 64.);
  return out;
}

template <class Entry>
double gap(const Vec<Entry>& a, const Vec<Entry>& b) {
  using std::abs;
  double largest = 0;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    const auto difference = static_cast<double>(abs(Entry(a[i] - b[i])) / (1 + abs(b[i])));
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

// Returns the largest error of solutions with the system's matrices at x, with the constraint rows evaluated at q_rows.
// The exact solutions use the dense blocks `exact`, with the rows of `exact_rows`.
template <class Entry, class S, class Exact>
double worst_solution(S& s, const Exact& exact, const Exact& exact_rows, const typename S::State& x,
                      const Vec<typename S::Scalar>& q_rows) {
  using T = typename S::Scalar;
  const auto blocks = rounded<T>(exact), at_rows = rounded<T>(exact_rows);
  double out = 0;
  const auto take = [&](double error) {
    if (!(error <= out)) out = error;
  };
  auto factors = s.template factors<Entry>();
  for (const auto& b : blends<Entry>(s.form())) {
    DenseFactors<Entry, Eigen::Dynamic, Eigen::Dynamic> dense(s.sizes().v, s.sizes().lambda, b.stabilised,
                                                              s.sizes().nonholonomic);
    PointOf<S> at{T(0), x};
    if (s.form() != Form::ode) at.q_rows = &q_rows;
    EXPECT_TRUE(dense.factor(blocks, at_rows.jacobian, at_rows.jacobian, b));
    EXPECT_TRUE(s.factor(factors, at, b));
    auto w = right_side<Entry>(s.sizes().v, 1), w1 = w;
    auto e = right_side<Entry>(s.sizes().lambda, 2), e1 = e;
    auto m = right_side<Entry>(s.sizes().lambda, 3), m1 = m;
    if (b.stabilised) {
      dense.solve(w1, e1, m1);
      s.solve(factors, w, e, m);
    } else {
      dense.solve(w1, e1);
      s.solve(factors, w, e);
    }
    take(gap(w, w1));
    take(gap(e, e1));
    take(gap(m, m1));
  }
  return out;
}

}  // namespace plumb::testing
