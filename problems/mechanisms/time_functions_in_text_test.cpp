// Tests functions of time in mechanism files: drivers, forces and gravity.

#include <gmock/gmock.h>

#include "problems/mechanisms/fit_for_joints.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "problems/mechanisms/testing/written_rod.hpp"

namespace plumb {
namespace {

using ::testing::HasSubstr;
using testing::mistake_in_rod;
using testing::read_rod;
using testing::refused_rod;
using testing::replaced;
using testing::rod_text;
using ::testing::StartsWith;

/// Returns the rod with a driver of its rotation; `imposed` has the keys of the function of time.
std::string driven_rod(const std::string& imposed) {
  return rod_text + "[[driver]]\nname = \"motor\"\njoint = \"hinge\"\ncoordinate = \"rotation\"\n" + imposed;
}

TEST(MechanismText, DriversOfWhatDoesNotMoveAreRefused) {
  const auto driven = [](const char* driver) {
    return refused_rod(rod_text + "[[driver]]\nname = \"motor\"\n" + driver);
  };
  EXPECT_EQ(driven("joint = \"hinge\"\ncoordinate = \"translation\"\npolynomial = [0, 1]\n"),
            "not-allowed rod.toml:20:1 driver");
  EXPECT_EQ(driven("joint = \"hing\"\ncoordinate = \"rotation\"\npolynomial = [0, 1]\n"),
            "unknown-name rod.toml:20:1 driver");
  EXPECT_EQ(driven("joint = \"hinge\"\ncoordinate = \"rotation\"\n"), "missing rod.toml:20:1 driver");
}

// An imposed motion has no jumps: formulas contain neither the time nor functions that jump.
TEST(MechanismText, DriversThatJumpAreRefused) {
  const auto driven = [](const std::string& imposed) { return mistake_in_rod(driven_rod(imposed)); };
  EXPECT_THAT(driven("polynomial = [\"floor(t)\"]\n"),
              StartsWith("rod.toml:24:15: driver 'motor': polynomial: unknown function 'floor'; known: sqrt, sin, "));
  EXPECT_THAT(driven("polynomial = [0, \"1/(1 - t)\"]\n"),
              HasSubstr("driver 'motor': polynomial: 't': formulas are constants and may not contain the time"));
  EXPECT_THAT(driven("polynomial = [\"t < 1\"]\n"),
              HasSubstr("'t': formulas are constants and may not contain the time"));
  EXPECT_THAT(driven("function = \"step(t)\"\n"), HasSubstr("driver 'motor': unknown key 'function'; known: name, "));
  EXPECT_THAT(driven("polynomial = [0, nan]\n"), HasSubstr("driver 'motor': polynomial: "));
  EXPECT_THAT(driven("polynomial = [0, inf]\n"), HasSubstr("driver 'motor': polynomial: "));
}

TEST(MechanismText, FunctionsOfTimeHavePieces) {
  const auto m = read_rod(driven_rod(R"(from = "half/2"
pieces = [
  { until = 1, ramp = [0, "pi/2"] },
  { until = 3, polynomial = ["pi/2"] },
]
)"));
  const auto& f = m.drivers.at(0).value;
  EXPECT_EQ(f.from.in<double>(), 0.5);
  ASSERT_EQ(f.pieces.size(), 2U);
  EXPECT_EQ(f.pieces[0].until.in<double>(), 1);
  ASSERT_TRUE(f.pieces[0].ramp);
  EXPECT_EQ((*f.pieces[0].ramp)[1].in<double>(), M_PI / 2);
  EXPECT_FALSE(f.pieces[1].ramp);
  EXPECT_EQ(f.pieces[1].polynomial.at(0).in<double>(), M_PI / 2);
}

TEST(MechanismText, GravityMayChange) {
  EXPECT_EQ(read_rod(rod_text).gravity_factor.polynomial.at(0).in<double>(), 1);
  const auto m = read_rod(
      replaced(rod_text, "t_end = 2", "t_end = 2\ngravity_factor = { pieces = [{ until = 1, ramp = [0, 1] }] }"));
  EXPECT_TRUE(m.gravity_factor.polynomial.empty());
  EXPECT_EQ((*m.gravity_factor.pieces.at(0).ramp)[1].in<double>(), 1);
  EXPECT_THAT(mistake_in_rod(replaced(rod_text, "t_end = 2", "t_end = 2\ngravity_factor = { value = 1 }")),
              HasSubstr("rod.toml:4:20: mechanism: gravity_factor: unknown key 'value'; known: polynomial"));
  EXPECT_EQ(refused_rod(replaced(rod_text, "t_end = 2",
                                 "t_end = 2\ngravity_factor = { pieces = [{ until = 0, ramp = [0, 1] }] }")),
            "out-of-range rod.toml:1:1");
}

TEST(MechanismText, TimeMayBeginEarlier) {
  EXPECT_EQ(mechanism_from_text(rod_text, "rod.toml").t_begin, "0");
  const auto early =
      mechanism_from_text(replaced(rod_text, "t_end = 2", "t_end = -0.5\nt_begin = \"-pi/2\""), "rod.toml");
  const auto problem = mechanism_problem(early);
  EXPECT_EQ(problem.begin<double>(), -M_PI / 2);
  EXPECT_EQ(read_rod(replaced(rod_text, "t_end = 2", "t_end = 2\nt_begin = -1")).begin.in<double>(), -1);
  EXPECT_THAT(mistake_in_rod(replaced(rod_text, "t_end = 2", "t_end = -2\nt_begin = -1")),
              HasSubstr("the horizon [s] must be later than t_begin, -1"));
}

TEST(MechanismText, DriversMayImposeARateAlone) {
  EXPECT_FALSE(read_rod(driven_rod("polynomial = [0, 1]\n")).drivers.at(0).of_rate);
  EXPECT_TRUE(read_rod(driven_rod("imposes = \"rate\"\npolynomial = [0]\n")).drivers.at(0).of_rate);
  EXPECT_THAT(mistake_in_rod(driven_rod("imposes = \"speed\"\npolynomial = [0]\n")),
              HasSubstr("driver 'motor': imposes: "));
  const std::string kink = "pieces = [{ until = 1, polynomial = [0, 1] }]\n",
                    jump =
                        "pieces = [{ until = 1, ramp = [0, 1] }, "
                        "{ until = 2, polynomial = [3] }]\n";
  EXPECT_EQ(refused_rod(driven_rod(kink)), "not-allowed rod.toml:20:1 driver") << "its rate jumps";
  EXPECT_EQ(refused_rod(driven_rod("imposes = \"rate\"\n" + kink)), "accepted");
  EXPECT_EQ(refused_rod(driven_rod("imposes = \"rate\"\n" + jump)), "not-allowed rod.toml:20:1 driver");
}

TEST(MechanismText, SpringsMayBeSwitchedOff) {
  const std::string spring = "[[force]]\nname = \"stop\"\nkind = \"rotational-spring\"\njoint = \"hinge\"\n";
  const std::string off = "factor = { pieces = [{ until = 1, polynomial = [1] }, { until = 2, polynomial = [0] }] }\n";
  EXPECT_EQ(read_rod(rod_text + spring + "damping = 2\n").rotational_springs.at(0).factor.polynomial.size(), 1U);
  const auto m = read_rod(rod_text + spring + "damping = 2\n" + off);
  EXPECT_EQ(m.rotational_springs.at(0).factor.pieces.size(), 2U);
  EXPECT_FALSE(mbs::has_joint_coordinates(m)) << "joint coordinates know no factors";
  EXPECT_EQ(refused_rod(rod_text + spring + "stiffness = 2\n" + off), "not-allowed rod.toml:20:1 force")
      << "the energy of the spring would jump";
}

TEST(MechanismText, PiecesThatAreNoneAreRefused) {
  const auto driven = [](const std::string& imposed) { return refused_rod(driven_rod(imposed)); };
  EXPECT_EQ(driven("pieces = [{ until = 1 }]\n"), "missing rod.toml:24:11 pieces");
  EXPECT_EQ(driven("pieces = [{ ramp = [0, 1] }]\n"), "missing rod.toml:24:11 until");
  EXPECT_EQ(driven("pieces = [{ until = 1, ramp = [0] }]\n"), "wrong-kind rod.toml:24:31 ramp");
  EXPECT_EQ(driven("pieces = [{ until = 1, ramp = [0, 1], polynomial = [1] }]\n"),
            "contradiction rod.toml:24:52 polynomial");
  EXPECT_EQ(driven("pieces = [{ until = 1, ramp = [0, 1] }]\npolynomial = [1]\n"),
            "contradiction rod.toml:25:14 polynomial");
  EXPECT_EQ(driven("polynomial = [1]\nfrom = 1\n"), "contradiction rod.toml:25:8 from");
  EXPECT_EQ(driven("pieces = [{ until = 0, ramp = [0, 1] }]\n"), "out-of-range rod.toml:20:1 driver");
  EXPECT_EQ(driven("pieces = [{ until = 1, ramp = [0, 1] }, { until = 2, ramp = [1.5, 0] }]\n"),
            "not-allowed rod.toml:20:1 driver")
      << "it jumps";
}

}  // namespace
}  // namespace plumb
