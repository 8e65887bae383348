// Tests of the text and the pictures of `plumb analyze`.

#include "harness/api/analysis_study.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;

class Analyze : public Cli {
 protected:
  bool can_draw() const { return shell("/usr/bin/python3 -c 'import matplotlib'").code == 0; }
};

TEST_F(Analyze, SaysWhichMethodsAreTheSame) {
  const auto text = plumb("analyze 'bdf2,lms2(rho=0)' --omega-dt 0.1");
  EXPECT_THAT(text.out,
              HasSubstr("the same method     on linear problems a step has the characteristic polynomial of bdf2"));
  const auto data = Json::parse(plumb("analyze 'bdf2,lms2(rho=0,0.5)' --omega-dt 0.1 --json").out);
  EXPECT_EQ(data[0]["same_amplification_as"], nullptr);
  EXPECT_EQ(data[1]["same_amplification_as"], "bdf2");
  EXPECT_EQ(data[2]["same_amplification_as"], nullptr);
}

// The text must state for which components the order is proven. Here it is lower for velocities, and for positions if
// accelerations depend on velocities.
TEST_F(Analyze, SaysOfWhatTheOrderIsProven) {
  EXPECT_THAT(
      plumb("analyze 'degree3(alpha=7/6,beta=1/2)' --omega-dt 0.1").out,
      HasSubstr(" 3 of positions, 2 of velocities; 2 of both where accelerations depend on velocities (proven)"));
  EXPECT_THAT(plumb("analyze 'degree4(alpha=3/4)' --omega-dt 0.1").out, HasSubstr(" 3 (proven)\n"));
}

TEST_F(Analyze, SaysTheOrderOfOtherWeights) {
  write("heun.toml",
        "schema = 1\nname = \"heun-euler\"\na = [[0, 0], [1, 0]]\nb = [\"1/2\", \"1/2\"]\nembedded = [1, 0]\n");
  const auto read = Json::parse(plumb("analyze '@" + in("heun.toml") + "' --omega-dt 0.1 --json").out);
  EXPECT_EQ(read["order"], 2);
  EXPECT_EQ(read["embedded_order"], 1);
  write("short.toml", "schema = 1\nname = \"short\"\na = [[0, 0], [1, 0]]\nb = [\"1/2\", \"1/2\"]\nembedded = [1]\n");
  const auto refused = plumb("analyze '@" + in("short.toml") + "'");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("embedded: 1 weights, but b has 2"));
}

// The pictures must contain the names of the methods, both on one page and as separate files in a folder.
TEST_F(Analyze, DrawsWhatItSays) {
  if (!can_draw()) GTEST_SKIP() << "no python3-matplotlib";
  const auto page = plumb("analyze bdf3,erk4 --omega-dt 0.1 --plot '" + in("page.svg") + "'");
  ASSERT_EQ(page.code, 0) << page.err;
  EXPECT_THAT(contents(in("page.svg")), HasSubstr("plumb analyze bdf3, erk4"));
  EXPECT_EQ(plumb("analyze erk4 --omega-dt 0.1 --plot '" + in("page.svg") + "'").code, 0) << "its own may be replaced";
  const auto each = plumb("analyze erk4,hht --omega-dt 0.1 --plot '" + in("pictures") + "'");
  ASSERT_EQ(each.code, 0) << each.err;
  for (const char* picture :
       {"stability-region", "order-star", "amplitude-decay", "period-elongation", "spectral-radius"})
    for (const char* format : {".svg", ".pdf"})
      EXPECT_GT(contents(in("pictures/") + picture + format).size(), 3000U) << picture << format;
}

// Störmer-Verlet does not support velocity-dependent forces, so its spectral radius with damping must be unknown
// (null).
TEST_F(Analyze, KnowsWhereARadiusIsNotKnown) {
  const auto& method = method_named("stormer-verlet");
  const auto data = stability_curves(method, method_parameters(method, {}), {});
  const auto& radius = data.at("region").at("radius");
  EXPECT_TRUE(radius.back().front().is_null()) << radius.back().front();
  EXPECT_TRUE(radius.back().back().is_number()) << "undamped";
}

TEST_F(Analyze, DrawsARadiusThatIsNotKnownInGrey) {
  if (!can_draw()) GTEST_SKIP() << "no python3-matplotlib";
  write("unknown.py", R"(
import sys
sys.path.insert(0, "scripts")
from drawing import stability
axes = stability.plt.figure().add_subplot()
grid = {"x": [-2, -1, 0], "y": [0, 1], "radius": [[0.5, 0.5, 0.5], [None, 0.5, 2.0]]}
stability.region(axes, [{"name": "m", "region": grid, "locus": None}], False)
print([text.get_text() for text in axes.get_legend().get_texts()], axes.get_xlabel())
)");
  const auto drawn = shell("/usr/bin/python3 -B '" + in("unknown.py") + "'");
  EXPECT_THAT(drawn.out, testing::AllOf(HasSubstr("['m', 'radius not known']"), HasSubstr("grey: radius not known")))
      << drawn.err;
}

// Fails if a full disk is reported as a missing Python library.
TEST_F(Analyze, SaysThatThereIsNoRoomForWhatIsToBeDrawn) {
  const auto full = shell("ulimit -f 2; plumb analyze erk4 --omega-dt 0.1 --plot '" + in("page.svg") + "' >/dev/null");
  EXPECT_EQ(full.code, 3);
  EXPECT_THAT(full.err, HasSubstr("--plot: the temporary file with the data of the pictures cannot be written"));
}

TEST_F(Analyze, RefusesPathsOfNoPicture) {
  const auto kind = plumb("analyze erk4 --plot '" + in("page.jpg") + "'");
  EXPECT_EQ(kind.code, 2);
  EXPECT_THAT(kind.err, HasSubstr("FILE.svg, .pdf or .png, or a folder"));
  write("mine.svg", "<svg>mine</svg>");
  const auto foreign = plumb("analyze erk4 --plot '" + in("mine.svg") + "'");
  EXPECT_EQ(foreign.code, 2);
  EXPECT_EQ(foreign.out, "");
  EXPECT_EQ(contents(in("mine.svg")), "<svg>mine</svg>");
}

}  // namespace
}  // namespace plumb
