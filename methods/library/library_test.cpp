#include <gtest/gtest.h>

#include <sstream>

#include "methods/catalogue.hpp"
#include "methods/explicit-rk/dop853.hpp"
#include "methods/explicit-rk/explicit_rk.hpp"
#include "methods/families.hpp"
#include "methods/library/implicit_equations.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;
using System = AnySystem<double>;

TEST(Odeint, ShowsTheOrdersItClaims) {
  for (const auto& method : library_methods())
    if (method.in_quad && method.info.fixed_step) expect_claimed_orders(method, method.info.linear_memory ? 192 : 768);
}

TEST(Odeint, CostsItsStages) {
  const std::map<std::string_view, int> evaluations = {{"odeint-rk4", 4},
                                                       {"odeint-cash-karp54", 6},
                                                       {"odeint-dopri5", 6},
                                                       {"odeint-fehlberg78", 13},
                                                       {"odeint-abm4", 2}};
  for (const auto& method : library_methods()) {
    if (!method.in_quad || !method.info.fixed_step) continue;
    auto s = coupled_pair().system(Form::ode);
    auto x = coupled_pair().begin();
    auto stepper = method.in_quad(s, options_of(method));
    stepper->start(0, quad(0.01), x);
    std::int64_t before = 0;
    for (int n = 0; n < 6; ++n) {
      before = *s.counters.rhs_evaluations;
      stepper->step(quad(n) / 100, quad(0.01), x);
    }
    EXPECT_EQ(*s.counters.rhs_evaluations - before, evaluations.at(method.info.name)) << method.info.name;
  }
}

/// A double run to t = 2 on a model: status, errors against DOP853, and the largest residuals of Φ and Φ'.
template <class Model>
struct DoubleRun {
  StepResult result;
  double error = 0;  // in q
  Distance<double> errors;
  double drift = 0, rate_drift = 0;
  Counters method, system;

  DoubleRun(const Method& m, const std::map<std::string, std::string>& given, int n, Form form = Form::index1,
            Model model = {}) {
    const auto start = Model::initial();
    System s{SmallSystem(model, Model::nl > 0 ? form : Form::ode)}, reference = s;
    System::State x{start.q, start.v, start.a, start.lambda}, exact = x;
    ExplicitRk<System, FixedTableau<double, dop853>> rk(reference, {}, {});
    integrate(rk, exact, 2., 2000, [](int, const auto&) {});
    const auto stepper = m.in_double(s, options_of(m, given));
    auto residual = x.lambda;
    const auto raise = [&](double& most) { most = larger(most, max_norm(residual)); };
    result = integrate(*stepper, x, 2., n, [&](int k, const auto& at) {
      reference.constraint(2. * k / n, at.q, residual);
      raise(drift);
      reference.constraint_rate(2. * k / n, at.q, at.v, residual);
      raise(rate_drift);
    });
    reference.acceleration(2., exact.q, exact.v, exact.a, exact.lambda);
    errors = distance(s, exact, x);
    error = errors.q;
    method = stepper->counters();
    system = s.counters;
  }
};

TEST(ArkodeErk, ShowsTheOrdersItClaims) {
  for (const auto& [order, n] : {std::pair{2, 160}, {3, 160}, {4, 80}, {5, 40}, {6, 20}}) {
    const std::map<std::string, std::string> given = {{"order", std::to_string(order)}};
    const DoubleRun<CoupledPair<double>> coarse(catalogued_method("arkode-erk"), given, n),
        fine(catalogued_method("arkode-erk"), given, 2 * n);
    EXPECT_NEAR(std::log2(coarse.error / fine.error), order, 0.25) << order;
  }
  EXPECT_LT(DoubleRun<CoupledPair<double>>(catalogued_method("arkode-erk"), {{"order", "8"}}, 20).error, 1e-11);
}

void expect_errors_follow(const Method& method, std::map<std::string, std::string> given) {
  for (const char* text : {"1e-5", "1e-8", "1e-11"}) {
    SCOPED_TRACE(method.info.name + ' ' + Parameters(method.parameters, given).canonical() + ' ' + text);
    const double tolerance = std::strtod(text, nullptr);
    given["rtol"] = given["atol"] = text;
    const DoubleRun<CoupledPair<double>> free(method, given, 20);
    const DoubleRun<DrivenPendulum<double>> constrained(method, given, 20);
    const bool is_of_order_2 = given.contains("order") && given.at("order") == "2";
    if (is_of_order_2 && constrained.result.status == Status::step_limit) continue;  // the tightest tolerance
    EXPECT_EQ(free.result.status, Status::ok);
    EXPECT_LT(free.error, 300 * tolerance);
    EXPECT_EQ(constrained.result.status, Status::ok) << constrained.result.detail;
    EXPECT_LT(constrained.error, 2000 * tolerance);
    if (*free.method.steps > 0) {
      EXPECT_GT(*free.method.steps, 20);  // its own
    }
  }
}

TEST(Adaptive, ErrorsFollowTheTolerance) {
  for (const auto& method : library_methods()) {
    if (method.info.fixed_step) continue;
    const bool chooses = !method.parameters.front().choices.empty();
    if (!chooses) expect_errors_follow(method, {});
    std::stringstream choices(chooses ? method.parameters.front().choices : "");
    for (std::string choice; std::getline(choices, choice, '|');)
      expect_errors_follow(method, {{method.parameters.front().name, choice}});
  }
}

// ∂F/∂y + c ∂F/∂y' against central differences of F, at a consistent state.
template <class Model>
double jacobian_error(Form form) {
  const auto start = Model::initial();
  System s{SmallSystem(Model{}, form)};
  System::State x{start.q, start.v, start.a, start.lambda};
  s.acceleration(0.3, x.q, x.v, x.a, x.lambda);
  ImplicitEquations<System> equations(s);
  const auto n = equations.size();
  const double c = 7, delta = 1e-5;
  Vec<double> y(n), rate(n), up(n), down(n);
  Mat<double> exact = Mat<double>::Zero(n, n);
  equations.pack(x, y.data(), rate.data());
  equations.jacobian(0.3, c, y.data(), rate.data(), exact.data());
  double worst = 0;
  for (Eigen::Index j = 0; j < n; ++j) {
    const auto residual = [&](double by, Vec<double>& out) {
      Vec<double> moved = y, moved_rate = rate;
      moved[j] += by;
      moved_rate[j] += c * by;
      equations.residual(0.3, moved.data(), moved_rate.data(), out.data());
    };
    residual(delta, up);
    residual(-delta, down);
    worst = larger(worst, max_norm(exact.col(j) - (up - down) / (2 * delta)));
  }
  return worst;
}

TEST(ImplicitEquations, JacobianIsThatOfTheResidual) {
  for (const auto form : constrained_forms) EXPECT_LT(jacobian_error<DrivenPendulum<double>>(form), 1e-8) << name(form);
  EXPECT_LT(jacobian_error<CoupledPair<double>>(Form::ode), 1e-8);
}

// At index 3 only the positions are in the error test, and the errors of all fall more slowly than the tolerance.
TEST(Ida, ErrorsFollowTheToleranceOnEveryForm) {
  for (const auto form : constrained_forms)
    for (const char* text : {"1e-6", "1e-8", "1e-10", "1e-12"}) {
      SCOPED_TRACE(std::string(name(form)) + " " + text);
      const double tolerance = std::strtod(text, nullptr);
      const DoubleRun<DrivenPendulum<double>> run(catalogued_method("ida"), {{"rtol", text}, {"atol", text}}, 20, form);
      ASSERT_EQ(run.result.status, Status::ok) << run.result.detail;
      const double scale = form == Form::index3 ? std::cbrt(tolerance * tolerance) : tolerance;
      EXPECT_LT(run.errors.q, (form == Form::index3 ? 100 : 1000) * scale);
      EXPECT_LT(run.errors.v, (form == Form::index3 ? 1000 : 5000) * scale);
      if (imposes_positions(form)) {
        EXPECT_LT(run.drift, 20 * tolerance);
      }
      if (imposes_velocities(form)) {
        EXPECT_LT(run.rate_drift, 20 * tolerance);
      }
      EXPECT_GT(*run.system.jacobian_evaluations, 0);
    }
}

// x'' = √(1 − t) − x: not a number beyond t = 1.
struct Ending {
  using Scalar = double;
  static constexpr int nq = 1, nv = 1, nl = 0;
  using V = Vec<double, 1>;
  static State<V, V, Vec<double, 0>> initial() { return {V(1.), V(0.), V(0.), {}}; }
  bool velocity_dependent() const { return false; }
  void mass(const V&, Mat<double, 1>& m) const { m(0, 0) = 1; }
  void force(const double& t, const V& q, const V&, V& f) const { f[0] = std::sqrt(1 - t) - q[0]; }
  void tangents(const double&, const V&, const V&, const V&, const Vec<double, 0>&, Mat<double, 1>& k,
                Mat<double, 1>& d) const {
    k(0, 0) = -1;
    d(0, 0) = 0;
  }
};

TEST(Sundials, FailuresAreStatusesAndSilent) {
  ::testing::internal::CaptureStderr();
  for (const char* name : {"arkode-erk", "arkode-erk-adaptive", "arkode-dirk", "odeint-dopri5-controlled",
                           "odeint-fehlberg78-controlled", "cvode", "ida"}) {
    const DoubleRun<Ending> run(catalogued_method(name), {}, 20);
    EXPECT_NE(run.result.status, Status::ok) << name;
    EXPECT_NE(run.result.status, Status::unsupported) << name << ": " << run.result.detail;
    EXPECT_FALSE(run.result.detail.empty()) << name;
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST(Sundials, StartsAnewWhenTheStateWasChanged) {
  for (const char* name : {"cvode", "ida"}) {
    const auto& method = catalogued_method(name);
    System s{SmallSystem(CoupledPair<double>{})}, t{s};
    const auto start = CoupledPair<double>::initial();
    System::State x{start.q, start.v, start.a, start.lambda}, y = x;
    const auto moved = method.in_double(s, options_of(method)), fresh = method.in_double(t, options_of(method));
    moved->start(0, 0.1, x);
    moved->step(0, 0.1, x);
    x.q = y.q;
    x.v = y.v;
    moved->step(0.1, 0.1, x);
    fresh->start(0.1, 0.1, y);
    fresh->step(0.1, 0.1, y);
    EXPECT_EQ(x.q, y.q) << name;
    EXPECT_EQ(x.v, y.v) << name;
  }
}

}  // namespace
}  // namespace plumb
