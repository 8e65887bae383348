#pragma once
// Runge-Kutta coefficients as data: exact rationals (written 5_r/9) or texts, which are closed forms
// ("1/4 - sqrt(3)/6"_r) or decimals of 30 digits. They are typeset like the source and checked when the project
// compiles.

#include <array>
#include <cstdint>
#include <vector>

#include "contract/expression.hpp"
#include "contract/method.hpp"
#include "methods/coefficients/tableau_data.hpp"

namespace plumb {

/// An exact coefficient: numerator/denominator, or the text of an expression when it has no short rational form.
struct Coefficient {
  std::int64_t numerator = 0, denominator = 1;
  std::string_view decimal = {};

  constexpr bool is_zero() const { return numerator == 0 && decimal.empty(); }
  template <class T>
  T as() const {
    return decimal.empty() ? T(numerator) / T(denominator) : expression_value<T>(decimal);
  }
};

constexpr Coefficient operator""_r(unsigned long long n) { return {static_cast<std::int64_t>(n)}; }
constexpr Coefficient operator""_r(const char* text, std::size_t length) { return {0, 1, {text, length}}; }
consteval Coefficient operator/(Coefficient c, std::int64_t n) {
  if (!c.decimal.empty()) throw "a decimal text has no denominator";
  return {c.numerator, c.denominator * n};
}
consteval Coefficient operator-(Coefficient c) {
  if (!c.decimal.empty()) throw "the sign belongs inside the decimal text";
  return {-c.numerator, c.denominator};
}

/// A Runge-Kutta method with `stages` stages: y⁺ = y + h Σ b_i k_i, k_i = f(t + c_i h, y + h Σ a_ij k_j).
template <int n>
struct Tableau {
  static constexpr int stages = n;
  ConstantMethodInfo info;
  std::array<std::array<Coefficient, n>, n> a;
  std::array<Coefficient, n> b, c;
};

/// The same coefficients in a working precision, of any size; a stepper computes with these.
template <class T>
struct Coefficients {
  int stages = 0;
  std::vector<T> a, b, c;  // coefficients; a row by row

  explicit Coefficients(const TableauData& data) : stages(data.stages) {
    for (const auto& text : data.a) a.push_back(expression_value<T>(text));
    for (const auto& text : data.b) b.push_back(expression_value<T>(text));
    for (const auto& text : data.c) c.push_back(expression_value<T>(text));
  }
  template <int n>
  explicit Coefficients(const Tableau<n>& tableau) : stages(n) {
    for (const auto& row : tableau.a)
      for (const auto& x : row) a.push_back(x.template as<T>());
    for (const auto& x : tableau.b) b.push_back(x.template as<T>());
    for (const auto& x : tableau.c) c.push_back(x.template as<T>());
  }
};

}  // namespace plumb
