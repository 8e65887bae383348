#include <sstream>
#include <stdexcept>

#include "contract/expression.hpp"
#include "methods/dirk/dirk_method.hpp"
#include "methods/esdirk/kennedy_carpenter.hpp"
#include "methods/esdirk/tableaus.hpp"
#include "methods/families.hpp"
#include "numerics/long_number.hpp"

namespace plumb {
namespace {

const std::string& rho(const Parameters& p) { return p.text("rho"); }

ParameterSpec rho_parameter(const std::string& usual) {
  return {"rho", usual, "-", "spectral radius at infinity", {}, 0, 1};
}

ParameterSpec free_parameter() {
  return {"free", "published", "-",
          "free abscissae: of table 7, continued to other values of rho, or with minimal principal error",
          "published|minimal"};
}

// Limit of coefficients. Coefficients of this size cost three digits in every stage, by cancellation.
constexpr double largest_coefficient = 1000;

// Near some rho the abscissae pass a pole of eqs. (32), (34), and the coefficients grow without bound: mssth4 at 0.667
// and 0.755 (published), 0.760 (minimal); mssth5 at 0.556 (both), 0.898 (published).
void refuse_poles(const TableauData& tableau, const Parameters& p) {
  double largest = 0;
  for (const auto& a : tableau.a) largest = std::max(largest, std::abs(expression_value<double>(a)));
  if (largest <= largest_coefficient) return;
  std::ostringstream message;
  message.precision(2);
  message << "rho=" << rho(p) << ": coefficients up to " << largest << " near a pole of its formulas; take another rho";
  throw std::invalid_argument(message.str());
}

TableauData mssth3(const Parameters& p) {
  return p.is("gamma", "printed") ? mssth3_as_printed(rho(p)) : mssth3_tableau(rho(p));
}

template <int n>
TableauData mssth(const Parameters& p) {
  return mssth_tableau(n, rho(p), p.is("free", "minimal") ? FreeAbscissae::minimal : FreeAbscissae::published);
}

template <int n>
TableauData msstc(const Parameters& p) {
  return msstc_tableau(n, rho(p));
}

template <int n>
Method with_free_abscissae(const MethodInfo& info) {
  auto method = esdirk_method(info, {rho_parameter("0"), free_parameter()}, "fourth", mssth<n>);
  method.check = [](const Parameters& p) { refuse_poles(mssth<n>(p), p); };
  return method;
}

// Replaces rationals that approximate the coefficients to `digits` digits by decimals with this number of digits.
TableauData rounded(TableauData tableau, int digits) {
  for (auto* values : {&tableau.a, &tableau.b, &tableau.c})
    for (auto& x : *values) {
      const auto value = expression_value<Digits50>(x);
      if (value == 0 || value == 1) continue;
      std::ostringstream out;
      out.precision(digits - 1);
      out << std::scientific << value;
      x = out.str();
    }
  return tableau;
}

template <int n>
Method kennedy_carpenter(const Tableau<n>& tableau, const std::string& predictor, const TableauData& data) {
  return esdirk_method(tableau.info.template as<std::string>(), {}, predictor,
                       [data](const Parameters&) { return data; });
}

/// With β1 = 1/3 and β2 = 2/3 this is the method of Bathe & Baig 2005: a trapezoidal rule, then BDF2.
Method bathe_beta() {
  auto method = esdirk_method(
      {.name = "bathe-beta", .title = "beta1/beta2-Bathe", .source = "malakiyeh2019; bathe2005", .order = 2},
      {{"gamma", "1/2", "-", "length of the first sub-step, between 0 and 1", {}, 0, 1},
       {"beta1", "1/3", "-", "weight of the middle in the first part", {}, 0, 1},
       {"beta2",
        "2/3",
        "-",
        "weight of the end in the second part, above 0; order 2 if it is 1 - beta1 and gamma = 1/2",
        {},
        0,
        1}},
      "second",
      [](const Parameters& p) { return bathe_beta_tableau(p.text("gamma"), p.text("beta1"), p.text("beta2")); });
  method.check = [](const Parameters& p) {
    const auto gamma = p.number<double>("gamma");
    if (gamma <= 0 || gamma >= 1 || p.number<double>("beta2") <= 0)
      throw std::invalid_argument("stages must be implicit; 0 < gamma < 1 and beta2 > 0 are allowed");
  };
  return method;
}

Method mssth3_method() {
  auto method = esdirk_method(
      {.name = "mssth3", .title = "MSSTH(3), modified", .source = "zhang2022, eqs. (30), (31)", .order = 3},
      {rho_parameter("0"),
       {"gamma", "root", "-", "root of its equation, or the misprint of table 7, not A-stable", "root|printed"}},
      "second", mssth3);
  method.check = [](const Parameters& p) { static_cast<void>(mssth3(p)); };
  return method;
}

}  // namespace

std::vector<Method> esdirk_methods() {
  const std::vector<ParameterSpec> second_order = {rho_parameter("0.6")};
  return {
      esdirk_method({.name = "bathe", .title = "rho_infinity-Bathe", .source = "zhang2022, eq. (7)", .order = 2},
                    second_order, "second", [](const Parameters& p) { return bathe_tableau(rho(p)); }),
      bathe_beta(),
      esdirk_method({.name = "msstc3", .title = "MSSTC(3)", .source = "zhang2020", .order = 2}, second_order, "second",
                    msstc<3>),
      esdirk_method({.name = "msstc4", .title = "MSSTC(4)", .source = "zhang2020", .order = 2}, second_order, "second",
                    msstc<4>),
      esdirk_method({.name = "msstc5", .title = "MSSTC(5)", .source = "zhang2020", .order = 2}, second_order, "second",
                    msstc<5>),
      mssth3_method(),
      with_free_abscissae<4>(
          {.name = "mssth4", .title = "MSSTH(4), modified", .source = "zhang2022, eqs. (32), (33)", .order = 4}),
      with_free_abscissae<5>(
          {.name = "mssth5", .title = "MSSTH(5), modified", .source = "zhang2022, eqs. (34), (35)", .order = 5}),
      kennedy_carpenter(esdirk324l2sa, "second", tableau_data(esdirk324l2sa)),
      kennedy_carpenter(esdirk325l2sa, "second", tableau_data(esdirk325l2sa)),
      kennedy_carpenter(esdirk436l2sa2, "fourth", rounded(tableau_data(esdirk436l2sa2), 25)),
  };
}

}  // namespace plumb
