// Step control for tableaus and embedded weights that are given as data.

#include "methods/adaptive/from_data.hpp"

#include <gtest/gtest.h>

#include "methods/catalogue.hpp"
#include "methods/coefficients/embedded.hpp"
#include "methods/coefficients/order_trees.hpp"
#include "methods/esdirk/kennedy_carpenter.hpp"
#include "methods/explicit-rk/tableaus.hpp"
#include "methods/irk/tableaus.hpp"
#include "methods/testing/double_run.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;

/// A tableau with embedded weights, as a file has it.
struct PairData {
  TableauData tableau;
  std::vector<std::string> embedded;

  int order() const { return order_report(tableau).order; }
  int embedded_order() const {
    return embedded.empty() ? 0 : order_report({tableau.stages, tableau.a, embedded, tableau.c}).order;
  }
  std::string refusal() const { return no_step_control(tableau, embedded, embedded_order()); }
  Method method() const {
    return adaptive_runge_kutta_method({.name = "m", .title = "", .source = "", .order = order()}, tableau, embedded,
                                       embedded_order());
  }
};

const PairData bogacki_shampine = {
    {4,
     {"0", "0", "0", "0", "1/2", "0", "0", "0", "0", "3/4", "0", "0", "2/9", "1/3", "4/9", "0"},
     {"2/9", "1/3", "4/9", "0"},
     {"0", "1/2", "3/4", "1"}},
    {"7/24", "1/4", "1/3", "1/8"}};

// The tableau with one more stage, at the end of the step.
template <int n>
PairData with_stage_at_end(const Tableau<n>& tableau, const EmbeddedWeights<n>& weights) {
  auto whole = embedded_method(tableau, weights);
  const auto embedded = tableau_data(whole).b;
  for (std::size_t i = 0; i < n; ++i) whole.b[i] = tableau.b[i];
  whole.b[n] = {};
  return {tableau_data(whole), embedded};
}
template <int n>
PairData pair_of(const Tableau<n>& tableau, const EmbeddedWeights<n>& weights) {
  auto embedded = tableau;
  embedded.b = weights.b;
  return {tableau_data(tableau), tableau_data(embedded).b};
}

std::map<std::string, std::string> with_both(const std::string& tolerance) {
  return {{"rtol", tolerance}, {"atol", tolerance}};
}

/// d log(error)/d log(tolerance) in quad.
double slope_of(const Exercise& exercise, const Method& method, int power, Form form) {
  const int coarse = 2 * power + 1, fine = 3 * power + 2;
  const auto error = [&](int digits) {
    const Exercise::Make make = [&](AnySystem<quad>& s) {
      return method.in_quad(s, options_of(method, with_both("1e-" + std::to_string(digits))));
    };
    const auto e = exercise.error(make, Exercise::checks, form);
    return static_cast<double>(log10(larger(e.q, e.v)));
  };
  return (error(coarse) - error(fine)) / (fine - coarse);
}

void expect_control(const PairData& pair, int order, int embedded_order) {
  EXPECT_EQ(pair.order(), order);
  EXPECT_EQ(pair.embedded_order(), embedded_order);
  ASSERT_EQ(pair.refusal(), "");
  const auto method = pair.method();
  EXPECT_FALSE(method.info.fixed_step);
  const int power = std::min(order, embedded_order) + 1;
  const double expected = static_cast<double>(order) / power;
  EXPECT_NEAR(slope_of(coupled_pair(), method, power, Form::ode), expected, 0.12);
  EXPECT_NEAR(slope_of(driven_pendulum(), method, power, Form::index1), expected, 0.12);
  EXPECT_NEAR(slope_of(rigid_body(), method, power, Form::ode), expected, 0.12);
}

TEST(StepControlOfData, ErrorsAreProportionalToTheTolerance) {
  expect_control(bogacki_shampine, 3, 2);
  expect_control(with_stage_at_end(dopri5, dopri5_embedded), 5, 4);
  expect_control(pair_of(esdirk324l2sa, esdirk324l2sa_embedded), 3, 2);
  expect_control(pair_of(esdirk325l2sa, esdirk325l2sa_embedded), 3, 2);
}

// Wrong embedded weights whose sum is 1 have order 1. Their estimate forces far smaller steps: the slope is far from 1.
TEST(StepControlOfData, AWrongEmbeddedWeightIsNoticed) {
  auto wrong = bogacki_shampine;
  wrong.embedded[2] = "1/3 + 1/100";
  EXPECT_EQ(wrong.embedded_order(), 0);
  EXPECT_NE(wrong.refusal(), "");
  wrong.embedded[1] = "1/4 - 1/100";
  EXPECT_EQ(wrong.embedded_order(), 1);
  EXPECT_EQ(wrong.refusal(), "");
  EXPECT_GT(slope_of(coupled_pair(), wrong.method(), 3, Form::ode), 1.3);
}

template <class T, class Model>
void expect_equal_runs(const Method& one, const MethodOptions& of_one, const Method& two, const MethodOptions& of_two,
                       Form form) {
  const auto end_of = [&](const Method& method, const MethodOptions& options) {
    const auto begin = Model::initial();
    AnySystem<T> s{SmallSystem(Model{}, form)};
    typename AnySystem<T>::State x{begin.q, begin.v, begin.a, begin.lambda};
    const auto stepper = method.in<T>()(s, options);
    EXPECT_EQ(integrate(*stepper, x, T(1), 3, [](int, const auto&) {}).status, Status::ok);
    return x;
  };
  const auto x = end_of(one, of_one), y = end_of(two, of_two);
  EXPECT_EQ(x.q, y.q);
  EXPECT_EQ(x.v, y.v);
}

TEST(StepControlOfData, GivesTheBitsOfTheCatalogue) {
  auto overrides = with_both("1e-7");
  const auto dormand_prince = with_stage_at_end(dopri5, dopri5_embedded).method();
  const auto& dopri5_adaptive = catalogued_method("dopri5-adaptive");
  expect_equal_runs<double, CoupledPair<double>>(dormand_prince, options_of(dormand_prince, overrides), dopri5_adaptive,
                                                 options_of(dopri5_adaptive, overrides), Form::ode);
  expect_equal_runs<quad, DrivenPendulum<quad>>(dormand_prince, options_of(dormand_prince, overrides), dopri5_adaptive,
                                                options_of(dopri5_adaptive, overrides), Form::index1);
  overrides["predictor"] = "second";
  const auto kennedy_carpenter = pair_of(esdirk324l2sa, esdirk324l2sa_embedded).method();
  const auto& esdirk = catalogued_method("esdirk324l2sa-adaptive");
  expect_equal_runs<double, DrivenPendulum<double>>(kennedy_carpenter, options_of(kennedy_carpenter, overrides), esdirk,
                                                    options_of(esdirk, overrides), Form::index2);
}

TEST(StepControlOfData, RefusesWithTheReason) {
  EXPECT_NE(PairData({bogacki_shampine.tableau, {}}).refusal().find("the key 'embedded'"), std::string::npos);
  EXPECT_NE(PairData({bogacki_shampine.tableau, bogacki_shampine.tableau.b}).refusal().find("equal b"),
            std::string::npos);
  const PairData radau = {tableau_data(radau_iia3), {"1/3", "1/3", "1/3"}};
  EXPECT_NE(radau.refusal().find("fully implicit"), std::string::npos);
}

}  // namespace
}  // namespace plumb
