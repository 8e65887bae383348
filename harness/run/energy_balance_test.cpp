// E − E0 − W must vanish along the motion of driven and damped systems, unless a power is missing or has the wrong
// sign. It must be null if the power is not defined.

#include "harness/run/energy_balance.hpp"

#include <gtest/gtest.h>

#include "contract/counted.hpp"
#include "harness/run/drive.hpp"
#include "harness/run/measure.hpp"
#include "harness/run/runner_on.hpp"
#include "methods/explicit-rk/dop853.hpp"
#include "methods/explicit-rk/explicit_rk.hpp"
#include "methods/explicit-rk/tableaus.hpp"
#include "problems/adapters/automatic.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/adapters/embedded.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/car-axis/car_axis.hpp"
#include "problems/oscillator/oscillator.hpp"

namespace plumb {
namespace {

/// Returns a state with the accelerations and multipliers of the index-1 equations.
template <class S, class Q>
typename S::State started(S& system, const Q& q, const Q& v) {
  auto x = zero_state(system);
  x.q = q;
  x.v = v;
  EXPECT_TRUE(system.acceleration(0, x.q, x.v, x.a, x.lambda));
  return x;
}

/// Returns the values observed in a run of the method created by `make`. The run starts with consistent rates.
template <class S, class Q, class Make>
Watched run_of(const S& fresh, const Q& q, const Q& v, int steps, double t_end, const Make& make) {
  using T = typename S::Scalar;
  const Counted counted(fresh);
  auto system = counted;
  const auto x = started(system, q, v);
  const RunSetup<T> setup{
      .start = {x.q, x.v, x.a, x.lambda}, .h = T(t_end) / steps, .samples = {.steps = steps, .samples = 1}};
  const auto runner = runner_on(counted, make, setup);
  AnySystem<T> observer(fresh);
  Drive<T> run(runner, observer, setup, 6);
  run(StopRequest{Status::ok});
  EXPECT_EQ(run.watched.steps, steps);
  return run.watched;
}

template <const auto& tableau>
auto explicit_rk() {
  return []<class S>(S& system) {
    using Table = FixedTableau<typename S::Scalar, tableau>;
    return std::make_unique<ExplicitRk<S, Table>>(system, MethodOptions{}, Table{});
  };
}
using Number = Vec<long double, 1>;
const Oscillator<long double> driven_and_damped = {3, 0.25, 1, 5};

// For conservative data, the energy is unchanged to the last bit: no work is subtracted.
TEST(EnergyBalance, IsTheEnergyAloneWhereThatIsKept) {
  const auto run = run_of(Minimal(Oscillator<double>{3, 0, 0, 5}), Vec<double, 1>(1), Vec<double, 1>(0.5), 100, 2,
                          explicit_rk<erk4>());
  EXPECT_TRUE(run.conservative);
  EXPECT_FALSE(run.work);
  EXPECT_GT(run.energy_max, 0);
}

struct ForgottenDamper : Oscillator<long double> {
  long double power(const long double& t, const Q& q, const Q& v) const {
    auto undamped = *this;
    undamped.damping_ratio = 0;
    return undamped.Oscillator<long double>::power(t, q, v);
  }
};

TEST(EnergyBalance, ClosesAndDoesNotIfAForceIsForgotten) {
  const auto run = [](const auto& model) {
    return run_of(Minimal(model), Number(1), Number(0.5), 400, 2, explicit_rk<dop853>());
  };
  const auto right = run(driven_and_damped);
  ASSERT_TRUE(right.work);
  EXPECT_LT(right.work->done, -1);
  EXPECT_LT(right.energy_max, 1e-15);
  EXPECT_GT(run(ForgottenDamper{driven_and_damped}).energy_max, 0.1);
}

CarAxisData<long double> car_axis() { return {5e-4L, 1, 0.5, 0.1L, 10, 1}; }

template <class Model>
auto run_car_axis(const Model& fresh) {
  Vec<long double, 4> q, v;
  CarAxisMinimal<long double>{car_axis()}.positions(0, {0.5, 0}, {0, 0}, q, v);
  return run_of(fresh, q, v, 2000, 1, explicit_rk<dop853>());
}

// The balance is close to 0 on the motion itself. The explicit method integrates the index-1 equations in every
// formulation.
TEST(EnergyBalance, ClosesOnTheMotionOverAMovingRoad) {
  const Vec<long double, 2> q(0.5, 0), rest(0, 0);
  const auto minimal =
      run_of(Minimal(CarAxisMinimal<long double>{car_axis()}), q, rest, 2000, 1, explicit_rk<dop853>());
  ASSERT_TRUE(minimal.work);
  EXPECT_GT(std::abs(minimal.work->done), 1e-4);
  EXPECT_LT(minimal.energy_max, 1e-15);
  for (const auto form : constrained_forms) {
    const auto run = run_car_axis(Constrained(CarAxisCartesian<long double>{car_axis()}, form));
    ASSERT_TRUE(run.work) << name(form);
    EXPECT_LT(run.energy_max, 1e-15) << name(form);
    EXPECT_LT(std::abs(run.work->done - minimal.work->done), 1e-15L) << name(form);
  }
}

/// A car axis whose reaction forces have the wrong sign.
struct WrongSign : Constrained<CarAxisCartesian<long double>> {
  using Constrained::Constrained;
  long double power(const long double& t, const Q& q, const V& v, const L& lambda) const {
    return Constrained::power(t, q, v, L(-lambda));
  }
};

TEST(EnergyBalance, DoesNotCloseWithTheWrongSignOfTheReactions) {
  EXPECT_GT(run_car_axis(WrongSign({car_axis()}, Form::index3)).energy_max, 1e-4);
}

/// A bead with drag slides on a parabola that is shaken, y = x² + sin(3 t)/4.
struct ShakenBead {
  using Scalar = long double;
  using Point = Vec<Scalar, 2>;
  static constexpr int coordinates = 2, constraints = 1, freedoms = 1, invariant_count = 0;
  Scalar mass_of_bead = 0.5L, drag = 0.25L, gravity = 10;  // kg, N s/m, m/s²
  bool velocity_dependent() const { return true; }
  bool conservative() const { return false; }
  template <class X>
  static X height(const X& t, const X& x) {
    using std::sin;
    return x * x + sin(3 * t) / 4;
  }
  template <class X>
  void mass(const Vec<X, 2>&, Mat<X, 2>& M) const {
    M << X(mass_of_bead), X(0), X(0), X(mass_of_bead);
  }
  template <class X>
  void force(const X&, const Vec<X, 2>&, const Vec<X, 2>& v, Vec<X, 2>& f) const {
    f << -drag * v[0], -drag * v[1] - mass_of_bead * gravity;
  }
  template <class X>
  void constraint(const X& t, const Vec<X, 2>& q, Vec<X, 1>& phi) const {
    phi[0] = q[1] - height(t, q[0]);
  }
  template <class X>
  void embedding(const X& t, const Vec<X, 1>& theta, Vec<X, 2>& q) const {
    q << theta[0], height(t, theta[0]);
  }
  Scalar energy(const Scalar&, const Point& q, const Point& v) const {
    return mass_of_bead * (v.squaredNorm() / 2 + gravity * q[1]);
  }
  Scalar power(const Scalar&, const Point&, const Point& v) const { return -drag * v.squaredNorm(); }
  void outputs(const Scalar&, const Point&, const Point&, Vec<Scalar>&) const {}
  void invariants(const Scalar&, const Point&, const Point&, Vec<Scalar>&) const {}
};

auto run_embedded(const auto& model) {
  return run_of(Minimal(Automatic(Embedded(model))), Number(0.5), Number(0.25), 2000, 1, explicit_rk<dop853>());
}

// Fails if minimal coordinates have no power, or if their power lacks the reaction forces of the moving curve.
TEST(EnergyBalance, ClosesInMinimalCoordinatesOfAnEmbeddedModel) {
  const ShakenBead bead;
  const auto minimal = run_embedded(bead);
  ASSERT_TRUE(minimal.work);
  EXPECT_GT(std::abs(minimal.work->done), 1e-2L);
  EXPECT_LT(minimal.energy_max, 1e-15L);
  const auto start = Embedded(bead).embed(0, Number(0.5), Number(0.25));
  const auto redundant =
      run_of(Constrained(Automatic(bead), Form::index1), start.q, start.v, 2000, 1, explicit_rk<dop853>());
  ASSERT_TRUE(redundant.work);
  EXPECT_LT(std::abs(redundant.work->done - minimal.work->done), 1e-14L);
}

/// A shaken bead whose power ignores drag.
struct DragForgotten : ShakenBead {
  Scalar power(const Scalar&, const Point&, const Point&) const { return 0; }
};

/// A shaken bead without a power function.
struct PowerMissing : ShakenBead {
  void power() const = delete;
};

TEST(EnergyBalance, OfAnEmbeddedModelIsNullWithoutItsPowerAndOpenWithAWrongOne) {
  static_assert(ProvidesPower<Minimal<Automatic<Embedded<ShakenBead>>>>);
  static_assert(!ProvidesPower<Minimal<Automatic<Embedded<PowerMissing>>>>);
  EXPECT_FALSE(run_embedded(PowerMissing{}).work);
  EXPECT_GT(run_embedded(DragForgotten{}).energy_max, 1e-3L);
}

/// A mass in a wind without a power function.
struct Wind {
  using Scalar = double;
  static constexpr int size = 1, invariant_count = 0;
  using Q = Vec<double, 1>;
  bool velocity_dependent() const { return false; }
  bool conservative() const { return false; }
  void acceleration(const double& t, const Q&, const Q&, Q& a) const { a[0] = std::sin(t); }
  void stiffness(const double&, const Q&, const Q&, Mat<double, 1>& k) const { k(0, 0) = 0; }
  void damping(const double&, const Q&, const Q&, Mat<double, 1>& d) const { d(0, 0) = 0; }
  double energy(const double&, const Q&, const Q& v) const { return v[0] * v[0] / 2; }
  void outputs(const double&, const Q&, const Q&, Vec<double>&) const {}
  void invariants(const double&, const Q&, const Q&, Vec<double>&) const {}
};

RunResult measured(const Watched& run) {
  const Problem problem;
  Formulation formulation;
  formulation.parts = fixed_parts({});
  return measure(Subject(problem, formulation, Parameters({}, {})), run);
}

TEST(EnergyBalance, IsNullWithAReasonWhereThePowerIsNotKnown) {
  static_assert(!ProvidesPower<Minimal<Wind>>);
  const auto wind = run_of(Minimal(Wind{}), Vec<double, 1>(0), Vec<double, 1>(1), 50, 1, explicit_rk<erk4>());
  const auto unknown = measured(wind);
  EXPECT_FALSE(unknown.metrics.at("energy.max"));
  EXPECT_FALSE(unknown.metrics.at("energy.end"));
  EXPECT_FALSE(unknown.work);
  EXPECT_NE(unknown.note.find("the work of the forces is unknown"), std::string::npos) << unknown.note;
}

TEST(EnergyBalance, IsReportedWithItsWorkAndTheDoubtAboutIt) {
  const auto run = run_of(Minimal(Oscillator<double>{3, 0.2, 1, 5}), Vec<double, 1>(1), Vec<double, 1>(0.5), 100, 2,
                          explicit_rk<erk4>());
  const auto known = measured(run);
  EXPECT_EQ(known.metrics.at("energy.max"), run.energy_max);
  EXPECT_EQ(known.metrics.at("energy.end"), run.energy_end);
  EXPECT_EQ(known.note, "");
  const auto json = to_json(known);
  EXPECT_EQ(json["energy"]["work"], run.work->done);
  EXPECT_EQ(json["energy"]["work_uncertainty"], run.work->uncertainty);
  EXPECT_EQ(run_result_from_json(json).work, known.work);
}

// If a run has few steps or ends early, its balance is completed with the existing points.
TEST(EnergyBalance, IsSettledHoweverFewStepsThereAre) {
  for (int steps = 1; steps < 20; ++steps) {
    const auto run =
        run_of(Minimal(driven_and_damped), Number(1), Number(0.5), steps, steps * 1e-3, explicit_rk<dop853>());
    ASSERT_TRUE(run.work) << steps;
    EXPECT_LT(run.energy_max, 1e-7) << steps;
    EXPECT_LE(run.energy_max, run.work->uncertainty + 1e-17L) << steps;
  }
}

}  // namespace
}  // namespace plumb
