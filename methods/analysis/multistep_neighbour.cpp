#include "methods/analysis/multistep_neighbour.hpp"

#include <algorithm>
#include <random>

namespace plumb {
namespace {

using Row = std::vector<Digits100>;

constexpr double counts_as_exact = 1e-60;

// The coefficients that are uncertain.
std::vector<Known*> open_coefficients(MultistepFormula& formula) {
  std::vector<Known*> out;
  for (auto* list : {&formula.alpha, &formula.beta})
    for (auto& x : *list)
      if (x.within > counts_as_exact) out.push_back(&x);
  return out;
}

// The derivatives of the m-th condition by the uncertain coefficients, in their order.
Row gradient(const MultistepFormula& formula, int m) {
  Row out;
  const auto power = [](std::size_t j, int n) { return pow(Digits100(-static_cast<int>(j)), n); };
  for (std::size_t j = 0; j < formula.alpha.size(); ++j)
    if (formula.alpha[j].within > counts_as_exact) out.push_back(power(j, m));
  for (std::size_t j = 0; j < formula.beta.size(); ++j)
    if (formula.beta[j].within > counts_as_exact)
      out.push_back(m == 0 ? Digits100(0) : Digits100(-m * power(j, m - 1)));
  return out;
}

Digits100 sum_of_condition(const MultistepFormula& formula, int m) {
  Digits100 out = 0;
  for (std::size_t j = 0; j < formula.alpha.size(); ++j) {
    const Digits100 at = -static_cast<int>(j);
    out += pow(at, m) * formula.alpha[j].value;
    if (m > 0) out -= m * pow(at, m - 1) * formula.beta[j].value;
  }
  return out;
}

// Solves with the largest pivot of each column; dependent conditions get the multiplier 0.
Row solution(std::vector<Row> matrix, Row right) {
  const auto n = right.size();
  const Digits100 negligible("1e-60");
  std::vector<bool> used(n, false);
  Row out(n, 0);
  std::vector<std::size_t> row_of(n, n);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = n;
    for (std::size_t i = 0; i < n; ++i)
      if (!used[i] && (best == n || abs(matrix[i][k]) > abs(matrix[best][k]))) best = i;
    if (best == n || abs(matrix[best][k]) <= negligible) continue;
    used[best] = true;
    row_of[k] = best;
    for (std::size_t i = 0; i < n; ++i) {
      if (i == best || matrix[i][k] == 0) continue;
      const Digits100 factor = matrix[i][k] / matrix[best][k];
      for (std::size_t j = 0; j < n; ++j) matrix[i][j] -= factor * matrix[best][j];
      right[i] -= factor * right[best];
    }
  }
  for (std::size_t k = 0; k < n; ++k)
    if (row_of[k] < n) out[k] = right[row_of[k]] / matrix[row_of[k]][k];
  return out;
}

void satisfy(MultistepFormula& formula, int order) {
  const auto open = open_coefficients(formula);
  const double largest = (*std::ranges::max_element(open, {}, [](const Known* x) { return x->within; }))->within;
  std::vector<Row> rows, matrix;
  Row defects;
  for (int m = 0; m <= order; ++m) {
    rows.push_back(gradient(formula, m));
    defects.push_back(sum_of_condition(formula, m));
  }
  const auto weight = [&](std::size_t i) { return pow(Digits100(open[i]->within / largest), 2); };
  for (const auto& x : rows) {
    matrix.emplace_back();
    for (const auto& y : rows) {
      Digits100 sum = 0;
      for (std::size_t i = 0; i < open.size(); ++i) sum += x[i] * weight(i) * y[i];
      matrix.back().push_back(sum);
    }
  }
  const auto multipliers = solution(std::move(matrix), std::move(defects));
  for (std::size_t i = 0; i < open.size(); ++i)
    for (std::size_t m = 0; m < rows.size(); ++m) open[i]->value -= weight(i) * rows[m][i] * multipliers[m];
}

}  // namespace

MultistepFormula neighbour(const MultistepFormula& formula, int order, std::uint32_t draw) {
  auto out = formula;
  std::minstd_rand random(draw);
  const auto open = open_coefficients(out);
  for (auto* x : open)
    if (draw > 0) x->value += x->within * (2. * random() / std::minstd_rand::max() - 1);
  if (!open.empty()) satisfy(out, order);
  for (auto* x : open) x->within = 1e-98 * size_of(x->value);
  return out;
}

double largest_open(const MultistepFormula& formula) {
  double out = 0;
  for (const auto* list : {&formula.alpha, &formula.beta})
    for (const auto& x : *list)
      if (x.within > counts_as_exact) out = std::max(out, x.within);
  return out / size_of(formula.alpha.front().value);
}

}  // namespace plumb
