// A beam that nothing holds: it bends and turns as it flies, and no step of a method that keeps momenta changes these.

#include <gtest/gtest.h>

#include "methods/testing/convergence.hpp"
#include "problems/mbs/assembly.hpp"
#include "problems/mbs/rigid_body_space.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "tests/convergence.hpp"

namespace plumb::testing {
namespace {

// It flies with 2 m/s, turns with 3 rad/s about an axis that is none of its own, and is bent by that.
const std::string flying_text = R"(schema = 1
name = "flying"
t_end = 1
gravity = [0, 0, 0]
[[section]]
name = "soft"
mass = 0.8
inertia = [0.05, 0.02, 0.03]
stiffness = [700, 400, 300, 11, 2, 3]
[[beam]]
name = "beam"
section = "soft"
from = [0, 0, 0]
to = [1, 0, 0]
orientation = [0, 1, 0]
elements = 2
velocity = [0, 2, 1]
angular_velocity = [2, 1, 2]
)";

struct Invariants {
  Vec<double, 3> momentum, moment;
  double energy;
};

/// Of bodies with these masses, about the origin.
Invariants invariants(const AnySystem<double>& system, const mbs::Assembly<double>& parts, const Vec<double>& q,
                      const Vec<double>& v) {
  Invariants out{Vec<double, 3>::Zero(), Vec<double, 3>::Zero(), system.energy(0, q, v)};
  for (int k = 0; k < parts.count(); ++k) {
    const auto& body = parts.bodies[static_cast<std::size_t>(k)];
    const Vec<double, 3> p = body.mass * v.segment<3>(6 * k);
    const Mat<double, 3> A = so3::matrix<double>(mbs::quaternion(q, k));
    out.momentum += p;
    out.moment += Vec<double, 3>(q.segment<3>(7 * k)).cross(p) + A * (body.inertia * mbs::rotation(v, k));
  }
  return out;
}

TEST(FlyingBeam, KeepsItsMomentaAndItsEnergyForLong) {
  const auto text = mechanism_from_text(flying_text, "flying.toml");
  const auto of = mechanism_problem(text);
  const Parameters data(of.parameters, {});
  const auto parts = mbs::assemble<double>(text.mechanism(data));
  const auto& formulation = *of.formulation("index3");
  auto system = of.in_double.system(data, formulation);
  const auto stepper = catalogued_method("rattle").in_double(system, options_of(catalogued_method("rattle"), {}));
  auto x = initial_state(of, data, formulation, system);
  const auto begin = invariants(system, parts, x.q, x.v);
  double momentum = 0, moment = 0, early = 0, late = 0, bent = 0;
  constexpr int steps = 20000;
  const auto result = integrate(*stepper, x, 20., steps, [&](int n, const AnySystem<double>::State& at) {
    const auto now = invariants(system, parts, at.q, at.v);
    momentum = std::max(momentum, (now.momentum - begin.momentum).norm());
    moment = std::max(moment, (now.moment - begin.moment).norm());
    auto& energy = n < steps / 10 ? early : late;
    energy = std::max(energy, std::abs(now.energy - begin.energy));
    const double chord = (at.q.segment<3>(7 * 4) - at.q.segment<3>(0)).norm();
    bent = std::max(bent, std::abs(chord - 0.875));
  });
  ASSERT_EQ(result.status, Status::ok);
  std::printf("momentum %.2e moment %.2e energy %.2e %.2e of %.3f bent %.3f\n", momentum, moment, early, late,
              begin.energy, bent);
  EXPECT_LT(momentum, 1e-10);
  EXPECT_LT(moment, 1e-8);
  EXPECT_LT(late, 1.5 * early);
}

}  // namespace
}  // namespace plumb::testing
