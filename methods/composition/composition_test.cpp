#include "methods/composition/composition.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "methods/catalogue.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;
using Texts = std::vector<std::string>;

const Texts triple_jump = {"1.35120719195965763404768780897146", "-1.70241438391931526809537561794292",
                           "1.35120719195965763404768780897146"};
// Yoshida's solution A.
const Texts yoshida6 = {"0.78451361047755726381949763",  "0.23557321335935813368479318",
                        "-1.17767998417887100694641568", "1.31518632068391121888424973",
                        "-1.17767998417887100694641568", "0.23557321335935813368479318",
                        "0.78451361047755726381949763"};

int order_of(const Texts& fractions, int of_base, double uncertainty = 1e-26) {
  return order_of_composition(fractions, std::vector(fractions.size(), uncertainty), of_base);
}

TEST(Composition, HasTheOrderOfItsConditions) {
  EXPECT_EQ(order_of({"1"}, 2), 2);
  EXPECT_EQ(order_of({"1/2", "1/2"}, 2), 2);
  EXPECT_EQ(order_of(triple_jump, 2), 4);
  EXPECT_EQ(order_of(yoshida6, 2), 6);
  EXPECT_EQ(order_of({"1/2", "1/4"}, 2), 0);
  auto wrong = yoshida6;
  wrong[0] = "0.78451361047755727381949763", wrong[3] = "1.31518632068391120888424973";  // the correct sum
  EXPECT_EQ(order_of(wrong, 2), 2);
  wrong = yoshida6;
  std::swap(wrong[0], wrong[1]);  // the power sums hold, the conditions of commutators do not
  EXPECT_LT(order_of(wrong, 2), 6);
}

TEST(Composition, OfAMethodOfHigherOrderGainsTwo) {
  // 1/(2 - 2^(1/5))
  const Texts jump = {"1.17467175808936338449506943655715", "-1.34934351617872676899013887311429",
                      "1.17467175808936338449506943655715"};
  EXPECT_EQ(order_of(jump, 4, 1e-31), 6);
  EXPECT_EQ(order_of(triple_jump, 4), 4);
}

Method composed(const char* base, const std::map<std::string, std::string>& parameters, const Texts& fractions,
                int order) {
  const auto& method = catalogued_method(base);
  return composition_method({.name = "composed", .title = "", .source = "", .order = order}, method,
                            Parameters(method.parameters, parameters), fractions);
}

TEST(Composition, ShowsItsOrder) {
  expect_claimed_orders(composed("stormer-verlet", {}, triple_jump, 4), 192);
  expect_claimed_orders(composed("stormer-verlet", {}, yoshida6, 6), 96);
  expect_claimed_orders(composed("rattle", {}, triple_jump, 4), 192);
  expect_claimed_orders(composed("gauss", {{"stages", "2"}},
                                 {"1.17467175808936338449506943655715", "-1.34934351617872676899013887311429",
                                  "1.17467175808936338449506943655715"},
                                 6),
                        96);
}

/// Returns the change of a state by `steps` steps of size h and as many of size −h.
template <class Make>
double change_by_return(const Exercise& exercise, Make make, int steps) {
  auto s = exercise.system(Form::ode);
  const auto begin = exercise.begin();
  auto x = begin;
  const auto stepper = make(s);
  const quad h = exercise.horizon() / 50;
  quad t = 0;
  stepper->start(t, h, x);
  for (const int sign : {1, -1})
    for (int i = 0; i < steps; ++i, t += sign * h) stepper->step(t, sign * h, x);
  return static_cast<double>(distance(s, begin, x).q);
}

TEST(Composition, EveryBaseIsSymmetric) {
  for (const char* name : {"stormer-verlet", "rattle", "gauss", "lobatto-iiia-iiib"}) {
    const auto& method = catalogued_method(name);
    EXPECT_EQ(no_base(method), "") << name;
    const auto make = [&](AnySystem<quad>& s) { return method.in_quad(s, options_of(method)); };
    EXPECT_LT(change_by_return(coupled_pair_at_rest(), make, 5), 1e-28) << name;
    const bool on_rotations = !composed(name, {}, {"1"}, 2).info.vector_space_only;
    if (!method.info.vector_space_only) {
      EXPECT_EQ(change_by_return(rigid_body(), make, 5) < 1e-28, on_rotations) << name;
    }
  }
  for (const char* name : {"erk4", "bdf2", "generalized-alpha", "noh-bathe"})
    EXPECT_NE(no_base(catalogued_method(name)), "") << name;
}

TEST(Composition, OfPalindromicFractionsIsSymmetric) {
  for (const auto& fractions : {yoshida6, Texts{"1/4", "3/4"}}) {
    const auto method = composed("stormer-verlet", {}, fractions, 2);
    const auto make = [&](AnySystem<quad>& s) { return method.in_quad(s, options_of(method)); };
    const bool is_palindromic = fractions.front() == fractions.back();
    EXPECT_EQ(change_by_return(coupled_pair_at_rest(), make, 3) < 1e-28, is_palindromic);
  }
}

}  // namespace
}  // namespace plumb
