// What the method of second order predicts and turns: models without it lose its order.

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

/// The driven pendulum whose drag in every second evaluation belongs to the velocity before: v in place of v*.
struct StaleDrag : DrivenPendulum<quad> {
  mutable V before = V::Zero();
  mutable bool stale = false;  // the first one is asked for by the start

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

/// The rigid body with momenta at both ends that do not turn with the middle of the step.
struct UnturnedMomenta : RigidBody<quad> {
  void chart_momentum(const Q&, const V&, const V& p, V& out) const { out = p; }
};
/// The rigid body with the momenta of the other end.
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

// The solution differs, and the results agree where no force depends on the velocity.
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
