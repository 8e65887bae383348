// The observed order of every fixed-step method of the catalogue equals its proven order, two-sided within 0.1, for
// nonlinear, non-autonomous and velocity-dependent problems, in quad. mutants_test.cpp shows that wrong methods fail.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "methods/known-failures/known_failures.hpp"
#include "tests/convergence.hpp"

namespace plumb::testing {
namespace {

// No initial state is an equilibrium or has vanishing derivatives.
const Site sites[] = {
    {"pendulum", "ode", {{"angle", "-0.7"}, {"rate", "1.5"}}},
    {"oscillator",
     "ode",
     {{"omega", "3"},
      {"damping", "0.2"},
      {"amplitude", "2"},
      {"frequency", "5"},
      {"start", "given"},
      {"position", "1"},
      {"velocity", "0.5"}}},
    {"spinning-top", "ode", {{"precession", "3"}, {"nutation", "1"}}, "0.2", 201},
    {"pendulum", "index1", {{"angle", "-0.7"}, {"rate", "1.5"}}},
    {"pendulum", "index3", {{"angle", "-0.7"}, {"rate", "1.5"}}},
    {"pendulum", "projected-velocities", {{"angle", "-0.7"}, {"rate", "1.5"}}},
};

std::string_view form_of(const Site& site) {
  return catalogued_problem(site.problem).formulation(site.formulation)->family();
}

bool applies(const Method& method, const Site& site) {
  const auto& info = method.info;
  if (!info.fixed_step || info.double_only || !method.in_quad) return false;
  if (!method.fits(form_of(site))) return false;
  return !(info.needs_velocity_independence && (site.problem != "pendulum" || site.formulation != "ode"));
}

bool velocity_dependent(const Site& site) {
  const auto& of = catalogued_problem(site.problem);
  return of.in_double.system(Parameters(of.parameters, site.data), *of.formulation(site.formulation))
      .velocity_dependent();
}

struct Case {
  const Method* method;
  Parameters options;
  const Site* site;
};

std::vector<Case> cases() {
  std::vector<Case> list;
  const std::map<std::string, std::vector<std::map<std::string, std::string>>> variants = {
      {"degree3", {{}, {{"alpha", "1"}}, {{"alpha", "2"}}, {{"beta", "0.6"}}}},
      {"degree4", {{}, {{"alpha", "1/4"}}, {{"alpha", "5/4"}}, {{"solve", "newton"}}}},
      {"degree5", {{}, {{"alpha", "1"}}, {{"alpha", "1"}, {"beta", "1/2"}}}}};
  for (const auto& method : methods())
    for (const auto& site : sites) {
      if (!applies(method, site)) continue;
      const auto found = variants.find(std::string(method.info.name));
      if (found == variants.end())
        list.push_back({&method, accurately_started(method), &site});
      else
        for (const auto& overrides : found->second) {
          const bool newton_on_constraints = overrides.contains("solve") && site.formulation != "ode";
          if (!newton_on_constraints) list.push_back({&method, accurately_started(method, overrides), &site});
        }
    }
  return list;
}

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.method->info.name << "(" << c.options.canonical() << ") on " << title(*c.site);
}

bool known_to_diverge(const Case& c) {
  const auto form = catalogued_problem(c.site->problem).formulation(c.site->formulation)->form;
  return is_known(Failure::diverges, c.method->info.name, c.options, c.site->problem, form);
}

class Order : public ::testing::TestWithParam<Case> {};

TEST_P(Order, IsTheProvenOne) {
  const auto& [method, options, site] = GetParam();
  const auto result = convergence(*method, options, *site);
  if (known_to_diverge(GetParam())) {
    EXPECT_NE(result.status, Status::ok) << "methods/known-failures/known_failures.cpp says that this diverges";
    return;
  }
  ASSERT_EQ(result.status, Status::ok);
  const auto proven =
      method->proven_order(options, catalogued_problem(site->problem).formulation(site->formulation)->form);
  const bool coupled = velocity_dependent(*site);
  const int expected[] = {proven.of_position(coupled), proven.of_velocity(coupled)};
  for (std::size_t k = 0; k < 2; ++k) {
    if (expected[k] == 0) continue;
    const auto order = observed_order(result.points[k], {.expected = expected[k]});
    EXPECT_EQ(name(order.verdict.value()), "pass")
        << (k == 0 ? "q" : "v") << ": expected " << expected[k] << ", observed " << order.order.value_or(NAN) << "; "
        << order.reason;
  }
}

std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  std::string text =
      std::string(info.param.method->info.name) + "_" + title(*info.param.site) + "_" + std::to_string(info.index);
  for (auto& c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return text;
}

// Proven orders are computed from the coefficients that the stepper uses too, so wrong coefficients would lower the
// proven and the observed order equally. This test compares proven orders with the stated orders.
TEST(ProvenOrder, IsTheStatedOne) {
  for (const auto& method : methods()) {
    if (!method.info.fixed_step) continue;
    const auto proven = method.proven_order(Parameters(method.parameters, {}));
    EXPECT_EQ(proven.position, method.info.order) << method.info.name;
    EXPECT_EQ(proven.velocity, method.info.order) << method.info.name;
    EXPECT_EQ(proven.velocity_dependent, method.info.order) << method.info.name;
  }
}

TEST(ProvenOrder, OfTheConditionallyExplicitFamilyFollowsItsParameters) {
  struct Known {
    std::string method, parameter, value;
    int order;
  };
  const Known known[] = {{"degree3", "alpha", "1", 2},   {"degree3", "alpha", "2", 2},   {"degree3", "beta", "0.6", 1},
                         {"degree4", "alpha", "1/4", 3}, {"degree4", "alpha", "5/4", 4}, {"degree4", "beta", "1/2", 2},
                         {"degree5", "alpha", "1", 4}};
  for (const auto& k : known)
    for (const auto& method : methods())
      if (method.info.name == k.method) {
        const auto proven = method.proven_order(Parameters(method.parameters, {{k.parameter, k.value}}));
        EXPECT_EQ(proven.velocity_dependent, k.order) << k.method << " " << k.parameter << "=" << k.value;
      }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Order, ::testing::ValuesIn(cases()), name_of);

}  // namespace
}  // namespace plumb::testing
