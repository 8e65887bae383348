#include "methods/from_data/from_data.hpp"

#include <gtest/gtest.h>

#include "methods/catalogue.hpp"
#include "methods/explicit-rk/dop853.hpp"
#include "methods/explicit-rk/tableaus.hpp"
#include "methods/irk/factory.hpp"
#include "methods/irk/tableaus.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;

const std::string gamma = "1 - sqrt(2)/2", rest = "sqrt(2)/2";
const TableauData sdirk2 = {2, {gamma, "0", rest, gamma}, {rest, gamma}, {gamma, "1"}};  // Alexander 1977
const TableauData crouzeix3 = {2,
                               {"1/2 + sqrt(3)/6", "0", "-sqrt(3)/3", "1/2 + sqrt(3)/6"},
                               {"1/2", "1/2"},
                               {"1/2 + sqrt(3)/6", "1/2 - sqrt(3)/6"}};
const TableauData trapezoidal = {2, {"0", "0", "1/2", "1/2"}, {"1/2", "1/2"}, {"0", "1"}};
const TableauData lobatto_iiib2 = {2, {"1/2", "0", "1/2", "0"}, {"1/2", "1/2"}, {"1/2", "1/2"}};

Method named(const TableauData& data) { return runge_kutta_method({.name = "m", .title = "", .source = ""}, data); }

TEST(FromData, ZerosOfTheMatrixChooseTheStepper) {
  EXPECT_EQ(coupling(tableau_data(erk4)), StageCoupling::explicit_);
  EXPECT_EQ(coupling(sdirk2), StageCoupling::diagonally_implicit);
  EXPECT_EQ(coupling(trapezoidal), StageCoupling::diagonally_implicit);
  EXPECT_EQ(coupling(tableau_data(radau_iia3)), StageCoupling::fully_implicit);
  EXPECT_EQ(named(tableau_data(erk4)).info.forms, "ode index1 projected");
  EXPECT_EQ(named(sdirk2).info.forms, implicit_forms_and_momenta);
  EXPECT_EQ(named(lobatto_iiib2).info.forms, "ode index1");  // a is singular
}

TEST(FromData, DiagonallyImplicitMethodsShowTheirOrder) {
  for (const auto& [data, order] : {std::pair(sdirk2, 2), std::pair(crouzeix3, 3), std::pair(trapezoidal, 2)}) {
    const auto method = named(data);
    EXPECT_EQ(method.info.order, order);
    expect_claimed_orders(method, 192);
  }
  const auto at_index2 = driven_pendulum().order(named(sdirk2), 192, Form::index2);
  EXPECT_TRUE(shows_order(at_index2, {2, 2, 2}, true)) << at_index2.q << " " << at_index2.v;
}

template <class T, class System>
void expect_same_bits(const Method& a, const Method& b, System system, int steps) {
  auto s1 = system(), s2 = system();
  auto x = coupled_pair().begin();
  typename AnySystem<T>::State x1{x.q.template cast<T>(), x.v.template cast<T>(), x.a.template cast<T>(), {}}, x2 = x1;
  const auto one = a.in<T>()(s1, options_of(a)), two = b.in<T>()(s2, options_of(b));
  integrate(*one, x1, T(1), steps, [](int, const auto&) {});
  integrate(*two, x2, T(1), steps, [](int, const auto&) {});
  EXPECT_EQ(x1.q, x2.q);
  EXPECT_EQ(x1.v, x2.v);
}

TEST(FromData, GivesTheBitsOfTheCatalogue) {
  const auto system = [] { return coupled_pair().system(Form::ode); };
  expect_same_bits<quad>(catalogued_method("erk4"), named(tableau_data(erk4)), system, 40);
  expect_same_bits<quad>(catalogued_method("dop853"), named(tableau_data(dop853)), system, 40);
  expect_same_bits<quad>(catalogued_method("radau-iia"), named(tableau_data(radau_iia3)), system, 40);
}

}  // namespace
}  // namespace plumb
