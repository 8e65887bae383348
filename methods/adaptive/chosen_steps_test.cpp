// The steps that Adaptive takes with a mock pair, whose errors and failures are given by the test.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "methods/adaptive/adaptive.hpp"
#include "methods/testing/small_system.hpp"
#include "methods/tolerance_parameters.hpp"

namespace plumb {
namespace {

using namespace testing;
using System = AnySystem<double>;

// x'' = 0
struct Free {
  using Scalar = double;
  static constexpr int nq = 1, nv = 1, nl = 0;
  using V = Vec<double, 1>;
  bool velocity_dependent() const { return false; }
  void mass(const V&, Mat<double, 1>& m) const { m(0, 0) = 1; }
  void force(const double&, const V&, const V&, V& f) const { f[0] = 0; }
  void tangents(const double&, const V&, const V&, const V&, const Vec<double, 0>&, Mat<double, 1>& k,
                Mat<double, 1>& d) const {
    k(0, 0) = d(0, 0) = 0;
  }
};

/// The results that the mock pair returns, and the calls that it received.
struct Script {
  std::function<double(double t, double h)> error = [](double, double h) { return std::pow(std::abs(h) / 0.1, 5); };
  std::function<bool(double t, double h)> fails = [](double, double) { return false; };
  std::vector<double> accepted = {};
  int attempts = 0, renewals = 0;
};

class ScriptedPair {
 public:
  static constexpr int power = 5;
  ScriptedPair(System&, const MethodOptions&, Script& from) : script(from) {}

  StepResult start(double, double, System::State& x) {
    x.a.setZero();
    return {};
  }
  StepResult renew(double, const System::State&) {
    ++script.renewals;
    return {};
  }
  StepResult attempt(double t, double h, const System::State&, const Tolerance<System>&) {
    ++script.attempts;
    now = t;
    return script.fails(t, h) ? StepResult{Status::singular, 0, "as scripted"} : StepResult{};
  }
  double error(double h, const System::State&, const Tolerance<System>&) { return script.error(now, h); }
  StepResult accept(double, double h, System::State& x) {
    script.accepted.push_back(h);
    x.q[0] += h;
    return {};
  }
  Counters counters;

 private:
  Script& script;
  double now = 0;
};

class ChosenSteps : public ::testing::Test {
 protected:
  using Stepper = Adaptive<System, ScriptedPair>;

  StepResult interval(double t, double h) {
    script.accepted.clear();
    return stepper.step(t, h, x);
  }
  void SetUp() override { ASSERT_EQ(stepper.start(0, 1, x).status, Status::ok); }

  static Parameters tolerance() {
    const std::vector<ParameterSpec> specs = {rtol_parameter(), atol_parameter()};
    return Parameters(specs, {});
  }

  Script script;
  System system{SmallSystem<Free>({})};
  System::State x{Vec<double>{{1.}}, Vec<double>{{1.}}, Vec<double>{{0.}}, Vec<double>(0)};
  Stepper stepper{system, MethodOptions{tolerance(), {}}, script};
};

// This fails if the last step is not the whole remainder, or if a tiny last step remains.
TEST_F(ChosenSteps, FillAnIntervalAndShareItsEnd) {
  ASSERT_EQ(interval(0, 2).status, Status::ok);
  for (double h = 0.3; h < 3; h *= 1.37) {
    ASSERT_EQ(interval(2, h).status, Status::ok);
    const auto& steps = script.accepted;
    EXPECT_NEAR(std::accumulate(steps.begin(), steps.end(), 0.), h, 1e-14);
    EXPECT_NEAR(steps[steps.size() - 2], steps.back(), 1e-14);
    EXPECT_GT(steps.back(), 0.04);
    EXPECT_LT(*std::max_element(steps.begin(), steps.end()), 0.1);
  }
}

TEST_F(ChosenSteps, AreOneWhereTheIntervalIsShorter) {
  ASSERT_EQ(interval(0, 2).status, Status::ok);
  for (int n = 0; n < 5; ++n) {
    ASSERT_EQ(interval(2 + 1e-3 * n, 1e-3).status, Status::ok);
    EXPECT_EQ(script.accepted.size(), 1u);
  }
  ASSERT_EQ(interval(3, 1).status, Status::ok);
  EXPECT_GT(script.accepted.front(), 0.07) << "short intervals make no step shorter";
}

TEST_F(ChosenSteps, GoBackwardsToo) {
  ASSERT_EQ(interval(2, -2).status, Status::ok);
  for (const double h : script.accepted) EXPECT_LT(h, 0);
  EXPECT_NEAR(std::accumulate(script.accepted.begin(), script.accepted.end(), 0.), -2, 1e-14);
}

TEST_F(ChosenSteps, AreCountedByWhatBecameOfThem) {
  script.error = [](double t, double h) { return std::pow(h / (t < 1 ? 0.1 : 0.01), 5); };
  ASSERT_EQ(interval(0, 2).status, Status::ok);
  EXPECT_EQ(stepper.accepted_steps, static_cast<std::int64_t>(script.accepted.size()));
  EXPECT_GT(stepper.rejected_steps, 0);
  EXPECT_EQ(stepper.accepted_steps + stepper.rejected_steps, script.attempts);
}

// This fails if a failed step is not repeated with a smaller size.
TEST_F(ChosenSteps, AreSmallerWhereTheMethodFails) {
  script.fails = [](double t, double h) { return t >= 0.5 && h > 1e-3; };
  ASSERT_EQ(interval(0, 0.6).status, Status::ok);
  EXPECT_LE(script.accepted.back(), 1e-3);
  EXPECT_GT(script.accepted.back(), 1e-4);
}

// This fails if a failure for every step size is reported with another status, or is repeated endlessly.
TEST_F(ChosenSteps, EndWhereNoneIsSmallEnough) {
  script.fails = [](double t, double) { return t >= 0.5; };
  const auto broken = interval(0, 1);
  EXPECT_EQ(broken.status, Status::singular);
  EXPECT_EQ(broken.detail, "as scripted");
  script.fails = [](double, double) { return false; };
  for (const double too_large : {1.0001, 2., std::numeric_limits<double>::quiet_NaN()}) {
    script.error = [too_large](double, double) { return too_large; };
    EXPECT_EQ(interval(0, 1).status, Status::tolerance_unreachable);
  }
  EXPECT_LT(script.attempts, 2000);
}

TEST_F(ChosenSteps, StopAtALimit) {
  script.error = [](double, double h) { return std::pow(h / 1e-6, 5); };
  EXPECT_EQ(interval(0, 1).status, Status::step_limit);
}

// This fails if a step from a projected state uses the rates of the state before the projection.
TEST_F(ChosenSteps, BeginAnewFromAnotherState) {
  ASSERT_EQ(interval(0, 1).status, Status::ok);
  ASSERT_EQ(interval(1, 1).status, Status::ok);
  EXPECT_EQ(script.renewals, 0);
  x.v[0] += 1e-9;
  ASSERT_EQ(interval(2, 1).status, Status::ok);
  EXPECT_EQ(script.renewals, 1);
  x.q[0] += 1e-9;
  ASSERT_EQ(interval(3, 1).status, Status::ok);
  EXPECT_EQ(script.renewals, 2);
}

}  // namespace
}  // namespace plumb
