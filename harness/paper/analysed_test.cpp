#include "harness/paper/analysed.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

Measured property(const char* name, const char* method, const std::map<std::string, std::string>& overrides = {}) {
  Quantity quantity;
  quantity.kind = QuantityKind::property;
  quantity.name = name;
  quantity.method = {method, overrides};
  return analysed(quantity);
}

// The norm is taken over the nine trees of order 5, in fractions.
TEST(Analysed, ErrorNormOfTheClassicalMethod) {
  EXPECT_NEAR(property("error_norm", "erk4").number.value(), 0.014504582343198211, 1e-15);
  EXPECT_FALSE(property("error_norm", "lms2").number);  // no tableau
}

double radius(const char* method, const std::string& rho, double dt_nt) {
  Quantity quantity;
  quantity.kind = QuantityKind::linear;
  quantity.name = "spectral_radius";
  quantity.method = {method, {{"rho", rho}}};
  quantity.dt_nt = {std::to_string(dt_nt)};
  return analysed(quantity).number.value();
}

TEST(Analysed, RadiiAreFilteredWhereTheyStayNearTheirLimit) {
  for (const char* method : {"lms2", "bathe"})
    for (const auto& [rho, limit] : {std::pair{"0", 0.}, {"0.6", 0.6}}) {
      const double from = property("filtered_from", method, {{"rho", rho}}).number.value();
      EXPECT_GT(std::abs(radius(method, rho, from / 1.1) - limit), 0.05) << method << " " << rho;
      for (const double further : {1., 2., 10., 1000.})
        EXPECT_LE(std::abs(radius(method, rho, further * from) - limit), 0.0501) << method << " " << rho;
    }
}

TEST(Analysed, WhatIsNeverFilteredHasNoPlace) { EXPECT_FALSE(property("filtered_from", "erk4").number); }

}  // namespace
}  // namespace plumb
