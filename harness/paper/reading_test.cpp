// The start of a motion counts as a sample, too, if the window contains it.

#include "harness/paper/reading.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "harness/paper/laboratory.hpp"
#include "harness/sets/keys.hpp"

namespace plumb {
namespace {

// Returns the value of a quantity of the height of a pendulum. It is released 0.3 rad above the horizontal, and never
// gets higher.
double height(const std::string& keys) {
  const auto text =
      "schema = 1\nproblem = \"pendulum(angle=0.3,rate=0)\"\nformulation = \"ode\"\nmethod = \"dop853\"\nstep = "
      "\"1e-2\"\n"
      "t_end = \"0.5\"\nsamples = 5\nreference = \"none\"\noutput = \"y\"\n" +
      keys;
  const auto q = quantity(keys_from_text(text, "check"), Paper{});
  Laboratory lab{MatrixOptions{}};
  lab.measure({&q});
  return lab.value(q).number.value();
}

TEST(Reading, BeginsWithTheStart) {
  const double start = std::sin(0.3);
  EXPECT_DOUBLE_EQ(height("kind = \"maximum\"\n"), start);
  EXPECT_DOUBLE_EQ(height("kind = \"maximum\"\nfrom = \"0\"\n"), start);
  EXPECT_DOUBLE_EQ(height("kind = \"range\"\n"), start - height("kind = \"minimum\"\n"));
}

// Fails if a start before the window counts.
TEST(Reading, LeavesOutAStartBeforeItsWindow) {
  EXPECT_LT(height("kind = \"maximum\"\nfrom = \"0.05\"\n"), 0.95 * std::sin(0.3));
}

}  // namespace
}  // namespace plumb
