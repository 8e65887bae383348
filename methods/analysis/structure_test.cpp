#include "methods/analysis/structure.hpp"

#include <gtest/gtest.h>

#include <array>

#include "methods/catalogue.hpp"

namespace plumb {
namespace {

Structure structure_of(const char* name, const std::map<std::string, std::string>& overrides = {}) {
  const auto& method = catalogued_method(name);
  const Parameters parameters(method.parameters, overrides);
  return method.tableau ? structure(method.tableau(parameters)) : structure(method.multistep(parameters));
}

// Hairer & Wanner, Solving ODEs II, table IV.5.13: the simplifying assumptions of collocation methods with s stages.
TEST(Structure, HasTheSimplifyingAssumptionsOfTheTable) {
  for (const int s : {2, 3}) {
    const std::map<std::string, std::string> stages = {{"stages", std::to_string(s)}};
    const auto gauss = structure_of("gauss", stages), radau = structure_of("radau-iia", stages),
               radau_ia = structure_of("radau-ia", stages), lobatto = structure_of("lobatto-iiic", stages);
    EXPECT_EQ((std::array{gauss.b, gauss.c, gauss.d}), (std::array{2 * s, s, s}));
    EXPECT_EQ((std::array{radau.b, radau.c, radau.d}), (std::array{2 * s - 1, s, s - 1}));
    EXPECT_EQ((std::array{radau_ia.b, radau_ia.c, radau_ia.d}), (std::array{2 * s - 1, s - 1, s}));
    EXPECT_EQ((std::array{lobatto.b, lobatto.c, lobatto.d}), (std::array{2 * s - 2, s - 1, s - 1}));
  }
}

TEST(Structure, OfGaussAloneIsSymplecticAndSymmetric) {
  for (const char* name : {"gauss", "radau-ia", "radau-iia", "lobatto-iiic", "erk4", "dopri5", "esdirk436l2sa2"}) {
    const bool is_gauss = std::string_view(name) == "gauss";
    EXPECT_EQ(structure_of(name).symplectic, is_gauss) << name;
    EXPECT_EQ(structure_of(name).symmetric, is_gauss) << name;
  }
  EXPECT_EQ(structure_of("bdf3").symmetric, false);
  EXPECT_EQ(structure_of("lms2", {{"rho", "1"}}).symmetric, true);  // the trapezoidal rule, two steps of it
}

// The trapezoidal rule is symmetric and not symplectic. With one wrong entry it is neither.
TEST(Structure, OneWrongEntryIsNoticed) {
  TableauData rule{.stages = 2, .a = {"0", "0", "1/2", "1/2"}, .b = {"1/2", "1/2"}, .c = {"0", "1"}};
  EXPECT_EQ(structure(rule).symmetric, true);
  EXPECT_EQ(structure(rule).symplectic, false);
  rule.a[2] = "1/3";
  EXPECT_NE(structure(rule).symmetric, true);
  TableauData midpoint{.stages = 1, .a = {"1/2"}, .b = {"1"}, .c = {"1/2"}};
  EXPECT_EQ(structure(midpoint).symplectic, true);
  midpoint.a[0] = "0.51";
  EXPECT_EQ(structure(midpoint).symplectic, false);
  EXPECT_EQ(structure(midpoint).symmetric, false);
}

}  // namespace
}  // namespace plumb
