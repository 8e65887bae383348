// Tests forces defined by a table. The position of a mass is the double integral of the spline. Its pieces are
// polynomials, so Gauss' rule with three points is exact; certified references must agree to all digits.

#include <gtest/gtest.h>

#include "problems/equations/equation_problem.hpp"
#include "problems/equations/equation_text.hpp"
#include "problems/mbs/cubic_table.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "reference/certified.hpp"

namespace plumb {
namespace {

const std::string rows = "[[0, 0], [0.1, 2], [0.35, -1], [0.5, 3], [0.9, 5], [1.2, -4]]";

mbs::Table measured() {
  mbs::Table out;
  for (const char* t : {"0", "0.1", "0.35", "0.5", "0.9", "1.2"}) out.times.push_back(mbs::number(t));
  for (const char* f : {"0", "2", "-1", "3", "5", "-4"}) out.values.push_back(mbs::number(f));
  return out;
}

/// Returns x(T) = ∫ (T − s) f(s) ds from 0 to T, where T is the last time of the table.
quad position_by_hand() {
  const auto table = measured();
  const auto f = mbs::CubicTable<quad>::of(table);
  const quad end = table.times.back().in<quad>(), root = sqrt(quad(3) / 5);
  quad out = 0;
  for (std::size_t i = 0; i + 1 < table.times.size(); ++i) {
    const quad a = table.times[i].in<quad>(), half = (table.times[i + 1].in<quad>() - a) / 2;
    for (const int k : {-1, 0, 1}) {
      const quad s = a + half + k * root * half;
      out += half * quad(k == 0 ? 8 : 5) / 9 * (end - s) * f.at(s).value;
    }
  }
  return out;
}

const std::string equations =
    "schema = 1\nname = \"mass\"\nt_end = 1.2\n[[coordinate]]\nname = \"x\"\n[tables]\nf = { rows = " + rows +
    " }\n[equations]\nforce = [\"f(t)\"]\n";
const std::string mechanism =
    "schema = 1\nname = \"mass\"\nt_end = 1.2\ngravity = [0, 0, 0]\n[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 1, "
    "1]\n"
    "position = [0, 0, 0]\n[[force]]\nname = \"f\"\nkind = \"force\"\nbody = \"b\"\nvector = [1, 0, 0]\n"
    "table = { rows = " +
    rows + " }\n";

void expect_the_motion(const Problem& problem, const std::string& output) {
  const Parameters data(problem.parameters, {});
  const auto breaks = problem.breakpoints(data);
  ASSERT_EQ(breaks.size(), 5U);
  for (const auto& one : breaks) EXPECT_EQ(one.derivative, 5) << "the third derivative of accelerations";
  const auto record = certified(problem, data, problem.formulations.front(), {"1.2"}).front();
  for (const auto& [name, value] : record.values) {
    if (name != output) continue;
    EXPECT_GE(value.digits, 24);
    EXPECT_LT(static_cast<double>(abs(value.value - position_by_hand())), 1e-24);
    return;
  }
  ADD_FAILURE() << "no " << output;
}

TEST(MeasuredSignals, HaveCertifiedMotionsInEquations) {
  expect_the_motion(equation_problem(equations_from_text(equations, "mass.toml")), "x");
}
TEST(MeasuredSignals, HaveCertifiedMotionsInMechanisms) {
  expect_the_motion(mechanism_problem(mechanism_from_text(mechanism, "mass.toml")), "b_x");
}

// A massless wheel follows the road r(t), and a second wheel follows r(t − 0.2), so it passes the points of the table
// later.
TEST(MeasuredSignals, AreShiftedAndScaledByTheirArgument) {
  const auto text =
      "schema = 1\nname = \"car\"\nt_begin = 0.2\nt_end = 1\n[parameters]\ndelay = 0.2\n[[coordinate]]\nname = \"x\"\n"
      "[[coordinate]]\nname = \"y\"\nstart = 0\nrate = \"0\"\n[tables]\nr = { rows = " +
      rows + ", ends = \"clamped\" }\n[equations]\nforce = [\"r(2*(t - delay) - 0.2)\", 0]\n";
  auto moved = text;
  const auto problem = equation_problem(
      equations_from_text(moved.replace(moved.find(", ends"), 6, ", outside = \"hold\", ends"), "car.toml"));
  const auto breaks = problem.breakpoints(Parameters(problem.parameters, {}));
  ASSERT_EQ(breaks.size(), 6U) << "2 (t - 0.2) - 0.2 = 0, 0.1, ... 1.2 at t = 0.3, 0.35, ... 0.9";
  EXPECT_LT(static_cast<double>(abs(breaks[1].time - quad("0.35"))), 1e-30);
  EXPECT_EQ(breaks[0].derivative, 4) << "clamped and held: the second derivative jumps at the ends";
  EXPECT_EQ(breaks[1].derivative, 5);
}

}  // namespace
}  // namespace plumb
