// Bricard's mechanism of the IFToMM library against its energy, and against what another program publishes.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "harness/cell/resolve.hpp"
#include "harness/run/run_cell.hpp"
#include "numerics/so3.hpp"

namespace plumb {
namespace {

using BricardPoint = Vec<double, 3>;

/// States at t = 1/4, 1/2, 3/4 and 1 s.
std::vector<std::vector<double>> bricard_states() {
  CellRequest request;
  request.problem.name = "@examples/mechanisms/bricard.toml";
  request.formulation.name = "index1";
  request.method.name = "dop853";
  request.step = "1/1000";
  request.settings["t_end"] = "1";
  const auto run = unwatched_run(resolve(request));
  EXPECT_EQ(run.start().status, Status::ok);
  std::vector<std::vector<double>> out;
  for (int quarter = 0; quarter < 4; ++quarter) {
    EXPECT_EQ(run.take(250).status, Status::ok);
    out.push_back(run.state());
  }
  return out;
}

/// Where a point of a bar is that was at `from` at first.
BricardPoint moved(const std::vector<double>& state, std::size_t bar, const BricardPoint& centre,
                   const BricardPoint& from) {
  const auto* q = state.data() + 7 * bar;
  const Vec<double, 4> attitude(q[3], q[4], q[5], q[6]);
  return BricardPoint(q[0], q[1], q[2]) + so3::matrix<double>(so3::Quaternion<double>(attitude)) * (from - centre);
}

// Corners of the cube where bars begin.
const std::array<BricardPoint, 6> corners = {BricardPoint(0, 0, 0),  BricardPoint(1, 0, 0),  BricardPoint(1, -1, 0),
                                             BricardPoint(1, -1, 1), BricardPoint(0, -1, 1), BricardPoint(0, 0, 1)};

// One coordinate, the angle theta of the first bar, and the energy M(theta) theta'^2/2 + V(theta) = V(0):
//
//   t = integral of sqrt(M/(2 (V(0) − V))) d theta from 0
//
// with M and V from the closure of the chain of six rotations, by Gauss's formula in u, theta = u². p3 is the end of the
// third bar.
TEST(LibraryMotions, BricardsMechanismMovesAsItsEnergySays) {
  const std::array<BricardPoint, 4> wanted = {
      BricardPoint(0.9980925022595877, -1.059939798477072, 0.938263811802192),
      BricardPoint(0.9682836791090002, -1.2246251594293007, 0.7501466094463805),
      BricardPoint(0.836668209163612, -1.447556602090809, 0.4522899418716553),
      BricardPoint(0.5105014612022896, -1.6491675993893808, 0.14012311456213256)};
  const auto states = bricard_states();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto p3 = moved(states[i], 2, (corners[2] + corners[3]) / 2, corners[3]);
    EXPECT_LT((p3 - wanted[i]).cwiseAbs().maxCoeff(), 1e-11) << i;
  }
}

// The test of bricardMechanism.py of EXUDYN (github.com/jgerstmayr/EXUDYN) at t = 1 s with 1000 steps of second order:
// the 2-norm of all displacements of the bars' ends and of all changes of their quaternions, plus 2 for the degree of
// freedom and the redundant constraint. Six of its digits hold; its step explains the others.
TEST(LibraryMotions, BricardsMechanismEndsWhereAnotherProgramSays) {
  constexpr double published = 4.172189649307425;
  const auto state = bricard_states().back();
  double sum = 0;
  for (std::size_t k = 0; k < 5; ++k) {
    const BricardPoint centre = (corners[k] + corners[k + 1]) / 2;
    sum += (moved(state, k, centre, corners[k]) - corners[k]).squaredNorm();
    const auto* turn = state.data() + 7 * k + 3;
    sum += (Vec<double, 4>(turn[0], turn[1], turn[2], turn[3]) - Vec<double, 4>(1, 0, 0, 0)).squaredNorm();
  }
  EXPECT_NEAR(2 + std::sqrt(sum), 4.172190977552728, 1e-11);
  EXPECT_NEAR(2 + std::sqrt(sum), published, 2e-6);
}

}  // namespace
}  // namespace plumb
