// Limits of stability, areas in phase space, and energies over many steps.

#include <gtest/gtest.h>

#include "methods/analysis/stability.hpp"
#include "methods/testing/energy_errors.hpp"

namespace plumb {
namespace {

using namespace testing;

double limit(std::string_view name, const quad& damping_ratio = 0) {
  const auto& method = catalogued_method(name);
  return stability_limit(method, Parameters(method.parameters, {}), damping_ratio).limit.value_or(0);
}

TEST(HalfImplicit, IsStableUpToTwo) {
  EXPECT_NEAR(limit("half-implicit"), 2, 1e-9);
  EXPECT_NEAR(limit("half-implicit2"), 2, 1e-9);
  EXPECT_NEAR(limit("half-implicit", quad(3) / 4), 1, 1e-9);  // 2 (√(1 + ξ²) − ξ)
}

// The amplification matrix of semi-implicit Euler, [1 − Ω², 1; −Ω², 1] for (q, h v), has determinant 1: it is
// symplectic.
TEST(HalfImplicit, KeepsAreasInPhaseSpace) {
  const auto& method = catalogued_method("half-implicit");
  const quad omega = quad(7) / 5;
  const auto a = amplification_matrix(method, Parameters(method.parameters, {}), omega);
  ASSERT_TRUE(a.ok()) << a.failure;
  Mat<quad> expected(2, 2);
  expected << 1 - omega * omega, 1, -omega * omega, 1;
  EXPECT_LT(static_cast<double>((a.matrix - expected).norm()), 1e-30);
}

TEST(FullyImplicit, IsLStable) {
  for (const auto* jacobian : {"paper", "exact"}) {
    const auto& method = catalogued_method("fully-implicit");
    const Parameters p(method.parameters, {{"jacobian", jacobian}});
    EXPECT_EQ(a_stable(method, p), true);
    const auto radius = rho_infinity(method, p);
    ASSERT_TRUE(radius.value) << radius.failure;
    EXPECT_LT(static_cast<double>(*radius.value), 1e-4);
  }
}

// The heavy body of models.hpp in double, without its driving torque and without weight.
struct FreeBody : RigidBody<double> {
  void force(const double&, const Q&, const V& w, V& f) const { f = inertia().cwiseProduct(w).cross(w); }
  void tangents(const double& t, const Q& q, const V& w, const V& a, const Vec<double, 0>& lambda, Mat<double, 3>& k,
                Mat<double, 3>& d) const {
    RigidBody::tangents(t, q, w, a, lambda, k, d);
    k.setZero();
  }
};

TEST(HalfImplicit, KeepsTheEnergyOfAPendulumBounded) {
  const auto half = energy_errors_of_pendulum("half-implicit"),
             finer = energy_errors_of_pendulum("half-implicit", 40000);
  EXPECT_NEAR(half.last / half.first, 1, 0.01);
  EXPECT_NEAR(half.first / finer.first, 2, 0.1);                                // proportional to the step
  EXPECT_GT(energy_errors_of_pendulum("fully-implicit").last, 20 * half.last);  // its pendulum comes to rest
  const auto second = energy_errors_of_pendulum("half-implicit2");
  EXPECT_NEAR(second.last / second.first, 1, 0.01);
  EXPECT_LT(second.last, half.last / 20);
}

// The gyroscopic torque is evaluated explicitly. So a method that conserves the energy of a pendulum need not conserve
// the energy of a free body.
TEST(HalfImplicit, GainsTheEnergyOfAFreeBody) {
  const auto energy = [](const auto& x) {
    const Vec<double, 3> w = x.v;
    return w.dot(FreeBody::inertia().cwiseProduct(w)) / 2;
  };
  const auto errors = [&](std::string_view name) {
    return energy_errors(name, FreeBody{}, Form::ode, 100, 10000, energy);
  };
  const auto half = errors("half-implicit"), second = errors("half-implicit2");
  EXPECT_GT(half.last / half.first, 3);
  EXPECT_NEAR(second.last / second.first, 1, 0.01);
  EXPECT_LT(second.last, 1e-3);
}

}  // namespace
}  // namespace plumb
