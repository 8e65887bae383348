// The parts of a formulation cover every component of q and v, and formulations with the same coordinates have the same
// initial states.

#include "problems/parts.hpp"

#include <gtest/gtest.h>

#include <set>

#include "problems/catalogue.hpp"

namespace plumb {
namespace {

void expect_tiled(const std::vector<Part>& parts, PartRange Part::*range, int size, const std::string& title) {
  std::vector<int> covered(static_cast<std::size_t>(size));
  for (const auto& part : parts) {
    const auto& [first, count] = part.*range;
    ASSERT_TRUE(0 <= first && 0 < count && first + count <= size) << title << " " << part.name;
    for (int i = first; i < first + count; ++i) ++covered[static_cast<std::size_t>(i)];
  }
  for (const int times : covered) EXPECT_EQ(times, 1) << title;
}

TEST(Parts, CoverEveryCoordinateOnce) {
  for (const auto& problem : problems())
    for (const auto& formulation : problem.formulations) {
      const auto title = problem.name + "/" + formulation.name;
      const Parameters data(problem.parameters, problem.general_data);
      const auto system = problem.in_double.system(data, formulation);
      ASSERT_TRUE(formulation.parts) << title;
      const auto parts = formulation.parts(data);
      expect_tiled(parts, &Part::q, system.sizes().q, title + " q");
      expect_tiled(parts, &Part::v, system.sizes().v, title + " v");
      std::set<std::string> names;
      for (const auto& part : parts) {
        EXPECT_TRUE(names.insert(part.name).second) << title << " " << part.name;
        EXPECT_FALSE(part.unit.empty()) << title;
        EXPECT_TRUE(part.kind != PartKind::angle || part.unit == "rad") << title;
        EXPECT_TRUE(part.kind == PartKind::rotation || part.q.size == part.v.size) << title;
      }
    }
}

TEST(Parts, SeparateMetresFromRadians) {
  const auto kinds = [](std::string_view name, std::string_view formulation) {
    std::string out;
    const auto& problem = catalogued_problem(name);
    for (const auto& part : problem.formulation(formulation)->parts(Parameters(problem.parameters, {})))
      out += std::string(static_cast<std::size_t>(part.q.size), part.kind == PartKind::angle ? 'a' : 't');
    return out;
  };
  EXPECT_EQ(kinds("pendulum", "ode"), "a");
  EXPECT_EQ(kinds("pendulum", "index3"), "tta");
  EXPECT_EQ(kinds("two-link", "ggl"), "ttatta");
  EXPECT_EQ(kinds("squeezer", "index1"), "aaaaaaa");
  EXPECT_EQ(kinds("squeezer", "absolute-index2"), "ttattattattattattatta");
  EXPECT_EQ(kinds("car-axis", "ode"), "ta");
  EXPECT_EQ(kinds("car-axis", "index3"), "tttt");
}

TEST(Parts, OfOneKindAreTakenTogether) {
  const auto kinds = by_kind({part("x", PartKind::translation, "m", 0, 2),
                              {"attitude", PartKind::rotation, "-", {2, 4}, {2, 3}},
                              part("slide", PartKind::translation, "m", 6),
                              part("mode", PartKind::translation, "mm", 7)});
  ASSERT_EQ(kinds.size(), 2);
  EXPECT_EQ(name(kinds[0].kind), "translation");
  EXPECT_EQ(kinds[0].unit, "m and mm");
  ASSERT_EQ(kinds[0].q.size(), 3);
  EXPECT_EQ(kinds[0].q[1].first, 6);
  EXPECT_EQ(name(kinds[1].kind), "rotation");
  EXPECT_EQ(kinds[1].unit, "rad");
  EXPECT_EQ(kinds[1].q.front().size, 4);
  EXPECT_EQ(kinds[1].v.front().size, 3);
}

TEST(Coordinates, AreSharedByFormulationsThatSaySo) {
  for (const auto& problem : problems())
    for (const auto& one : problem.formulations) {
      EXPECT_FALSE(one.coordinates.empty()) << problem.name << "/" << one.name;
      for (const auto& other : problem.formulations) {
        const Parameters data(problem.parameters, problem.general_data);
        const auto a = problem.in_double.initial(data, one), b = problem.in_double.initial(data, other);
        const bool rests = a.v.isZero() && b.v.isZero();  // momenta are the velocities then
        if (rests && one.momenta_of.empty() != other.momenta_of.empty()) continue;
        const bool equal = a.q.size() == b.q.size() && a.q == b.q && a.v == b.v;
        EXPECT_EQ(equal, one.coordinates == other.coordinates) << problem.name << "/" << one.name << " " << other.name;
      }
    }
}

}  // namespace
}  // namespace plumb
