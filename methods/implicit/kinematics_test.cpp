// A system with the kinematics q' = H(q) v and its own chart, which follows the flow of constant v to second order,
//
//   q ⊞ θ = q + H θ + H' H θ²/2,   θ' = H(q ⊞ θ)/(H + H' H θ) v
//
// in which every method keeps its order, and Newton's iteration converges as fast as on a vector space. A chart of
// first order, q + H θ, is not enough for methods that add up h v + h²/2 a themselves: generalized-alpha is of first
// order then.

#include "methods/catalogue.hpp"
#include "methods/family.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;

// A driven, damped swing in its angle:  s'' = −sin s − 0.3 s' + cos 2t
struct Swing {
  using Scalar = quad;
  static constexpr int nq = 1, nv = 1, nl = 0;
  using V = Vec<quad, 1>;

  static State<V, V, Vec<quad, 0>> initial() { return {V(quad(1)), V(quad(-0.5)), V(quad(0)), {}}; }
  bool velocity_dependent() const { return true; }
  void mass(const V&, Mat<quad, 1>& m) const { m(0, 0) = 1; }
  static quad acceleration(const quad& t, const quad& s, const quad& v) {
    return -sin(s) - quad("0.3") * v + cos(2 * t);
  }
  void force(const quad& t, const V& s, const V& v, V& f) const { f[0] = acceleration(t, s[0], v[0]); }
  void tangents(const quad&, const V& s, const V&, const V&, const Vec<quad, 0>&, Mat<quad, 1>& k,
                Mat<quad, 1>& d) const {
    k(0, 0) = -cos(s[0]);
    d(0, 0) = -quad("0.3");
  }
};

// This is the same swing in q = sinh s with v = s': H = √(1 + q²), H' H = q.
struct SwingInSinh : Swing {
  static quad rate(const V& q) { return sqrt(1 + q[0] * q[0]); }  // H
  static quad angle(const V& q) { return log(q[0] + rate(q)); }
  static V moved(const V& q, const V& theta) { return V(q[0] + (rate(q) + q[0] * theta[0] / 2) * theta[0]); }
  static quad slope(const V& q, const V& theta) { return rate(q) + q[0] * theta[0]; }  // derivative of `moved` by θ

  static State<V, V, Vec<quad, 0>> initial() {
    auto x = Swing::initial();
    x.q[0] = sinh(x.q[0]);
    return x;
  }
  void force(const quad& t, const V& q, const V& v, V& f) const { f[0] = acceleration(t, angle(q), v[0]); }
  void tangents(const quad&, const V& q, const V&, const V&, const Vec<quad, 0>&, Mat<quad, 1>& k,
                Mat<quad, 1>& d) const {
    k(0, 0) = -cos(angle(q));
    d(0, 0) = -quad("0.3");
  }

  void retract(const V& q, const V& theta, V& out) const { out = moved(q, theta); }
  void local(const V& q, const V& q1, V& out) const {
    const quad change = q1[0] - q[0], h = rate(q);
    out[0] = 2 * change / (h + sqrt(h * h + 2 * q[0] * change));
  }
  void chart_rate(const V& q, const V& theta, const V& v, V& out) const {
    out[0] = rate(moved(q, theta)) / slope(q, theta) * v[0];
  }
  void chart_tangent(const V& q, const V& theta, const V& u, V& out) const {
    out[0] = slope(q, theta) / rate(moved(q, theta)) * u[0];
  }
  void chart_momentum(const V& q, const V& theta, const V& p, V& out) const { chart_rate(q, theta, p, out); }
  void coadjoint(const V&, const V&, V& out) const { out.setZero(); }
  void chart_blocks(const V& q, const V& theta, const V& v, ChartBlocks<quad, 1>& out) const {
    const V there = moved(q, theta);
    const quad of_chart = slope(q, theta), h = rate(there);
    out.tangent(0, 0) = of_chart / h;
    out.rate_by_theta(0, 0) = (there[0] / h - h * q[0] / (of_chart * of_chart)) * v[0];
    out.rate_by_v(0, 0) = h / of_chart;
  }
};

const Exercise& swing_in_sinh() {
  static const Exercise out = exercise(SwingInSinh{}, 2, 2400);
  return out;
}

TEST(Kinematics, DescribeTheMotionOfAnotherCoordinate) {
  const Exercise flat = exercise(Swing{}, 2, 2400);
  EXPECT_LT(abs(SwingInSinh::angle(swing_in_sinh().at_end().q) - flat.at_end().q[0]), 1e-26);
  EXPECT_LT(abs(swing_in_sinh().at_end().v[0] - flat.at_end().v[0]), 1e-26);
}

TEST(Kinematics, OfTheirOwnKeepTheOrderOfEveryMethod) {
  for (const auto& method : methods()) {
    if (!method.info.fixed_step || method.info.vector_space_only || !method.in_quad) continue;
    if (family_of(method.info.name) == "lie-group") continue;  // they need exponentials
    const auto claimed = method.proven_order(options_of(method).parameters, Form::ode);
    const auto observed = swing_in_sinh().order(method, 96);
    EXPECT_TRUE(shows_order(observed, claimed, true)) << method.info.name << ": claimed " << claimed.velocity_dependent
                                                      << ", q " << observed.q << ", v " << observed.v;
  }
}

TEST(Kinematics, StandInTheNewtonMatrix) {
  for (const auto* name : {"implicit-euler", "lms3", "esdirk436l2sa2", "generalized-alpha", "ss3", "radau-iia"}) {
    const auto& method = catalogued_method(name);
    auto system = swing_in_sinh().system(Form::ode);
    const auto stepper = method.in_quad(system, options_of(method));
    auto x = swing_in_sinh().begin();
    const int steps = 20;
    EXPECT_EQ(integrate(*stepper, x, quad(2), steps, [](int, const auto&) {}).status, Status::ok);
    const bool together = std::string_view(name) == "radau-iia";
    const double solves = together ? steps : std::max<double>(steps, static_cast<double>(*stepper->counters().stages));
    EXPECT_LE(static_cast<double>(*stepper->counters().newton_iterations) / solves, 7.5) << name;
  }
}

}  // namespace
}  // namespace plumb
