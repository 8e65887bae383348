#include "methods/multistep/lms.hpp"

#include <array>
#include <string>

namespace plumb {
namespace {

// clang-format off
const std::string n2 = "(3-rho)", n3 = "(rho*rho-5*rho+10)", n4 = "(-rho*rho*rho+7*rho*rho-21*rho+35)";
const std::array<MultistepData, 3> formulas = {{
    {{"1", "-4*(1-rho)/" + n2, "-(3*rho-1)/" + n2},
     {"2/((1+rho)*" + n2 + ")", "4*rho/((1+rho)*" + n2 + ")", "2*rho*rho/((1+rho)*" + n2 + ")"}},
    {{"1", "-3*(2*rho*rho-9*rho+5)/" + n3, "3*(5*rho*rho-9*rho+2)/" + n3, "-(10*rho*rho-5*rho+1)/" + n3},
     {"6/((1+rho)*" + n3 + ")", "18*rho/((1+rho)*" + n3 + ")", "18*rho*rho/((1+rho)*" + n3 + ")",
      "6*rho*rho*rho/((1+rho)*" + n3 + ")"}},
    {{"1", "-4*(-2*rho*rho*rho+13*rho*rho-35*rho+14)/" + n4, "4*(1-rho)*(7*rho*rho-34*rho+7)/" + n4,
      "4*(14*rho*rho*rho-35*rho*rho+13*rho-2)/" + n4, "-(35*rho*rho*rho-21*rho*rho+7*rho-1)/" + n4},
     {"20/((1+rho)*" + n4 + ")", "80*rho/((1+rho)*" + n4 + ")", "120*rho*rho/((1+rho)*" + n4 + ")",
      "80*rho*rho*rho/((1+rho)*" + n4 + ")", "20*rho*rho*rho*rho/((1+rho)*" + n4 + ")"}},
}};
// clang-format on

std::string with(std::string formula, std::string_view rho) {
  const auto value = "(" + std::string(rho) + ")";
  for (auto found = formula.find("rho"); found != std::string::npos; found = formula.find("rho", found + value.size()))
    formula.replace(found, 3, value);
  return formula;
}

}  // namespace

MultistepData lms_formula(int r, std::string_view rho) {
  auto out = formulas.at(static_cast<std::size_t>(r - 2));
  for (auto* list : {&out.alpha, &out.beta})
    for (auto& text : *list) text = with(text, rho);
  return out;
}

std::vector<MultistepData> lms_members(int r, std::string_view rho) {
  std::vector<MultistepData> out = {{{"1", "-1"}, {"1/2", "1/2"}}};
  for (int k = 2; k <= r; ++k) out.push_back(lms_formula(k, rho));
  return out;
}

}  // namespace plumb
