// The roots computed by the stepper and by the formula are equal; the two computations are independent.

#include "methods/analysis/formula.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iomanip>
#include <set>
#include <sstream>

#include "contract/testing/maxima.hpp"
#include "methods/analysis/stability.hpp"
#include "methods/catalogue.hpp"
#include "methods/from_data/from_data.hpp"

namespace plumb {
namespace {

quad exact(std::string_view text) { return number_from_text<quad>(text); }

// Ω ranges from 1e-3 to 1e3, for explicit methods to 100. At 1000 the stages of DOP853 grow to 1e36 and cancel to 1e26,
// so the rounding error in quad would be 4e-12.
std::vector<double> grid(bool is_explicit = false) {
  std::vector<double> out;
  for (int i = 0; i <= (is_explicit ? 20 : 24); ++i) out.push_back(std::pow(10, -3 + i / 4.));
  return out;
}

bool is_explicit(const Method& method, const Parameters& p) {
  return method.tableau && coupling(method.tableau(p)) == StageCoupling::explicit_;
}

std::optional<double> difference(const RootsAt& one, const RootsAt& other, const quad& xi = 0,
                                 const std::vector<double>& omegas = grid()) {
  std::string failure;
  const auto out =
      largest_difference(principal_roots(one, omegas, xi, failure), principal_roots(other, omegas, xi, failure), xi);
  EXPECT_EQ(failure, "");
  return out;
}

double principal_difference(const RootsAt& one, const RootsAt& other) {
  std::string failure;
  const std::vector<double> omegas = {0.001, 0.01, 0.1, 1, 10, 100};
  const auto left = principal_roots(one, omegas, 0, failure), right = principal_roots(other, omegas, 0, failure);
  EXPECT_EQ(failure, "");
  quad largest = 0;
  for (std::size_t i = 0; i < omegas.size(); ++i)
    if (left[i] && right[i]) largest = testing::larger(largest, modulus(left[i]->root - right[i]->root));
  return static_cast<double>(largest);
}

double largest_root(const RootsAt& roots) {
  const auto found = roots(quad(1)).values;
  return static_cast<double>(modulus(found.front()));
}

std::string decimal(double x) {
  std::ostringstream out;
  out << std::setprecision(17) << x;
  return out.str();
}

/// Returns the defaults of a method, and the defaults with one parameter changed: to every choice, or to the ends and
/// the middle of its range.
std::vector<Parameters> variants(const Method& method) {
  std::vector<std::map<std::string, std::string>> overrides = {{}};
  for (const auto& spec : method.parameters) {
    std::istringstream choices(spec.choices);
    for (std::string choice; std::getline(choices, choice, '|');) overrides.push_back({{spec.name, choice}});
    if (!std::isfinite(spec.minimum) || !std::isfinite(spec.maximum) || spec.values != 1) continue;
    for (const double x : {spec.minimum, (spec.minimum + spec.maximum) / 2, spec.maximum})
      overrides.push_back({{std::string(spec.name), decimal(x)}});
  }
  std::vector<Parameters> out;
  for (const auto& values : overrides) {
    const Parameters p(method.parameters, values);
    try {
      method.check(p);
    } catch (const std::invalid_argument&) {
      continue;  // the combination with the other defaults is not allowed
    }
    out.push_back(p);
  }
  return out;
}

std::string text(const Method& method, const Parameters& p) {
  auto out = std::string(method.info.name);
  for (const auto& [name, value] : p.values()) out += " " + std::string(name) + "=" + std::string(value);
  return out;
}

std::string coefficients(const Method& method, const Parameters& p) {
  std::string out;
  const auto append = [&](const std::vector<std::string>& list) {
    for (const auto& x : list) out += x + ' ';
  };
  if (method.tableau) {
    append(method.tableau(p).a);
    append(method.tableau(p).b);
  }
  if (method.multistep) {
    append(method.multistep(p).alpha);
    append(method.multistep(p).beta);
  }
  return out;
}

TEST(Formula, OfEveryMethodThatHasOneAgreesWithItsStepper) {
  std::set<std::string> compared;
  for (const auto& method : methods()) {
    if (!method.tableau && !method.multistep) continue;
    for (const auto& p : variants(method)) {
      if (!amplification_matrix(method, p, 1).ok() || !compared.insert(coefficients(method, p)).second) continue;
      const auto omegas = grid(is_explicit(method, p));
      const auto formula = roots_by_formula(method, p, 0);
      if (zero_stable(method, p) == false && largest_root(formula) < 1 + 1e-6) {
        // lms3 and lms4 at rho = 1 have a defective root −1, so the radius is accurate only to a root of rounding.
        EXPECT_LT(principal_difference(roots_of_stepper(method, p, 0), formula), 1e-20) << text(method, p);
        continue;
      }
      EXPECT_LT(difference(roots_of_stepper(method, p, 0), formula, 0, omegas).value(), 1e-12) << text(method, p);
    }
  }
  EXPECT_GE(compared.size(), 20u);
}

TEST(Formula, HoldsWithDampingToo) {
  const quad xi = exact("1/10");
  for (const auto& method : methods()) {
    const Parameters p(method.parameters, {});
    const auto formula = roots_by_formula(method, p, xi);
    if (!formula || !amplification_matrix(method, p, 1, xi).ok()) continue;
    const auto largest = difference(roots_of_stepper(method, p, xi), formula, xi, {0.001, 0.1, 10});
    EXPECT_LT(largest.value(), 1e-12) << method.info.name;
  }
}

// zhang2022, section 2.2: the single-step forms have the spectra of the multistep methods, except for further parasitic
// roots, whose modulus is below the modulus of the principal root here.
TEST(Formula, OfTheMultistepMethodsIsThatOfTheirSingleStepForms) {
  for (const auto& [single, multi] : {std::pair{"ss2", "lms2"}, {"ss3", "lms3"}, {"ss4", "lms4"}})
    for (const char* rho : {"0", "0.6", "1"}) {
      const Parameters p(catalogued_method(single).parameters, {{"rho", rho}}),
          q(catalogued_method(multi).parameters, {{"rho", rho}});
      const auto steps = roots_of_stepper(catalogued_method(single), p, 0);
      EXPECT_LT(principal_difference(steps, roots_by_formula(catalogued_method(multi), q, 0)), 1e-20)
          << single << ' ' << rho;
    }
}

// A coefficient of the stepper, but not of the formula, is wrong by one unit of its tenth digit.
TEST(Formula, SeesAWrongCoefficientOfTheStepper) {
  const MultistepData bdf2{{"3/2", "-2", "1/2"}, {"1", "0", "0"}},
      wrong{{"3/2", "-2", "1/2"}, {"1.000000001", "0", "0"}};
  const auto formula = roots_by_formula(bdf2, 0);
  const MethodInfo info{.name = "bdf2", .title = "", .source = ""};
  const auto right = linear_multistep_method(info, bdf2), other = linear_multistep_method(info, wrong);
  EXPECT_LT(difference(roots_of_stepper(right, {right.parameters, {}}, 0), formula).value(), 1e-12);
  EXPECT_GT(difference(roots_of_stepper(other, {other.parameters, {}}, 0), formula).value(), 1e-10);
}

// hairer1996, eq. (IV.3.2) by hand: the trapezoidal rule has R(z) = (1 + z/2)/(1 − z/2), a phase of 2 atan(Ω/2).
TEST(Formula, OfTheTrapezoidalRuleIsKnown) {
  const TableauData trapezoidal{.stages = 2, .a = {"0", "0", "1/2", "1/2"}, .b = {"1/2", "1/2"}, .c = {"0", "1"}};
  std::string failure;
  const auto points = principal_roots(roots_by_formula(trapezoidal, 0), {0.1, 100}, 0, failure);
  for (const auto& p : points) {
    EXPECT_LT(static_cast<double>(abs(p->phase - 2 * atan(p->omega_h / 2))), 1e-30);
    EXPECT_LT(static_cast<double>(abs(*p->amplitude_decay(0))), 1e-30);
    EXPECT_FALSE(p->aliased());
  }
  const auto infinity = StabilityFunction(trapezoidal).stages_at_infinity();
  EXPECT_EQ((*infinity)[0], 1);
  EXPECT_EQ((*infinity)[1], -1);
}

// The phase of Gauss methods grows by up to π for each stage, so it must be continued beyond π, where arg z jumps to
// −π.
TEST(PrincipalRoot, IsFollowedBeyondAHalfTurn) {
  const auto& gauss = catalogued_method("gauss");
  const Parameters p(gauss.parameters, {{"stages", "3"}});
  std::string failure;
  const auto points = curve(gauss, p, {3, 3.5, 5, 1000}, 0, failure);
  EXPECT_EQ(points[0].aliased, false);
  EXPECT_EQ(points[1].aliased, true);
  // The phase of the (3,3)-Padé approximant: 2 arg(1 + z/2 + z²/10 + z³/120), z = iΩ.
  const auto phase = [](double x) { return 2 * std::atan2(x / 2 - x * x * x / 120, 1 - x * x / 10); };
  EXPECT_NEAR(points[1].phase.value(), phase(3.5), 1e-14);
  EXPECT_NEAR(points[2].phase.value(), phase(5), 1e-14);
  EXPECT_NEAR(points[3].phase.value(), 3 * M_PI, 0.03);
}

// Central differences beyond Ω = 2 have two real roots, and no oscillation.
TEST(PrincipalRoot, HasNoDampingRatioWhereThePairHasMet) {
  const auto& cd = catalogued_method("cd");
  std::string failure;
  const auto points = curve(cd, Parameters(cd.parameters, {}), {1.9, 2.1}, 0, failure);
  EXPECT_EQ(points[0].aliased, false);
  EXPECT_TRUE(points[0].pe_percent);
  EXPECT_EQ(points[1].aliased, true);
  EXPECT_FALSE(points[1].pe_percent);
  EXPECT_GT(points[1].spectral_radius.value(), 1);
}

TEST(StagesPerStep, AreTheImplicitOnes) {
  const auto stages = [](std::string_view name, const std::map<std::string, std::string>& overrides = {}) {
    const auto& method = catalogued_method(name);
    return stages_per_step(method, Parameters(method.parameters, overrides));
  };
  EXPECT_EQ(stages("erk4"), 1);
  EXPECT_EQ(stages("bdf2"), 1);
  EXPECT_EQ(stages("radau-iia", {{"stages", "2"}}), 2);
}

}  // namespace
}  // namespace plumb
