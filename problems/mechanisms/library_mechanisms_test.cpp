// Examples of the IFToMM library of benchmark problems against mechanics in their own few coordinates: the N-four-bar
// mechanism is a pendulum, whose motion is known; the governor has three coordinates.

#include <gtest/gtest.h>

#include <array>

#include "problems/mbs/start.hpp"
#include "problems/mechanisms/mechanism_text.hpp"
#include "problems/pendulum/exact_pendulum.hpp"
#include "reference/quad_integration.hpp"
#include "text/file_text.hpp"

namespace plumb {
namespace {

using System = mbs::MultibodySystem<quad>;

mbs::Mechanism example_mechanism(const std::string& name) {
  const auto path = "examples/mechanisms/" + name + ".toml";
  const auto file = mechanism_from_text(file_text(path, "the example"), path);
  return file.mechanism(Parameters(file.parameters, {}));
}

struct Example {
  explicit Example(const std::string& name)
      : system(mbs::assemble<quad>(example_mechanism(name)), Form::index1), start(zero_state(system)) {
    const auto written = mbs::initial_state(system, mbs::Start::refuse);
    start.q = written.q;
    start.v = written.v;
  }
  System system;
  System::State start;
};

/// Positions moved and bodies turned from those at the start, in the bodies' order.
struct Placing {
  mbs::Vector<quad> moved, turn, velocity, angular_velocity;
};

struct Answer {
  bool solved;
  Vec<quad> a;
  quad violation;
};

Answer answer(const Example& example, const std::vector<Placing>& bodies) {
  auto x = example.start;
  Vec<quad> change = x.v;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const auto at = 6 * static_cast<Eigen::Index>(k);
    change.segment<3>(at) = bodies[k].moved;
    change.segment<3>(at + 3) = bodies[k].turn;
    x.v.segment<3>(at) = bodies[k].velocity;
    x.v.segment<3>(at + 3) = bodies[k].angular_velocity;
  }
  example.system.retract(example.start.q, change, x.q);
  Vec<quad> phi = x.lambda, rate = x.lambda;
  example.system.constraint(0, x.q, phi);
  example.system.constraint_rate(0, x.q, x.v, rate);
  Answer out{false, x.a, std::max(quad(phi.cwiseAbs().maxCoeff()), quad(rate.cwiseAbs().maxCoeff()))};
  out.solved = example.system.acceleration(0, x.q, x.v, out.a, x.lambda);
  return out;
}

mbs::Vector<quad> vector(const quad& x, const quad& y, const quad& z) { return {x, y, z}; }

// --- N-four-bar: theta from the upright position

std::vector<Placing> windows_at(const quad& theta, const quad& rate) {
  const quad s = sin(theta), c = cos(theta);
  const auto none = vector(0, 0, 0);
  const Placing upright = {vector(s / 2, (c - 1) / 2, 0), vector(0, 0, -theta), vector(rate * c / 2, -rate * s / 2, 0),
                           vector(0, 0, -rate)};
  const Placing level = {vector(s, c - 1, 0), none, vector(rate * c, -rate * s, 0), none};
  return {upright, level, upright, level, upright};
}

const quad length_of_pendulum = (3 + quad("0.0001") / 4) / quad("3.5");

TEST(LibraryMechanisms, NFourBarIsAPendulum) {
  const Example example("n-four-bar");
  const std::vector<ParameterSpec> specs = {{"length", length_of_pendulum.str(), "m", ""},
                                            {"gravity", "9.81", "m/s^2", ""},
                                            {"angle", "-3*pi/2", "rad", ""},
                                            {"rate", "1", "rad/s", ""}};
  const auto motion = pendulum_motion(Parameters(specs, {}));
  for (const char* t : {"0", "0.1", "0.3", "0.5", "0.6", "1", "1.7", "10"}) {
    const auto at = motion(quad(t));
    const quad theta = at.q[0] + 3 * std::numbers::pi_v<quad> / 2, rate = at.v[0];
    const auto found = answer(example, windows_at(theta, rate));
    ASSERT_TRUE(found.solved) << t;
    EXPECT_LT(found.violation, quad("1e-30")) << t;
    const quad wanted = quad("9.81") / length_of_pendulum * sin(theta);
    for (const Eigen::Index upright : {0, 2, 4}) EXPECT_LT(abs(found.a[6 * upright + 5] + wanted), quad("1e-25")) << t;
  }
}

// --- governor: turn of the shaft phi, angle of the arms from the shaft theta, height of the collar s
//
//   J phi'' = −2 P' theta' phi',   J = Js + Jc + 2 P
//   (m c² + B) theta'' = P' phi'²/2 − m g c sin theta − F dl/dtheta
//   M s'' = −M g + 2 F h/l,   F = k (l − l0) + d l'
//
// P(theta) = m (o + c sin theta)² + A cos² theta + B sin² theta is the moment of an arm with its ball about the shaft,
// h the height of the arm's middle above the collar, l the distance from there to the collar's end of the spring.
struct Governor {
  quad offset = quad("0.05"), g = quad("9.81"), ball = 5, stiffness = 800000, damping = 40000;
  quad arm = quad("0.3"), m = arm + ball, c = (arm / 2 + ball) / m, collar = 3;
  quad along = arm / 60000;
  quad across = arm * quad("1.0001") / 12 + arm * (c - quad("0.5")) * (c - quad("0.5")) + ball * (1 - c) * (1 - c);
  quad turning = arm / 60000 + collar / 600;  // shaft and collar about the axis

  // q = (phi, theta, s)
  void acceleration(const Vec<quad>& q, const Vec<quad>& v, Vec<quad>& a) const {
    const quad si = sin(q[1]), co = cos(q[1]), radius = offset + c * si;
    const quad moment = m * radius * radius + along * co * co + across * si * si;
    const quad by_theta = 2 * m * radius * c * co + 2 * (across - along) * si * co;
    const quad u = si / 2, h = 1 - co / 2 - q[2], l = sqrt(u * u + h * h);
    const quad l_by_theta = (u * co + h * si) / (2 * l), l_by_s = -h / l;
    const quad force = stiffness * (l - quad("0.5")) + damping * (l_by_theta * v[1] + l_by_s * v[2]);
    a[0] = -2 * by_theta * v[1] * v[0] / (turning + 2 * moment);
    a[1] = (by_theta * v[0] * v[0] / 2 - m * g * c * si - force * l_by_theta) / (m * c * c + across);
    a[2] = -g - 2 * force * l_by_s / collar;
  }
  std::vector<Placing> bodies(const Vec<quad>& q, const Vec<quad>& v) const {
    const quad at_first = std::numbers::pi_v<quad> / 3, turn = q[1] - at_first;
    const quad si = sin(q[1]), co = cos(q[1]), x = c * (si - sin(at_first)), y = -c * (co - cos(at_first));
    const quad out = offset + c * si, none = 0;
    const auto still = vector(0, 0, 0), spin = vector(0, v[0], 0);
    return {{still, still, still, spin},
            {vector(x, y, 0), vector(0, 0, turn), vector(c * co * v[1], c * si * v[1], -out * v[0]),
             vector(-co * v[0], si * v[0], v[1])},
            {vector(-x, y, 0), vector(0, 0, turn), vector(-c * co * v[1], c * si * v[1], out * v[0]),
             vector(-co * v[0], si * v[0], v[1])},
            {vector(0, q[2] - quad("0.5"), 0), still, vector(0, v[2], none), spin}};
  }
};

TEST(LibraryMechanisms, GovernorHasThreeCoordinates) {
  const Example example("flyball-governor");
  const Governor governor;
  for (const auto& [theta, s, spin, rate, slide] : {std::array<const char*, 5>{"1.04", "0.5", "6.28", "0", "0"},
                                                    {"1.2", "0.63", "5", "-0.7", "0.4"},
                                                    {"0.4", "0.11", "-9", "2", "-3"}}) {
    const Vec<quad> q = Vec<quad, 3>(0, quad(theta), quad(s)), v = Vec<quad, 3>(quad(spin), quad(rate), quad(slide));
    const auto found = answer(example, governor.bodies(q, v));
    ASSERT_TRUE(found.solved);
    EXPECT_LT(found.violation, quad("1e-31"));
    Vec<quad> a(3);
    governor.acceleration(q, v, a);
    const quad scale = quad("1e-26") * a.cwiseAbs().maxCoeff();
    EXPECT_LT(abs(found.a[4] - a[0]), scale) << theta;
    EXPECT_LT(abs(found.a[11] - a[1]), scale) << theta;
    EXPECT_LT(abs(found.a[17] - a[1]), scale) << theta;
    EXPECT_LT(abs(found.a[19] - a[2]), scale) << theta;
  }
}

// The stiff motion by two schemes in quad; explicit ones resolve its fastest decay, some 1e4 1/s, in three coordinates.
TEST(LibraryMechanisms, MotionOfTheGovernorIsKnown) {
  const Governor governor;
  const Acceleration<quad> acceleration = [&](const quad&, const Vec<quad>& q, const Vec<quad>& v, Vec<quad>& a) {
    governor.acceleration(q, v, a);
  };
  const quad pi = std::numbers::pi_v<quad>;
  const Motion start{Vec<quad, 3>(0, pi / 3, quad("0.5")), Vec<quad, 3>(2 * pi, 0, 0)};
  const std::vector<quad> times = {quad("0.01"), quad("0.1"), quad("0.5")};
  QuadOptions options;
  options.tolerance = quad("1e-22");
  options.scheme = QuadScheme::bulirsch_stoer;
  const auto one = integrate_in_quad(acceleration, start, times, options);
  options.scheme = QuadScheme::fehlberg78;
  const auto other = integrate_in_quad(acceleration, start, times, options);
  ASSERT_EQ(one.at.size(), times.size()) << one.detail;
  ASSERT_EQ(other.at.size(), times.size()) << other.detail;
  for (std::size_t i = 0; i < times.size(); ++i)
    EXPECT_LT((one.at[i].q - other.at[i].q).cwiseAbs().maxCoeff(), quad("1e-24")) << times[i];
  EXPECT_LT(abs(one.at[1].q[2] - quad("0.5238364755695756942751681")), quad("1e-24"));  // as in docs/mechanism-files.md
}

}  // namespace
}  // namespace plumb
