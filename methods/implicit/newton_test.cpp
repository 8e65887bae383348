#include "methods/implicit/newton.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

using Verdict = NewtonVerdict<double>;

TEST(NewtonNorm, MeasuresAllPartsAsOne) {
  const Vec<double, 2> x(3, -4);
  const Mat<double> y = Mat<double>::Constant(2, 2, -12);
  const Vec<double> none(0);
  EXPECT_EQ(newton_norm(NewtonNorm::max, x, none, y), 12);
  EXPECT_DOUBLE_EQ(newton_norm(NewtonNorm::euclidean, x, y), std::sqrt(25. + 4 * 144));
  EXPECT_DOUBLE_EQ(newton_norm(NewtonNorm::rms, x, none, y), std::sqrt((25. + 4 * 144) / 6));
  for (const auto norm : {NewtonNorm::max, NewtonNorm::euclidean, NewtonNorm::rms})
    EXPECT_EQ(newton_norm(norm, none), 0);
}

TEST(NewtonNorm, NothingHidesNotANumber) {
  for (const auto norm : {NewtonNorm::max, NewtonNorm::euclidean, NewtonNorm::rms})
    for (int at = 0; at < 3; ++at) {
      Vec<double, 3> x(1, 2, 3);
      x[at] = NAN;
      EXPECT_TRUE(std::isnan(newton_norm(norm, x))) << at;
    }
}

/// The answer to the last of these sizes, all before it being "iterate".
Verdict::Answer last_answer(Verdict& verdict, const std::vector<double>& sizes, double scale = 1) {
  auto answer = Verdict::iterate;
  for (const double size : sizes) {
    EXPECT_EQ(answer, Verdict::iterate) << "before " << size;
    answer = verdict.judge(size, scale, "increment");
  }
  return answer;
}

TEST(NewtonVerdict, SaysWhatWasReachedAndWhatHadToBe) {
  Verdict unreachable({.tolerance = 1e-20});
  EXPECT_EQ(last_answer(unreachable, {1e-3, 1e-8, 1e-15, 2e-15}), Verdict::failed);
  EXPECT_EQ(unreachable.result().status, Status::tolerance_unreachable);
  EXPECT_EQ(unreachable.result().size, 2e-15);
  EXPECT_EQ(unreachable.result().tolerance, 1e-20);
  EXPECT_EQ(unreachable.result().detail, "increment");
}

TEST(NewtonVerdict, CountsLinearSolves) {
  Verdict increments({.tolerance = {}, .max_iterations = 2});
  EXPECT_EQ(last_answer(increments, {1, 0.5}), Verdict::failed);
  EXPECT_EQ(increments.result().status, Status::newton_diverged);
  Verdict residuals(
      {.tolerance = {}, .test = NewtonTest::residual, .max_iterations = 2});  // the first is that of the guess
  EXPECT_EQ(last_answer(residuals, {1, 0.5, 0.25}), Verdict::failed);
}

TEST(NewtonVerdict, SeesDivergenceEarly) {
  Verdict diverging({.tolerance = 1e-10});
  EXPECT_EQ(last_answer(diverging, {1, 1e3, 1e6, 1e9, 1e12}), Verdict::failed);
  EXPECT_EQ(diverging.result().status, Status::newton_diverged);
}

TEST(NewtonVerdict, BearsOvershoots) {
  Verdict recovering({.tolerance = 1e-10});
  EXPECT_EQ(last_answer(recovering, {1, 1e15, 5e14, 1e14, 1e7, 1, 1e-5, 1e-12}), Verdict::converged);
  Verdict large({.tolerance = 1e-10});
  EXPECT_EQ(last_answer(large, {1, 1e3, 1e6, 1e9, 1e12, 1e3, 1e-12}, 1e6), Verdict::converged);
}

}  // namespace
}  // namespace plumb
