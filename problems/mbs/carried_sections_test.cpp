// Tests carried sections: their charts, their displacements, and their dependence on the path.

#include "problems/mbs/carried_sections.hpp"

#include <gtest/gtest.h>

#include "problems/mbs/element_sections.hpp"
#include "problems/mbs/mechanism_check.hpp"
#include "problems/mbs/start.hpp"
#include "problems/mbs/testing/beams.hpp"
#include "problems/mbs/testing/systems.hpp"
#include "problems/testing/blends.hpp"
#include "problems/testing/difference_quotients.hpp"

namespace plumb::mbs {
namespace {

using namespace testing;
using plumb::testing::difference_quotients;
using Numbers = Vec<quad>;
using System = MultibodySystem<quad>;

Mechanism carried(BeamBalance balance = BeamBalance::finite_volume) {
  return bent_beam(balance, BeamRotations::incremental);
}
double largest(const Numbers& x) { return static_cast<double>(x.cwiseAbs().maxCoeff()); }

Vector<quad> spin_in_space(const System::State& x, int body) {
  return so3::matrix(quaternion(x.q, body)) * rotation(x.v, body);
}

// Tests R' = R (Rᵀ Σ N ω + u_R)~ and c' = Rᵀ Σ N' ω + u_c.
TEST(CarriedSections, FollowTheSpinsOfTheirNodes) {
  const auto s = system_of<quad>(carried(), Form::index3);
  const auto x = arbitrary_state(s);
  const auto& parts = s.assembly();
  ASSERT_EQ(parts.sections.size(), 4u);
  for (std::size_t k = 0; k < parts.sections.size(); ++k) {
    const auto& of = parts.sections[k];
    const int place = parts.count() + static_cast<int>(k);
    const auto moved = [&](const Numbers& e) {
      Numbers q = x.q;
      const Numbers along = e[0] * x.v;
      s.retract(x.q, along, q);
      Numbers out(12);
      const Matrix<quad> R = so3::matrix(quaternion(q, place));
      out << q.segment<3>(7 * place), Eigen::Map<const Numbers>(R.data(), 9);
      return out;
    };
    const Numbers rate = difference_quotients(12, 1, moved).col(0);
    Vector<quad> spin = zeros<Vector<quad>>(), slope = spin;
    for (std::size_t a = 0; a < 3; ++a) {
      spin += of.shape[a] * spin_in_space(x, of.bodies[a]);
      slope += of.slope[a] * spin_in_space(x, of.bodies[a]);
    }
    const Matrix<quad> R = so3::matrix(quaternion(x.q, place));
    const Vector<quad> W = R.transpose() * spin + rotation(x.v, place),
                       bend = R.transpose() * slope + Vector<quad>(x.v.segment<3>(6 * place));
    const Matrix<quad> turning = R * so3::skew(W);
    EXPECT_LT(largest(rate.head<3>() - bend), 1e-18);
    EXPECT_LT(largest(rate.tail<9>() - Eigen::Map<const Numbers>(turning.data(), 9)), 1e-18);
  }
}

// θ' is the rate of θ along the motion q ⊞ θ, local() is the inverse of ⊞, and chart_tangent() the inverse of
// chart_rate().
TEST(CarriedSections, HaveChartsThatFollowTheMotion) {
  for (const auto retraction :
       {so3::Retraction::exponential, so3::Retraction::cayley, so3::Retraction::euler_parameters}) {
    const auto s = system_of<quad>(carried(), Form::index3, Algebra::automatic, retraction);
    const auto x = arbitrary_state(s);
    const Numbers theta = x.a / 8, still = zeros<Numbers>(theta.size());
    Numbers q = x.q, back = theta, rate = theta, v = theta;
    s.retract(x.q, theta, q);
    s.local(x.q, q, back);
    EXPECT_LT(largest(theta - back), 1e-30);
    s.chart_rate(x.q, still, x.v, rate);
    EXPECT_LT(largest(rate - x.v), 1e-30);
    s.chart_rate(x.q, theta, x.v, rate);
    const auto along = difference_quotients(theta.size(), 1, [&](const Numbers& e) {
      Numbers moved = q, there = q, out = theta;
      const Numbers by_v = e[0] * x.v, further = theta + e[0] * rate;
      s.retract(q, by_v, moved);
      s.retract(x.q, further, there);
      s.local(there, moved, out);
      return out;
    });
    EXPECT_LT(largest(along.col(0)), 1e-18);
    s.chart_tangent(x.q, theta, rate, v);
    EXPECT_LT(largest(v - x.v), 1e-29);
    const auto by_v = difference_quotients(theta.size(), theta.size(), [&](const Numbers& e) {
      Numbers out = rate;
      s.chart_rate(x.q, theta, Numbers(x.v + e), out);
      return out;
    });
    Numbers transposed = rate;
    s.chart_momentum(x.q, theta, x.a, transposed);
    EXPECT_LT(largest(transposed - by_v.transpose() * x.a), 1e-18);
  }
}

// q ⊞ (h v) agrees with the flow at constant velocities: exactly for the exponential chart, to second order for all
// other charts. Second-order methods with q ⊞ (h v + h²/2 a) require this.
TEST(CarriedSections, AreRetractedAlongTheFlow) {
  const auto gap = [&](so3::Retraction retraction, const quad& h) {
    const auto s = system_of<quad>(carried(), Form::index3, Algebra::automatic, retraction);
    auto x = arbitrary_state(s);
    x.v.tail(6 * s.assembly().sections.size()).setZero();
    Numbers once = x.q, middle = x.q, twice = x.q, out = x.v;
    const Numbers whole = h * x.v, half = h * x.v / 2;
    s.retract(x.q, whole, once);
    s.retract(x.q, half, middle);
    s.retract(middle, half, twice);
    s.local(once, twice, out);
    return largest(out);
  };
  EXPECT_LT(gap(so3::Retraction::exponential, quad("0.5")), 1e-30);
  const double coarse = gap(so3::Retraction::cayley, quad("0.02")), fine = gap(so3::Retraction::cayley, quad("0.01"));
  EXPECT_GT(coarse, 1e-9);
  EXPECT_NEAR(std::log2(coarse / fine), 3, 0.1);
}

// Three neighbouring sections on nodes that rotate twice by large angles: c is the derivative of their rotation by ξ.
TEST(CarriedSections, TurnByXiAsTheRotationsBesideThemSay) {
  const so3::Chart<quad> charts;
  const auto at = [](const quad& xi) -> CarriedSection<quad> {
    return {
        {0, 1, 2}, {xi * (xi - 1) / 2, 1 - xi * xi, xi * (xi + 1) / 2}, {xi - quad("0.5"), -2 * xi, xi + quad("0.5")}};
  };
  const Vector<quad> initial(quad("0.3"), quad("-0.2"), quad("0.4"));
  const std::array<std::array<Vector<quad>, 3>, 2> turns = {
      {{Vector<quad>(1, quad("0.2"), quad("-0.3")), {quad("0.4"), quad("-0.8"), quad("0.1")}, {0, quad("0.9"), 1}},
       {Vector<quad>(quad("-0.5"), 1, quad("0.7")), {quad("0.2"), quad("0.3"), -1}, {1, quad("-0.4"), quad("0.6")}}}};
  struct Place {
    so3::Quaternion<quad> R;
    Vector<quad> c;
  };
  const auto moved = [&](const quad& xi) {
    Place out{charts.rotation(Vector<quad>(xi * initial)), initial};
    for (const auto& turn : turns) {
      const Interpolated<quad> by(at(xi), [&](int body) { return turn[static_cast<std::size_t>(body)]; });
      const SectionChart<quad> chart(charts, out.R, by, zeros<Vector<quad>>());
      out.c += chart.bend();
      out.R = chart.rotation();
    }
    return out;
  };
  for (const auto* text : {"-0.57735", "0.2", "0.57735"}) {
    const quad xi(text);
    const auto here = moved(xi);
    const Numbers slope = difference_quotients(3, 1, [&](const Numbers& e) {
                            return Numbers(charts.local(here.R, moved(xi + e[0]).R));
                          }).col(0);
    EXPECT_LT(largest(slope - here.c), 1e-18) << text;
    EXPECT_GT(largest(Numbers(here.c - initial)), 0.1);
  }
}

// Tests the displacements of sections without a chart, with θ as the unknown, and with velocities as unknowns. Sections
// have no unknowns, because no force acts on them.
TEST(CarriedSections, MoveWithTheUnknownsOfTheirNodes) {
  enum class Way { none, theta, velocity };
  for (const auto balance : {BeamBalance::finite_volume, BeamBalance::energy})
    for (const Form form : constrained_forms)
      for (const auto way : {Way::none, Way::theta, Way::velocity})
        for (const auto algebra : {Algebra::tree, Algebra::dense}) {
          auto s = system_of<quad>(carried(balance), form, algebra, so3::Retraction::cayley);
          auto x = arbitrary_state(s);
          const Numbers theta = x.a / 16, velocity = x.v / 2, centre = x.q;
          PointOf<System> at{quad(0), x};
          if (way != Way::none) {
            s.retract(centre, theta, x.q);
            at.centre = &centre;
            at.theta = &theta;
            at.weight = quad("0.125");
          }
          if (way == Way::velocity) at.velocity = &velocity;
          auto blocks = plumb::testing::blocks_by_differences(s, x, quad(0));
          const auto n = plumb::testing::moves_of(s, at);
          for (auto* by_q : {&blocks.stiffness, &blocks.rate_by_q, &blocks.acceleration_by_q})
            *by_q = (*by_q * n).eval();
          const Mat<quad> positions = blocks.jacobian * n;
          auto factors = s.factors<quad>();
          for (const auto& b : plumb::testing::blends<quad>(form)) {
            DenseFactors<quad, Eigen::Dynamic, Eigen::Dynamic> dense(s.sizes().v, s.sizes().lambda, b.stabilised, 0);
            ASSERT_TRUE(dense.factor(blocks, blocks.jacobian, positions, b));
            ASSERT_TRUE(s.factor(factors, at, b));
            auto w = plumb::testing::right_side<quad>(s.sizes().v, 1);
            w.tail(6 * s.assembly().sections.size()).setZero();
            auto e = plumb::testing::right_side<quad>(s.sizes().lambda, 2), m = e, w1 = w, e1 = e, m1 = e;
            if (b.stabilised) {
              dense.solve(w1, e1, m1);
              s.solve(factors, w, e, m);
            } else {
              dense.solve(w1, e1);
              s.solve(factors, w, e);
            }
            EXPECT_LT(plumb::testing::gap(w, w1) + plumb::testing::gap(e, e1) + plumb::testing::gap(m, m1), 1e-15)
                << name(form) << static_cast<int>(way) << s.linear_algebra();
            EXPECT_EQ(w.tail(6 * s.assembly().sections.size()).norm(), 0);
          }
        }
}

// dE/dt along the solution of the index-1 equations equals power().
TEST(CarriedSections, LeaveToThePowerWhatTheEnergyDoesNotTell) {
  for (const auto balance : {BeamBalance::finite_volume, BeamBalance::energy}) {
    const auto s = system_of<quad>(carried(balance), Form::index1);
    auto x = arbitrary_state(s);
    x.v.tail(6 * s.assembly().sections.size()).setZero();
    ASSERT_TRUE(s.acceleration(0, x.q, x.v, x.a, x.lambda));
    EXPECT_EQ(largest(x.a.tail(6 * s.assembly().sections.size())), 0);
    const auto rate = difference_quotients(1, 1, [&](const Numbers& e) {
      Numbers q = x.q;
      const Numbers turn = e[0] * x.v, v = x.v + e[0] * x.a;
      s.retract(x.q, turn, q);
      return Numbers::Constant(1, s.energy(0, q, v));
    });
    // The velocities violate the constraints, so the power of the reactions must be subtracted.
    Numbers reaction = x.v;
    s.reaction(0, x.q, x.lambda, reaction);
    const quad power = s.power(0, x.q, x.v, x.lambda) - reaction.dot(x.v);
    EXPECT_LT(static_cast<double>(abs(rate(0, 0) - power)), 1e-15);
  }
}

/// Returns a curved beam that is free and without gravity, or, with `hangs`, clamped to the ground.
Mechanism arc_alone(BeamRotations rotations, int elements, bool hangs) {
  Mechanism m;
  NodesByName nodes;
  if (!hangs) m.gravity = triple("0", "0", "0");
  const Arc arc{triple("0", "1", "0"), triple("0", "0", "1"), number("pi/2")};
  Beam beam{.name = "arc",
            .section = soft_section(),
            .from = triple("0", "0", "0"),
            .arc = arc,
            .orientation = triple("0", "1", "1"),
            .elements = elements,
            .rotations = rotations};
  if (hangs) beam.first = "ground";
  add_beam(beam, m, nodes);
  return m;
}
MultibodySystem<double> free_beam(BeamRotations rotations, int elements = 1) {
  return {assemble<double>(arc_alone(rotations, elements, false)), Form::index1};
}

// Rotates a node in space by the rotation vectors `turns`, one after the other. If `node` is −1, all nodes rotate
// rigidly about the origin.
void turn_nodes(const MultibodySystem<double>& s, int node, const std::vector<Vector<double>>& turns, Vec<double>& q) {
  for (const auto& turn : turns) {
    Vec<double> theta = zeros<Vec<double>>(s.sizes().v), next = q;
    const Matrix<double> by = so3::matrix(so3::Chart<double>().rotation(turn));
    for (int k = 0; k < s.assembly().count(); ++k) {
      if (node >= 0 && k != node) continue;
      const Vector<double> r = q.segment<3>(7 * k);
      if (node < 0) theta.segment<3>(6 * k) = by * r - r;
      theta.segment<3>(6 * k + 3) = so3::matrix(quaternion(q, k)).transpose() * turn;
    }
    s.retract(q, theta, next);
    q = next;
  }
}

TEST(CarriedSections, OfRigidMotionsHaveNoStrain) {
  const auto s = free_beam(BeamRotations::incremental, 2);
  auto q = s.assembly().q;
  Vec<double> f = s.assembly().v;
  turn_nodes(s, -1, {{2, -1, 0.5}, {0, 2.5, 1}, {-1, 1, 2}, {0.3, 0.2, -3}}, q);
  s.force(0, q, zeros<Vec<double>>(f.size()), f);
  EXPECT_LT(f.cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT(s.energy(0, q, zeros<Vec<double>>(f.size())), 1e-24);
}

/// Returns the force that remains after the last node is rotated about x, y, −x and −y, and then to its initial
/// attitude.
double left_by_a_loop(BeamRotations rotations, double angle) {
  const auto s = free_beam(rotations);
  auto q = s.assembly().q;
  const so3::Chart<double> chart;
  std::vector<Vector<double>> loop = {{angle, 0, 0}, {0, angle, 0}, {-angle, 0, 0}, {0, -angle, 0}};
  so3::Quaternion<double> sum(1, 0, 0, 0);
  for (const auto& turn : loop) sum = so3::product(chart.rotation(turn), sum);
  loop.push_back(-chart.coordinates(sum));
  turn_nodes(s, 2, loop, q);
  EXPECT_LT((q.head(21) - s.assembly().q.head(21)).cwiseAbs().maxCoeff(), 1e-14);
  Vec<double> f = s.assembly().v;
  s.force(0, q, zeros<Vec<double>>(f.size()), f);
  return f.cwiseAbs().maxCoeff();
}

// With incremental rotations this force is proportional to the area of the loop, the square of its angle; with relative
// rotations it is 0.
TEST(CarriedSections, RememberClosedLoops) {
  EXPECT_LT(left_by_a_loop(BeamRotations::relative, 0.2), 1e-12);
  const double large = left_by_a_loop(BeamRotations::incremental, 0.02),
               small = left_by_a_loop(BeamRotations::incremental, 0.01);
  EXPECT_GT(small, 1e-6);
  EXPECT_NEAR(std::log2(large / small), 2, 0.1);
}

// Initial states with incremental rotations equal the initial states with relative rotations, which are also used to
// compute the equilibrium.
TEST(CarriedSections, BeginWhereRelativeRotationsAre) {
  for (const auto start : {Start::refuse, Start::equilibrium}) {
    const MultibodySystem<double> s(assemble<double>(arc_alone(BeamRotations::incremental, 2, true)), Form::index1),
        r(assemble<double>(arc_alone(BeamRotations::relative, 2, true)), Form::index1);
    const auto at = initial_state(s, start), there = initial_state(r, start);
    const auto n = there.v.size();
    EXPECT_EQ(at.q.head(there.q.size()), there.q);
    EXPECT_EQ(at.v.head(n), there.v);
    Vec<double> f = at.v, g = there.v;
    s.force(0, at.q, at.v, f);
    r.force(0, there.q, there.v, g);
    EXPECT_LT((f.head(n) - g).cwiseAbs().maxCoeff(), 1e-11);
    EXPECT_GT(f.cwiseAbs().maxCoeff(), 1);
  }
}

// Friction is not supported together with carried sections: its full matrices do not include them.
TEST(CarriedSections, AreRefusedBesideFriction) {
  auto m = loop();
  m.frictions = {{"slide", "de", number("0.3")}};
  EXPECT_NO_THROW(assemble<double>(m));
  auto beam = arc_alone(BeamRotations::incremental, 1, false);
  for (const auto& body : beam.bodies) m.bodies.push_back(body);
  m.beam_elements = beam.beam_elements;
  try {
    assemble<double>(m);
    FAIL() << "accepted";
  } catch (const MechanismMistake& e) {
    EXPECT_EQ(e.item, item("beam", "arc"));
    EXPECT_EQ(e.code, Mistake::contradiction) << e.what();
  }
}

}  // namespace
}  // namespace plumb::mbs
