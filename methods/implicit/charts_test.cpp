// Methods that support manifolds, on a rigid body that turns by large angles: their classical order, the quadratic
// convergence of their Newton iteration, and faults in the chart that the tests must detect.

#include "methods/catalogue.hpp"
#include "methods/family.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;

std::vector<Method> methods_on_manifolds() {
  std::vector<Method> out;
  for (const auto& method : methods())
    if (method.info.fixed_step && !method.info.vector_space_only && method.in_quad &&
        !method.info.needs_velocity_independence)
      out.push_back(method);
  return out;
}

TEST(Chart, EveryMethodShowsItsOrderOnRotations) {
  for (const auto& method : methods_on_manifolds()) {
    const auto claimed = method.proven_order(options_of(method).parameters, Form::ode);
    const auto observed = rigid_body().order(method, 96);
    EXPECT_TRUE(shows_order(observed, claimed, true)) << method.info.name << ": claimed " << claimed.velocity_dependent
                                                      << ", q " << observed.q << ", v " << observed.v;
  }
}

TEST(Chart, WithoutItsCorrectionNoMethodIsOfHigherOrderThanTwo) {
  RigidBody<quad> broken;
  broken.corrects_chart = false;
  const Exercise& sound = rigid_body();
  for (const auto& method : methods_on_manifolds()) {
    if (method.proven_order(options_of(method).parameters).velocity_dependent < 3) continue;
    if (family_of(method.info.name) == "lie-group") continue;  // their increments begin at the stages, without a chart
    const auto exact = sound.at_end();
    const auto error = [&](int n) {
      AnySystem<quad> system{SmallSystem(broken)};
      const auto stepper = method.in_quad(system, options_of(method));
      auto x = sound.begin();
      integrate(*stepper, x, sound.horizon(), n, [](int, const auto&) {});
      return distance(system, exact, x).q;
    };
    const auto slope = static_cast<double>(log2(error(96) / error(192)));
    EXPECT_LT(slope, 2.2) << method.info.name;
  }
}

// The number of Newton iterations of a method in each step, on a body that turns by half a radian in a step.
template <class Model>
double iterations(const Method& method, const Model& model) {
  AnySystem<quad> system{SmallSystem(model)};
  const auto stepper = method.in_quad(system, options_of(method));
  const auto begin = Model::initial();
  AnySystem<quad>::State x{begin.q, begin.v, begin.a, begin.lambda};
  const int steps = 10;
  const auto result = integrate(*stepper, x, quad(2), steps, [](int, const auto&) {});
  EXPECT_EQ(result.status, Status::ok) << method.info.name << " " << result.detail;
  const auto stages = std::max<double>(static_cast<double>(*stepper->counters().stages), steps);
  return static_cast<double>(*stepper->counters().newton_iterations) / stages;
}

// A body with a fault: the derivatives of its charts are the derivatives on a vector space, T = 1 and ∂θ'/∂v = 1.
struct FlatTangents : RigidBody<quad> {
  void chart_blocks(const Q&, const V&, const V&, ChartBlocks<quad, 3>& out) const { out = ChartBlocks<quad, 3>(3); }
};

TEST(Chart, NewtonConvergesQuadraticallyWithItsTangentOnly) {
  for (const auto* name : {"implicit-euler", "lms3", "esdirk436l2sa2", "generalized-alpha", "ss3", "radau-iia"}) {
    const double solves = std::string_view(name) == "radau-iia" ? 1. / 3 : 1;  // one iteration solves three stages
    const double sound = iterations(catalogued_method(name), RigidBody<quad>{}) / solves;
    const double flat = iterations(catalogued_method(name), FlatTangents{}) / solves;
    EXPECT_LE(sound, 7.5) << name;
    EXPECT_GE(flat, sound + 2) << name;
  }
}

TEST(Chart, AllRetractionsGiveTheSameOrder) {
  for (const auto retraction : {so3::Retraction::cayley, so3::Retraction::euler_parameters}) {
    RigidBody<quad> body;
    body.chart.retraction = retraction;
    const Exercise in_chart = exercise(body, 1, 2400);
    for (const auto* name : {"bdf4", "esdirk436l2sa2", "radau-iia", "rattle", "generalized-alpha"}) {
      const auto& method = catalogued_method(name);
      const auto observed = in_chart.order(method, 96);
      EXPECT_TRUE(shows_order(observed, method.proven_order(options_of(method).parameters), true))
          << name << " " << so3::name(retraction) << ": q " << observed.q << ", v " << observed.v;
    }
  }
}

// A step and a step back lead to the initial state, to rounding, for a symmetric method in a symmetric chart.
TEST(Chart, ASymmetricMethodComesBack) {
  const auto& method = catalogued_method("rattle");
  AnySystem<quad> system{SmallSystem(RigidBody<quad>{})};
  const auto stepper = method.in_quad(system, options_of(method));
  const auto begin = RigidBody<quad>::initial();
  AnySystem<quad>::State x{begin.q, begin.v, begin.a, begin.lambda};
  const auto start = x;
  const quad h = quad(1) / 20;
  ASSERT_EQ(stepper->start(0, h, x).status, Status::ok);
  ASSERT_EQ(stepper->step(0, h, x).status, Status::ok);
  ASSERT_EQ(stepper->step(h, -h, x).status, Status::ok);
  EXPECT_LT(static_cast<double>(distance(system, start, x).q), 1e-29);
  EXPECT_LT(static_cast<double>((start.v - x.v).norm()), 1e-29);
}

}  // namespace
}  // namespace plumb
