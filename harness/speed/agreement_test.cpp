#include "harness/speed/agreement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/speed/hand_written.hpp"

namespace plumb {
namespace {

std::vector<double> end_of(double ratio) {
  hand::PendulumErk4 loop{ratio, 1e-3};
  loop.start();
  loop.run(2000);
  return {loop.x, loop.v};
}

TEST(Agreement, AWrongLoopIsDistinguished) {
  const auto right = end_of(9.81);
  EXPECT_EQ(disagreement("pendulum_erk4", right, right, 1e-12), "");
  auto rounded = right;
  rounded[0] = std::nextafter(rounded[0], 10.);
  EXPECT_EQ(disagreement("pendulum_erk4", rounded, right, 1e-12), "");
  EXPECT_THAT(disagreement("pendulum_erk4", end_of(9.8100001), right, 1e-12),
              testing::HasSubstr("pendulum_erk4: the result of the hand-written loop differs"));
}

TEST(Agreement, WhatIsNoNumberAgreesWithNothing) {
  EXPECT_NE(disagreement("a", {NAN}, {NAN}, 1), "");
  EXPECT_NE(disagreement("a", {INFINITY}, {INFINITY}, 1), "");
  EXPECT_NE(disagreement("a", {}, {}, 1), "");
  EXPECT_NE(disagreement("a", {1, 2}, {1}, 1), "");
}

}  // namespace
}  // namespace plumb
