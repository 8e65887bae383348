#include "harness/cell/setting.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "harness/cell/resolve.hpp"
#include "methods/coefficients/linear_multistep_data.hpp"
#include "text/exit_codes.hpp"
#include "text/testing/refusal.hpp"

namespace plumb {
namespace {

// Returns a value different from the default for each setting.
const std::map<std::string_view, const char*> others = {
    {"t_end", "2"},          {"errors_from", "1"},   {"last_step", "beyond"},
    {"breaks", "restarted"}, {"newton_tol", "1e-7"}, {"newton_test", "residual"},
    {"newton_norm", "rms"},  {"newton_max", "17"},   {"precision", "quad"},
    {"samples", "7"},        {"reference", "quick"}};

ResolvedCell pendulum(const std::map<std::string, std::string, std::less<>>& settings) {
  CellRequest request;
  request.problem.name = "pendulum";
  request.method.name = "bdf2";
  request.step = "1e-2";
  request.settings = settings;
  return resolve(request);
}

// Fails if a setting is missing in the cell, in its title or in its JSON after it was read.
TEST(Settings, EachIsReadNamesTheCellAndComesBackFromItsJson) {
  const auto usual = pendulum({});
  std::set<std::string> ids = {usual.id()};
  for (const auto& setting : settings()) {
    ASSERT_TRUE(others.contains(setting.name)) << "no example of " << setting.name << " in this test";
    const auto cell = pendulum({{std::string(setting.name), others.at(setting.name)}});
    EXPECT_NE(setting.json(cell.text()), setting.json(usual.text())) << setting.name;
    EXPECT_TRUE(ids.insert(cell.id()).second) << setting.name;
    EXPECT_EQ(canonical_json(cell_from_json(to_json(cell.text()))), canonical_json(cell.text())) << setting.name;
    EXPECT_EQ(resolve(cell.text()).id(), cell.id()) << setting.name;
  }
}

TEST(Settings, NamesAreSuggested) {
  EXPECT_EQ(refusal_of([] { setting_named("newton_tl"); }), "unknown-name");
  EXPECT_EQ(setting_named("newton_tol").option(), "newton-tol");
}

TEST(Settings, CountsAreNumbersLikeAllOthers) {
  const auto samples = [](const std::string& text) { return pendulum({{"samples", text}}).text().samples; };
  for (const char* text : {"1000", "1e3", "1d+3", "10^3", "2000/2"}) EXPECT_EQ(samples(text), 1000) << text;
  for (const char* text : {"", "-1", "0.5", "pi", "sqrt(2)", "1e10", "many"})
    EXPECT_EQ(refusal_of([&] { samples(text); }), "out-of-range samples") << text;
}

// Fails if parameters and coefficients accept different number formats.
TEST(Resolve, ParametersAndCoefficientsTakeTheSameNumbers) {
  CellRequest request;
  request.problem.name = "pendulum";
  request.step = "1e-2";
  for (const char* rho : {"0.1pi", "0.1*pi", "pi/10", "1d-1", "sqrt(2)/3", "(2/3)^2"}) {
    request.method = {"lms3", {{"rho", rho}}};
    const auto cell = resolve(request);
    ASSERT_TRUE(cell.method().multistep) << rho;
    EXPECT_EQ(order_of(cell.method().multistep(cell.options())), 2) << rho;
  }
}

TEST(Resolve, GivesNewtonsSettings) {
  const auto newton = pendulum({{"newton_tol", "1e-7"}, {"newton_test", "residual"}, {"newton_max", "17"}}).newton();
  EXPECT_EQ(newton.tolerance, 1e-7);
  EXPECT_EQ(newton.test, NewtonTest::residual);
  EXPECT_EQ(newton.norm, NewtonNorm::max);
  EXPECT_EQ(newton.max_iterations, 17);
}

}  // namespace
}  // namespace plumb
