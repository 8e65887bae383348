// The double pendulum in two angles: its states in space satisfy the joints, and its motion has 25 digits up to 8 s.

#include "problems/double-pendulum/double_pendulum.hpp"

#include <gtest/gtest.h>

#include "problems/planar-chain/angle_chain.hpp"
#include "problems/testing/basic_constraints.hpp"
#include "reference/chebyshev_motion.hpp"
#include "reference/quad_integration.hpp"

namespace plumb {
namespace {

using namespace testing;
using C = BasicConstraint;

TEST(DoublePendulum, StartsAsPublished) {
  const auto at = chain_of_plane_in_space(double_pendulum_data<quad>(), double_pendulum_start<quad>());
  const auto near = [](const auto& found, const Vector3& wanted) {
    EXPECT_LT((Vector3(found) - wanted).cwiseAbs().maxCoeff(), quad("1e-32")) << wanted.transpose();
  };
  const Mat<quad, 3> first = so3::matrix<quad>(at.q.segment<4>(3)), second = so3::matrix<quad>(at.q.segment<4>(10));
  near(at.q.segment<3>(0), vector(0, 2, 0));
  near(at.q.segment<3>(7), vector(0, 4, -1));
  near(first.col(0), vector(0, 1, 0));
  near(first.col(1), vector(0, 0, 1));
  near(second.col(0), vector(0, 0, -1));
  near(second.col(1), vector(0, 1, 0));
  EXPECT_EQ(at.v.cwiseAbs().maxCoeff(), 0);
}

TEST(DoublePendulum, DataAreThoseOfTheBars) {
  const auto data = double_pendulum_data<quad>();
  EXPECT_LT(abs(data.links[0].mass - 78), quad("1e-31"));
  EXPECT_LT(abs(data.links[1].mass - 39), quad("1e-31"));
  EXPECT_LT(abs(data.links[0].inertia - quad("104.01625")), quad("1e-30"));
  EXPECT_LT(abs(data.links[1].inertia - quad("13.008125")), quad("1e-30"));
}

TEST(DoublePendulum, KeepsTheJointsInSpace) {
  const auto data = double_pendulum_data<quad>();
  const Configuration<quad> angles{Vec<quad, 2>(quad("0.3"), quad("-4.1")), Vec<quad, 2>(quad("1.5"), quad("-2"))};
  const auto at = chain_of_plane_in_space(data, angles);
  const Vector3 x = vector(1, 0, 0), y = vector(0, 1, 0), z = vector(0, 0, 1), o = vector(0, 0, 0);
  std::vector<C> joints;
  for (const int bar : {1, 2})
    for (const auto& across : {x, y}) joints.push_back({C::dp1, bar, 0, across, x});
  for (const auto& c : {x, y, z}) {
    joints.push_back({C::cd, 1, 0, vector(-2, 0, 0), o, c});
    joints.push_back({C::cd, 1, 2, vector(2, 0, 0), vector(-1, 0, 0), c});
  }
  for (const auto& joint : joints) EXPECT_LT(abs(violation(joint, at.q)), quad("1e-31")) << joint.kind;
  const quad h("1e-10");
  const auto later = chain_of_plane_in_space(data, {angles.q + h * angles.v, angles.v}),
             before = chain_of_plane_in_space(data, {angles.q - h * angles.v, angles.v});
  EXPECT_LT((rate_by_velocity(at) - (later.q - before.q) / (2 * h)).cwiseAbs().maxCoeff(), quad("1e-17"));
}

// The energy that the planar chain computes from the two angles equals the energy of the bodies in space.
TEST(DoublePendulum, EnergyIsThatOfTheBodiesInSpace) {
  const auto data = double_pendulum_data<quad>();
  const AngleChain<quad> chain(data);
  const Configuration<quad> angles{Vec<quad, 2>(quad("0.3"), quad("-4.1")), Vec<quad, 2>(quad("1.5"), quad("-2"))};
  const auto at = chain_of_plane_in_space(data, angles);
  quad energy = 0;
  for (const Eigen::Index k : {0, 1}) {
    const auto& link = data.links[static_cast<std::size_t>(k)];
    const quad omega = at.v[6 * k + 5];
    energy += (link.mass * at.v.segment<3>(6 * k).squaredNorm() + link.inertia * omega * omega) / 2;
    energy += link.mass * quad("9.81") * at.q[7 * k + 2];
  }
  EXPECT_LT(abs(energy - chain.energy(0, angles.q, angles.v)), quad("1e-29"));
}

TEST(DoublePendulum, ManyDigitsHoldForEightSeconds) {
  const auto system = std::make_shared<AnySystem<quad>>(AngleChain<quad>(double_pendulum_data<quad>()));
  const auto start = double_pendulum_start<quad>();
  const ChebyshevMotion motion(acceleration_of(system), start);
  const std::vector<quad> times = {1, 2, 4, 8};
  for (const quad& t : times) EXPECT_GE(motion.digits(t, 33), 25) << t;
  const auto other = integrate_in_quad(acceleration_of(system), start, times);
  ASSERT_EQ(other.at.size(), times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    const auto at = motion.at(times[i]);
    EXPECT_LT((at.q - other.at[i].q).cwiseAbs().maxCoeff(), quad("1e-25")) << times[i];
  }
}

}  // namespace
}  // namespace plumb
