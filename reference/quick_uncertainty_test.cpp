// The uncertainty of a quick reference must bound its error, the distance from the certified motion, in every quantity.

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "reference/testing/motion_examples.hpp"

namespace plumb {
namespace {

// Requires that the error of each quantity is at most 4 times the distance of the second opinion (motion_errors.hpp),
// and a rounding.
void expect_bounded(const Vec<quad>& quick, const Vec<quad>& other, const Vec<quad>& truth, const std::string& label) {
  const quad rounding = std::numeric_limits<long double>::epsilon();
  for (Eigen::Index i = 0; i < truth.size(); ++i)
    EXPECT_LE(abs(quick[i] - truth[i]), 4 * abs(other[i] - quick[i]) + rounding * abs(truth[i]))
        << label << " " << i + 1;
}

TEST(QuickReferencesOfTheCatalogue, AreNoFurtherFromTheTruthThanTheyTell) {
  for (const char* name : {"squeezer", "two-link", "pleiades", "car-axis", "slider-crank-flexible", "double-pendulum",
                           "planar-chain", "heavy-top"}) {
    const auto& problem = catalogued_problem(name);
    const auto data = parameters_of(name, {});
    const quad begin = problem.begin<quad>(), until = begin + quad(problem.usual_duration()) / 8;
    const auto certified = solution(problem, data), quick = solution(problem, data, {ReferenceKind::quick, until});
    const auto& formulation = problem.formulations.front();
    for (const double part : std::array{0.13, 0.41, 0.77, 1.}) {
      const quad t = begin + part * (until - begin);
      const auto truth = certified->at(t, formulation), few = quick->at(t, formulation);
      const auto other = quick->second_opinion(t, formulation, few);
      if (!other) continue;  // a closed form
      const auto at = std::string(name) + " at " + t.str(4, {});
      expect_bounded(few.q, other->q, truth.q, at + " q");
      expect_bounded(few.v, other->v, truth.v, at + " v");
      expect_bounded(few.a, other->a, truth.a, at + " a");
      expect_bounded(few.lambda, other->lambda, truth.lambda, at + " lambda");
      expect_bounded(few.outputs, other->outputs, truth.outputs, at + " output");
    }
  }
}

}  // namespace
}  // namespace plumb
