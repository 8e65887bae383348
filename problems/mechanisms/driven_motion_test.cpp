// Motions that drivers determine, against closed forms, and where they end.

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
mbs::Mechanism shipped(const std::string& name) {
  return mechanism_of(file_text("problems/mechanisms/shipped/" + name + ".toml", "a shipped mechanism"));
}

TEST(DrivenMotion, IsTheClosedFormWhereThereIsOne) {
  for (const auto& [name, exact] :
       {std::pair("four-link", four_link_motion()), {"spatial-slider-crank", spatial_slider_crank_motion()}}) {
    const auto motion = driven_motion(shipped(name));
    for (const char* text : {"10", "0", "1e-3", "0.37", "1", "2.5"}) {
      const auto found = motion(quad(text)), wanted = exact(quad(text));
      EXPECT_LT((found.q - wanted.q).cwiseAbs().maxCoeff(), quad("1e-29")) << name << " " << text;
      EXPECT_LT((found.v - wanted.v).cwiseAbs().maxCoeff(), quad("1e-28")) << name << " " << text;
    }
  }
}

TEST(DrivenMotion, DoesNotDependOnWhatWasAskedBefore) {
  const auto one = driven_motion(shipped("four-link")), other = driven_motion(shipped("four-link"));
  one(5);
  EXPECT_EQ(one(quad("0.3")).q, other(quad("0.3")).q);
  EXPECT_EQ(one(5).v, other(5).v);
}

void change(std::string& text, const std::string& from, const std::string& to) {
  if (text.find(from) == std::string::npos) throw std::logic_error("no longer there: " + from);
  text.replace(text.find(from), from.size(), to);
}

// The example, its slider driven in the place of its crank: from sqrt(0.21) m up to 0.7 m, where crank and rod lie on
// one line.
mbs::Mechanism pulled(const std::string& polynomial) {
  auto text = file_text("examples/mechanisms/crank.toml", "the example");
  change(text, "joint = \"bearing\"\ncoordinate = \"rotation\"", "joint = \"guide\"\ncoordinate = \"translation\"");
  change(text, "[0, \"speed\"]", polynomial);
  return mechanism_of(text);
}

void expect_crank_above(const Motion& at, const quad& slider, const std::string& title) {
  const quad along = (slider * slider + quad("0.04") - quad("0.25")) / (2 * slider);  // of its end: from both circles
  EXPECT_LT(abs(at.q[0] - along / 2), quad("1e-26")) << title;
  EXPECT_LT(abs(at.q[2] - sqrt(quad("0.04") - along * along) / 2), quad("1e-26")) << title;
}

TEST(DrivenMotion, EndsAtADeadPoint) {
  const auto motion = driven_motion(pulled("[0, 0.5]"));
  const quad begin = sqrt(quad("0.21")), end = (quad("0.7") - begin) / quad("0.5");
  for (const char* left : {"0.3", "1e-2", "1e-5"}) {
    const quad t = end - quad(left);
    expect_crank_above(motion(t), begin + t / 2, left);
  }
  EXPECT_THROW(motion(end + quad("1e-3")), std::invalid_argument);
}

// The slider comes within 3 μm of the dead point, and goes back. Fails where a step may pass to the other side, crank
// below.
TEST(DrivenMotion, StaysOnItsSideOfADeadPoint) {
  const auto motion = driven_motion(pulled("[0, 0.48348, -0.24174]"));
  for (int k = 0; k <= 1000; ++k) {
    const quad t = quad(2000 - k) / 1000;
    expect_crank_above(motion(t), sqrt(quad("0.21")) + quad("0.24174") * t * (2 - t), t.str(4, {}));
  }
}

// A crank that turns by 100 t²: its quaternion is that of the whole angle, turns included, and that of the rod, which
// turns by half a radian at most, never the opposite of what it was at first.
TEST(DrivenMotion, KeepsTheSignsOfQuaternions) {
  auto text = file_text("examples/mechanisms/crank.toml", "the example");
  change(text, "[0, \"speed\"]", "[0, 0, 100]");
  const auto motion = driven_motion(mechanism_of(text));
  for (int k = 0; k <= 400; ++k) {
    const quad t = quad(k) / 200;
    const auto at = motion(t);
    EXPECT_LT(abs(at.q[3] - cos(50 * t * t)), quad("1e-29")) << t;
    EXPECT_GT(at.q[10], quad("0.95")) << t;
  }
}

TEST(DrivenMotion, CertifiesAMechanismOfAFile) {
  const auto path = "examples/mechanisms/crank.toml";
  const auto problem = mechanism_problem(mechanism_from_text(file_text(path, "the example"), path));
  const auto record = certified(problem, Parameters(problem.parameters, {}), problem.formulations.front(), {"0.05"});
  EXPECT_EQ(record.front().routes.front(), "exact");
  EXPECT_EQ(record.front().routes.size(), 3U);
  EXPECT_GE(fewest_digits(record.front()), 27);
}

TEST(DrivenMotion, NeedsDriversThatLeaveNothingFree) {
  EXPECT_TRUE(is_driven(shipped("four-link")));
  EXPECT_FALSE(is_driven(shipped("double-pendulum")));
  EXPECT_THROW(driven_motion(shipped("double-pendulum")), std::invalid_argument);
}

}  // namespace
}  // namespace plumb
