// Tests of problems that state the origin of their reference, and of problems without minimal coordinates or without a
// reference.

#include "reference/known_motion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference/certified.hpp"
#include "reference/testing/motion_examples.hpp"

namespace plumb {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

// The pendulum as a problem that has only absolute coordinates and no closed form. Motions are cached by the name of
// the problem, so tests choose different names.
Problem absolute_pendulum(std::string name = "absolute-pendulum") {
  auto out = catalogued_problem("pendulum");
  out.name = std::move(name);
  std::erase_if(out.formulations, [](const Formulation& f) { return f.form == Form::ode; });
  out.in_double.embed = {};
  out.in_long.embed = {};
  out.in_quad.embed = {};
  out.reference = {.formulation = "index1"};
  return out;
}

TEST(KnownMotion, NeedsNoMinimalCoordinates) {
  const auto problem = absolute_pendulum();
  const Parameters data(problem.parameters, {});
  ASSERT_TRUE(has_reference(problem));
  const Solution found(problem, data);
  const auto expected = solution(catalogued_problem("pendulum"), parameters_of("pendulum", {}));
  for (const char* name : {"index1", "index3", "ggl"}) {
    const auto& formulation = *problem.formulation(name);
    const auto a = found.at(quad("1.7"), formulation), b = expected->at(quad("1.7"), formulation);
    EXPECT_LE((a.q - b.q).norm(), quad("1e-26")) << name;
    EXPECT_LE((a.v - b.v).norm(), quad("1e-26")) << name;
    EXPECT_LE((a.lambda - b.lambda).norm(), quad("1e-25")) << name;
    EXPECT_LE((a.outputs - b.outputs).norm(), quad("1e-26")) << name;
  }
  const auto record = certified(problem, data, *problem.formulation("index3"), {"1.7"}).front();
  EXPECT_GE(fewest_digits(record), 24);
  EXPECT_THAT(record.routes, ::testing::ElementsAre("chebyshev", "bulirsch-stoer-dd", "cvode"));
}

TEST(KnownMotion, SaysWhyThereIsNone) {
  auto problem = absolute_pendulum("unknown-pendulum");
  problem.reference = {.none = [](const Parameters&) { return "nobody has computed it"; }};
  const Parameters data(problem.parameters, {});
  EXPECT_FALSE(has_reference(problem));
  const auto message = ThrowsMessage<std::invalid_argument>(HasSubstr("no reference is known: nobody has computed it"));
  EXPECT_THAT([&] { Solution(problem, data); }, message);
  EXPECT_THAT([&] { certified(problem, data, problem.formulations.front(), {"1"}); }, message);
}

TEST(KnownMotion, NeedsAFormulationThatCarriesIt) {
  auto problem = absolute_pendulum("carried-by-nothing");
  problem.reference = {};  // default: the formulation of form ode, which this problem lacks
  const Parameters data(problem.parameters, {});
  EXPECT_FALSE(has_reference(problem));
  EXPECT_THROW(Solution(problem, data), std::invalid_argument);
}

TEST(KnownMotion, RefusesCoordinatesToWhichNoWayLeads) {
  auto problem = catalogued_problem("pendulum");
  problem.reference = {.formulation = "index1"};  // no conversion back to the angle exists
  const Parameters data(problem.parameters, {});
  const Solution found(problem, data);
  EXPECT_NO_THROW(found.at(1, *problem.formulation("ggl")));
  EXPECT_THAT([&] { found.at(1, *problem.formulation("ode")); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("no conversion exists from the coordinates of index1")));
}

}  // namespace
}  // namespace plumb
