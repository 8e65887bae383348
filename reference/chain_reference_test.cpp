// References of chains, planar and in space: their number of digits, the loss of digits by chaos, and one link compared
// with the pendulum. In space the index-1 equations of the kernel confirm the articulated-body equations.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "problems/catalogue.hpp"
#include "reference/certified.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

const Problem& chain() { return catalogued_problem("planar-chain"); }

int digits_at(const std::string& links, const std::string& t) {
  const Parameters data(chain().parameters, {{"n", links}});
  return fewest_digits(certified(chain(), data, *chain().minimal(), {t}).front());
}

TEST(ChainReference, HasItsDigitsForOneToThirtyTwoLinks) {
  for (const char* links : {"1", "2", "8", "32"}) EXPECT_GE(digits_at(links, "1"), 25) << links;
}

TEST(ChainReference, OfADoublePendulumLosesItsDigitsToChaos) {
  EXPECT_GE(digits_at("2", "10"), 24);
  const int late = digits_at("2", "30");
  EXPECT_GE(late, 10);
  EXPECT_LE(late, 14) << "more would have to be false";
}

// A rod about its end swings like a point mass at two thirds of its length.
TEST(ChainReference, OfOneLinkIsThatOfAPendulum) {
  const auto& pendulum = catalogued_problem("pendulum");
  const Parameters of_rod(chain().parameters, {{"n", "1"}, {"length", "3/2"}, {"angle", "-pi/6"}, {"rate", "2"}});
  const Parameters of_mass(pendulum.parameters, {{"length", "1"}, {"angle", "-pi/6"}, {"rate", "2"}});
  const auto rod = solution(chain(), of_rod), mass = solution(pendulum, of_mass);
  for (const double t : {0.1, 1.0, 5.0}) {
    const auto a = rod->at(t, *chain().minimal()), b = mass->at(t, *pendulum.minimal());
    EXPECT_LT(abs(a.q[0] - b.q[0]), 1e-27) << t;
    EXPECT_LT(abs(a.v[0] - b.v[0]), 1e-26) << t;
  }
}

ReferenceRecord in_space(const char* problem, const std::map<std::string, std::string>& overrides, const char* t) {
  const auto& of = catalogued_problem(problem);
  return certified(of, Parameters(of.parameters, overrides), *of.minimal(), {t}).front();
}

// This fails if the quaternions of the bodies in space, or of the bars, are treated as vectors.
TEST(ChainReference, InSpaceHasFourRoutes) {
  for (const char* spin : {"axis", "transverse"}) {
    const auto record = in_space("chain", {{"n", "2"}, {"spin", spin}}, "3");
    EXPECT_THAT(record.routes,
                ::testing::ElementsAre("chebyshev", "bulirsch-stoer-index1", "bulirsch-stoer-charts", "cvode-lifted"));
    EXPECT_GE(fewest_digits(record), 26) << spin;
  }
}

TEST(ChainReference, OfADoublePendulumInSpaceHasFourRoutes) {
  const auto record = in_space("double-pendulum", {}, "1");
  EXPECT_THAT(record.routes, ::testing::ElementsAre("chebyshev", "bulirsch-stoer-index1", "bulirsch-stoer", "cvode"));
  EXPECT_GE(fewest_digits(record), 29);
}

}  // namespace
}  // namespace plumb
