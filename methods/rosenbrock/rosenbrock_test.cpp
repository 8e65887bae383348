// Rosenbrock methods: their order conditions, their orders on test models, and their refusals.

#include "methods/rosenbrock/rosenbrock.hpp"

#include <gtest/gtest.h>

#include "methods/catalogue.hpp"
#include "methods/rosenbrock/coefficients.hpp"
#include "methods/rosenbrock/rosenbrock_entry.hpp"
#include "methods/rosenbrock/rosenbrock_orders.hpp"
#include "methods/testing/double_run.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;

void expect_orders(const RosenbrockOrders& found, int differential, int algebraic, int classical, double at_infinity) {
  EXPECT_EQ(found.differential, differential);
  EXPECT_EQ(found.algebraic, algebraic);
  EXPECT_EQ(found.classical, classical);
  EXPECT_NEAR(found.at_infinity, at_infinity, 1e-9);
}

TEST(RosenbrockOrders, AreTheOnesThatTheAuthorsClaim) {
  expect_orders(rosenbrock_orders(ros3p), 3, 2, 3, 1 - std::sqrt(3.));
  expect_orders(rosenbrock_orders(rodas3), 3, 3, 3, 0);
  expect_orders(rosenbrock_orders(rodas4), 4, 4, 4, 0);
  expect_orders(rosenbrock_orders(rodas5p), 5, 4, 5, 0);
  expect_orders(embedded_orders(ros3p), 2, 1, 2, 1 - std::sqrt(3.));
  expect_orders(embedded_orders(rodas3), 2, 2, 2, 0);
  expect_orders(embedded_orders(rodas4), 3, 3, 3, 0);
  expect_orders(embedded_orders(rodas5p), 4, 3, 4, 0);
}

// The order in each catalogue entry must follow from the order conditions of the coefficients.
TEST(RosenbrockOrders, OfEntriesFollowFromTheirCoefficients) {
  const std::pair<const char*, const RosenbrockData*> entries[] = {
      {"ros3p", &ros3p}, {"rodas3", &rodas3}, {"rodas4", &rodas4}, {"rodas5p", &rodas5p}};
  for (const auto& [name, data] : entries) {
    const auto& method = catalogued_method(name);
    EXPECT_EQ(method.info.order, rosenbrock_orders(*data).on_index1()) << name;
    EXPECT_EQ(method.proven_order({}, Form::index1).multiplier, method.info.order) << name;
    EXPECT_EQ(catalogued_method(std::string(name) + "-adaptive").info.order, method.info.order) << name;
  }
}

/// RODAS with another row α_4, but with the same β_4, Σ α_4j and Σ α_4j β_j. It satisfies all conditions up to order 4
/// for trees without fat vertices (rosenbrock_orders.hpp), but not all conditions for trees with fat vertices.
RosenbrockData of_order_four_without_algebraic_variables() {
  auto out = rodas4;
  const char* changes[] = {"-318/63500", "+1/100", "-317/63500"};
  const char* opposite[] = {"+318/63500", "-1/100", "+317/63500"};
  for (std::size_t j = 0; j < 3; ++j) {
    out.alpha[3][j] += changes[j];
    out.gamma[3][j] += opposite[j];
  }
  return out;
}

TEST(RosenbrockOrders, AWrongCoefficientIsNoticed) {
  auto wrong = rodas4;
  wrong.gamma[3][1] += "+1e-20";
  EXPECT_LT(rosenbrock_orders(wrong).on_index1(), 4);
  wrong = rodas4;
  wrong.alpha[4][2] += "+1e-20";
  EXPECT_LT(rosenbrock_orders(wrong).on_index1(), 4);
  const auto orders = rosenbrock_orders(of_order_four_without_algebraic_variables());
  EXPECT_EQ(orders.classical, 4);
  EXPECT_EQ(orders.on_index1(), 3);
}

//   x'' = cos 2t − x³ − x'/5 − x'^3/10
template <class T>
struct Duffing {
  using Scalar = T;
  static constexpr int nq = 1, nv = 1, nl = 0;
  using V = Vec<T, 1>;
  static State<V, V, Vec<T, 0>> initial() { return {V(T(1)), V(T(-0.5)), V::Zero(), {}}; }
  bool velocity_dependent() const { return true; }
  void mass(const V&, Mat<T, 1>& m) const { m(0, 0) = 1; }
  void force(const T& t, const V& q, const V& v, V& f) const {
    using std::cos;
    f[0] = cos(2 * t) - q[0] * q[0] * q[0] - v[0] / 5 - v[0] * v[0] * v[0] / 10;
  }
  void tangents(const T&, const V& q, const V& v, const V&, const Vec<T, 0>&, Mat<T, 1>& k, Mat<T, 1>& d) const {
    k(0, 0) = -3 * q[0] * q[0];
    d(0, 0) = -T(1) / 5 - 3 * v[0] * v[0] / 10;
  }
};

Exercise duffing() { return exercise(Duffing<quad>{}, 2, 2400); }

Method method_of_data(const RosenbrockData& data, int order) {
  return rosenbrock_method({.name = "m", .title = "", .source = "", .order = order}, data);
}

TEST(Rosenbrock, ShowsItsOrders) {
  for (const auto* name : {"ros3p", "rodas3", "rodas4", "rodas5p"})
    expect_claimed_orders(catalogued_method(name), 1536);
}

TEST(Rosenbrock, LosesItsOrderWithAWrongCoefficient) {
  const auto order_with = [](const RosenbrockData& data) {
    return driven_pendulum().order(method_of_data(data, 4), 384, Form::index1).v;
  };
  EXPECT_GT(order_with(rodas4), 3.9);
  auto wrong = rodas4;
  wrong.gamma[3][1] += "+1e-3";
  EXPECT_LT(order_with(wrong), 3.5);
}

// The conditions for algebraic variables are necessary with constraints, but not without constraints.
TEST(Rosenbrock, NeedsTheConditionsOfAlgebraicVariablesOnConstraints) {
  const auto method = method_of_data(of_order_four_without_algebraic_variables(), 4);
  EXPECT_LT(driven_pendulum().order(method, 384, Form::index1).v, 3.6);
  EXPECT_TRUE(shows_order(duffing().order(method, 192, Form::ode), {4, 4, 4}, true));
}

TEST(Rosenbrock, RefusesWhatItCannotSolve) {
  for (const auto* name : {"ros3p", "rodas4", "rodas4-adaptive"}) {
    const auto& method = catalogued_method(name);
    const auto status_on = [&](auto model, Form form) {
      using Model = decltype(model);
      AnySystem<double> s{SmallSystem<Model>(model, form)};
      auto x = zero_state(s);
      const auto begin = Model::initial();
      x.q = begin.q;
      x.v = begin.v;
      return method.in_double(s, options_of(method))->start(0, 0.1, x).status;
    };
    EXPECT_EQ(status_on(DrivenPendulum<double>{}, Form::index1), Status::ok) << name;
    EXPECT_EQ(status_on(DrivenPendulum<double>{}, Form::index2), Status::unsupported) << name;
    EXPECT_EQ(status_on(DrivenPendulum<double>{}, Form::index3), Status::unsupported) << name;
    EXPECT_EQ(status_on(RigidBody<double>{}, Form::ode), Status::unsupported) << name;
  }
}

}  // namespace
}  // namespace plumb
