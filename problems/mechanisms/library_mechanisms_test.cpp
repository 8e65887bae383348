// Compares examples of the IFToMM library of benchmark problems with equations in minimal coordinates: the N-four-bar
// mechanism is a pendulum with a known motion, Bricard's mechanism has one coordinate, and the governor three.

#include <gtest/gtest.h>

#include <array>

#include "numerics/dual.hpp"
#include "problems/mbs/frames.hpp"
#include "problems/mbs/start.hpp"
#include "problems/mechanisms/testing/written_mechanisms.hpp"
#include "problems/pendulum/exact_pendulum.hpp"
#include "reference/certified.hpp"
#include "reference/known_motion.hpp"
#include "reference/quad_integration.hpp"

namespace plumb {
namespace {

using testing::example_mechanism;
using testing::example_problem;
using System = mbs::MultibodySystem<quad>;

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

/// Returns the certified states of an example in joint coordinates.
std::vector<ReferenceRecord> certified_states(const std::string& name, const std::vector<std::string>& times) {
  const auto problem = example_problem(name);
  return certified(problem, Parameters(problem.parameters, {}), *problem.minimal(), times);
}
ReferenceRecord certified_state(const std::string& name, const std::string& t) {
  return certified_states(name, {t}).front();
}
CertifiedValue value_of(const ReferenceRecord& record, const std::string& name) {
  for (const auto& [of, value] : record.values)
    if (of == name) return value;
  throw std::out_of_range(name);
}

/// Returns the displacements and rotations of the bodies since the start, in the order of the bodies.
struct Placing {
  mbs::Vector<quad> moved, turn, velocity, angular_velocity;
};

struct Solution {
  bool solved;
  Vec<quad> a;
  quad violation;
};

Solution solution(const Example& example, const std::vector<Placing>& bodies) {
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
  Solution out{false, x.a, std::max(quad(phi.cwiseAbs().maxCoeff()), quad(rate.cwiseAbs().maxCoeff()))};
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

/// Returns the motion (theta, theta') of the equivalent pendulum.
ExactMotion motion_of_n_four_bar() {
  const std::vector<ParameterSpec> specs = {{"length", length_of_pendulum.str(), "m", ""},
                                            {"gravity", "9.81", "m/s^2", ""},
                                            {"angle", "-3*pi/2", "rad", ""},
                                            {"rate", "1", "rad/s", ""}};
  return [from_the_side = pendulum_motion(Parameters(specs, {}))](const quad& t) {
    auto motion = from_the_side(t);
    motion.q[0] += 3 * std::numbers::pi_v<quad> / 2;
    return motion;
  };
}

TEST(LibraryMechanisms, NFourBarIsAPendulum) {
  const Example example("n-four-bar");
  const auto motion = motion_of_n_four_bar();
  for (const char* t : {"0", "0.1", "0.3", "0.5", "0.6", "1", "1.7", "10"}) {
    const auto at = motion(quad(t));
    const quad theta = at.q[0], rate = at.v[0];
    const auto found = solution(example, windows_at(theta, rate));
    ASSERT_TRUE(found.solved) << t;
    EXPECT_LT(found.violation, quad("1e-30")) << t;
    const quad expected = quad("9.81") / length_of_pendulum * sin(theta);
    for (const Eigen::Index upright : {0, 2, 4})
      EXPECT_LT(abs(found.a[6 * upright + 5] + expected), quad("1e-25")) << t;
  }
}

// docs/mechanism-files.md has the same numbers. The last time is shortly before 0.714 s, when the bars are aligned.
TEST(LibraryMechanisms, NFourBarIsCertifiedUpToItsSingularPosition) {
  const auto motion = motion_of_n_four_bar();
  for (const auto& record : certified_states("n-four-bar", {"0.5", "0.71"})) {
    const quad theta = motion(quad(record.t)).q[0];
    for (const auto& [name, wanted] : {std::pair("b0_x", quad(sin(theta))), {"b0_y", quad(cos(theta))}}) {
      const auto [value, digits, scale] = value_of(record, name);
      EXPECT_GE(digits, 29) << name << " " << record.t;
      EXPECT_LT(abs(value - wanted), pow(quad(10), -digits) * scale) << name << " " << record.t;
    }
  }
  EXPECT_THROW(certified_state("n-four-bar", "0.72"), std::invalid_argument);
}

// --- Bricard: the coordinate a determines the angles of all six hinges
//
// The loop has threefold symmetry: hinges 1, 3, 5 have one angle θ, hinges 2, 4, 6 another angle φ, which is π/2 at the
// start, with (1 + cos θ)(1 + cos φ) = 1. This yields
//
//   tan(θ/2) = sin a g(sin² a),   tan(φ/2) = cos a g(cos² a),   g(y)² = (exp(2 y ln 2) − 1)/y,   a = π/4 at the start
//
// The energy is m(a) a'²/2 + V(a), with m = Σ (|x'|² + Σ_k P_k |e_k'|²) over all bars; x are their centres, e_k their
// axes, P_k the second moments along these:   m a'' = −m'(a) a'²/2 − V'(a)
class BricardMotion {
 public:
  using Number = Curved<quad>;
  struct Bar {
    mbs::Vector<Number> x;
    mbs::Matrix<Number> axes;
  };
  struct Loop {
    std::array<Bar, 5> bars;
    Bar back;  // the ground, after six hinges
  };
  static constexpr int bars = 5;

  static Loop at(const quad& a_now) {
    Loop out;
    const Number a = Number::variable(Dual<quad, 1>::variable(a_now));
    const Number odd = turn(sin(a)), even = turn(cos(a));
    mbs::Matrix<Number> A = identity<mbs::Matrix<Number>>();
    mbs::Vector<Number> shift = zeros<mbs::Vector<Number>>();
    for (int k = 0; k < 6; ++k) {
      const auto axis = of(hinge_axes[k]), point = of(hinge_points[k]);
      const mbs::Matrix<Number> own = about(axis, k % 2 == 0 ? odd : even);
      const mbs::Vector<Number> turned = own * point, moved = point - turned;
      shift += A * moved;
      A = (A * own).eval();
      const mbs::Vector<Number> centre = k < bars ? of(centres[k]) : zeros<mbs::Vector<Number>>();
      auto& bar = k < bars ? out.bars[static_cast<std::size_t>(k)] : out.back;
      bar.axes = A;
      bar.x = A * centre;
      bar.x += shift;
    }
    return out;
  }

  static quad acceleration(const quad& a, const quad& rate) {
    const auto loop = at(a);
    quad mass = 0, half_slope = 0, pull = 0;
    for (int k = 0; k < bars; ++k) {
      const auto& bar = loop.bars[static_cast<std::size_t>(k)];
      const auto add = [&](const mbs::Vector<Number>& x, const quad& weight) {
        for (const auto& c : x) {
          mass += weight * first(c) * first(c);
          half_slope += weight * first(c) * second(c);
        }
      };
      add(bar.x, 1);
      for (int i = 0; i < 3; ++i) add(bar.axes.col(i), (i == k % 3 ? quad(1) : quad("0.01")) / 12);
      pull += quad("9.81") * first(bar.x[1]);
    }
    return -(half_slope * rate * rate + pull) / mass;
  }
  static Motion motion(const quad& t) {
    const Acceleration<quad> a = [](const quad&, const Vec<quad>& q, const Vec<quad>& v, Vec<quad>& out) {
      out[0] = acceleration(q[0], v[0]);
    };
    const Motion start{Vec<quad>::Constant(1, std::numbers::pi_v<quad> / 4), Vec<quad>::Zero(1)};
    return integrate_in_quad(a, start, std::array{t}, {.tolerance = quad("1e-26")}).at.at(0);
  }

  static quad first(const Number& x) { return x.derivatives[0].value; }
  static quad second(const Number& x) { return x.derivatives[0].derivatives[0]; }

 private:
  static constexpr int hinge_axes[6][3] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  static constexpr int hinge_points[6][3] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  static constexpr double centres[5][3] = {{0.5, 0, 0}, {1, -0.5, 0}, {1, -1, 0.5}, {0.5, -1, 1}, {0, -0.5, 1}};

  template <class Three>
  static mbs::Vector<Number> of(const Three& x) {
    return {Number(Dual<quad, 1>(quad(x[0]))), Number(Dual<quad, 1>(quad(x[1]))), Number(Dual<quad, 1>(quad(x[2])))};
  }
  // Returns π/2 − θ for s = sin a, or π/2 − φ for s = cos a. Not valid at s = 0, where g(y) is 0/0.
  static Number turn(const Number& s) {
    const Number y = s * s, g = sqrt((exp(quad(2) * log(quad(2)) * y) - quad(1)) / y);
    return std::numbers::pi_v<quad> / 2 - quad(2) * atan(s * g);
  }
  static mbs::Matrix<Number> about(const mbs::Vector<Number>& axis, const Number& angle) {
    const mbs::Matrix<Number> k = so3::skew<Number>(axis), one = identity<mbs::Matrix<Number>>();
    return one + sin(angle) * k + (quad(1) - cos(angle)) * (k * k);
  }
};

TEST(LibraryMechanisms, BricardHasOneCoordinate) {
  const Example example("bricard");
  for (const auto& [at, speed] : {std::pair("0.785", "0"), {"0.4", "1.5"}, {"1.3", "-2"}, {"2.2", "3"}}) {
    const quad rate(speed), second_rate = BricardMotion::acceleration(quad(at), rate);
    const auto loop = BricardMotion::at(quad(at));
    for (int i = 0; i < 3; ++i) EXPECT_LT(abs(loop.back.x[i].value.value), quad("1e-31")) << "the loop is closed";
    auto x = example.start;
    Vec<quad> wanted = x.a, phi = x.lambda;
    for (int k = 0; k < BricardMotion::bars; ++k) {
      const auto& bar = loop.bars[static_cast<std::size_t>(k)];
      mbs::Matrix<quad> A, by_a;
      for (int i = 0; i < 9; ++i) {
        A(i / 3, i % 3) = bar.axes(i / 3, i % 3).value.value;
        by_a(i / 3, i % 3) = BricardMotion::first(bar.axes(i / 3, i % 3));
      }
      const mbs::Matrix<quad> w = A.transpose() * by_a * rate;
      x.q.segment<4>(7 * k + 3) = mbs::quaternion_of(A);
      x.v.segment<3>(6 * k + 3) = vector(w(2, 1), w(0, 2), w(1, 0));
      for (int i = 0; i < 3; ++i) {
        const auto& c = bar.x[i];
        x.q[7 * k + i] = c.value.value;
        x.v[6 * k + i] = BricardMotion::first(c) * rate;
        wanted[6 * k + i] = BricardMotion::second(c) * rate * rate + BricardMotion::first(c) * second_rate;
      }
    }
    example.system.constraint(0, x.q, phi);
    EXPECT_LT(phi.cwiseAbs().maxCoeff(), quad("1e-30")) << at;
    ASSERT_TRUE(example.system.acceleration(0, x.q, x.v, x.a, x.lambda));
    for (int k = 0; k < BricardMotion::bars; ++k)
      EXPECT_LT((x.a - wanted).segment<3>(6 * k).cwiseAbs().maxCoeff(), quad("1e-26")) << at << " " << k;
  }
}

// docs/mechanism-files.md has the same numbers.
TEST(LibraryMechanisms, CertifiedDigitsOfBricardAreThoseOfItsOneCoordinate) {
  const auto record = certified_state("bricard", "1");
  const quad a = BricardMotion::motion(1).q[0];
  const auto bar = BricardMotion::at(a).bars[2];
  for (int i = 0; i < 3; ++i) {
    const auto name = std::string("p3_") + "xyz"[i];
    const auto [value, digits, scale] = value_of(record, name);
    const quad point = (bar.x[i] + quad("0.5") * bar.axes(i, 2)).value.value;
    EXPECT_GE(digits, 20) << name;
    EXPECT_LT(abs(value - point), std::max(pow(quad(10), -digits) * scale, quad("1e-24"))) << name;
  }
  EXPECT_LT(abs(value_of(record, "p3_y").value + quad("1.64916759939")), quad("1e-11"));
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
    const auto found = solution(example, governor.bodies(q, v));
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

// Two explicit schemes compute the stiff motion in quad, in three coordinates. Their steps resolve its fastest decay,
// some 1e4 1/s.
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

  // The first route of the reference uses joint coordinates with four joints, and is not an explicit scheme.
  const auto problem = example_problem("flyball-governor");
  const auto first = known_motion(problem, Parameters(problem.parameters, {})).at(times[1]);
  const auto& known = one.at[1];
  for (const auto& [found, wanted] : {std::pair(first.q[0], known.q[0]),
                                      {first.q[1], known.q[1] - pi / 3},
                                      {first.q[2], pi / 3 - known.q[1]},
                                      {first.q[3], known.q[2] - quad("0.5")},
                                      {first.v[3], known.v[2]}})
    EXPECT_LT(abs(found - wanted), quad("1e-22"));
}

}  // namespace
}  // namespace plumb
