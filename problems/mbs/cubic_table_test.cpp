// Compares splines through measured points with exact fractions, from a dense linear system for all coefficients in
// rational numbers.

#include "problems/mbs/cubic_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "numerics/quad.hpp"
#include "problems/mbs/signal.hpp"
#include "problems/mbs/time_function_check.hpp"

namespace plumb::mbs::tables {
namespace {

Table measured(TableEnds ends, TableOutside outside = TableOutside::line) {
  Table out;
  out.ends = ends;
  out.outside = outside;
  for (const char* t : {"0", "1/10", "7/20", "1/2", "9/10", "6/5"}) out.times.push_back(number(t));
  for (const char* y : {"0", "1/50", "-1/100", "3/100", "1/20", "-1/25"}) out.values.push_back(number(y));
  return out;
}

struct Point {
  const char *t, *value, *rate, *second;
};
struct Known {
  TableEnds ends;
  std::array<Point, 3> points;
};
const std::array<Known, 3> known = {{{TableEnds::natural,
                                      {{{"1/20", "90189/7088000", "231949/1063200", "-19309/8860"},
                                        {"3/5", "479463/8860000", "461717/2658000", "-175969/132900"},
                                        {"11/10", "-152783/29902500", "-671171/1993500", "-73121/199350"}}}},
                                     {TableEnds::clamped,
                                      {{{"1/20", "1846777/229368000", "2993617/11468400", "446903/286710"},
                                        {"3/5", "43943/764560", "21283/100600", "-384751/286710"},
                                        {"11/10", "-500107/21503250", "-863401/2867100", "2"}}}},
                                     {TableEnds::not_a_knot,
                                      {{{"1/20", "502441/31290000", "1759379/9387000", "-379082/78225"},
                                        {"3/5", "139019/2607500", "86869/521500", "-303827/234675"},
                                        {"11/10", "-4322/1955625", "-1608149/4693500", "-24881/33525"}}}}}};

double far(const quad& x, const char* wanted) { return static_cast<double>(abs(x - number(wanted).in<quad>())); }

TEST(CubicTable, HasTheValuesOfExactFractions) {
  for (const auto& [ends, points] : known) {
    const auto f = CubicTable<quad>::of(measured(ends));
    for (const auto& p : points) {
      const auto at = f.at(number(p.t).in<quad>());
      EXPECT_LT(far(at.value, p.value), 1e-32) << table_ends_names[static_cast<std::size_t>(ends)] << " " << p.t;
      EXPECT_LT(far(at.rate, p.rate), 1e-31) << p.t;
      EXPECT_LT(far(at.second, p.second), 1e-29) << p.t;
    }
  }
}

// The spline interpolates all points. Value and two derivatives are continuous there, and only the third derivative
// jumps.
TEST(CubicTable, OnlyTheThirdDerivativeJumpsAtPoints) {
  for (const auto ends : {TableEnds::natural, TableEnds::clamped, TableEnds::not_a_knot}) {
    const auto table = measured(ends);
    const auto breaks = CubicTable<quad>::of(table).breaks();
    ASSERT_EQ(breaks.size(), ends == TableEnds::not_a_knot ? 4U : 6U);
    for (std::size_t k = 1; k + 1 < breaks.size(); ++k) {
      const auto& [t, before, after] = breaks[k];
      EXPECT_LT(static_cast<double>(abs(before.value - after.value)), 1e-32);
      EXPECT_LT(static_cast<double>(abs(before.rate - after.rate)), 1e-31);
      EXPECT_LT(static_cast<double>(abs(before.second - after.second)), 1e-29);
      EXPECT_GT(static_cast<double>(abs(before.third - after.third)), 0.1);
    }
    for (std::size_t i = 0; i < table.times.size(); ++i)
      EXPECT_LT(static_cast<double>(
                    abs(CubicTable<quad>::of(table).at(table.times[i].in<quad>()).value - table.values[i].in<quad>())),
                1e-32);
  }
}

TEST(CubicTable, TwoAndFourPointsAreAStraightLineAndACubic) {
  Table line{.times = {number("1"), number("3")}, .values = {number("2"), number("8")}};
  EXPECT_EQ(CubicTable<quad>::of(line).at(quad(2)).value, 5);
  Table cubic;
  cubic.ends = TableEnds::not_a_knot;
  for (const int t : {-2, 1, 2, 5, 7}) {
    cubic.times.push_back(number(std::to_string(t)));
    cubic.values.push_back(number(std::to_string(t * t * t - 2 * t)));
  }
  const auto f = CubicTable<quad>::of(cubic);
  for (const quad t : {quad(-1.5), quad(0), quad(1.75), quad(6.5)}) {
    EXPECT_LT(static_cast<double>(abs(f.at(t).value - (t * t * t - 2 * t))), 1e-30);
    EXPECT_LT(static_cast<double>(abs(f.at(t).third - 6)), 1e-29);
  }
}

TEST(CubicTable, GoesOnAlongItsTangentOrKeepsItsValue) {
  const auto line = CubicTable<quad>::of(measured(TableEnds::natural));
  const auto hold = CubicTable<quad>::of(measured(TableEnds::natural, TableOutside::hold));
  const quad end = number("6/5").in<quad>(), rate = line.at(end).rate;
  EXPECT_LT(static_cast<double>(abs(line.at(end + 2).value - (line.at(end).value + 2 * rate))), 1e-31);
  EXPECT_LT(static_cast<double>(abs(hold.at(end + 2).value - hold.at(end).value)), 1e-32);
  EXPECT_EQ(hold.at(end + 2).rate, 0);
  EXPECT_LT(static_cast<double>(abs(line.at(quad(-1)).value + line.at(quad(0)).rate)), 1e-31);
  EXPECT_EQ(hold.at(quad(-1)).value, 0);
}

TEST(CubicTable, DriversImposeWhatHasNoKink) {
  TimeFunction f;
  f.table = measured(TableEnds::natural);
  EXPECT_EQ(why_not_imposed(f), "");
  f.table->outside = TableOutside::hold;
  EXPECT_THAT(why_not_imposed(f), ::testing::HasSubstr("its rate jumps by"));
  f.table->ends = TableEnds::clamped;
  EXPECT_EQ(why_not_imposed(f), "");
  std::swap(f.table->times[1], f.table->times[2]);
  EXPECT_THAT(why_no_pieces(f), ::testing::HasSubstr("times must increase"));
  EXPECT_FALSE(Signal<quad>::of(f).is_constant());
}

}  // namespace
}  // namespace plumb::mbs::tables
