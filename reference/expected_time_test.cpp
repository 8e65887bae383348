// Tests of the expected duration of a certification, for motions whose accelerations have kinks at irregular times.

#include <gtest/gtest.h>

#include <chrono>

#include "problems/adapters/minimal.hpp"
#include "problems/registration.hpp"
#include "reference/certified.hpp"

namespace plumb {
namespace {

/// An oscillator that is stiffer on one side; it passes the middle every 1.57 or 3.14 s.
template <class T>
struct OneSidedOscillator {
  using Scalar = T;
  static constexpr int size = 1, invariant_count = 0;
  using Q = Vec<T, 1>;
  bool has_kink;

  T rate(const T& q) const { return has_kink && q < 0 ? T(-4) : T(-1); }
  bool velocity_dependent() const { return false; }
  bool conservative() const { return true; }
  void acceleration(const T&, const Q& q, const Q&, Q& a) const { a[0] = rate(q[0]) * q[0]; }
  void stiffness(const T&, const Q& q, const Q&, Mat<T, 1>& k) const { k(0, 0) = rate(q[0]); }
  void damping(const T&, const Q&, const Q&, Mat<T, 1>& d) const { d(0, 0) = 0; }
  T energy(const T&, const Q& q, const Q& v) const { return (v[0] * v[0] - rate(q[0]) * q[0] * q[0]) / 2; }
  T power(const T&, const Q&, const Q&) const { return 0; }
  void outputs(const T&, const Q& q, const Q&, Vec<T>& out) const { out[0] = q[0]; }
  void invariants(const T&, const Q&, const Q&, Vec<T>&) const {}
};

template <class T>
Model<T> model_of_one_sided(bool has_kink) {
  return {[has_kink](const Parameters&, const Formulation&) {
            return AnySystem<T>(Minimal(OneSidedOscillator<T>{has_kink}));
          },
          same_start<T>([](const Parameters&) {
            return Configuration<T>{Vec<T>::Constant(1, T(9) / 40), Vec<T>::Constant(1, T(-1))};
          })};
}

/// Returns the problem of this oscillator, which passes the middle for the first time between a 128th and a 64th of its
/// 20 s.
Problem one_sided(bool has_kink) {
  return {.name = has_kink ? "one-sided" : "two-sided",
          .title = "oscillator",
          .source = "for this test",
          .t_end = "20",
          .parameters = {},
          .formulations = {{.name = "ode",
                            .meaning = "place",
                            .coordinates = "minimal",
                            .parts = fixed_parts({part("place", PartKind::translation, "m", 0)})}},
          .outputs = {{"x", "m", "place"}},
          .invariants = "energy",
          .in_double = model_of_one_sided<double>(has_kink),
          .in_long = model_of_one_sided<long double>(has_kink),
          .in_quad = model_of_one_sided<quad>(has_kink)};
}

// Fails if only the measured initial part counts. It has a kink, whose computation takes as long as a large part of the
// smooth motion.
TEST(ExpectedTime, LiesBetweenWhatKinksLeaveOpen) {
  const auto problem = one_sided(true);
  const Parameters none(problem.parameters, {});
  const auto expected = expected_certification_seconds(problem, none, problem.formulations[0], {"20"});
  const auto begin = std::chrono::steady_clock::now();
  certified(problem, none, problem.formulations[0], {"20"});
  const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_GT(taken, expected.least / 4) << expected.least << " to " << expected.most;
  EXPECT_LT(taken, 4 * expected.most) << expected.least << " to " << expected.most;
  EXPECT_FALSE(expected.is_certain()) << expected.least << " to " << expected.most;
}

TEST(ExpectedTime, IsNoneOfWhatIsNotComputed) {
  const auto problem = one_sided(false);
  const auto at_begin =
      expected_certification_seconds(problem, Parameters(problem.parameters, {}), problem.formulations[0], {"0"});
  EXPECT_EQ(at_begin.most, 0);
  EXPECT_TRUE(at_begin.is_certain());
}

}  // namespace
}  // namespace plumb
