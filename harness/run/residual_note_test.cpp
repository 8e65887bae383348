// Newton's residual test without a tolerance assumes a typical force of 1 N. If the forces are far smaller, the run
// must have a note.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "harness/cell/resolve.hpp"
#include "harness/run/run_cell.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

/// Returns the note of a run of a rod of this length [m] and mass [kg] that begins to fall about a hinge.
std::string note_of(double length, double mass, const std::string& test, const std::string& tolerance) {
  const auto path = scratch_folder() / fmt::format("plumb-rod-{}-{}.toml", length, mass);
  const double inertia = mass * length * length / 12;
  std::ofstream(path) << fmt::format(
      "schema = 1\nname = \"rod\"\nt_end = 1e-2\n[[body]]\nname = \"rod\"\nmass = {}\ninertia = [{}, {}, {}]\n"
      "position = [{}, 0, 0]\n[[joint]]\nname = \"hinge\"\nkind = \"revolute\"\nbodies = [\"ground\", \"rod\"]\n"
      "point = [0, 0, 0]\naxis = [0, 0, 1]\n",
      mass, inertia, inertia, inertia, length / 2);
  CellRequest request;
  request.problem.name = "@" + path.string();
  request.formulation.name = "index3";
  request.method.name = "bdf2";
  request.step = "1e-3";
  request.settings = {{"newton_test", test}, {"reference", "none"}};
  if (!tolerance.empty()) request.settings["newton_tol"] = tolerance;
  return run_cell(resolve(request), {}).note;
}

TEST(ResidualTest, NamesForcesThatItCannotJudge) {
  const auto named = ::testing::HasSubstr("set --newton-tol");
  for (const double mass : {1e-6, 1e-8, 1e-9}) EXPECT_THAT(note_of(1e-3, mass, "residual", ""), named) << mass;
  for (const double mass : {1e-5, 1.}) EXPECT_THAT(note_of(1e-3, mass, "residual", ""), ::testing::Not(named)) << mass;
  EXPECT_THAT(note_of(1e-3, 1e-9, "residual", "1e-20"), ::testing::Not(named));
  EXPECT_THAT(note_of(1e-3, 1e-9, "increment", ""), ::testing::Not(named));
}

}  // namespace
}  // namespace plumb
