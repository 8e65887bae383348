// The Lobatto IIIA-IIIB pair: its coefficients, its orders, and the properties of its steps under constraints. The
// steps are symplectic and symmetric, equal RATTLE for two stages, and preserve the energy over long times.

#include "methods/catalogue.hpp"
#include "methods/spark/lobatto_pair.hpp"
#include "methods/testing/energy_errors.hpp"
#include "methods/testing/expectations.hpp"
#include "methods/testing/two_rods.hpp"

namespace plumb {
namespace {

using namespace testing;
using Overrides = std::map<std::string, std::string>;

const Method& pair() { return catalogued_method("lobatto-iiia-iiib"); }

/// The parameter is the number of stages.
class LobattoPairOf : public ::testing::TestWithParam<int> {
 protected:
  Overrides overrides = {{"stages", std::to_string(GetParam())}};
  MethodOptions options = options_of(pair(), overrides);
  int order = 2 * GetParam() - 2;
};
INSTANTIATE_TEST_SUITE_P(Stages, LobattoPairOf, ::testing::Values(2, 3, 4));

using Table = std::vector<std::vector<quad>>;
using Row = std::vector<quad>;

quad power(const quad& x, std::size_t n) { return n == 0 ? quad(1) : pow(x, static_cast<int>(n)); }

/// The largest defect of Σ_i b_i c_i^(k−1) = 1/k, k <= order.
quad quadrature_defect(const Row& b, const Row& c, std::size_t order) {
  quad worst = 0;
  for (std::size_t k = 1; k <= order; ++k) {
    quad sum = 0;
    for (std::size_t i = 0; i < b.size(); ++i) sum += b[i] * power(c[i], k - 1);
    worst = larger<quad>(worst, abs(sum - quad(1) / k));
  }
  return worst;
}
/// The largest defect of Σ_j rows_ij c_j^(k−1) = c_i^k / k, k <= order.
quad collocation_defect(const Table& rows, const Row& c, std::size_t order) {
  quad worst = 0;
  for (std::size_t k = 1; k <= order; ++k)
    for (std::size_t i = 0; i < c.size(); ++i) {
      quad sum = 0;
      for (std::size_t j = 0; j < c.size(); ++j) sum += rows[i][j] * power(c[j], k - 1);
      worst = larger<quad>(worst, abs(sum - power(c[i], k) / k));
    }
  return worst;
}
/// The largest defect of b_i â_ij + b_j a_ji = b_i b_j, which makes a pair symplectic.
quad symplectic_defect(const Row& b, const Table& hat, const Table& a) {
  quad worst = 0;
  for (std::size_t i = 0; i < b.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      worst = larger<quad>(worst, abs(b[i] * hat[i][j] + b[j] * a[j][i] - b[i] * b[j]));
  return worst;
}
/// The largest defect of rows_ij + rows_{s+1−i,s+1−j} = b_j, which makes steps symmetric.
quad symmetry_defect(const Table& rows, const Row& b) {
  quad worst = 0;
  for (std::size_t i = 0; i < b.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      worst = larger<quad>(worst, abs(rows[i][j] + rows[b.size() - 1 - i][b.size() - 1 - j] - b[j]));
  return worst;
}

/// The conditions of order 2s − 2: B(2s−2), C(s) of Lobatto IIIA and C(s−2) of Lobatto IIIB. The adjoint conditions
/// D(s) and D(s−2) follow from these and from symplecticity (Hairer, Lubich & Wanner, sections II.2, VI.4).
double largest_defect(const LobattoPairData& data) {
  const LobattoPairTable<quad> m(data);
  const auto s = m.stages();
  const quad defects[] = {
      quadrature_defect(m.weights, m.nodes, 2 * s - 2), collocation_defect(m.positions, m.nodes, s),
      collocation_defect(m.velocities, m.nodes, s - 2), symplectic_defect(m.weights, m.velocities, m.positions),
      symmetry_defect(m.positions, m.weights),          symmetry_defect(m.velocities, m.weights)};
  return static_cast<double>(*std::max_element(std::begin(defects), std::end(defects)));
}

TEST(LobattoPair, CoefficientsSatisfyTheConditionsOfTheirOrder) {
  for (const auto* data : {&lobatto_pair2, &lobatto_pair3, &lobatto_pair4}) EXPECT_LT(largest_defect(*data), 1e-32);
  auto wrong = lobatto_pair4;
  wrong.velocities[1][2] = "(25-12*sqrt(5))/120";
  EXPECT_GT(largest_defect(wrong), 1e-3);
}

TEST_P(LobattoPairOf, ShowsTheOrdersItClaims) {
  EXPECT_EQ(pair().proven_order(options.parameters, Form::index3).multiplier, order);
  expect_claimed_orders(pair(), 768 >> GetParam(), overrides);
}

/// Returns the orders on the pendulum of a stepper with these coefficients.
Distance<double> observed_order(const LobattoPairData& data) {
  return driven_pendulum().order(
      [&](AnySystem<quad>& system) {
        return AnyStepper<quad>::make<LobattoPair<AnySystem<quad>>>(system, MethodOptions{}, data);
      },
      96, Form::index3);
}

TEST(LobattoPair, LosesItsOrderWithAWrongCoefficient) {
  const ProvenOrder four{4, 4, 4, 4};
  EXPECT_TRUE(shows_order(observed_order(lobatto_pair3), four, true));
  auto position = lobatto_pair3, velocity = lobatto_pair3, weight = lobatto_pair3;
  position.positions[1] = {"5/24+1/100", "1/3-1/100", "-1/24"};  // the same sum
  velocity.velocities[1] = {"1/6+1/100", "1/3-1/100", "0"};      // the same sum
  weight.weights = {"1/6+1/100", "2/3-2/100", "1/6+1/100"};      // symmetric
  for (const auto& wrong : {position, velocity, weight}) EXPECT_FALSE(shows_order(observed_order(wrong), four, true));
}

using Rods = TwoRods<quad>;
using System = AnySystem<quad>;

System::State state(const plumb::State<Rods::V, Rods::V, Rods::L>& x) { return {x.q, x.v, x.a, x.lambda}; }

System::State after_a_step(const Method& method, const Overrides& overrides, System::State x, const quad& h) {
  System system{SmallSystem(Rods{}, Form::index3)};
  const auto stepper = method.in_quad(system, options_of(method, overrides));
  EXPECT_EQ(stepper->start(0, h, x).status, Status::ok);
  EXPECT_EQ(stepper->step(0, h, x).status, Status::ok);
  return x;
}

/// The largest change of the symplectic form Σ dq ∧ dp on the constraint manifold in a step. The tangents before and
/// after the step are derivatives by the angles and their rates, from central differences of sixth order.
double change_of_the_form(const Method& method, const Overrides& overrides) {
  const std::array<quad, 4> centre = {quad(1), quad("-0.5"), quad("0.75"), quad(2)};
  const auto tangents = [&](auto state_at) {
    std::array<std::pair<Vec<quad>, Vec<quad>>, 4> out;
    for (std::size_t k = 0; k < 4; ++k) {
      const auto at = [&](int n) {
        auto x = centre;
        x[k] += quad(n) / 65536;
        return state_at(x);
      };
      const auto difference = [&](auto part) -> Vec<quad> {
        const Vec<quad> one = part(at(1)) - part(at(-1)), two = part(at(2)) - part(at(-2)),
                        three = part(at(3)) - part(at(-3));
        return (45 * one - 9 * two + three) * (quad(65536) / 60);
      };
      out[k] = {difference([](const auto& x) -> Vec<quad> { return x.q; }),
                difference([](const auto& x) -> Vec<quad> { return Rods::masses().cwiseProduct(Rods::V(x.v)); })};
    }
    return out;
  };
  const auto before = tangents([](const auto& x) { return state(Rods::at(x)); });
  const auto after =
      tangents([&](const auto& x) { return after_a_step(method, overrides, state(Rods::at(x)), quad(1) / 10); });
  const auto form = [](const auto& x, const auto& y) { return x.first.dot(y.second) - y.first.dot(x.second); };
  quad worst = 0;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < i; ++j)
      worst = larger<quad>(worst, abs(form(after[i], after[j]) - form(before[i], before[j])));
  return static_cast<double>(worst);
}

TEST_P(LobattoPairOf, IsSymplecticUnderConstraints) { EXPECT_LT(change_of_the_form(pair(), overrides), 1e-25); }
TEST(SymplecticForm, IsChangedByRadau) { EXPECT_GT(change_of_the_form(catalogued_method("radau-iia"), {}), 1e-9); }

TEST_P(LobattoPairOf, ReturnsWhenItStepsBack) {
  System system{SmallSystem(Rods{}, Form::index3)};
  const quad h("0.05");
  const auto stepper = pair().in_quad(system, options);
  auto x = state(Rods::initial());
  ASSERT_EQ(stepper->start(0, h, x).status, Status::ok);
  const auto begin = x;
  ASSERT_EQ(stepper->step(0, h, x).status, Status::ok);
  EXPECT_GT(distance(system, begin, x).q, quad("0.01"));
  ASSERT_EQ(stepper->step(h, -h, x).status, Status::ok);
  const auto back = distance(system, begin, x);
  EXPECT_LT(static_cast<double>(back.q), 1e-30);
  EXPECT_LT(static_cast<double>(back.v), 1e-28);
}

TEST(LobattoPair, OfTwoStagesIsRattle) {
  System system{SmallSystem(Rods{}, Form::index3)};
  const auto run = [&](const Method& method, const Overrides& overrides) {
    auto x = state(Rods::initial());
    const auto result =
        integrate(*method.in_quad(system, options_of(method, overrides)), x, quad(1), 50, [](int, const auto&) {});
    EXPECT_EQ(result.status, Status::ok);
    return x;
  };
  const auto d = distance(system, run(catalogued_method("lobatto-iiia-iiib"), {{"stages", "2"}}),
                          run(catalogued_method("rattle"), {}));
  EXPECT_LT(static_cast<double>(d.q), 1e-28);
  EXPECT_LT(static_cast<double>(d.v), 1e-27);
}

TEST_P(LobattoPairOf, ImposesPositionsAndVelocitiesExactly) {
  auto s = driven_pendulum().system(Form::index3);
  auto x = driven_pendulum().begin();
  auto phi = x.lambda;
  const auto stepper = pair().in_quad(s, options);
  const auto result = integrate(*stepper, x, quad(1), 50, [&](int n, const auto& at) {
    s.constraint(quad(n) / 50, at.q, phi);
    EXPECT_LT(static_cast<double>(abs(phi[0])), 1e-31);
    s.constraint_rate(quad(n) / 50, at.q, at.v, phi);
    EXPECT_LT(static_cast<double>(abs(phi[0])), 1e-31);
  });
  EXPECT_EQ(result.status, Status::ok);
}

// The error of the energy is of the order of the method and does not grow over 10⁵ steps.
TEST_P(LobattoPairOf, KeepsTheEnergyOfAPendulum) {
  const auto pendulum = [](const auto& x) { return x.v.squaredNorm() / 2 + 9 * x.q[1]; };
  const auto errors = [&](double end, int steps) {
    return energy_errors(pair(), overrides, RigidPendulum{}, Form::index3, end, steps, pendulum);
  };
  const auto [first, last] = errors(2000, 100000);
  EXPECT_GT(first, 1e-13);
  EXPECT_NEAR(last / first, 1, 0.05);
  EXPECT_NEAR(std::log2(errors(20, 500).first / errors(20, 1000).first), order, 0.2);
}

// In small steps the rounding of Φ, multiplied by ω⁻¹/h², is far above the default tolerance.
TEST_P(LobattoPairOf, ConvergesInSmallSteps) {
  AnySystem<double> system{SmallSystem(TwoRods<double>{}, Form::index3)};
  for (const double h : {1e-3, 1e-5, 1e-7}) {
    const auto begin = TwoRods<double>::initial();
    AnySystem<double>::State x{begin.q, begin.v, begin.a, begin.lambda};
    const auto stepper = pair().in_double(system, options);
    EXPECT_EQ(integrate(*stepper, x, 1000 * h, 1000, [](int, const auto&) {}).status, Status::ok) << h;
  }
}

TEST_P(LobattoPairOf, RefusesConstraintsAtOtherLevels) {
  for (const auto form : {Form::index1, Form::index2, Form::ggl}) {
    auto s = driven_pendulum().system(form);
    auto x = driven_pendulum().begin();
    const auto result = pair().in_quad(s, options)->start(0, quad(1) / 10, x);
    EXPECT_EQ(result.status, Status::unsupported) << name(form);
    EXPECT_EQ(result.detail, "supports constraints at position level only") << name(form);
  }
}

}  // namespace
}  // namespace plumb
