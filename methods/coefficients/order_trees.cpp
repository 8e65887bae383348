#include "methods/coefficients/order_trees.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string_view>

#include "contract/expression.hpp"

namespace plumb {
namespace {

using Stages = std::vector<Digits50>;

// Appends every tree of `order` nodes with `children` first and further subtrees not above index `bound`.
void grow(std::vector<RootedTree>& trees, int order, int missing, int bound, std::vector<int>& children) {
  if (missing == 0) {
    RootedTree tree{.order = order, .children = children, .gamma = order};
    std::int64_t repeated = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
      const auto& child = trees[static_cast<std::size_t>(children[i])];
      repeated = i > 0 && children[i] == children[i - 1] ? repeated + 1 : 1;
      tree.gamma *= child.gamma;
      tree.sigma *= child.sigma * repeated;
    }
    trees.push_back(std::move(tree));
    return;
  }
  for (int i = bound; i >= 0; --i) {
    const int size = trees[static_cast<std::size_t>(i)].order;
    if (size > missing) continue;
    children.push_back(i);
    grow(trees, order, missing - size, i, children);
    children.pop_back();
  }
}

Digits50 number(std::string_view text, int& digits) {
  digits = std::min(digits, expression_digits(text));
  return expression_value<Digits50>(text);
}

Stages power(const Stages& x, int exponent) {
  Stages out(x.size(), Digits50(1));
  for (int k = 0; k < exponent; ++k)
    for (std::size_t i = 0; i < x.size(); ++i) out[i] *= x[i];
  return out;
}

Digits50 dot(std::span<const Digits50> x, std::span<const Digits50> y) {
  Digits50 sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

Stages product(const Stages& a, const Stages& x) {  // A x
  Stages out;
  for (std::size_t i = 0; i < x.size(); ++i) out.push_back(dot({a.data() + i * x.size(), x.size()}, x));
  return out;
}

// Σ_i b_i Φ_i(τ) for every tree.
Stages elementary_weights(const Stages& a, const Stages& b) {
  std::vector<Stages> a_phi;
  Stages weights;
  for (const auto& tree : rooted_trees()) {
    Stages phi(b.size(), Digits50(1));
    for (const int child : tree.children)
      for (std::size_t i = 0; i < b.size(); ++i) phi[i] *= a_phi[static_cast<std::size_t>(child)][i];
    weights.push_back(dot(b, phi));
    a_phi.push_back(product(a, phi));
  }
  return weights;
}

Stages absolute(Stages x) {
  for (auto& e : x) e = abs(e);
  return x;
}

const Digits50 arithmetic = Digits50("1e-45");  // what 50 digits leave of any condition

// The same tableau with every coefficient moved by one unit of its last digit, up or down.
PreciseTableau perturbed(PreciseTableau t, std::uint32_t seed) {
  const Digits50 unit = pow(Digits50(10), 1 - t.digits);
  for (auto* values : {&t.a, &t.b})
    for (auto& x : *values) {
      seed = seed * 1664525u + 1013904223u;  // a linear congruential sequence
      x += (seed >> 31 != 0 ? unit : -unit) * x;
    }
  return t;
}

// What the digits of the data leave of each condition: ten times the most that four perturbations do. A bound by
// absolute values would be 1e12 times too generous for DOP853, whose stages cancel.
Stages tolerances(const PreciseTableau& t, const Stages& weights) {
  Stages out(weights.size(), arithmetic);
  for (const std::uint32_t seed : {1u, 2u, 3u, 4u}) {
    const auto other = perturbed(t, seed);
    const auto moved = elementary_weights(other.a, other.b);
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = std::max(out[k], Digits50(10 * abs(moved[k] - weights[k])));
  }
  return out;
}

// A sum of terms of `factors` coefficients each may be off by this much if the terms' absolute values add up to
// `magnitude`.
Digits50 granted(int factors, int digits, const Digits50& magnitude) {
  return factors * pow(Digits50(10), 1 - digits) * magnitude + arithmetic * (1 + magnitude);
}

bool stage_order_is(const PreciseTableau& t, int k) {
  const auto left = product(t.a, power(t.c, k - 1)), right = power(t.c, k);
  const auto size = product(absolute(t.a), power(absolute(t.c), k - 1));
  for (std::size_t i = 0; i < left.size(); ++i)
    if (abs(left[i] - right[i] / k) > granted(k, t.digits, size[i] + abs(right[i]))) return false;
  const auto nodes = power(t.c, k - 1);
  return abs(dot(t.b, nodes) - Digits50(1) / k) <= granted(k, t.digits, dot(absolute(t.b), absolute(nodes)));
}

int highest_stage_order(const PreciseTableau& t) {
  int q = 0;
  while (q < 2 * t.stages && stage_order_is(t, q + 1)) ++q;
  return q;
}

}  // namespace

const std::vector<RootedTree>& rooted_trees() {
  static const std::vector<RootedTree> all = [] {
    std::vector<RootedTree> trees{RootedTree{}};
    for (int order = 2; order <= largest_tree; ++order) {
      std::vector<int> children;
      grow(trees, order, order - 1, static_cast<int>(trees.size()) - 1, children);
    }
    return trees;
  }();
  return all;
}

PreciseTableau precise(const TableauData& data) {
  const auto n = static_cast<std::size_t>(data.stages);
  if (data.stages < 1 || data.a.size() != n * n || data.b.size() != n || data.c.size() != n)
    throw std::invalid_argument("a tableau of " + std::to_string(data.stages) + " stages needs " +
                                std::to_string(n * n) + " coefficients a, and as many b and c as stages");
  PreciseTableau out{.stages = data.stages};
  for (const auto& x : data.a) out.a.push_back(number(x, out.digits));
  for (const auto& x : data.b) out.b.push_back(number(x, out.digits));
  for (const auto& x : data.c) out.c.push_back(number(x, out.digits));
  return out;
}

OrderReport order_report(const PreciseTableau& t) {
  OrderReport report;
  const auto weights = elementary_weights(t.a, t.b), tolerance = tolerances(t, weights);
  std::array<bool, largest_tree + 1> holds;
  holds.fill(true);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const auto& tree = rooted_trees()[k];
    const auto p = static_cast<std::size_t>(tree.order);
    const Digits50 error = abs(weights[k] - Digits50(1) / tree.gamma);
    const auto coefficient = static_cast<double>(error / tree.sigma);
    report.residual[p] = std::max(report.residual[p], coefficient);
    report.norm[p] = std::hypot(report.norm[p], coefficient);
    report.tolerance[p] = std::max(report.tolerance[p], static_cast<double>(tolerance[k]));
    holds[p] = holds[p] && error <= tolerance[k];
  }
  const auto row_sums = product(t.a, Stages(t.c.size(), Digits50(1)));
  const auto row_sizes = product(absolute(t.a), Stages(t.c.size(), Digits50(1)));
  bool consistent = true;
  for (std::size_t i = 0; i < row_sums.size(); ++i) {
    const Digits50 defect = abs(row_sums[i] - t.c[i]);
    report.row_sum_defect = std::max(report.row_sum_defect, static_cast<double>(defect));
    consistent = consistent && defect <= granted(1, t.digits, row_sizes[i]);
  }
  while (consistent && report.order < largest_tree && holds[static_cast<std::size_t>(report.order) + 1]) ++report.order;
  report.stage_order = highest_stage_order(t);
  return report;
}

}  // namespace plumb
