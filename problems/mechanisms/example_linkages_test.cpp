// Two linkages of the examples with one degree of freedom, compared with known equations: Bennett's relation between
// the angles at neighbouring corners, and the equation of motion of a parallelogram with a spring along its diagonal.

#include <gtest/gtest.h>

#include "problems/mechanisms/testing/joints_and_space.hpp"
#include "problems/mechanisms/testing/written_mechanisms.hpp"

namespace plumb {
namespace {

using testing::example_mechanism;
using testing::JointsAndSpace;
using Corner = Vec<quad, 3>;

/// Returns tan(angle/2) of the angle at a corner between the links to two others.
quad tangent_of_half(const Corner& at, const Corner& one, const Corner& other) {
  const Corner a = (one - at).normalized(), b = (other - at).normalized();
  return (a - b).norm() / (a + b).norm();
}

/// Returns tan(A/2) and tan(B/2) at corners of the loop A, B, C, D, where D and A are fixed to the ground.
std::pair<quad, quad> half_angles(const JointsAndSpace& both, const Motion& x) {
  const quad a("1.2"), b("0.7"), h("0.25");
  const Corner A(a / 2, b / 2, h), D(a / 2, -b / 2, -h);
  const auto q = both.joints.in_space(x).q;
  // If one end of a bar is known, the other end is its mirror image in the centre.
  const Corner B = 2 * q.segment<3>(0) - A, C = 2 * q.segment<3>(14) - D;
  EXPECT_LT((B + C - 2 * q.segment<3>(7)).norm(), quad("1e-22")) << "the third bar lies between these corners";
  EXPECT_LT(abs(tangent_of_half(A, B, D) - tangent_of_half(C, B, D)), quad("1e-22")) << "opposite corners";
  return {tangent_of_half(A, B, D), tangent_of_half(B, A, C)};
}

// The product of both tangents is constant; in the initial configuration all corners have cos A = 4 h²/(l_1 l_2).
TEST(ExampleLinkages, BennettsAnglesKeepTheirRelation) {
  const JointsAndSpace of(example_mechanism("rectangular-bennett"));
  const quad c =
      4 * quad("0.25") * quad("0.25") / sqrt(quad((quad("1.44") + quad("0.25")) * (quad("0.49") + quad("0.25"))));
  const quad constant = (1 - c) / (1 + c);
  for (const char* t : {"0", "0.2", "0.4"}) {
    const auto [at_a, at_b] = half_angles(of, std::string(t) == "0" ? of.start : of.at(quad(t)));
    EXPECT_LT(abs(at_a * at_b - constant), quad("1e-22")) << t;
    EXPECT_EQ(abs(at_a - at_b) > quad("0.01"), std::string(t) != "0") << "the corners differ on the way";
  }
}

// (2 (J + m l²/4) + m l²) α'' = 2 m g l sin α − k (1 − d_0/d) l c cos α,  d² = l² + c² + 2 l c sin α
TEST(ExampleLinkages, AParallelogramSwingsAgainstItsDiagonalSpring) {
  const quad l("0.9"), c("1.1"), m = 1, k = 40, d0 = 1, g("9.81"), width("0.01");
  const JointsAndSpace of(example_mechanism("four-bar-spring", {{"upright", "0.9"}, {"level", "1.1"}}));
  const quad inertia = 2 * m * ((l * l + width * width) / 12 + l * l / 4) + m * l * l;
  const Acceleration<quad> law = [&](const quad&, const auto& q, const auto&, auto& a) {
    const quad d = sqrt(quad(l * l + c * c + 2 * l * c * sin(q[0])));
    a[0] = (2 * m * g * l * sin(q[0]) - k * (1 - d0 / d) * l * c * cos(q[0])) / inertia;
  };
  const quad t("0.2");
  const Motion start{Vec<quad>::Zero(1), Vec<quad>::Constant(1, 4)};
  const auto angle = integrate_in_quad(law, start, std::array{t}, {.tolerance = quad("1e-26")}).at.at(0);
  const auto found = of.joints.in_space(of.at(t));
  EXPECT_LT(abs(found.q[0] - l / 2 * sin(angle.q[0])), quad("1e-22"));
  EXPECT_LT(abs(found.q[1] - l / 2 * cos(angle.q[0])), quad("1e-22"));
  EXPECT_LT(abs(found.v[5] + angle.v[0]), quad("1e-21"));
  EXPECT_GT(angle.q[0], quad("0.5"));
}

}  // namespace
}  // namespace plumb
