// A type-erased system of fixed sizes returns the same results as the concrete system: every argument and every result
// of every function is passed correctly.

#include "contract/erasure.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

/// A system in which every result combines all arguments with another weight, and q, v and λ have different sizes.
struct Probe {
  using Scalar = double;
  using Q = Vec<double, 4>;
  using V = Vec<double, 3>;
  using L = Vec<double, 2>;
  using State = plumb::State<Q, V, L>;
  template <class Entry>
  struct Factors {
    Entry sum = Entry(0);
  };

  template <class... X>
  static double mixed(double weight, const X&... x) {
    double sum = weight;
    ((sum = 1.25 * sum + digest(x)), ...);
    return sum;
  }
  template <class Out, class... X>
  static void evaluate(double weight, Out& out, const X&... x) {
    for (Eigen::Index i = 0; i < out.size(); ++i) out[i] = mixed(weight + 0.01 * static_cast<double>(i), x...);
  }

  Sizes sizes() const { return {4, 3, 2}; }
  Form form() const { return Form::ggl; }
  bool velocity_dependent() const { return true; }
  bool vector_space() const { return false; }
  bool solves_for_acceleration() const { return true; }
  bool acceleration(double t, const Q& q, const V& v, V& a, L& lambda) const {
    evaluate(1, a, t, q, v);
    evaluate(2, lambda, t, q, v);
    return t > 0;
  }
  void force(double t, const Q& q, const V& v, V& out) const { evaluate(3, out, t, q, v); }
  void momentum(const Q& q, const V& v, V& out) const { evaluate(4, out, q, v); }
  void reaction(double t, const Q& q, const L& lambda, V& out) const { evaluate(5, out, t, q, lambda); }
  void constraint(double t, const Q& q, L& out) const { evaluate(6, out, t, q); }
  void constraint_rate(double t, const Q& q, const V& v, L& out) const { evaluate(7, out, t, q, v); }
  void constraint_bias(double t, const Q& q, const V& v, L& out) const { evaluate(8, out, t, q, v); }
  void constraint_acceleration(double t, const Q& q, const V& v, const V& a, L& out) const {
    evaluate(9, out, t, q, v, a);
  }
  void retract(const Q& q, const V& theta, Q& out) const { evaluate(10, out, q, theta); }
  void local(const Q& q, const Q& q1, V& out) const { evaluate(11, out, q, q1); }
  void chart_rate(const Q& q, const V& theta, const V& v, V& out) const { evaluate(12, out, q, theta, v); }
  void chart_tangent(const Q& q, const V& theta, const V& u, V& out) const { evaluate(13, out, q, theta, u); }
  void chart_momentum(const Q& q, const V& theta, const V& p, V& out) const { evaluate(14, out, q, theta, p); }
  void coadjoint(const V& v, const V& p, V& out) const { evaluate(15, out, v, p); }

  template <class Entry>
  Factors<Entry> factors() const {
    return {};
  }
  template <class Entry>
  bool factor(Factors<Entry>& f, const PointOf<Probe>& point, const Blend<Entry>& b) const {
    f.sum = b.mass + mixed(16, point.t, point.x.q, point.x.v, point.x.a, point.x.lambda, *point.t_rows, *point.q_rows,
                           *point.centre, *point.theta, *point.velocity, point.weight, *point.predicted_theta);
    return point.t > 0;
  }
  template <class Entry, class W, class E>
  void solve(Factors<Entry>& f, W& w, E& e) const {
    for (Eigen::Index i = 0; i < w.size(); ++i) w[i] = f.sum + w[i] * 2.0 + e[0];
    e *= Entry(3);
  }
  template <class Entry, class W, class E>
  void solve(Factors<Entry>& f, W& w, E& e, E& mu) const {
    solve(f, w, e);
    mu = e + mu * Entry(5);
  }
  void blocks(double t, const State& x, BlocksOf<Probe>& out) const {
    double weight = 17;
    const auto fill = [&](auto& block) {
      for (Eigen::Index i = 0; i < block.size(); ++i)
        block.data()[i] = mixed(weight += 0.1, t, x.q, x.v, x.a, x.lambda);
    };
    for (auto* block : {&out.mass, &out.damping, &out.stiffness}) fill(*block);
    for (auto* block : {&out.jacobian, &out.rate_by_q, &out.acceleration_by_q, &out.acceleration_by_v}) fill(*block);
  }
  void chart_blocks(const Q& q, const V& theta, const V& v, ChartBlocksOf<Probe>& out) const {
    double weight = 18;
    for (auto* block : {&out.tangent, &out.rate_by_theta, &out.rate_by_v})
      for (Eigen::Index i = 0; i < block->size(); ++i) block->data()[i] = mixed(weight += 0.1, q, theta, v);
  }
  bool conservative() const { return false; }
  double energy(double t, const Q& q, const V& v) const { return mixed(19, t, q, v); }
  double power(double t, const Q& q, const V& v, const L& lambda) const { return mixed(20, t, q, v, lambda); }
  void outputs(double t, const State& x, Vec<double>& out) const { evaluate(21, out, t, x.q, x.v, x.a, x.lambda); }
  int invariant_count() const { return 5; }
  void invariants(double t, const Q& q, const V& v, Vec<double>& out) const { evaluate(22, out, t, q, v); }

 private:
  static double digest(double x) { return x; }
  template <class X>
  static double digest(const X& x) {
    double sum = 0;
    for (Eigen::Index i = 0; i < x.size(); ++i) sum = 1.5 * sum + x[i];
    return sum;
  }
};

/// Calls all functions of a system with the same arguments, and returns all results in one vector.
template <class S>
std::vector<double> results_of(S& s) {
  auto x = zero_state(s);
  double next = 0.3;
  const auto fill = [&](auto& part) {
    for (Eigen::Index i = 0; i < part.size(); ++i) part[i] = next *= -1.1;
  };
  fill(x.q);
  fill(x.v);
  fill(x.a);
  fill(x.lambda);
  auto y = x;
  y.q *= -0.7;
  y.v *= 1.3;
  y.a *= 0.9;
  y.lambda *= -2;
  const double t = 0.625, t_rows = 0.75;
  std::vector<double> all;
  const auto add = [&](const auto& numbers) { all.insert(all.end(), numbers.data(), numbers.data() + numbers.size()); };
  auto q = x.q;
  auto v = x.v;
  auto lambda = x.lambda;
  all.push_back(s.acceleration(t, x.q, x.v, v, lambda));
  add(v);
  add(lambda);
  const auto of_v = [&](auto ask) {
    ask(v);
    add(v);
  };
  const auto of_lambda = [&](auto ask) {
    ask(lambda);
    add(lambda);
  };
  of_v([&](auto& out) { s.force(t, x.q, x.v, out); });
  of_v([&](auto& out) { s.momentum(x.q, x.v, out); });
  of_v([&](auto& out) { s.reaction(t, x.q, x.lambda, out); });
  of_lambda([&](auto& out) { s.constraint(t, x.q, out); });
  of_lambda([&](auto& out) { s.constraint_rate(t, x.q, x.v, out); });
  of_lambda([&](auto& out) { s.constraint_bias(t, x.q, x.v, out); });
  of_lambda([&](auto& out) { s.constraint_acceleration(t, x.q, x.v, x.a, out); });
  s.retract(x.q, x.v, q);
  add(q);
  of_v([&](auto& out) { s.local(x.q, y.q, out); });
  of_v([&](auto& out) { s.chart_rate(x.q, x.v, x.a, out); });
  of_v([&](auto& out) { s.chart_tangent(x.q, x.v, x.a, out); });
  of_v([&](auto& out) { s.chart_momentum(x.q, x.v, x.a, out); });
  of_v([&](auto& out) { s.coadjoint(x.v, x.a, out); });
  BlocksOf<S> blocks(3, 2);
  s.blocks(t, x, blocks);
  for (const auto* block : {&blocks.mass, &blocks.damping, &blocks.stiffness}) add(*block);
  for (const auto* block : {&blocks.jacobian, &blocks.rate_by_q, &blocks.acceleration_by_q, &blocks.acceleration_by_v})
    add(*block);
  ChartBlocksOf<S> chart(3);
  s.chart_blocks(x.q, x.v, x.a, chart);
  for (const auto* block : {&chart.tangent, &chart.rate_by_theta, &chart.rate_by_v}) add(*block);
  auto factors = s.template factors<double>();
  const PointOf<S> at{.t = t,
                      .x = x,
                      .t_rows = &t_rows,
                      .q_rows = &y.q,
                      .centre = &x.q,
                      .theta = &y.v,
                      .velocity = &y.a,
                      .weight = 0.375,
                      .predicted_theta = &x.a};
  all.push_back(s.factor(factors, at, Blend<double>{.mass = 2}));
  auto mu = y.lambda;
  s.solve(factors, v, lambda);
  add(v);
  s.solve(factors, v, lambda, mu);
  for (const auto* numbers : {&lambda, &mu}) add(*numbers);
  all.push_back(s.energy(t, x.q, x.v));
  all.push_back(s.power(t, x.q, x.v, x.lambda));
  Vec<double> numbers(5);
  s.outputs(t, x, numbers);
  add(numbers);
  s.invariants(t, x.q, x.v, numbers);
  add(numbers);
  return all;
}

// This fails if an argument or a result is lost, exchanged with another one, or shares its memory with another one.
TEST(ErasedSystem, AnswersAsTheConcreteOne) {
  Probe probe;
  AnySystem<double> erased{probe};
  EXPECT_EQ(results_of(erased), results_of(probe));
  EXPECT_EQ(erased.sizes().v, 3);
  EXPECT_EQ(erased.form(), Form::ggl);
  EXPECT_TRUE(erased.velocity_dependent() && erased.offers_blocks() && erased.has_power());
  EXPECT_FALSE(erased.vector_space() || erased.conservative());
  EXPECT_EQ(erased.linear_algebra(), "dense");
}

/// An AnySystem with one changed function, as used for fault injection.
struct Heavier : AnySystem<double> {
  using Base = AnySystem<double>;
  explicit Heavier(const Base& of) : Base(of) {}
  void momentum(const Q& q, const V& v, V& out) {
    Base::momentum(q, v, out);
    out *= 2;
  }
};

// This fails if a wrapper around an erased system is lost when it is erased again.
TEST(ErasedSystem, KeepsWhatWrapsIt) {
  AnySystem<double> plain{Probe()}, wrapped{Heavier(plain)};
  auto x = zero_state(plain);
  x.v.setOnes();
  Vec<double> one = x.v, two = x.v;
  plain.momentum(x.q, x.v, one);
  wrapped.momentum(x.q, x.v, two);
  EXPECT_EQ(two, Vec<double>(2 * one));
}

// This fails if a copy increments the counters of the original, or if the counts differ from the calls.
TEST(ErasedSystem, CountsWhatItIsAsked) {
  AnySystem<double> system{Probe()};
  results_of(system);
  auto copy = system;
  EXPECT_EQ(*system.counters.rhs_evaluations, 2);       // acceleration and force
  EXPECT_EQ(*system.counters.factorizations, 2);        // of the acceleration and the matrix
  EXPECT_EQ(*system.counters.linear_solves, 3);         // of the acceleration, plain and stabilised
  EXPECT_EQ(*system.counters.jacobian_evaluations, 1);  // blocks
  results_of(copy);
  EXPECT_EQ(*system.counters.rhs_evaluations, 2);
  EXPECT_EQ(*copy.counters.rhs_evaluations, 4);
}

}  // namespace
}  // namespace plumb
