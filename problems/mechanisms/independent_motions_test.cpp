// Compares multibody systems with independent equations: closed forms of driven mechanisms with their reactions, the
// articulated-body recursion of a chain of bars, and a planar chain in minimal coordinates.

#include <gtest/gtest.h>

#include <random>

#include "problems/chain/chain_data.hpp"
#include "problems/double-pendulum/double_pendulum.hpp"
#include "problems/four-link/exact_four_link.hpp"
#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/testing/mechanisms.hpp"
#include "problems/planar-chain/angle_chain.hpp"
#include "problems/spatial-slider-crank/exact_spatial_slider_crank.hpp"

namespace plumb::mbs {
namespace {

using namespace mbs::testing;

struct Found {
  Vec<quad> a, outputs;
  quad violation;  // largest violation of the constraints by q and v
};

Found at_index1(const MultibodySystem<quad>& system, const quad& t, const Vec<quad>& q, const Vec<quad>& v) {
  const auto sizes = system.sizes();
  const auto count = static_cast<Eigen::Index>(system.assembly().outputs.size());
  Found out{Vec<quad>(sizes.v), Vec<quad>(count), 0};
  Vec<quad> phi(sizes.lambda), rate(sizes.lambda), lambda(sizes.lambda);
  system.constraint(t, q, phi);
  system.constraint_rate(t, q, v, rate);
  out.violation = std::max(quad(phi.cwiseAbs().maxCoeff()), quad(rate.cwiseAbs().maxCoeff()));
  EXPECT_TRUE(system.acceleration(t, q, v, out.a, lambda));
  system.outputs(t, {q, v, out.a, lambda}, out.outputs);
  return out;
}

MultibodySystem<quad> assembled(const Mechanism& mechanism) { return {assemble<quad>(mechanism), Form::index1}; }

template <std::size_t bodies>
void expect_accelerations(const DrivenBodies<bodies>& wanted, const Vec<quad>& found, const quad& t) {
  for (std::size_t i = 0; i < bodies; ++i) {
    const auto k = 6 * static_cast<Eigen::Index>(i);
    EXPECT_LT((found.segment<3>(k) - wanted[i].acceleration).cwiseAbs().maxCoeff(), quad("1e-26")) << i << " " << t;
    EXPECT_LT((found.segment<3>(k + 3) - wanted[i].angular_acceleration).cwiseAbs().maxCoeff(), quad("1e-26"))
        << i << " " << t;
  }
}

// Positions and attitudes are only approximate initial values, because points and axes are given in the bodies.
Mechanism four_link() {
  const auto x = triple("1", "0", "0"), y = triple("0", "1", "0"), z = triple("0", "0", "1"), o = triple("0", "0", "0");
  Mechanism m;
  m.bodies = {
      {"rotor", number("2"), moments("4", "2", "2"), o, {triple("0", "0", "-1"), y}},
      {"link2",
       number("1"),
       moments("12.4", "0.1", "12.4"),
       triple("-3.7456", "-4.25", "4.2624"),
       {triple("0.750157212", "-0.661259471", "-0.000263269879"), triple("0.614025856", "0.696721311", "-0.37087958")}},
      {"link3",
       number("1"),
       moments("4.54", "0.01", "4.54"),
       triple("-5.7456", "-8.5", "3.2624"),
       {triple("0", "-1", "0"), triple("0.474123134", "0", "-0.880458546")}}};
  m.joints = {{"bearing", JointKind::revolute, "ground", "rotor", in_space(o, x), in_body(o, z)},
              {"pin", JointKind::universal, "rotor", "link2",
               in_body(triple("-2", "0", "0"), triple("0", "-0.662", "0.75")), in_body(triple("0", "6.1", "0"), z)},
              {"ball", JointKind::spherical, "link2", "link3", in_body(triple("0", "-6.1", "0")),
               in_body(triple("0", "-3.7", "0"))},
              {"pivot", JointKind::revolute, "ground", "link3", in_space(triple("-4", "-8.5", "0"), y),
               in_body(triple("0", "3.7", "0"), triple("-1", "0", "0"))}};
  m.drivers = {{"motor", "bearing", Coordinate::rotation, {{number("0"), number("pi")}}}};
  m.outputs = {{"torque", "N m", "", OutputKind::effort, "motor"}};
  for (const int i : {0, 1, 2}) m.outputs.push_back({"end" + std::to_string(i), "N", "", OutputKind::force, "ball", i});
  return m;
}

TEST(IndependentMotions, FourLink) {
  const auto system = assembled(four_link());
  for (const char* text : {"0", "0.3", "0.77", "1", "1.6", "7.9"}) {
    const quad t(text);
    const auto exact = four_link_motion()(t);
    const auto found = at_index1(system, t, exact.q, exact.v);
    EXPECT_LT(found.violation, quad("1e-28")) << t;
    expect_accelerations(four_link_at(t), found.a, t);
    const auto expected = four_link_reactions(t);
    EXPECT_LT(abs(found.outputs[0] - expected.driver), quad("1e-25")) << t;
    EXPECT_LT(abs(found.outputs.tail<3>().norm() - expected.end.norm()), quad("1e-25")) << t;
  }
}

Mechanism slider_crank(const char* mu) {
  const auto x = triple("1", "0", "0"), y = triple("0", "1", "0"), z = triple("0", "0", "1"), o = triple("0", "0", "0");
  Mechanism m;
  m.bodies = {
      {"crank", number("0.12"), moments("1e-4", "1e-5", "1e-4"), triple("0", "0.1", "0.12"), {x, z}},
      {"rod",
       number("0.5"),
       moments("4e-3", "4e-4", "4e-3"),
       triple("0.1", "0.05", "0.1"),
       {triple("0.2", "-0.1", "-0.2"), triple("0", "0.2", "-0.1")}},
      {"slider", number("2"), moments("1e-4", "1e-4", "1e-4"), triple("0.2", "0", "0"), {triple("0", "0", "-1"), y}}};
  m.joints = {
      {"bearing", JointKind::revolute, "ground", "crank", in_space(triple("0", "0.1", "0.12"), x), in_body(o, x)},
      {"crankpin", JointKind::spherical, "crank", "rod", in_body(triple("0", "0.08", "0")),
       in_body(triple("-0.15", "0", "0"))},
      {"wristpin", JointKind::universal, "rod", "slider", in_body(triple("0.15", "0", "0"), y), in_body(o, z)},
      {"guide", JointKind::translational, "ground", "slider", in_space(triple("0.2", "0", "0"), x), in_body(o, z)}};
  m.joints.back().on_first.reference = z;
  m.drivers = {{"motor", "bearing", Coordinate::rotation, {{number("0"), number("-2*pi")}}}};
  m.frictions = {{"friction", "guide", number(mu), number("1e-5"), z}};
  m.outputs = {{"torque", "N m", "", OutputKind::effort, "motor"}};
  m.outputs.push_back({"normal", "N", "", OutputKind::force, "guide", 0});
  return m;
}

TEST(IndependentMotions, SpatialSliderCrank) {
  for (const char* mu : {"0", "0.2", "0.4"}) {
    const auto system = assembled(slider_crank(mu));
    for (const char* text : {"0", "0.13", "0.4", "0.61", "0.87", "7.3"}) {
      const quad t(text);
      const auto exact = spatial_slider_crank_motion()(t);
      const auto found = at_index1(system, t, exact.q, exact.v);
      EXPECT_LT(found.violation, quad("1e-28")) << t;
      expect_accelerations(spatial_slider_crank_at(t), found.a, t);
      const auto expected = spatial_slider_crank_reactions(t, quad(mu));
      EXPECT_LT(abs(found.outputs[0] - expected.driver), quad("1e-26")) << t << " " << mu;
      EXPECT_LT(abs(found.outputs[1] - expected.guide[2]), quad("1e-26")) << t << " " << mu;
    }
  }
}

Mechanism hanging_chain(int bars) {
  Mechanism m;
  m.gravity = triple("9.81*0.07169162", "9.81*0.68473815", "9.81*0.72525442");
  for (int k = 1; k <= bars; ++k) {
    const auto name = "bar" + std::to_string(k);
    m.bodies.push_back({name,
                        number("39"),
                        moments("0.01625", "13.008125", "13.008125"),
                        triple("0", "0", "-" + std::to_string(2 * k - 1)),
                        {triple("0", "0", "-1"), triple("0", "1", "0")}});
    const auto upper = in_body(triple("-1", "0", "0"));
    const bool first = k == 1;
    m.joints.push_back({"joint" + std::to_string(k), JointKind::spherical,
                        first ? "ground" : "bar" + std::to_string(k - 1), name,
                        first ? in_space(triple("0", "0", "0")) : in_body(triple("1", "0", "0")), upper});
  }
  return m;
}

TEST(IndependentMotions, ChainOfBars) {
  std::minstd_rand random;
  const auto number = [&] { return quad(random() % 2001) / 1000 - 1; };
  for (const int bars : {1, 2, 3, 8, 32}) {
    const auto data = hanging_chain_data<quad>(bars);
    auto state = hanging_chain_start<quad>(zeros<Vec<quad>>(bars));
    for (quad& x : state.v) x = 3 * number();
    const SphericalChain<quad> recursion(data);
    const Vec<quad> hanging = state.q, turn = state.v;
    recursion.retract(hanging, turn, state.q);
    Vec<quad> wanted(3 * bars);
    recursion.acceleration(0, state.q, state.v, wanted);

    const auto system = assembled(hanging_chain(bars));
    const auto space = chain_in_space(data, state);
    const auto found = at_index1(system, 0, space.q, space.v);
    EXPECT_LT(found.violation, quad("1e-29") * bars) << bars;
    for (Eigen::Index k = 0; k < bars; ++k)
      EXPECT_LT((found.a.segment<3>(6 * k + 3) - wanted.segment<3>(3 * k)).cwiseAbs().maxCoeff(),
                quad("1e-26") * wanted.cwiseAbs().maxCoeff())
          << bars << " " << k;
    EXPECT_LT(abs(system.energy(0, space.q, space.v) - recursion.energy(0, state.q, state.v)), quad("1e-24")) << bars;
  }
}

TEST(IndependentMotions, DoublePendulum) {
  const auto data = double_pendulum_data<quad>();
  const AngleChain<quad> chain(data);
  const Configuration<quad> angles{Vec<quad, 2>(quad("0.3"), quad("-4.1")), Vec<quad, 2>(quad("1.5"), quad("-2"))};
  Vec<quad> a(2), none;
  chain.acceleration(0, angles.q, angles.v, a, none);
  const auto space = chain_of_plane_in_space(data, angles);
  const auto found = at_index1(assembled(double_pendulum()), 0, space.q, space.v);
  EXPECT_LT(found.violation, quad("1e-30"));
  EXPECT_LT(abs(found.a[5] - a[0]), quad("1e-28"));
  EXPECT_LT(abs(found.a[11] - a[0] - a[1]), quad("1e-28"));
}

}  // namespace
}  // namespace plumb::mbs
