// The reference of a mechanism must not depend on the units of its description. If a mechanism is described in other
// units of length, mass and time, the certified values must be the same numbers, with as many digits.

#include "reference/motion_units.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "problems/mechanisms/mechanism_problem.hpp"
#include "problems/mechanisms/testing/mechanisms_in_units.hpp"
#include "reference/certified.hpp"

namespace plumb {
namespace {

using testing::Units;

const std::vector<Units> other_units = {{0x1p-30, 1, 1}, {0x1p30, 1, 1}, {1, 0x1p-30, 1},          {1, 0x1p30, 1},
                                        {1, 1, 0x1p-30}, {1, 1, 0x1p30}, {0x1p30, 0x1p-30, 0x1p30}};

using Text = std::function<std::string(const testing::Writer&)>;

Problem in_units(const Text& text, const Units& unit) {
  return mechanism_problem(mechanism_from_text(text(testing::Writer{unit}), "a.toml"));
}

ReferenceRecord record_of(const Problem& problem, const Units& unit) {
  const Parameters data(problem.parameters, {});
  return certified(problem, data, *problem.formulation("index1"), {testing::Writer::number(unit.time / 4)}).front();
}

/// Requires equal values within their certified digits. The numbers of digits may differ by two because of rounding.
/// For a value of 0 they may differ more, because they count from the size of roundings.
void expect_the_same(const CertifiedValue& usual, const CertifiedValue& scaled, const std::string& name) {
  constexpr int chance = 2;
  ASSERT_EQ(usual.value == 0, scaled.value == 0) << name;
  EXPECT_GE(scaled.digits, 20) << name;
  if (usual.value == 0) return;
  EXPECT_LE(std::abs(usual.digits - scaled.digits), chance) << name;
  const auto relative = [](const CertifiedValue& x) { return quad(x.value / std::max(quad(abs(x.value)), x.scale)); };
  const quad left_open = pow(quad(10), -std::min(usual.digits, scaled.digits));
  EXPECT_LE(abs(relative(usual) - relative(scaled)), 4 * left_open) << name;
}

void expect_free_of_units(const Text& text) {
  const auto usual = record_of(in_units(text, {}), {});
  EXPECT_GE(fewest_digits(usual), 20);
  for (const auto& unit : other_units) {
    SCOPED_TRACE(fmt::format("length {} mass {} time {}", unit.length, unit.mass, unit.time));
    const auto scaled = record_of(in_units(text, unit), unit);
    ASSERT_EQ(scaled.routes, usual.routes);
    for (std::size_t i = 0; i < usual.values.size(); ++i)
      expect_the_same(usual.values[i].second, scaled.values[i].second, usual.values[i].first);
  }
}

class UnitsOfReferences : public ::testing::TestWithParam<std::size_t> {};

TEST_P(UnitsOfReferences, DoNotMatter) { expect_free_of_units(testing::mechanisms_in_units()[GetParam()]); }

// A rod on a hinge, two bodies on a ball joint and a hinge, a cart with a pendulum, a body on a thread, a body that
// slides and turns, a spring, a hinge and a spring.
INSTANTIATE_TEST_SUITE_P(Of, UnitsOfReferences, ::testing::Values(0, 3, 5, 6, 7, 8, 9));

// A body on a hinge, whose angle a motor prescribes as a polynomial of the time.
TEST(UnitsOfReferencesOfDrivers, DoNotMatter) {
  expect_free_of_units([](const testing::Writer& w) {
    return w.head() + "start = \"correct\"\n" + w.body("a", w.point(1, 0, 0), 1, 0.3) +
           w.joint("A", "revolute", "ground", "a", w.point(0, 0, 0), "[0, 1, 0]") +
           fmt::format("[[driver]]\nname = \"motor\"\njoint = \"A\"\ncoordinate = \"rotation\"\npolynomial = [0, {}]\n",
                       w.number(6 / w.unit.time));
  });
}

TEST(MotionUnits, AreThoseOfTheMechanism) {
  for (const auto& unit : other_units) {
    const auto problem = in_units(testing::mechanisms_in_units()[0], unit);
    const Parameters data(problem.parameters, {});
    const auto units = MotionUnits::of(problem, data, *problem.formulation("index1"));
    EXPECT_EQ(units.time, unit.time);
    EXPECT_EQ(units.q.size() == 0 ? 1. : units.q[0], unit.length);
    EXPECT_EQ(units.q.size() == 0 ? 1. : units.q[3], 1);  // a component of a quaternion
  }
}

TEST(MotionUnits, LeaveWhatTheyMeasure) {
  const MotionUnits units{.time = 1024, .q = Vec<double>::Constant(1, 0x1p-10), .v = Vec<double>::Constant(1, 0x1p-10)};
  const Motion x{Vec<quad>::Constant(1, quad("0.1")), Vec<quad>::Constant(1, quad("-0.7"))};
  const auto back = units.in_si(units.measured(x));
  EXPECT_EQ(back.q[0], x.q[0]);
  EXPECT_EQ(back.v[0], x.v[0]);
  const Acceleration<double> acceleration = [](const double& t, const Vec<double>& q, const Vec<double>& v,
                                               Vec<double>& a) { a[0] = t + q[0] + v[0]; };
  Vec<double> a(1);
  units.measured(acceleration)(1, Vec<double>::Ones(1), Vec<double>::Ones(1), a);
  EXPECT_EQ(a[0] * 0x1p-10 / 1024 / 1024, 1024 + 0x1p-10 + 0x1p-20);
}

}  // namespace
}  // namespace plumb
