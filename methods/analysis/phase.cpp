#include "methods/analysis/phase.hpp"

#include <algorithm>

namespace plumb {
namespace {

using Series = std::vector<Known>;  // coefficients from the constant term up

Known product(const Known& x, const Known& y) {
  const double a = size_of(x.value), b = size_of(y.value);
  return {x.value * y.value, a * y.within + b * x.within + x.within * y.within + 1e-95 * a * b};
}

Known scaled(const Known& x, const Digits100& by) {
  return {x.value * by, size_of(by) * (x.within + 1e-95 * size_of(x.value))};
}

void add(Known& x, const Known& y, int sign = 1) {
  x.value += sign * y.value;
  x.within += y.within;
}

bool is_zero(const Known& x) { return size_of(x.value) <= x.within; }

// The orders from the logarithm of ζ, whose terms up to z^order are 0. Further terms count as 0 if their uncertainty is
// less than a millionth of 1/k!, the usual size of these terms.
PhaseOrders first_terms(const Series& logarithm, int order) {
  PhaseOrders out;
  double size = 1;
  for (std::size_t k = 2; k < logarithm.size(); ++k) {
    size /= static_cast<double>(k);
    const int of_term = static_cast<int>(k) - 1;
    auto& first = k % 2 == 1 ? out.dispersion : out.dissipation;
    auto& least = k % 2 == 1 ? out.least_dispersion : out.least_dissipation;
    if (first || least != 0 || of_term < order) continue;
    if (!is_zero(logarithm[k]))
      first = of_term;
    else if (logarithm[k].within > 1e-6 * size)
      least = of_term;
  }
  return out;
}

Series truncated_product(const Series& x, const Series& y) {
  Series out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; i + j < x.size(); ++j)
      if (x[i].value != 0 && y[j].value != 0) add(out[i + j], product(x[i], y[j]));
  return out;
}

// The moment Σ_j x_j (−j)^m/m!.
Known moment(const std::vector<Known>& x, int m) {
  Digits100 factorial = 1;
  for (int k = 2; k <= m; ++k) factorial *= k;
  Known out;
  for (std::size_t j = 0; j < x.size(); ++j)
    add(out, scaled(x[j], pow(Digits100(-static_cast<int>(j)), m) / factorial));
  return out;
}

// The coefficient of w^m in e^{−kw} (ρ(e^w) − w σ(e^w)).
Known defect(const MultistepFormula& formula, int m) {
  Known out = moment(formula.alpha, m);
  if (m > 0) add(out, moment(formula.beta, m - 1), -1);
  return out;
}

// D(w) in ρ(e^w)/σ(e^w) = w + D(w), up to w^largest; empty if σ(1) = 0.
Series deviation(const MultistepFormula& formula, int order, int largest) {
  Series below, out;
  for (int m = 0; m <= largest; ++m) below.push_back(moment(formula.beta, m));
  if (is_zero(below.front())) return {};
  for (int m = 0; m <= largest; ++m) {
    Known next = m <= order ? Known{} : defect(formula, m);
    for (std::size_t j = 1; j < below.size() && static_cast<int>(j) <= m; ++j)
      add(next, product(below[j], out[static_cast<std::size_t>(m) - j]), -1);
    next = scaled(next, 1 / below.front().value);
    next.within += size_of(next.value) * below.front().within / size_of(below.front().value);
    out.push_back(m <= order ? Known{} : next);
  }
  return out;
}

// The series w(z) with w + D(w) = z.
Series inverse(const Series& d, int order) {
  Series w(d.size());
  w[1].value = 1;
  for (std::size_t known = 0; known < d.size(); known += static_cast<std::size_t>(order)) {
    Series next(d.size()), power(d.size());
    next[1].value = 1;
    power[0].value = 1;
    for (std::size_t m = 1; m < d.size(); ++m) {
      power = truncated_product(power, w);
      if (d[m].value == 0) continue;
      for (std::size_t k = 0; k < d.size(); ++k)
        if (power[k].value != 0) add(next[k], product(d[m], power[k]), -1);
    }
    w = std::move(next);
  }
  return w;
}

}  // namespace

PhaseOrders phase_orders(const Series& m, int order) {
  Series l = {{}, {1, 0}};
  for (std::size_t k = 2; k < m.size(); ++k) {  // l_k = m_k − 1/k Σ_{j=1}^{k−1} j l_j m_{k−j}
    Known next = m[k];
    for (std::size_t j = 1; j < k; ++j) add(next, scaled(product(l[j], m[k - j]), Digits100(j) / k), -1);
    if (is_zero(next)) next.value = 0;
    l.push_back(next);
  }
  return first_terms(l, order);
}

PhaseOrders phase_orders(const MultistepFormula& formula) {
  const int order = order_of(formula);
  if (order < 1) return {};
  const auto d = deviation(formula, order, order + 10);
  return d.empty() ? PhaseOrders{} : first_terms(inverse(d, order), order);
}

std::optional<Known> error_constant(const MultistepFormula& formula) {
  const Known below = moment(formula.beta, 0);
  const int order = order_of(formula);
  if (is_zero(below) || !is_order_decided(formula, order)) return {};
  return scaled(defect(formula, order + 1), 1 / below.value);
}

}  // namespace plumb
