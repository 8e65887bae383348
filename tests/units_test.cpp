// The results for a mechanism do not depend on the units of length, mass and time: methods have the same status and the
// same motion. If the units are powers of 1024, the number of iterations is the same too.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "problems/mechanisms/joint_coordinates.hpp"
#include "problems/mechanisms/testing/mechanisms_in_units.hpp"
#include "tests/moved_problem.hpp"

namespace plumb::testing {
namespace {

struct Ending {
  Status status;
  std::int64_t iterations;
  Vec<double> q;  // lengths divided by their unit
};

/// Returns whether coordinate i of mechanism k is a length.
bool is_length(std::string_view formulation, std::size_t k, Eigen::Index i) {
  constexpr std::size_t cart = 5, free_body = 8;
  if (formulation == "ode" && k != free_body) return k == cart && i == 0;  // all other joint coordinates are angles
  return i % 7 < 3;
}

Problem problem_in(std::size_t k, const Units& unit) {
  const auto text = "momenta = true\n" + mechanisms_in_units()[k](Writer{unit});
  const auto file = mechanism_from_text(text, "scaled.toml");
  return with_joint_coordinates(mechanism_problem(file), file.mechanism);
}

Ending ending(std::size_t k, const Units& unit, const char* formulation, const char* method) {
  const auto problem = problem_in(k, unit);
  MovedProblem<double> moved(problem, Parameters(problem.parameters, {}), formulation);
  const auto result = moved.by(method, 0.1 * unit.time, 10);
  Ending out{result.status, moved.counters.newton_iterations.value_or(0), moved.x.q};
  for (Eigen::Index i = 0; i < out.q.size(); ++i)
    if (is_length(formulation, k, i)) out.q[i] /= unit.length;
  return out;
}

bool offers(std::size_t k, const char* formulation) { return problem_in(k, {}).formulation(formulation); }

void expect_the_same(const Ending& usual, const Ending& scaled, bool is_exact) {
  ASSERT_EQ(usual.status, Status::ok);
  ASSERT_EQ(scaled.status, usual.status);
  // Other units change the weights in Newton's convergence test by factors up to 32, which may cost an iteration per
  // stage.
  EXPECT_NEAR(scaled.iterations, usual.iterations, is_exact ? 0 : 10 + 0.5 * usual.iterations);
  EXPECT_LE((usual.q - scaled.q).cwiseAbs().maxCoeff(), is_exact ? 0 : 1e-11);
}

constexpr double small = 0x1p-30, large = 0x1p30;

/// Scaling by powers of two is exact, so every digit of the result must be the same.
const std::vector<Units> powers_of_two = {{small, 1, 1}, {1, large, 1}, {1, 1, small}, {large, small, large}};
const std::vector<Units> other_units = {{1e-4, 1e-10, 1e-2}, {1e9, 1e9, 3e4}};
const std::vector<Units> all_units = {{small, 1, 1},         {1, large, 1},       {1, 1, small},
                                      {large, small, large}, {1e-4, 1e-10, 1e-2}, {1e9, 1e9, 3e4}};

void expect_free_of_units(const char* formulation, const std::vector<const char*>& methods,
                          const std::vector<Units>& exact_scales = powers_of_two,
                          const std::vector<Units>& other_scales = other_units) {
  for (std::size_t k = 0; k < mechanisms_in_units().size(); ++k)
    for (const char* method : methods) {
      if (!offers(k, formulation)) continue;
      const auto usual = ending(k, {}, formulation, method);
      for (const auto* scales : {&exact_scales, &other_scales})
        for (const auto& unit : *scales) {
          SCOPED_TRACE(fmt::format("mechanism {}, {} on {}, length {} mass {} time {}", k + 1, method, formulation,
                                   unit.length, unit.mass, unit.time));
          expect_the_same(usual, ending(k, unit, formulation, method), scales == &exact_scales);
        }
    }
}

const std::vector<const char*> of_every_form = {"radau-iia", "gauss", "lobatto-iiic",
                                                "block",     "bdf2",  "esdirk436l2sa2"};

TEST(Units, DoNotMatterAtIndex1) { expect_free_of_units("index1", of_every_form); }
TEST(Units, DoNotMatterAtIndex2) { expect_free_of_units("index2", of_every_form); }
TEST(Units, DoNotMatterAtIndex3) {
  auto methods = of_every_form;
  methods.insert(methods.end(), {"generalized-alpha", "rattle", "half-implicit", "half-implicit2"});
  expect_free_of_units("index3", methods);
}

/// The formulation ggl adds Gᵀμ to velocities, so its projection depends on the unit of length by definition; the unit
/// of length is therefore not changed here.
TEST(Units, OfMassAndTimeDoNotMatterWithProjection) {
  expect_free_of_units("ggl", of_every_form, {{1, small, 1}, {1, large, 1}, {1, 1, small}, {1, small, large}},
                       {{1, 1e-10, 1e-2}, {1, 1e9, 3e4}});
}
/// In joint coordinates, mechanisms of usual size are computed without scaling, and mechanisms in extreme units with
/// scaling, so results differ by rounding errors.
TEST(Units, MoveJointCoordinatesByRoundingAlone) { expect_free_of_units("ode", of_every_form, {}, all_units); }

/// Returns a rod on a hinge perpendicular to it. Its moment of inertia about its axis [kg m²] does not affect the
/// motion.
Problem rod(const char* moment) {
  const auto text = fmt::format(
      "schema = 1\nname = \"rod\"\nt_end = 1\ngravity = [0, 0, -9.81]\n[[body]]\nname = \"a\"\nmass = 1\n"
      "inertia = [{}, 1e-3, 1e-3]\nposition = [1, 0, 0]\n[[joint]]\nname = \"A\"\nkind = \"revolute\"\n"
      "bodies = [\"ground\", \"a\"]\npoint = [0, 0, 0]\naxis = [0, 1, 0]\n",
      moment);
  const auto file = mechanism_from_text(text, "rod.toml");
  return with_joint_coordinates(mechanism_problem(file), file.mechanism);
}

template <class T>
void expect_the_motion_of_a_thin_rod(const char* moment) {
  for (const char* formulation : {"index1", "index2", "index3", "ggl", "ode"})
    for (const char* method : of_every_form) {
      SCOPED_TRACE(fmt::format("{} on {}, moment {}", method, formulation, moment));
      const auto thin = rod("0"), rounded = rod(moment);
      MovedProblem<T> expected(thin, Parameters(thin.parameters, {}), formulation);
      MovedProblem<T> moved(rounded, Parameters(rounded.parameters, {}), formulation);
      ASSERT_EQ(expected.by(method, T(0.1), 10).status, Status::ok);
      ASSERT_EQ(moved.by(method, T(0.1), 10).status, Status::ok);
      EXPECT_EQ(moved.counters.newton_iterations, expected.counters.newton_iterations);
      EXPECT_LE((moved.x.q - expected.x.q).cwiseAbs().maxCoeff(), T(1e-14));
    }
}

/// A moment of inertia that was computed by a subtraction may be a rounding error of either sign instead of 0.
TEST(Units, DoNotComeFromMomentsOfRounding) {
  for (const char* moment : {"1e-19", "3.3e-24", "-3e-24"}) {
    expect_the_motion_of_a_thin_rod<double>(moment);
    expect_the_motion_of_a_thin_rod<long double>(moment);
  }
}

/// Returns whether the method has a tolerance with a unit, as methods with step size control and external libraries do.
bool has_tolerances(const Method& method) {
  const std::string_view name = method.info.name;
  for (const char* part : {"adaptive", "controlled", "cvode", "ida", "arkode"})
    if (name.find(part) != std::string_view::npos) return true;
  return false;
}

/// Returns the names of the methods that support a formulation of mechanisms.
std::vector<const char*> fitting(const char* formulation) {
  std::vector<const char*> out;
  const auto family = problem_in(0, {}).formulation(formulation)->family();
  for (const auto& method : methods())
    if (method.fits(family) && !has_tolerances(method) && !method.info.vector_space_only)
      out.push_back(method.info.name.data());
  return out;
}

TEST(UnitsOfEveryMethod, DoNotMatter) {
  for (const char* formulation : {"index1", "index2", "index3"})
    expect_free_of_units(formulation, fitting(formulation));
}
TEST(UnitsOfEveryMethod, MoveJointCoordinatesAndMomentaByRoundingAlone) {
  for (const char* formulation : {"ode", "momenta-index2", "momenta-index3"})
    expect_free_of_units(formulation, fitting(formulation), {}, all_units);
}

}  // namespace
}  // namespace plumb::testing
