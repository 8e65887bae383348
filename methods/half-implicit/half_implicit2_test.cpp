// The method of second order requires the predicted velocity v* and the rotation of momenta: without either, the order
// is lower.

#include "methods/half-implicit/half_implicit2.hpp"

#include <gtest/gtest.h>

#include "methods/testing/energy_errors.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;

template <template <class> class M>
Exercise::Make maker() {
  return [](AnySystem<quad>& s) {
    return AnyStepper<quad>::make<M<AnySystem<quad>>>(s, MethodOptions{Parameters(), {}});
  };
}

/// The driven pendulum with a fault: every second evaluation computes the drag from the velocity of the previous
/// evaluation, v instead of v*.
struct StaleDrag : DrivenPendulum<quad> {
  mutable V before = V::Zero();
  mutable bool stale = false;  // whether the last evaluation used the previous velocity; the start makes the first one

  void force(const quad& t, const V& q, const V& v, V& f) const {
    stale = !stale;
    DrivenPendulum::force(t, q, stale ? before : v, f);
    before = v;
  }
};

TEST(HalfImplicit2, AVelocityThatIsNotPredictedIsNoticed) {
  EXPECT_NEAR(driven_pendulum().order(maker<HalfImplicit2>(), 384, Form::index3).v, 2, order_tolerance);
  const auto errors = [](int n) {
    AnySystem<quad> s{SmallSystem(StaleDrag{}, Form::index3)};
    auto x = driven_pendulum().begin();
    const auto stepper = maker<HalfImplicit2>()(s);
    integrate(*stepper, x, quad(1), n, [](int, const auto&) {});
    return distance(s, driven_pendulum().at_end(), x);
  };
  const auto slope = slopes(errors(384), errors(768));
  EXPECT_NEAR(slope.v, 1, 0.2);
}

/// The rigid body with a fault: the momenta at both ends of a step are not rotated relative to its middle.
struct UnturnedMomenta : RigidBody<quad> {
  void chart_momentum(const Q&, const V&, const V& p, V& out) const { out = p; }
};
/// The rigid body with a fault: the momenta of the two ends are exchanged.
struct SwappedMomenta : RigidBody<quad> {
  void chart_momentum(const Q& q, const V& theta, const V& p, V& out) const {
    RigidBody::chart_momentum(q, V(-theta), p, out);
  }
};

TEST(HalfImplicit2, MomentaThatDoNotTurnAreNoticed) {
  const auto order = [](const auto& body) {
    const auto error = [&](int n) {
      AnySystem<quad> s{SmallSystem(body)};
      auto x = rigid_body().begin();
      integrate(*maker<HalfImplicit2>()(s), x, rigid_body().horizon(), n, [](int, const auto&) {});
      return distance(s, rigid_body().at_end(), x);
    };
    return slopes(error(192), error(384)).v;
  };
  EXPECT_NEAR(order(RigidBody<quad>{}), 2, order_tolerance);
  EXPECT_NEAR(order(UnturnedMomenta{}), 0, order_tolerance);
  EXPECT_NEAR(order(SwappedMomenta{}), 0, order_tolerance);
}

// The methods solve the equations differently; the results agree if no force depends on the velocity, except for the
// gyroscopic torque.
TEST(HalfImplicit2, IsRattleWhereOnlyTheGyroscopicTorqueDependsOnTheVelocity) {
  const auto expect_same = [](const auto& model, Form form, bool same) {
    const auto end_of = [&](std::string_view name) {
      const auto& method = catalogued_method(name);
      AnySystem<double> s{SmallSystem(model, form)};
      const auto begin = std::decay_t<decltype(model)>::initial();
      AnySystem<double>::State x{begin.q, begin.v, begin.a, begin.lambda};
      EXPECT_EQ(integrate(*method.in_double(s, options_of(method)), x, 1., 100, [](int, const auto&) {}).status,
                Status::ok);
      return x;
    };
    AnySystem<double> s{SmallSystem(model, form)};
    const auto d = distance(s, end_of("rattle"), end_of("half-implicit2"));
    EXPECT_EQ(d.q < 1e-12 && d.v < 1e-12, same) << d.q << " " << d.v;
  };
  expect_same(RigidPendulum{}, Form::index3, true);
  expect_same(RigidBody<double>{}, Form::ode, true);
  expect_same(DrivenPendulum<double>{}, Form::index3, false);  // its drag
}

}  // namespace
}  // namespace plumb
