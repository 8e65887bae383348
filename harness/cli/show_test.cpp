// `plumb show` describes methods and problems.

#include <set>

#include "harness/api/catalogue_pages.hpp"
#include "harness/cli/testing/cli_fixture.hpp"
#include "methods/catalogue.hpp"
#include "problems/catalogue.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class Show : public Cli {};

// Fails if a selector with parameters is an error, or if the output describes the method with default parameters.
TEST_F(Show, AMethodWithParameters) {
  const auto shown = plumb("show method 'mssth4(rho=0.3)'");
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr("mssth4(rho=0.3)  MSSTH(4), modified"), HasSubstr("ode, index1: 4"),
                               ContainsRegex("parameter +value +default"), ContainsRegex("rho +0[.]3 +0 ")));
  const auto json = Json::parse(plumb("show method 'gauss(stages=2)' --json").out);
  EXPECT_EQ(json["name"], "gauss");
  EXPECT_EQ(json["proven_order"]["position"], 4);
  EXPECT_EQ(json["parameters"][0]["value"], "2");
  EXPECT_EQ(json["parameters"][0]["default"], "3");
}

TEST_F(Show, AMethodWithItsDefaultsHasNoColumnOfValues) {
  EXPECT_THAT(plumb("show method mssth4").out, AllOf(HasSubstr("mssth4  "), ContainsRegex("parameter +default")));
}

// Fails if the program cannot read the method file that it prints, or if the file defines another method.
TEST_F(Show, AMethodFileThatAnalysesAlike) {
  ASSERT_EQ(shell("plumb show method 'mssth4(rho=0.3)' --toml > '" + in("m.toml") + "'").code, 0);
  const auto read = Json::parse(plumb("analyze '@" + in("m.toml") + "' --omega-dt 0.5 --json").out);
  const auto kept = Json::parse(plumb("analyze 'mssth4(rho=0.3)' --omega-dt 0.5 --json").out);
  EXPECT_EQ(read["order"], kept["order"]);
  EXPECT_EQ(read["claim"], nullptr);
  const auto radius = [](const Json& analysis) { return analysis["curve"][0]["spectral_radius"].get<double>(); };
  EXPECT_NEAR(radius(read), radius(kept), 1e-12);
  EXPECT_THAT(plumb("show method '@" + in("m.toml") + "' --coefficients").out, HasSubstr("tableau of 5 stages"));
}

// Fails if a range is printed as 1e+05.
TEST_F(Show, RangesInPlainNumerals) {
  EXPECT_THAT(plumb("show problem planar-chain").out, HasSubstr("  1 to 100000  "));
  EXPECT_THAT(plumb("show problem spinning-top").out, HasSubstr("  1e-6 to 3.14159  "));
}

// Fails if the methods that support a formulation are wrong, or if counts and lists disagree.
TEST_F(Show, HowManyMethodsAFormulationHas) {
  const auto json = Json::parse(plumb("show problem heavy-top --json").out);
  for (const auto& f : json["formulations"]) {
    const std::set<std::string> names = f["methods"];
    EXPECT_EQ(names.count("rattle"), f["formulation"] == "rotation-index3" ? 1u : 0u) << f["formulation"];
    EXPECT_EQ(names.count("bdf2"), 1u) << f["formulation"];
    EXPECT_EQ(names.count("ab4"), 0u) << "wants a vector space";
  }
  EXPECT_THAT(plumb("show problem heavy-top").out,
              AllOf(HasSubstr("  methods\n"), HasSubstr("methods: how many of the")));
}

// Fails if a few supported formulations are not listed by name, or if many are.
TEST_F(Show, WhereAMethodFits) {
  EXPECT_THAT(plumb("show method stormer-verlet").out,
              AllOf(HasSubstr("pendulum ode"), HasSubstr("pleiades ode"), Not(HasSubstr("two-link"))));
  EXPECT_THAT(plumb("show method rattle").out,
              AllOf(HasSubstr("rotation-index3 has the form index3"), Not(HasSubstr("squeezer absolute-index3"))));
  EXPECT_THAT(plumb("show method bdf2").out,
              AllOf(HasSubstr("rotation-index3 has the form index3"), Not(HasSubstr("heavy-top"))));
  const auto fits = Json::parse(plumb("show method rattle --json").out)["fit_for"];
  EXPECT_EQ(fits["squeezer"], Json::array({"ode", "index3", "absolute-index3"}));
  EXPECT_EQ(fits["pleiades"], Json::array({"ode"}));
}

// Fails if a method is listed as supporting a formulation but refuses to start, or the other way round.
TEST(Site, SuitsTheMethodsThatStart) {
  for (const auto& site : sites()) {
    const Parameters data(site.problem.parameters, {});
    for (const auto& method : methods()) {
      if (!method.fits(site.formulation.family())) continue;
      auto system = site.problem.in_double.system(data, site.formulation);
      auto x = initial_state(site.problem, data, site.formulation, system);
      const auto stepper = method.in_double(system, {Parameters(method.parameters, {}), {}});
      const bool refused = stepper->start(0, 1e-5, x).status == Status::unsupported;
      EXPECT_EQ(site.suits(method), !refused)
          << method.info.name << " on " << site.problem.name << " " << site.formulation.name;
    }
  }
}

}  // namespace
}  // namespace plumb
