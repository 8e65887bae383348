// Compares the iteration of zhang2022 (predicted=rates) with a dense implementation of its equations, eqs. (1), (8),
// (12), (15) and (21), and with the usual iteration, which converges to the same solutions.

#include <gtest/gtest.h>

#include "methods/catalogue.hpp"
#include "methods/testing/dense_solver.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;

// The masses are not 1, so momenta differ from velocities.
template <class T>
struct Pendulum : DrivenPendulum<T> {
  using V = Vec<T, 2>;
  void mass(const V&, Mat<T, 2>& m) const { m << T(2), T(0), T(0), T(1) / 2; }
};

constexpr double h = 0.01;
constexpr int steps = 60;
using Rates = Vec<double, 5>;  // (q', p', λ) of y = (q, p, ∫λ)

/// Solves r(y, ẏ, t) = 0 for ẏ_N with y_N = known + b ẏ_N: momenta, forces, and the constraint divided by b.
class DenseEquations {
 public:
  /// `share` is a factor on the predicted rates; 1 as in the paper.
  DenseEquations(double tolerance, double share) : largest(tolerance), used(share) {}

  int iterations = 0;

  Rates solution(double t, const Rates& known, double b, const Rates& predicted) {
    Rates rates = used * predicted;
    for (Rates r = residual(t, known + b * rates, rates, b); r.norm() > largest && iterations < 10000; ++iterations) {
      rates -= DenseSolver<double>(jacobian(t, known + b * rates, rates, b)).solve(r);
      r = residual(t, known + b * rates, rates, b);
    }
    return rates;
  }

 private:
  Rates residual(double t, const Rates& y, const Rates& rates, double b) const {
    const Vec<double, 2> q = y.head<2>(), v = rates.head<2>();
    Vec<double, 2> f;
    model.force(t, q, v, f);
    Vec<double, 1> phi;
    model.constraint(t, q, phi);
    Rates r;
    r << masses() * v - y.segment<2>(2), rates.segment<2>(2) - f + rates[4] * q, phi / b;
    return r;
  }
  Mat<double, 5> jacobian(double t, const Rates& y, const Rates& rates, double b) const {
    const Vec<double, 2> q = y.head<2>(), v = rates.head<2>();
    Mat<double, 2> by_q, by_v;
    model.tangents(t, q, v, v, rates.tail<1>(), by_q, by_v);
    Mat<double, 5> out = Mat<double, 5>::Zero();
    out.block<2, 2>(0, 0) = masses();
    out.block<2, 2>(0, 2) = -b * Mat<double, 2>::Identity();
    out.block<2, 2>(2, 0) = -by_v - b * by_q;
    out.block<2, 2>(2, 2).setIdentity();
    out.block<2, 1>(2, 4) = q;
    out.block<1, 2>(4, 0) = q.transpose();
    return out;
  }
  Mat<double, 2> masses() const {
    Mat<double, 2> m;
    model.mass({}, m);
    return m;
  }

  Pendulum<double> model;
  double largest, used;
};

/// Computes y and ẏ at the end of a step from y and ẏ at its beginning and from the method's memory.
class DenseMethod {
 public:
  DenseMethod(std::string_view method, const Rates& start, const Rates& rates, double tolerance, double share)
      : equations(tolerance, share), name(method), y(start), rate(rates), auxiliary(rates) {}

  DenseEquations equations;

  const Rates& state() const { return y; }
  const Rates& rates() const { return rate; }
  void step(int n) {
    if (name == "ss2") return single_step(n);
    if (name == "lms2") return n == 0 ? trapezoidal_step() : multistep(n);
    bathe(n);
  }

 private:
  static constexpr double rho = 0.6;

  void single_step(int n) {  // eqs. (9), (15), (18)
    const double even = 1 / (1 + rho), odd = (1.5 - 0.5 * rho) / (1 + rho), b = h * even * even / odd;
    const Rates known = y + h * (even * (1 - even) / odd * rate + (odd - even) / odd * auxiliary);
    const Rates next = equations.solution((n + 1) * h, known, b, rate);
    auxiliary = (1 - even) / odd * rate + even / odd * next - (1 - odd) / odd * auxiliary;
    accept(known + b * next, next);
  }
  void trapezoidal_step() {  // eq. (3)
    const Rates known = y + h / 2 * rate;
    const Rates next = equations.solution(h, known, h / 2, rate);
    accept(known + h / 2 * next, next);
  }
  void multistep(int n) {  // eqs. (2), (12)
    const Rates known = 2. / 3 * y + 1. / 3 * y_before + h * (5. / 8 * rate + 3. / 16 * rate_before);
    const Rates predicted = second_order(1, h, y, y_before, rate, rate_before);
    const Rates next = equations.solution((n + 1) * h, known, 25. / 48 * h, predicted);
    accept(known + 25. / 48 * h * next, next);
  }
  void bathe(int n) {  // eqs. (5), (6), (7)
    y[4] = 0;
    const double gamma = (2 - std::sqrt(2 * (1 + rho))) / (2 * (1 - rho));
    const double b1 = -(4 * gamma * gamma - 6 * gamma + 1) / (4 * gamma), b2 = (1 - 2 * gamma) / (4 * gamma);
    const Rates first = y + gamma * h * rate, middle = equations.solution((n + 2 * gamma) * h, first, gamma * h, rate);
    const Rates at_middle = first + gamma * h * middle;
    const double alpha = (1 - 2 * gamma) / (2 * gamma);
    const Rates predicted = second_order(alpha, (1 - 2 * gamma) * h, at_middle, y, middle, rate);
    const Rates known = y + h * (b1 * rate + b2 * middle);
    const Rates next = equations.solution((n + 1) * h, known, gamma * h, predicted);
    accept(known + gamma * h * next, next);
  }
  static Rates second_order(double a, double last, const Rates& y0, const Rates& y1, const Rates& r0, const Rates& r1) {
    return -6 * a * a * (1 + a) / last * (y0 - y1) + (1 + a) * (1 + 3 * a) * r0 + a * (2 + 3 * a) * r1;
  }
  void accept(const Rates& next, const Rates& next_rates) {
    y_before = y;
    rate_before = rate;
    y = next;
    rate = next_rates;
  }

  std::string_view name;
  Rates y, rate, auxiliary, y_before = y, rate_before = rate;
};

/// The comparison of a stepper of the catalogue with the dense method, from the same start.
struct SideBySide {
  std::int64_t ours = 0, dense = 0;  // numbers of iterations of both
  double apart = 0, lambda = 0;      // largest differences of q and p, and of λ
  bool counts_agree = true;          // whether the numbers of iterations were equal after every step
};

SideBySide compared(const char* name, double tolerance, double share = 1) {
  const auto method = catalogued_method(name);
  AnySystem<double> system{SmallSystem(Pendulum<double>{}, Form::index3)};
  auto options = options_of(method, {{"rho", "0.6"}, {"predicted", "rates"}});
  options.newton = {.tolerance = tolerance, .test = NewtonTest::residual, .norm = NewtonNorm::euclidean};
  const auto stepper = method.in_double(system, options);
  const auto begin = Pendulum<double>::initial();
  AnySystem<double>::State x{begin.q, begin.v, begin.a, begin.lambda};
  EXPECT_EQ(stepper->start(0, h, x).status, Status::ok);
  const auto momenta = [](const Vec<double>& v) { return Vec<double, 2>(2 * v[0], v[1] / 2); };
  Rates y, rates;
  y << x.q, momenta(x.v), 0;
  rates << x.v, momenta(x.a), x.lambda;
  DenseMethod dense(name, y, rates, tolerance, share);
  SideBySide out;
  for (int n = 0; n < steps; ++n) {
    EXPECT_EQ(stepper->step(n * h, h, x).status, Status::ok);
    dense.step(n);
    out.ours = stepper->counters().newton_iterations.value();
    out.dense = dense.equations.iterations;
    out.counts_agree = out.counts_agree && out.ours == out.dense;
    Vec<double, 4> difference;
    difference << dense.state().head<2>() - x.q, dense.state().segment<2>(2) - momenta(x.v);
    out.apart = std::max(out.apart, max_norm(difference));
    out.lambda = std::max(out.lambda, std::abs(dense.rates()[4] - x.lambda[0]));
  }
  return out;
}

TEST(PredictedRates, IterateLikeTheDenseEquationsOfThePaper) {
  for (const char* name : {"ss2", "lms2", "bathe"})
    for (const double tolerance : {1., 1e-1, 1e-3, 1e-6, 1e-9}) {
      SCOPED_TRACE(std::string(name) + " with " + std::to_string(tolerance));
      const auto detected = compared(name, tolerance);
      EXPECT_TRUE(detected.counts_agree) << detected.ours << " and " << detected.dense;
      EXPECT_GT(detected.dense, 0);
      EXPECT_LT(detected.apart, 1e-9);   // equal iterates, up to rounding errors divided by h
      EXPECT_LT(detected.lambda, 1e-7);  // up to rounding errors divided by (γ h)²
    }
}

// With a large tolerance predicted states are accepted unchanged: rates of positions differ from momenta divided by M.
TEST(PredictedRates, AcceptPredictedStates) {
  for (const char* name : {"ss2", "lms2", "bathe"}) {
    const auto detected = compared(name, 3);
    EXPECT_TRUE(detected.counts_agree) << name;
    EXPECT_LT(detected.ours, std::string_view(name) == "bathe" ? 2 * steps : steps) << name;
  }
}

TEST(PredictedRates, AnotherPredictionIsNoticed) {
  for (const char* name : {"ss2", "lms2", "bathe"})
    for (const double share : {0., -1.}) {
      const auto detected = compared(name, 1e-6, share);
      EXPECT_FALSE(detected.counts_agree) << name << " " << share;
    }
}

struct Result {
  AnySystem<quad>::State x;
  std::int64_t iterations = 0;
};

Result run(const Method& method, const std::map<std::string, std::string>& overrides, Form form, double tolerance) {
  AnySystem<quad> system{SmallSystem(Pendulum<quad>{}, form)};
  const auto begin = Pendulum<quad>::initial();
  Result out{{begin.q, begin.v, begin.a, begin.lambda}};
  auto options = options_of(method, overrides);
  options.newton = {.tolerance = tolerance, .test = NewtonTest::residual};
  const auto stepper = method.in_quad(system, options);
  const auto result = integrate(*stepper, out.x, quad(h) * steps, steps, [](int, const auto&) {});
  EXPECT_EQ(result.status, Status::ok) << result.detail;
  out.iterations = stepper->counters().newton_iterations.value();
  return out;
}

constexpr const char* some[] = {"bdf2", "ss2", "ss4", "lms2", "lms4", "msstc3", "mssth4", "esdirk325l2sa"};

TEST(PredictedRates, EndAtTheSolutionOfTheUsualIteration) {
  for (const char* name : some)
    for (const auto form : constrained_forms) {
      SCOPED_TRACE(std::string(name) + " " + std::string(plumb::name(form)));
      const auto& method = catalogued_method(name);
      const auto usual = run(method, {}, form, 1e-24), rates = run(method, {{"predicted", "rates"}}, form, 1e-24);
      EXPECT_LT(max_norm(usual.x.q - rates.x.q), quad(1e-22));
      EXPECT_LT(max_norm(usual.x.v - rates.x.v), quad(1e-20));
      EXPECT_GE(rates.iterations, usual.iterations);
    }
}

TEST(PredictedRates, ConvergeQuadratically) {
  for (const char* name : some) {
    const auto& method = catalogued_method(name);
    if (method.info.name == "bdf2") continue;  // its start needs Newton iterations too
    const auto iterations = [&](double tolerance) {
      return static_cast<double>(run(method, {{"predicted", "rates"}}, Form::index3, tolerance).iterations);
    };
    const double stages =
        method.tableau ? static_cast<double>(method.tableau(options_of(method).parameters).stages - 1) : 1;
    const double a_solve = 1 / (stages * steps), few = a_solve * iterations(1e-7), more = a_solve * iterations(1e-14),
                 most = a_solve * iterations(1e-28);
    EXPECT_LE(more, few + 1) << name;  // every iteration doubles the number of correct digits
    EXPECT_LE(most, more + 1) << name;
    EXPECT_LT(most, 6) << name;
  }
}

// A rigid body with a fault: a rate of the chart is returned as the velocity, without the tangent T.
struct WithoutTangent : RigidBody<quad> {
  void chart_tangent(const Q&, const V&, const V& u, V& out) const { out = u; }
};

/// Returns the iterations of bdf4, whose rates are predicted accurately, summed over several tolerances, because each
/// count is a small integer.
template <class Model>
std::int64_t iterations_in_charts(const char* predictor) {
  const auto& method = catalogued_method("bdf4");
  auto options = options_of(method, {{"predictor", predictor}, {"predicted", "rates"}});
  std::int64_t sum = 0;
  for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9}) {
    options.newton = {.tolerance = tolerance, .test = NewtonTest::residual};
    AnySystem<quad> system{SmallSystem(Model{})};
    const auto begin = Model::initial();
    AnySystem<quad>::State x{begin.q, begin.v, begin.a, begin.lambda};
    const auto stepper = method.in_quad(system, options);
    EXPECT_EQ(integrate(*stepper, x, quad(1), 100, [](int, const auto&) {}).status, Status::ok);
    sum += stepper->counters().newton_iterations.value();
  }
  return sum;
}

TEST(PredictedRates, ArePredictedInCharts) {
  const auto second = iterations_in_charts<RigidBody<quad>>("second");
  EXPECT_LT(second, iterations_in_charts<RigidBody<quad>>("constant"));
  EXPECT_LT(second, iterations_in_charts<WithoutTangent>("second"));
}

TEST(PredictedRates, KeepTheOrder) {
  for (const char* name : {"ss3", "lms4"})
    expect_claimed_orders(catalogued_method(name), 384, {{"predicted", "rates"}});
  expect_claimed_orders(catalogued_method("esdirk436l2sa2"), 192, {{"predicted", "rates"}});
}

}  // namespace
}  // namespace plumb
