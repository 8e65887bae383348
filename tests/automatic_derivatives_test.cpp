// A run with automatic derivatives has the same motion as a run with hand-written derivatives, up to rounding. The
// number of iterations is the same, except where rounding decides.

#include <gtest/gtest.h>

#include "contract/testing/maxima.hpp"
#include "methods/catalogue.hpp"
#include "problems/adapters/automatic.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/pendulum/pendulum.hpp"

namespace plumb::testing {
namespace {

// The pendulum by only its M, f and Φ, in any scalar.
struct Described {
  using Scalar = double;
  static constexpr int coordinates = 3, constraints = 2, invariant_count = 0;
  PendulumCartesian<double> by_hand;

  template <class X>
  PendulumCartesian<X> in() const {
    const auto& d = by_hand.data;
    return {{X(d.length), X(d.mass), X(d.gravity)}};
  }
  template <class X>
  void mass(const Vec<X, 3>& q, Mat<X, 3>& out) const {
    in<X>().mass(q, out);
  }
  template <class X>
  void force(const X& t, const Vec<X, 3>& q, const Vec<X, 3>& v, Vec<X, 3>& out) const {
    in<X>().force(t, q, v, out);
  }
  template <class X>
  void constraint(const X& t, const Vec<X, 3>& q, Vec<X, 2>& out) const {
    in<X>().constraint(t, q, out);
  }
  bool conservative() const { return true; }
  double energy(double t, const Vec<double, 3>& q, const Vec<double, 3>& v) const { return by_hand.energy(t, q, v); }
  void outputs(double t, const Vec<double, 3>& q, const Vec<double, 3>& v, Vec<double>& out) const {
    by_hand.outputs(t, q, v, out);
  }
  void invariants(double, const Vec<double, 3>&, const Vec<double, 3>&, Vec<double>&) const {}
};

struct Run {
  AnySystem<double>::State x;
  Counters counters;
};

// Takes 200 steps from the horizontal.
Run run(AnySystem<double> system, const Method& method) {
  Run out{zero_state(system), {}};
  auto& x = out.x;
  x.q << 1.3, 0, std::numbers::pi / 2;
  x.v << 0, 1.3 * 1.5, 1.5;
  EXPECT_TRUE(system.acceleration(0, x.q, x.v, x.a, x.lambda));
  const auto stepper = method.in_double(system, {Parameters(method.parameters, {}), {}});
  const double h = 0.01;
  EXPECT_EQ(stepper->start(0, h, x).status, Status::ok) << method.info.name;
  for (int n = 0; n < 200; ++n) EXPECT_EQ(stepper->step(n * h, h, x).status, Status::ok) << method.info.name;
  out.counters = stepper->counters();
  return out;
}

// About once in a hundred iterations, rounding decides whether an increment at rounding level ends the iteration, so
// the numbers may differ by 1 %.
void expect_as_many_iterations(const Counters& found, const Counters& wanted, const std::string& title) {
  const auto expected = static_cast<double>(wanted.newton_iterations.value_or(0));
  EXPECT_NEAR(static_cast<double>(found.newton_iterations.value_or(0)), expected, 0.01 * expected) << title;
}

TEST(AutomaticDerivatives, GiveTheRunOfHandWrittenOnes) {
  const PendulumCartesian<double> pendulum{{1.3, 0.7, 9.81}};
  int runs = 0;
  for (const auto* name : {"radau-iia", "bdf2", "erk4"})
    for (const Form form : constrained_forms) {
      const auto& method = catalogued_method(name);
      if (!method.fits(plumb::name(form))) continue;
      ++runs;
      const auto wanted = run(AnySystem<double>(Constrained(pendulum, form)), method);
      const auto found = run(AnySystem<double>(Constrained(Automatic(Described{pendulum}), form)), method);
      const auto title = std::string(name) + " on " + std::string(plumb::name(form));
      EXPECT_LT(max_norm(found.x.q - wanted.x.q), 1e-11) << title;
      EXPECT_LT(max_norm(found.x.v - wanted.x.v), 1e-10) << title;
      expect_as_many_iterations(found.counters, wanted.counters, title);
      EXPECT_EQ(found.counters.jacobian_evaluations, wanted.counters.jacobian_evaluations) << title;
    }
  EXPECT_GT(runs, 5);
}

}  // namespace
}  // namespace plumb::testing
