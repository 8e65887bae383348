#pragma once
// The coefficients of a Runge-Kutta method as exact text, in any form: expressions ("35/384", "1/4 - sqrt(3)/6"),
// decimals of any length, or data from a file. A may be full.

#include <string>
#include <vector>

namespace plumb {

struct TableauData {
  int stages = 0;
  std::vector<std::string> a = {}, b = {}, c = {};  // coefficients as texts; a row by row
};

/// Makes the text from any typeset tableau whose coefficients are rationals or texts.
template <class Typeset>
TableauData tableau_data(const Typeset& tableau) {
  const auto text = [](const auto& x) {
    if (!x.decimal.empty()) return std::string(x.decimal);
    const auto numerator = std::to_string(x.numerator);
    return x.denominator == 1 ? numerator : numerator + "/" + std::to_string(x.denominator);
  };
  TableauData out{.stages = Typeset::stages};
  for (const auto& row : tableau.a)
    for (const auto& x : row) out.a.push_back(text(x));
  for (const auto& x : tableau.b) out.b.push_back(text(x));
  for (const auto& x : tableau.c) out.c.push_back(text(x));
  return out;
}

}  // namespace plumb
