#include "methods/multistep/lms.hpp"

#include <gtest/gtest.h>

#include "methods/analysis/principal_root.hpp"
#include "methods/analysis/stability.hpp"
#include "methods/catalogue.hpp"
#include "methods/multistep/single_step_form.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;

std::vector<quad> values(const std::vector<std::string>& texts) {
  std::vector<quad> out;
  for (const auto& text : texts) out.push_back(expression_value<quad>(text));
  return out;
}

void expect_equal(const std::vector<std::string>& measured, const std::vector<std::string>& exact) {
  const auto x = values(measured), y = values(exact);
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LE(abs(x[i] - y[i]), quad(1e-32)) << i << ": " << x[i];
}

// Exact values, derived from the characterisation in lms.hpp; alpha has the sign of zhang2022, eq. (2).
TEST(Lms, CoefficientsAreThoseOfTheirCharacterisation) {
  const auto expect = [](int r, const char* rho, const std::vector<std::string>& alpha,
                         const std::vector<std::string>& beta) {
    SCOPED_TRACE(std::to_string(r) + " at rho = " + rho);
    const auto formula = lms_formula(r, rho);
    std::vector<std::string> signs = {"1"};
    for (const auto& a : alpha) signs.push_back("-(" + a + ")");
    expect_equal(formula.alpha, signs);
    expect_equal(formula.beta, beta);
  };
  expect(2, "0", {"4/3", "-1/3"}, {"2/3", "0", "0"});
  expect(2, "0.6", {"2/3", "1/3"}, {"25/48", "5/8", "3/16"});
  expect(3, "0", {"3/2", "-3/5", "1/10"}, {"3/5", "0", "0", "0"});
  expect(3, "0.3", {"744/859", "75/859", "40/859"}, {"6000/11167", "5400/11167", "1620/11167", "162/11167"});
  expect(4, "0", {"8/5", "-4/5", "8/35", "-1/35"}, {"4/7", "0", "0", "0", "0"});
  expect(4, "0.2", {"938/971", "-48/971", "86/971", "-5/971"},
         {"3125/5826", "1250/2913", "125/971", "50/2913", "5/5826"});
}

TEST(Lms, HasOrder2ForEveryRho) {
  for (int r = 2; r <= 4; ++r)
    for (const char* rho : {"0", "1/7", "0.6", "1"}) EXPECT_EQ(order_of(lms_formula(r, rho)), 2) << r << " " << rho;
}

constexpr const char* tunable[] = {"lms2", "lms3", "lms4", "ss2", "ss3", "ss4"};

TEST(Lms, IsStableAtEveryStepAndDampsAsTunedAtInfinity) {
  for (const auto name : tunable)
    for (const char* rho : {"0", "1/3", "0.6"}) {
      SCOPED_TRACE(std::string(name) + " at rho = " + rho);
      const auto method = catalogued_method(name);
      const auto parameters = options_of(method, {{"rho", rho}}).parameters;
      for (const quad& omega : {quad("0.01"), quad(1), quad(3), quad(10), quad(1000)})
        EXPECT_LE(spectral_radius(method, parameters, omega).value.value(), 1 + quad(1e-25)) << omega;
      // All r roots meet at −ρ: the eigenvalues of a defective matrix have a fraction 1/r of the digits.
      const auto far = spectral_radius(method, parameters, quad(1e12)).value.value();
      EXPECT_NEAR(static_cast<double>(far), expression_value<double>(rho), 1e-2);
    }
}

TEST(Lms, ShowsItsOrderOnEveryFormulation) {
  for (const auto name : tunable)
    for (const char* rho : {"0", "0.6"}) expect_claimed_orders(catalogued_method(name), 384, {{"rho", rho}});
}

TEST(Lms, EveryStartAndPredictorKeepsTheOrder) {
  for (const char* start : {"backwards", "trapezoidal", "members"})
    for (const char* predictor : {"constant", "second", "fourth"})
      expect_claimed_orders(catalogued_method("lms4"), 384, {{"start", start}, {"predictor", predictor}});
}

// The predictor changes the initial value of Newton's iteration, but not the solution.
TEST(Lms, PredictorsChangeTheIterationsAndNotTheResult) {
  const auto run = [](const char* predictor) {
    const auto method = catalogued_method("lms3");
    const DrivenPendulum<double> model;
    AnySystem<double> s{SmallSystem(model, Form::index3)};
    const auto begin = DrivenPendulum<double>::initial();
    AnySystem<double>::State x{begin.q, begin.v, begin.a, begin.lambda};
    auto options = options_of(method, {{"predictor", predictor}});
    options.newton = {.tolerance = 1e-6, .test = NewtonTest::residual};
    const auto stepper = method.in_double(s, options);
    EXPECT_EQ(stepper->start(0, 0.01, x).status, Status::ok);
    for (int n = 0; n < 100; ++n) EXPECT_EQ(stepper->step(n * 0.01, 0.01, x).status, Status::ok);
    return std::pair(Vec<double>(x.q), stepper->counters().newton_iterations.value());
  };
  const auto constant = run("constant"), second = run("second");
  EXPECT_LT((constant.first - second.first).norm(), 1e-6);
  EXPECT_LT(second.second, constant.second);
}

TEST(SingleStepForm, GammasOfFourStepsSolveTheirCubic) {
  const auto gamma = single_step_gammas<quad>(4, "0");
  for (const std::size_t i : {std::size_t(1), std::size_t(3), std::size_t(5)}) {
    const auto a = gamma[i];
    const auto p = quad(20) * a * a * a - quad(70) * a * a + quad(84) * a - quad(35);
    EXPECT_LT(modulus(p), quad(1e-31)) << i;
  }
}

// Eq. (10) of zhang2022 (r = 3) is y⁺ = y + h (γ_0 γ_2 γ_4 ẏ⁺ + ...)/(γ_1 γ_3).
TEST(SingleStepForm, WeighsTheNewRateAsThePaperDoes) {
  for (int r = 2; r <= 4; ++r) {
    const auto gamma = single_step_gammas<quad>(r, "0.3");
    std::complex<quad> expected = gamma[0];
    for (std::size_t i = 1; i + 1 < gamma.size(); i += 2) expected *= gamma[i + 1] / gamma[i];
    EXPECT_LT(abs(SingleStepForm<quad>(gamma).new_rate - expected.real()), quad(1e-32)) << r;
    const auto multistep = lms_formula(r, "0.3");
    EXPECT_LT(abs(expected.real() - expression_value<quad>(multistep.beta[0])), quad(1e-32)) << r;
  }
}

using Complex = std::complex<quad>;

/// A step of (4) from y and the rates u^0 = y', u^1, ..., u^{r−1}, which advance too; `rate` is the new y'.
Complex step_of_equation_4(const std::vector<Complex>& gamma, const quad& h, const Complex& y, std::vector<Complex>& u,
                           const Complex& rate) {
  const std::size_t r = u.size();
  const Complex one = quad(1);
  std::vector<Complex> next = {rate};
  for (std::size_t j = 1; j < r; ++j) {
    const Complex odd = gamma[2 * (r - j) - 1], even = gamma[2 * (r - j)];
    next.push_back(((one - even) * u[j - 1] + even * next[j - 1] - (one - odd) * u[j]) / odd);
  }
  const Complex out = y + h * ((one - gamma[0]) * u[r - 1] + gamma[0] * next[r - 1]);
  u = next;
  return out;
}

/// The same step by eqs. (9)-(11) as printed: returns y at the end.
Complex step_of_equations_9_to_11(const std::vector<Complex>& g, const quad& h, const Complex& y,
                                  const std::vector<Complex>& u, const Complex& rate) {
  const Complex one = quad(1);
  if (u.size() == 2)
    return y + h * (g[0] * g[2] / g[1] * rate + g[0] * (one - g[2]) / g[1] * u[0] + (g[1] - g[0]) / g[1] * u[1]);
  if (u.size() == 3)
    return y + h * (g[0] * g[2] * g[4] / (g[1] * g[3]) * rate + g[0] * g[2] * (one - g[4]) / (g[1] * g[3]) * u[0] +
                    g[0] * (g[3] - g[2]) / (g[1] * g[3]) * u[1] + (g[1] - g[0]) / g[1] * u[2]);
  return y + h * (g[0] * g[2] * g[4] * g[6] / (g[1] * g[3] * g[5]) * rate +
                  g[0] * g[2] * g[4] * (one - g[6]) / (g[1] * g[3] * g[5]) * u[0] +
                  g[0] * g[2] * (g[5] - g[4]) / (g[1] * g[3] * g[5]) * u[1] +
                  g[0] * (g[3] - g[2]) / (g[1] * g[3]) * u[2] + (g[1] - g[0]) / g[1] * u[3]);
}

TEST(SingleStepForm, Equations9To11SolveEquation4) {
  for (int r = 2; r <= 4; ++r) {
    const auto gamma = single_step_gammas<quad>(r, "0.3");
    std::vector<Complex> u;
    for (int j = 0; j < r; ++j) u.emplace_back(quad(j + 1) / 7, quad(2 - j) / 3);
    const Complex y(quad(2), quad(-1)), rate(quad("0.4"), quad("1.1"));
    const auto printed = step_of_equations_9_to_11(gamma, quad("0.1"), y, u, rate);
    EXPECT_LT(modulus(step_of_equation_4(gamma, quad("0.1"), y, u, rate) - printed), quad(1e-32)) << r;
  }
}

// The auxiliary variables begin at real rates, which are arbitrary; the real form gives the same y.
TEST(SingleStepForm, StatesAreRealWhereAuxiliaryVariablesAreNot) {
  for (int r = 2; r <= 4; ++r) {
    const auto gamma = single_step_gammas<quad>(r, "0.3");
    const SingleStepForm<quad> form(gamma);
    const quad h = quad(1) / 8;
    std::vector<Complex> u(static_cast<std::size_t>(r), Complex(quad(1)));
    Vec<quad> w = Vec<quad>::Ones(r);
    if (r > 2) w[2] = 0;  // Im u^1
    Complex y = quad(3);
    quad real = 3, imaginary = 0;
    for (int n = 1; n <= 20; ++n) {
      const quad rate = cos(quad(n * n));
      y = step_of_equation_4(gamma, h, y, u, rate);
      imaginary = std::max(imaginary, quad(abs(u[1].imag())));
      real += h * (form.new_rate * rate + form.weight.dot(w));
      const Vec<quad> vectors = form.new_part * rate + form.map * w;
      w << rate, vectors;
      EXPECT_LT(abs(y.imag()), quad(1e-30)) << r;
      EXPECT_LT(abs(y.real() - real), quad(1e-30)) << r;
    }
    EXPECT_EQ(imaginary > quad(0.01), r > 2);
  }
}

// The single-step form and its multistep formula have the same roots, including the principal pair.
TEST(SingleStepForm, GoesOnLikeItsMultistepFormula) {
  for (const char* r : {"2", "3", "4"}) {
    const auto single = catalogued_method("ss" + std::string(r)), multi = catalogued_method("lms" + std::string(r));
    const auto p = options_of(single).parameters, q = options_of(multi).parameters;
    std::string failure;
    const auto a = curve(single, p, {0.05, 0.5, 2}, 0, failure), b = curve(multi, q, {0.05, 0.5, 2}, 0, failure);
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_NEAR(a[i].ad_percent.value(), b[i].ad_percent.value(), 1e-12) << r;
      EXPECT_NEAR(a[i].pe_percent.value(), b[i].pe_percent.value(), 1e-12) << r;
    }
  }
}

TEST(SingleStepForm, OneWrongGammaIsNoticed) {
  const auto wrong = []<class T>(AnySystem<T>& system, const MethodOptions& options) {
    auto gamma = single_step_gammas<T>(3, "0.6");
    gamma[1] += T(1) / 100;
    gamma[3] += T(1) / 100;
    return AnyStepper<T>::template make<SingleStep<AnySystem<T>>>(system, options, SingleStepForm<T>(gamma));
  };
  auto method = catalogued_method("ss3");
  method.in_quad = wrong;
  const auto observed = coupled_pair().order(method, 384, Form::ode);
  EXPECT_TRUE(shows_order(observed, {1, 1, 1}, true)) << observed.q << " " << observed.v;
}

}  // namespace
}  // namespace plumb
