// RATTLE on rotations is a variational integrator: it preserves the symplectic form of T*SO(3) and, if there is no
// torque, the angular momentum in space.

#include <gtest/gtest.h>

#include "methods/catalogue.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;
using System = AnySystem<quad>;
using State = System::State;
using V = Vec<quad, 3>;

// The heavy body without its driving torque.
struct HeavyBody : RigidBody<quad> {
  quad weight = 1;

  void force(const quad&, const Q& q, const V& w, V& f) const {
    const V momentum = inertia().cwiseProduct(w);
    f = momentum.cross(w) + weight * lever().cross(up(q));
  }
  void tangents(const quad& t, const Q& q, const V& w, const V& a, const Vec<quad, 0>& lambda, Mat<quad, 3>& k,
                Mat<quad, 3>& d) const {
    RigidBody::tangents(t, q, w, a, lambda, k, d);
    k *= weight;
  }
};

State start() {
  const auto x = HeavyBody::initial();
  return {x.q, x.v, x.a, x.lambda};
}

State after_a_step(const Method& method, const HeavyBody& body, State x, const quad& h) {
  System system{SmallSystem(body)};
  const auto stepper = method.in_quad(system, options_of(method));
  EXPECT_EQ(stepper->start(0, h, x).status, Status::ok);
  EXPECT_EQ(stepper->step(0, h, x).status, Status::ok);
  return x;
}

// A tangent of T*SO(3) in the body: the variations of R and of the momentum μ = J ω.
struct Tangent {
  V turn, momentum;
};

// Ω(x, y) = ⟨β, ξ⟩ − ⟨α, η⟩ + ⟨μ, ξ × η⟩ (Abraham & Marsden 1978, Foundations of Mechanics, proposition 4.4.1).
quad symplectic_form(const V& mu, const Tangent& x, const Tangent& y) {
  return y.momentum.dot(x.turn) - x.momentum.dot(y.turn) + mu.dot(x.turn.cross(y.turn));
}

// The image of a tangent under a step, by central differences of sixth order.
Tangent image(const Method& method, const HeavyBody& body, const Tangent& x, const quad& h) {
  const auto& chart = body.chart;
  const auto at = [&](const quad& e) {
    State moved = start();
    const V w = moved.v, turn = e * x.turn;
    moved.q = chart.retract(Vec<quad, 4>(moved.q), turn);
    moved.v = V(w + e * x.momentum.cwiseQuotient(HeavyBody::inertia()));
    return after_a_step(method, body, moved, h);
  };
  const State centre = at(0);
  const auto difference = [&](int n) {
    const quad e = quad(n) / 65536;
    const State plus = at(e), minus = at(-e);
    const Vec<quad, 4> q0 = centre.q;
    const V turn = chart.local(q0, Vec<quad, 4>(plus.q)) - chart.local(q0, Vec<quad, 4>(minus.q));
    const V rate = plus.v - minus.v;
    return Tangent{turn, HeavyBody::inertia().cwiseProduct(rate)};
  };
  const Tangent one = difference(1), two = difference(2), three = difference(3);
  const quad scale = quad(65536) / 60;
  return {scale * (45 * one.turn - 9 * two.turn + three.turn),
          scale * (45 * one.momentum - 9 * two.momentum + three.momentum)};
}

double change_of_the_form(const Method& method, const quad& h) {
  const HeavyBody body;
  const Tangent x{V(1, 2, quad("-0.5")), V(quad("0.3"), -1, 2)}, y{V(-1, quad("0.7"), 1), V(2, quad("0.4"), -1)};
  const State begin = start(), end = after_a_step(method, body, begin, h);
  const auto momentum = [](const State& s) -> V { return HeavyBody::inertia().cwiseProduct(V(s.v)); };
  const quad before = symplectic_form(momentum(begin), x, y);
  const quad after = symplectic_form(momentum(end), image(method, body, x, h), image(method, body, y, h));
  return static_cast<double>(abs(after - before));
}

TEST(Rattle, KeepsTheSymplecticFormOfRotations) {
  const quad h = quad(1) / 10;  // a turn by a quarter of a radian
  EXPECT_LT(change_of_the_form(catalogued_method("rattle"), h), 1e-20);
  EXPECT_GT(change_of_the_form(catalogued_method("newmark"), h),
            1e-6);  // newmark is not symplectic on rotations
}

TEST(Rattle, KeepsTheMomentumOfAFreeBody) {
  HeavyBody body;
  body.weight = 0;
  const auto moment = [](const State& x) -> V {
    return so3::matrix<quad>(x.q) * HeavyBody::inertia().cwiseProduct(V(x.v));
  };
  const auto drift = [&](const Method& method) {
    System system{SmallSystem(body)};
    const auto stepper = method.in_quad(system, options_of(method));
    State x = start();
    const V before = moment(x);
    const auto result = integrate(*stepper, x, quad(20), 100, [](int, const auto&) {});
    EXPECT_EQ(result.status, Status::ok);
    return static_cast<double>((moment(x) - before).norm());
  };
  EXPECT_LT(drift(catalogued_method("rattle")), 1e-29);
  EXPECT_GT(drift(catalogued_method("newmark")), 1e-4);
}

}  // namespace
}  // namespace plumb
