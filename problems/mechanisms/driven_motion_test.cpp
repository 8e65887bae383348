// Compares kinematically driven motions with closed forms, and tests that they end at dead points.

#include "problems/mechanisms/driven_motion.hpp"

#include <gtest/gtest.h>

#include "problems/four-link/exact_four_link.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "problems/spatial-slider-crank/exact_spatial_slider_crank.hpp"
#include "reference/certified.hpp"
#include "text/file_text.hpp"

namespace plumb {
namespace {

mbs::Mechanism mechanism_of(const std::string& text) {
  const auto file = mechanism_from_text(text, "test.toml");
  return file.mechanism(Parameters(file.parameters, {}));
}
std::string unquoted(std::string text) {
  std::erase(text, '"');
  return text;
}
mbs::Mechanism shipped(const std::string& name) {
  return mechanism_of(file_text("problems/" + name + "/mechanism.toml", "a shipped mechanism"));
}

ExactMotion motion_of(const mbs::Mechanism& mechanism) {
  return [solved = driven_motion(mechanism)](const quad& t) { return solved.at(t); };
}

TEST(DrivenMotion, IsTheClosedFormWhereThereIsOne) {
  for (const auto& [name, exact] :
       {std::pair("four-link", four_link_motion()), {"spatial-slider-crank", spatial_slider_crank_motion()}}) {
    const auto motion = motion_of(shipped(name));
    for (const char* text : {"10", "0", "1e-3", "0.37", "1", "2.5"}) {
      const auto found = motion(quad(text)), wanted = exact(quad(text));
      EXPECT_LT((found.q - wanted.q).cwiseAbs().maxCoeff(), quad("1e-29")) << name << " " << text;
      EXPECT_LT((found.v - wanted.v).cwiseAbs().maxCoeff(), quad("1e-28")) << name << " " << text;
    }
  }
}

// Two ramps with a pause between them turn a bar about y; the bar is at rest before and after.
TEST(DrivenMotion, FollowsThePiecesOfItsDriver) {
  const auto mechanism = mechanism_of(R"(schema = 1
name = "turned"
title = "A bar that is turned"
t_end = 3
[[body]]
name = "bar"
mass = 1
inertia = [1, 2, 2]
position = [1, 0, 0]
[[joint]]
name = "hinge"
kind = "revolute"
bodies = ["ground", "bar"]
point = [0, 0, 0]
axis = [0, 1, 0]
[[driver]]
name = "motor"
joint = "hinge"
coordinate = "rotation"
from = 0.25
pieces = [{ until = 1, ramp = [0, 1] }, { until = 2, polynomial = [1] }, { until = 2.5, ramp = [1, -2] }]
)");
  const auto motion = motion_of(mechanism);
  const quad pi = std::numbers::pi_v<quad>;
  const auto ramp = [&](const quad& from, const quad& to, const quad& share, const quad& duration) {
    return std::pair((from + to) / 2 - (to - from) / 2 * cos(pi * share),
                     (to - from) / 2 * pi / duration * sin(pi * share));
  };
  const auto turned = [&](const quad& t) -> std::pair<quad, quad> {
    if (t < quad(0.25)) return {0, 0};
    if (t < 1) return ramp(0, 1, (t - quad(0.25)) / quad(0.75), quad(0.75));
    if (t < 2) return {1, 0};
    return t < quad(2.5) ? ramp(1, -2, (t - 2) * 2, quad(0.5)) : std::pair<quad, quad>(-2, 0);
  };
  for (const char* time : {"0", "0.3", "0.9", "1", "1.5", "2", "2.25", "4"}) {
    const auto found = motion(quad(time));
    const auto [angle, rate] = turned(quad(time));
    EXPECT_LT(abs(found.q[0] - cos(angle)), quad("1e-31")) << time;
    EXPECT_LT(abs(found.q[2] + sin(angle)), quad("1e-31")) << time;
    EXPECT_LT(abs(found.v[0] + rate * sin(angle)), quad("1e-30")) << time;
    EXPECT_LT(abs(found.v[2] + rate * cos(angle)), quad("1e-30")) << time;
  }
}

TEST(DrivenMotion, DoesNotDependOnWhatWasAskedBefore) {
  const auto one = motion_of(shipped("four-link")), other = motion_of(shipped("four-link"));
  one(5);
  EXPECT_EQ(one(quad("0.3")).q, other(quad("0.3")).q);
  EXPECT_EQ(one(5).v, other(5).v);
}

void change(std::string& text, const std::string& from, const std::string& to) {
  if (text.find(from) == std::string::npos) throw std::logic_error("no longer there: " + from);
  text.replace(text.find(from), from.size(), to);
}

// Returns the example crank.toml with the slider driven instead of the crank: from sqrt(0.21) m up to 0.7 m, where
// crank and rod are aligned.
mbs::Mechanism pulled(const std::string& polynomial) {
  auto text = file_text("examples/mechanisms/crank.toml", "the example");
  change(text, "joint = \"bearing\"\ncoordinate = \"rotation\"", "joint = \"guide\"\ncoordinate = \"translation\"");
  change(text, "[0, \"speed\"]", polynomial);
  return mechanism_of(text);
}

void expect_crank_above(const Motion& at, const quad& slider, const std::string& title) {
  const quad along = (slider * slider + quad("0.04") - quad("0.25")) / (2 * slider);  // crank pin: meets both circles
  EXPECT_LT(abs(at.q[0] - along / 2), quad("1e-26")) << title;
  EXPECT_LT(abs(at.q[2] - sqrt(quad("0.04") - along * along) / 2), quad("1e-26")) << title;
}

TEST(DrivenMotion, EndsAtADeadPoint) {
  const auto motion = motion_of(pulled("[0, 0.5]"));
  const quad begin = sqrt(quad("0.21")), end = (quad("0.7") - begin) / quad("0.5");
  for (const char* left : {"0.3", "1e-2", "1e-5"}) {
    const quad t = end - quad(left);
    expect_crank_above(motion(t), begin + t / 2, left);
  }
  EXPECT_THROW(motion(end + quad("1e-3")), std::invalid_argument);
}

// The slider approaches the dead point up to 3 μm and returns. Fails if a step jumps to the other solution, where the
// crank is below.
TEST(DrivenMotion, StaysOnItsSideOfADeadPoint) {
  const auto motion = motion_of(pulled("[0, 0.48348, -0.24174]"));
  for (int k = 0; k <= 1000; ++k) {
    const quad t = quad(2000 - k) / 1000;
    expect_crank_above(motion(t), sqrt(quad("0.21")) + quad("0.24174") * t * (2 - t), t.str(4, {}));
  }
}

// A crank turns by 100 t². Its quaternion corresponds to the whole angle, including full turns. The rod turns by half a
// radian at most, so the sign of its quaternion never changes.
TEST(DrivenMotion, KeepsTheSignsOfQuaternions) {
  auto text = file_text("examples/mechanisms/crank.toml", "the example");
  change(text, "[0, \"speed\"]", "[0, 0, 100]");
  const auto motion = motion_of(mechanism_of(text));
  for (int k = 0; k <= 400; ++k) {
    const quad t = quad(k) / 200;
    const auto at = motion(t);
    EXPECT_LT(abs(at.q[3] - cos(50 * t * t)), quad("1e-29")) << t;
    EXPECT_GT(at.q[10], quad("0.95")) << t;
  }
}

std::string crank_driven_by(const std::string& law) {
  auto text = file_text("examples/mechanisms/crank.toml", "the example");
  change(text, "polynomial = [0, \"speed\"]", law);
  return text;
}

// Fails if a step skips a full oscillation, after which the crank has the same position again, or if it accepts a
// position that is close again after most of a turn.
TEST(DrivenMotion, FollowsADriverThatOscillatesFast) {
  const quad pi = acos(quad(-1));
  for (const int per_second : {64, 128}) {
    const auto sine = "[{ amplitude = 3, rate = \"" + std::to_string(2 * per_second) + "*pi\", phase = \"-pi/2\" }]";
    const auto motion = motion_of(mechanism_of(crank_driven_by("polynomial = [3]\nsines = " + sine)));
    for (const char* text : {"1/1024", "0.004", "1/128", "0.008", "1/64", "0.3"}) {
      const quad t = number_from_text<quad>(text), angle = 3 - 3 * cos(2 * per_second * pi * t);
      const auto at = motion(t);
      EXPECT_LT(abs(at.q[3] - cos(angle / 2)), quad("1e-28")) << text;
      EXPECT_GT(at.q[10], quad("0.95")) << text << ": the rod turns by half a radian at most";
    }
  }
}

// The crank is a thousand kilometres from the origin. Fails if the error bound of attitudes does not include rounding
// errors in positions, or if the tolerance for continuity grows with the distance from the origin.
TEST(DrivenMotion, KnowsWhatItsDistanceFromTheOriginCosts) {
  auto text = crank_driven_by("polynomial = [0, 0, 100]");
  const auto near = motion_of(mechanism_of(text));
  for (std::size_t position = 0; (position = text.find("[", position)) != std::string::npos; ++position) {
    const auto line = text.rfind('\n', position) + 1;
    const auto key = text.substr(line, position - line);
    if (key.starts_with("position") || key.starts_with("point")) {
      const auto first = text.find(',', position);
      text.replace(position + 1, first - position - 1,
                   "\"1e6 + " + unquoted(text.substr(position + 1, first - position - 1)) + "\"");
    }
  }
  const auto far = driven_motion(mechanism_of(text));
  for (const char* t_text : {"0.5", "1"}) {
    const quad t(t_text);
    const auto expected = near(t), found = far.at(t), bound = far.errors(t);
    ASSERT_GT(found.q[0], 9e5);
    for (Eigen::Index i = 0; i < expected.q.size(); ++i) {
      const quad shift = i % 7 == 0 ? quad(1e6) : quad(0);
      EXPECT_LE(abs(found.q[i] - shift - expected.q[i]), bound.q[i]) << i << " " << t;
      EXPECT_LT(bound.q[i], quad("1e-22")) << i;
    }
    for (Eigen::Index i = 0; i < expected.v.size(); ++i) {
      EXPECT_LE(abs(found.v[i] - expected.v[i]), bound.v[i]) << i << " " << t;
      EXPECT_LT(bound.v[i], quad("1e-18")) << i;
    }
  }
}

// Newton's increments become exactly 0 here. Fails if the iteration stops only when the increments no longer decrease.
TEST(DrivenMotion, IsFoundWhereNewtonEndsInZeros) {
  const auto motion = motion_of(mechanism_of(R"(
schema = 1
name = "driven"
t_end = 2
start = "correct"
[[body]]
name = "arm"
mass = 2
inertia = [0.3, 0.5, 0.6, 0, 0, 0.03]
position = [1, 0.2, 0]
[[joint]]
name = "pin"
kind = "revolute"
bodies = ["ground", "arm"]
point = [0, 0, 0]
axis = [0, 1, 0]
[[driver]]
name = "motor"
joint = "pin"
coordinate = "rotation"
polynomial = [0, 2]
sines = [{ amplitude = 0.5, rate = 3, phase = 0 }]
)"));
  for (const char* text : {"0.5", "2"}) {
    const quad t(text), angle = 2 * t + sin(3 * t) / 2;
    const auto at = motion(t);
    EXPECT_LT(abs(at.q[0] - cos(angle)), quad("1e-31")) << text;
    EXPECT_LT(abs(at.q[2] + sin(angle)), quad("1e-31")) << text;
  }
}

// The acceleration of this welded body is rounding noise, which no integration can resolve.
TEST(DrivenMotion, OfABodyThatIsWeldedToTheGroundIsNone) {
  const auto mechanism = mechanism_of(R"(
schema = 1
name = "welded"
t_end = 1
[[body]]
name = "block"
mass = 2
inertia = [1, 1, 1]
position = [1, 0.5, 0.25]
[[joint]]
name = "weld"
kind = "fixed"
bodies = ["ground", "block"]
point = [0, 0, 0]
axis = [0, 0, 1]
reference = [1, 0, 0]
)");
  ASSERT_TRUE(is_driven(mechanism));
  const auto motion = motion_of(mechanism);
  const auto begin = motion(0), end = motion(100);
  EXPECT_LT((end.q - begin.q).cwiseAbs().maxCoeff(), quad("1e-32"));
  EXPECT_LT(end.v.cwiseAbs().maxCoeff(), quad("1e-32"));
}

TEST(DrivenMotion, RefusesTimesForWhichNobodyWaits) {
  EXPECT_THROW(driven_motion(shipped("four-link")).at(quad("1e9")), MotionUnknown);
}

TEST(DrivenMotion, CertifiesAMechanismOfAFile) {
  const auto path = "examples/mechanisms/crank.toml";
  const auto problem = mechanism_problem(mechanism_from_text(file_text(path, "the example"), path));
  const auto record = certified(problem, Parameters(problem.parameters, {}), problem.formulations.front(), {"0.05"});
  EXPECT_EQ(record.front().routes.front(), "exact");
  EXPECT_EQ(record.front().routes.size(), 3U);
  EXPECT_GE(fewest_digits(record.front()), 27);
  const quad angle("0.3");  // of the crank, from the vertical; the rod ends on the slider's line
  const quad end = quad("0.2") * sin(angle), height = quad("0.2") * cos(angle);
  const quad slider = end + sqrt(quad("0.25") - height * height);
  for (const auto& [name, value] : record.front().values)
    if (name == "slider_x") {
      EXPECT_LE(abs(value.value - slider), pow(quad(10), -value.digits) * value.scale);
      return;
    }
  ADD_FAILURE() << "no slider_x";
}

TEST(DrivenMotion, NeedsDriversThatLeaveNothingFree) {
  EXPECT_TRUE(is_driven(shipped("four-link")));
  EXPECT_FALSE(is_driven(shipped("double-pendulum")));
  EXPECT_THROW(driven_motion(shipped("double-pendulum")), std::invalid_argument);
}

}  // namespace
}  // namespace plumb
