// E − E0 − W of driven and damped systems: it falls with the order of the method, which it could not do if a power were
// missing or had the wrong sign, and it is null where the power is not known.

#include "harness/run/energy_balance.hpp"

#include <gtest/gtest.h>

#include "harness/run/drive.hpp"
#include "harness/run/measure.hpp"
#include "methods/explicit-rk/dop853.hpp"
#include "methods/explicit-rk/explicit_rk.hpp"
#include "methods/explicit-rk/tableaus.hpp"
#include "methods/irk/coupled_rk.hpp"
#include "methods/irk/tableaus.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/car-axis/car_axis.hpp"
#include "problems/oscillator/oscillator.hpp"

namespace plumb {
namespace {

/// A system with a state of which accelerations and multipliers are those of the index-1 equations.
template <class S, class Q>
typename S::State started(S& system, const Q& q, const Q& v) {
  auto x = zero_state(system);
  x.q = q;
  x.v = v;
  EXPECT_TRUE(system.acceleration(0, x.q, x.v, x.a, x.lambda));
  return x;
}

/// A run of a method that `make` makes for a system, from rates that belong to the state.
template <class S, class Q, class Make>
auto run_of(const S& fresh, const Q& q, const Q& v, int steps, double t_end, Make make) {
  using T = typename S::Scalar;
  S system = fresh, observer = fresh;
  auto method = make(system);
  const auto run = drive(system, observer, method, started(system, q, v), T(t_end) / steps,
                         Plan{.steps = steps, .samples = 1}, 6, StopRequest{Status::ok});
  EXPECT_EQ(run.steps, steps);
  return run;
}

template <const auto& tableau>
auto explicit_rk() {
  return []<class S>(S& system) {
    using Table = FixedTableau<typename S::Scalar, tableau>;
    return ExplicitRk<S, Table>(system, {}, Table{});
  };
}
template <const auto& tableau>
auto coupled_rk() {
  constexpr int stages = std::remove_cvref_t<decltype(tableau)>::stages;
  return []<class S>(S& system) {
    return CoupledRk<S, stages>(system, {}, StageTable<typename S::Scalar, stages>(tableau_data(tableau)));
  };
}

template <class T>
double slope(const T& coarse, const T& fine) {
  using std::log;
  return static_cast<double>(log(coarse / fine) / log(T(2)));
}

using Number = Vec<quad, 1>;
const Oscillator<quad> driven_and_damped = {quad(3), quad("0.2"), quad(1), quad(5)};

// Both of the largest and of the last deviation.
template <class Model, class Make>
void expect_order(int order, double tolerance, int steps, const Model& model, Make make) {
  const auto run = [&](int n) { return run_of(Minimal(model), Number(1), Number(quad("0.5")), n, 2, make); };
  const auto coarse = run(steps), fine = run(2 * steps);
  EXPECT_NEAR(slope(coarse.energy_max, fine.energy_max), order, tolerance);
  EXPECT_NEAR(slope(coarse.energy_end, fine.energy_end), order, tolerance);
  EXPECT_LT(fine.work->uncertainty, fine.energy_max);
  EXPECT_GT(abs(fine.work->done), 1);
}

TEST(EnergyBalance, FallsWithTheOrderOfTheMethod) {
  expect_order(4, 0.15, 200, driven_and_damped, explicit_rk<erk4>());
  expect_order(8, 0.15, 1600, driven_and_damped, explicit_rk<dop853>());
  expect_order(6, 0.15, 400, driven_and_damped, coupled_rk<gauss3>());
}

// Conservative data keep the old meaning, and their bits: nothing is taken off.
TEST(EnergyBalance, IsTheEnergyAloneWhereThatIsKept) {
  const auto run = run_of(Minimal(Oscillator<double>{3, 0, 0, 5}), Vec<double, 1>(1), Vec<double, 1>(0.5), 100, 2,
                          explicit_rk<erk4>());
  EXPECT_TRUE(run.conservative);
  EXPECT_FALSE(run.work);
  EXPECT_GT(run.energy_max, 0);
}

struct ForgottenDamper : Oscillator<quad> {
  quad power(const quad& t, const Q& q, const Q& v) const {
    auto undamped = *this;
    undamped.damping_ratio = 0;
    return undamped.Oscillator<quad>::power(t, q, v);
  }
};

TEST(EnergyBalance, DoesNotCloseIfAForceIsForgotten) {
  const auto run = run_of(Minimal(ForgottenDamper{driven_and_damped}), Number(1), Number(quad("0.5")), 400, 2,
                          explicit_rk<dop853>());
  EXPECT_GT(run.energy_max, 0.1);
}

template <class T>
CarAxisData<T> car_axis() {
  return {T(5) / 10000, T(1), T(1) / 2, T(1) / 10, T(10), T(1)};
}

template <class Model, class Make>
auto run_car_axis(const Model& model, Form form, int steps, double t_end, Make make) {
  using T = typename Model::Scalar;
  Vec<T, 4> q, v;
  CarAxisMinimal<T>{car_axis<T>()}.positions(0, {T(1) / 2, T(0)}, {T(0), T(0)}, q, v);
  return run_of(Constrained(model, form), q, v, steps, t_end, make);
}

// On the motion itself, to many digits: the explicit method steps the index-1 equations whatever the form says.
TEST(EnergyBalance, ClosesOnTheMotionOverAMovingRoad) {
  const Vec<quad, 2> q(quad(1) / 2, quad(0)), rest(quad(0), quad(0));
  const auto minimal = run_of(Minimal(CarAxisMinimal<quad>{car_axis<quad>()}), q, rest, 1500, 1, explicit_rk<dop853>());
  ASSERT_TRUE(minimal.work);
  EXPECT_GT(abs(minimal.work->done), 1e-3);
  EXPECT_LT(minimal.energy_max, 1e-15);
  for (const auto form : {Form::index1, Form::index2, Form::index3, Form::ggl}) {
    const CarAxisCartesian<quad> model{car_axis<quad>()};
    const auto run = run_car_axis(model, form, 1500, 1, explicit_rk<dop853>());
    ASSERT_TRUE(run.work) << name(form);
    EXPECT_LT(run.energy_max, 1e-15) << name(form);
    EXPECT_LT(abs(run.work->done - minimal.work->done), 1e-15) << name(form);
  }
}

// With the multipliers of the method itself.
TEST(EnergyBalance, ClosesWithTheMultipliersOfImplicitMethods) {
  const CarAxisCartesian<long double> model{car_axis<long double>()};
  for (const auto form : {Form::index1, Form::index2, Form::index3, Form::ggl}) {
    const auto coarse = run_car_axis(model, form, 800, 1, coupled_rk<radau_iia3>());
    const auto fine = run_car_axis(model, form, 1600, 1, coupled_rk<radau_iia3>());
    EXPECT_LT(fine.energy_max, 1e-9) << name(form);
    EXPECT_GT(slope(coarse.energy_max, fine.energy_max), form == Form::index1 ? 4.7 : 1.7) << name(form);
  }
}

/// The reactions pull where they should push.
struct WrongSign : Constrained<CarAxisCartesian<quad>> {
  using Constrained::Constrained;
  quad power(const quad& t, const Q& q, const V& v, const L& lambda) const {
    return Constrained::power(t, q, v, L(-lambda));
  }
};

TEST(EnergyBalance, DoesNotCloseWithTheWrongSignOfTheReactions) {
  const CarAxisCartesian<quad> model{car_axis<quad>()};
  Vec<quad, 4> q, v;
  CarAxisMinimal<quad>{car_axis<quad>()}.positions(0, {quad(1) / 2, quad(0)}, {quad(0), quad(0)}, q, v);
  EXPECT_GT(run_of(WrongSign(model, Form::index3), q, v, 400, 1, explicit_rk<dop853>()).energy_max, 1e-3);
}

/// A mass in a wind of which nobody says what it does.
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

RunResult measured(const Run<double>& run) {
  const Problem problem;
  return measure(problem, Formulation(), run);
}

TEST(EnergyBalance, IsNullWithAReasonWhereThePowerIsNotKnown) {
  static_assert(!TellsPower<Minimal<Wind>>);
  const auto wind = run_of(Minimal(Wind{}), Vec<double, 1>(0), Vec<double, 1>(1), 50, 1, explicit_rk<erk4>());
  const auto unknown = measured(wind);
  EXPECT_FALSE(unknown.metrics.at("energy.max"));
  EXPECT_FALSE(unknown.metrics.at("energy.end"));
  EXPECT_FALSE(unknown.work);
  EXPECT_NE(unknown.note.find("the work that changes it is not known"), std::string::npos) << unknown.note;
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

// A run of few steps, and one that ends before its time: what is left when it ends is settled with the points there are.
TEST(EnergyBalance, IsSettledHoweverFewStepsThereAre) {
  for (int steps = 1; steps < 14; ++steps) {
    const auto run =
        run_of(Minimal(driven_and_damped), Number(1), Number(quad("0.5")), steps, steps * 1e-3, explicit_rk<dop853>());
    ASSERT_TRUE(run.work) << steps;
    EXPECT_GT(run.energy_end, 0) << steps;
    EXPECT_LT(run.energy_max, 1e-7) << steps;
    EXPECT_LE(run.energy_max, run.work->uncertainty + 1e-25) << steps;
  }
}

}  // namespace
}  // namespace plumb
