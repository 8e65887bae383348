#include "methods/analysis/stability.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>

#include "methods/analysis/analysis.hpp"
#include "methods/analysis/kept_modes.hpp"
#include "methods/catalogue.hpp"

namespace plumb {
namespace {

using Overrides = std::map<std::string, std::string>;

std::optional<double> limit_of(std::string_view name, const Overrides& overrides = {}, const char* xi = "0") {
  const auto& method = catalogued_method(name);
  const auto found = stability_limit(method, Parameters(method.parameters, overrides), number_from_text<quad>(xi));
  EXPECT_EQ(found.failure, "") << name;
  return found.limit;
}

void expect_limit(double expected, std::string_view name, const Overrides& overrides = {}) {
  EXPECT_NEAR(limit_of(name, overrides).value(), expected, 1e-10 * expected) << name;
}

// fernandez2024, Table 3: central differences have the limit 2, the third degree √(4/(2α−1)) with β = 1/2.
TEST(StabilityLimit, OfTheFamilyUpToThirdDegree) {
  expect_limit(2, "cd-classic");
  expect_limit(2, "cd");
  expect_limit(2, "degree3", {{"alpha", "1"}});
  expect_limit(std::sqrt(12. / 5), "degree3", {{"alpha", "4/3"}});
  expect_limit(std::sqrt(4. / 3), "degree3", {{"alpha", "2"}});
}

// These are Table 4's parameters. At α = 3/4 the limit is √3, not the printed 1.7310020041.
TEST(StabilityLimit, OfTheFourthDegree) {
  expect_limit(std::sqrt(1.6), "degree4", {{"alpha", "1/4"}});
  expect_limit(std::sqrt(3.), "degree4", {{"alpha", "3/4"}});
  EXPECT_EQ(limit_of("degree4", {{"alpha", "5/4"}}), 0.);
}

// γ = 1/2 puts a parasitic root at exactly −1, and any damping pushes it out: |λ| = 1 + 2/3 ξΩ.
TEST(StabilityLimit, OfTheFourthDegreeIsZeroWithDamping) {
  EXPECT_EQ(limit_of("degree4", {{"alpha", "3/4"}}, "1/10"), 0.);
  const auto& method = catalogued_method("degree4");
  const auto radius = spectral_radius(method, Parameters(method.parameters, {{"alpha", "3/4"}}), 1e-4, quad(1) / 10);
  EXPECT_NEAR(static_cast<double>((*radius.value - 1) / 1e-5), 2. / 3, 1e-4);
}

TEST(StabilityLimit, OfRungeKuttaMethodsIsThatOfTheImaginaryAxis) {
  expect_limit(std::sqrt(3.), "kutta3");
  expect_limit(std::sqrt(3.), "heun3");
  expect_limit(std::sqrt(8.), "erk4");
}

// fernandez2024, Table 5, α = 5/4: all printed values satisfy ρ − 1 = Ω²/3 + O(Ω⁴).
TEST(SpectralRadius, AgreesWithThePrintedOnes) {
  const auto& method = catalogued_method("degree4");
  const Parameters p(method.parameters, {{"alpha", "5/4"}});
  const auto excess = [&](double omega) {
    return static_cast<double>(*spectral_radius(method, p, quad(omega)).value - 1);
  };
  EXPECT_NEAR(excess(0.1), 0.0033389, 5e-8);
  EXPECT_NEAR(excess(0.01), 0.00003333389, 5e-12);
  EXPECT_NEAR(excess(0.001), 0.000000333333389, 5e-16);
}

TEST(StabilityLimit, OfSingleStepMethods) {
  expect_limit(2, "stormer-verlet");
  EXPECT_EQ(limit_of("hht"), std::nullopt);
  EXPECT_EQ(limit_of("hht", {{"alpha", "0"}}), std::nullopt);
}

// Hilber, Hughes & Taylor 1977: ρ∞ = (1+α)/(1−α).
TEST(RhoInfinity, OfHhtIsItsNumericalDamping) {
  const auto& method = catalogued_method("hht");
  for (const char* alpha : {"0", "-0.1", "-0.3"}) {
    const Parameters p(method.parameters, {{"alpha", alpha}});
    const double a = p.number<double>("alpha");
    const auto rho = rho_infinity(method, p);
    ASSERT_TRUE(rho.value) << rho.failure;
    EXPECT_NEAR(static_cast<double>(*rho.value), (1 + a) / (1 - a), 1e-10) << alpha;
    EXPECT_EQ(a_stable(method, p), true) << alpha;
  }
}

// A method whose step is a given matrix on (q, v), for the smallest examples of each case in the theory of stability.
template <class S>
class MatrixStep {
 public:
  using T = typename S::Scalar;
  MatrixStep(S& system, const MethodOptions&, std::function<Mat<T>(T)> matrix) {
    auto x = zero_state(system);
    x.q[0] = -1;
    system.force(0, x.q, x.v, x.a);
    a = matrix(sqrt(x.a[0]));  // Ω, from the stiffness
  }
  StepResult start(const T&, const T&, typename S::State&) { return {}; }
  StepResult step(const T&, const T&, typename S::State& x) {
    const Vec<T> y = a * Vec<T>{{x.q[0], x.v[0]}};
    x.q[0] = y[0];
    x.v[0] = y[1];
    return {};
  }
  std::span<T> memory() { return {}; }
  Counters counters;

 private:
  Mat<T> a;
};

Method two_by_two(std::function<Mat<quad>(quad)> matrix) {
  Method method{.info = {}, .parameters = {}, .in_double = {}, .in_long = {}, .in_quad = {}};
  method.in_quad = [matrix](AnySystem<quad>& system, const MethodOptions& options) {
    return AnyStepper<quad>::make<MatrixStep<AnySystem<quad>>>(system, options, matrix);
  };
  return method;
}

TEST(StabilityLimit, TellsDefectiveFromSemiSimpleRootsOnTheCircle) {
  const auto defective = two_by_two([](quad) { return Mat<quad>{{1, 1}, {0, 1}}; });
  const auto semi_simple = two_by_two([](quad) { return Mat<quad>{{-1, 0}, {0, -1}}; });
  EXPECT_EQ(stability_limit(defective, {}, 0, 1).limit, 0.);
  EXPECT_EQ(stability_limit(semi_simple, {}, 0, 1).limit, std::nullopt);
  EXPECT_EQ(zero_stable(semi_simple, {}), true);
}

TEST(StabilityLimit, SeesGrowthOfAnyOrderFromZeroOn) {
  for (const int power : {2, 4, 8, 10}) {
    const auto growing = two_by_two([power](quad w) {
      return Mat<quad>((1 + pow(w, power) / 1000) * Mat<quad>{{cos(w), sin(w)}, {-sin(w), cos(w)}});
    });
    EXPECT_EQ(stability_limit(growing, {}, 0, 10).limit, 0.) << power;
  }
}

// The exact flow, in coordinates whose positions are shifted by v/4, has the exact roots, but only order 1.
TEST(LinearOrder, IsThatOfTheWholeMatrix) {
  const auto shifted = two_by_two([](quad w) {
    const Mat<quad> flow{{cos(w), sin(w) / w}, {-w * sin(w), cos(w)}};
    return Mat<quad>(Mat<quad>{{1, quad(1) / 4}, {0, 1}} * flow * Mat<quad>{{1, -quad(1) / 4}, {0, 1}});
  });
  EXPECT_NEAR(linear_order(shifted, {}).position(), 1, 0.05);
  const auto of = [](const char* name) {
    const auto& method = catalogued_method(name);
    return linear_order(method, Parameters(method.parameters, {})).position();
  };
  EXPECT_NEAR(of("half-implicit"), 1, 0.05);
  EXPECT_NEAR(of("stormer-verlet"), 2, 0.05);
  EXPECT_NEAR(of("hht"), 2, 0.05);
}

TEST(ZeroStability, FailsWithDefectiveAndWithGrowingRoots) {
  EXPECT_EQ(zero_stable(two_by_two([](quad w) { return Mat<quad>{{-1, 1}, {w, -1}}; }), {}), false);
  EXPECT_EQ(zero_stable(two_by_two([](quad) { return Mat<quad>{{1, 0}, {0, 2}}; }), {}), false);
  EXPECT_EQ(zero_stable(catalogued_method("ab4"), {}), true);
  EXPECT_EQ(zero_stable(catalogued_method("erk4"), {}), true);
}

TEST(Analysis, GathersWhatIsKnown) {
  const auto& method = catalogued_method("degree3");
  const auto all = analyze(method, Parameters(method.parameters, {}), {.omegas = {0.1, 3}});
  EXPECT_EQ(all.reason, "");
  EXPECT_EQ(all.order, 2);
  EXPECT_FALSE(all.stage_order);
  EXPECT_EQ(all.a_stable, false);
  EXPECT_EQ(all.l_stable, false);
  EXPECT_EQ(all.zero_stable, true);
  EXPECT_TRUE(std::isinf(all.rho_infinity.value()));
  ASSERT_EQ(all.curve.size(), 2u);
  EXPECT_LE(all.curve[0].spectral_radius.value(), 1 + 1e-15);
  EXPECT_GT(all.curve[1].spectral_radius.value(), 1);
}

TEST(Analysis, SaysWhyThereIsNone) {
  auto method = catalogued_method("degree3");  // it has no coefficients
  method.info.linear_memory = false;
  const auto all = analyze(method, Parameters(method.parameters, {}));
  EXPECT_FALSE(all.stability_limit);
  EXPECT_EQ(all.order, 2);
  EXPECT_EQ(all.reason, "cannot be linearised: its memory does not contain its complete state between steps");
}

// At ρ = 1 a single-step form has the common factor of its formula's polynomials, (z + 1)^{r−1}, for positions and
// for velocities. The other roots are the roots of the trapezoidal rule.
TEST(InvariantModes, LeaveTheOtherRoots) {
  for (const auto& [name, kept] : {std::pair{"ss2", 2}, {"ss3", 4}, {"ss4", 6}}) {
    const auto& method = catalogued_method(name);
    const Parameters p(method.parameters, {{"rho", "1"}});
    const InvariantModes modes(method, p);
    for (const char* xi : {"0", "1/3"})
      for (const char* omega_h : {"1e-3", "7/5", "1e4"}) {
        const auto a = amplification_matrix(method, p, number_from_text<quad>(omega_h), number_from_text<quad>(xi));
        const auto others = modes.others(a.matrix);
        ASSERT_TRUE(others) << name << " at " << omega_h;
        EXPECT_EQ(a.matrix.rows() - others->rows(), kept) << name;
        auto all = eigenvalues(*others);
        for (int k = 0; k < kept; ++k) all.emplace_back(-1);
        for (const auto& root : eigenvalues(a.matrix)) {
          const auto nearest = std::ranges::min_element(all, {}, [&](const Root& z) { return modulus(z - root); });
          EXPECT_LT(modulus(*nearest - root), quad(1e-12)) << name << " at " << omega_h;
          all.erase(nearest);
        }
      }
  }
}

// A root that depends on the damping, as −1 of degree4 at γ = 1/2, belongs to no invariant mode.
TEST(InvariantModes, AreThoseOfEveryFrequencyAndDamping) {
  for (const auto& [name, overrides] :
       {std::pair<const char*, Overrides>{"degree4", {{"alpha", "3/4"}, {"gamma", "1/2"}}},
        {"ss4", {{"rho", "0.999"}}},
        {"cd", {}}}) {
    const auto& method = catalogued_method(name);
    EXPECT_TRUE(InvariantModes(method, Parameters(method.parameters, overrides)).none()) << name;
  }
}

// This fails if roots that remain at −1 make a scan examine every point and test at each whether powers grow (8 s).
TEST(Analyze, TakesAMomentWhereRootsStayOnTheCircle) {
  for (const char* name : {"ss3", "ss4"}) {
    const auto& method = catalogued_method(name);
    const auto begin = std::clock();
    const auto a = analyze(method, Parameters(method.parameters, {{"rho", "1"}}));
    EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 1.5) << name;
    EXPECT_EQ(a.a_stable, true);
    EXPECT_EQ(a.zero_stable, true);
    EXPECT_FALSE(a.stability_limit);
    EXPECT_TRUE(a.limit_known);
    EXPECT_EQ(a.rho_infinity, 1);
  }
}

}  // namespace
}  // namespace plumb
