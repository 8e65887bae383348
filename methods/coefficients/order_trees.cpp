#include "methods/coefficients/order_trees.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>

namespace plumb {
namespace {

template <class Real>
using Stages = std::vector<Real>;

// Bounds on the rounding error of a condition, and of one product.
template <class Real>
struct Rounding {
  static inline const Real sum = Real(arithmetic_of_conditions);
  static constexpr double product = 1e-50;
};
template <>
struct Rounding<Digits100> {
  static inline const Digits100 sum = Digits100("1e-90");
  static constexpr double product = 1e-98;
};
constexpr double largest_in_50_digits = 1000;

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

template <class Real>
Stages<Real> power(const Stages<Real>& x, int exponent) {
  Stages<Real> out(x.size(), Real(1));
  for (int k = 0; k < exponent; ++k)
    for (std::size_t i = 0; i < x.size(); ++i) out[i] *= x[i];
  return out;
}

template <class Real>
Real dot(std::span<const Real> x, std::span<const Real> y) {
  Real sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

template <class Real>
Stages<Real> product(const Stages<Real>& a, const Stages<Real>& x) {  // A x
  Stages<Real> out;
  for (std::size_t i = 0; i < x.size(); ++i) out.push_back(dot<Real>({a.data() + i * x.size(), x.size()}, x));
  return out;
}

// Φ_i and Σ_j a_ij Φ_j for every tree.
template <class Real>
struct StageWeights {
  std::vector<Stages<Real>> phi, a_phi;
};

template <class Real>
StageWeights<Real> stage_weights(const Stages<Real>& a, std::size_t stages) {
  StageWeights<Real> out;
  for (const auto& tree : rooted_trees()) {
    Stages<Real> phi(stages, Real(1));
    for (const int child : tree.children)
      for (std::size_t i = 0; i < stages; ++i) phi[i] *= out.a_phi[static_cast<std::size_t>(child)][i];
    out.a_phi.push_back(product(a, phi));
    out.phi.push_back(std::move(phi));
  }
  return out;
}

template <class Real>
Stages<Real> absolute(Stages<Real> x) {
  for (auto& e : x) e = abs(e);
  return x;
}

// Computes the largest change of Σ b Φ(τ) if every coefficient changes by its uncertainty in its worst direction:
//
//   Σ_i |Φ_i| |δb_i| + Σ_jk |∂(Σ b Φ)/∂a_jk| |δa_jk|
//
// Derivatives are computed from the root of a tree down, with one product for each branch. They include cancellation:
// a bound without it would be 1e12 times too large for DOP853, whose stages cancel.
template <class Real>
class Sensitivity {
 public:
  Sensitivity(const TableauIn<Real>& of, const StageWeights<Real>& weights)
      : t(of), n(t.b.size()), a(in_double(t.a)), b(in_double(t.b)) {
    for (const auto& x : weights.phi) phi.push_back(in_double(x));
    for (const auto& x : weights.a_phi) a_phi.push_back(in_double(x));
  }

  struct Open {
    double by_digits = 0, by_rounding = 0;
  };
  Open operator()(std::size_t tree) {
    slope.assign(n * n, 0.);
    descend(tree, b);
    Open out;
    const auto add = [&out](double derivative, double within, double size) {
      out.by_digits += std::abs(derivative) * within;
      out.by_rounding += std::abs(derivative) * Rounding<Real>::product * std::abs(size);
    };
    for (std::size_t i = 0; i < n; ++i) add(phi[tree][i], t.within_b[i], b[i]);
    for (std::size_t k = 0; k < n * n; ++k) add(slope[k], t.within_a[k], a[k]);
    return out;
  }

 private:
  using Numbers = std::vector<double>;
  static Numbers in_double(const Stages<Real>& x) {
    Numbers out;
    for (const auto& e : x) out.push_back(static_cast<double>(e));
    return out;
  }

  // `from` is the derivative with respect to Φ_i of this tree.
  void descend(std::size_t tree, const Numbers& from) {
    const auto& children = rooted_trees()[tree].children;
    for (std::size_t l = 0; l < children.size(); ++l) {
      const auto child = static_cast<std::size_t>(children[l]);
      auto at = from;
      for (std::size_t m = 0; m < children.size(); ++m)
        for (std::size_t i = 0; m != l && i < n; ++i) at[i] *= a_phi[static_cast<std::size_t>(children[m])][i];
      Numbers next(n, 0.);
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t k = 0; k < n; ++k) {
          slope[j * n + k] += at[j] * phi[child][k];
          next[k] += at[j] * a[j * n + k];
        }
      descend(child, next);
    }
  }

  const TableauIn<Real>& t;
  std::size_t n;
  Numbers a, b, slope = {};
  std::vector<Numbers> phi = {}, a_phi = {};
};

template <class Real>
Real open_power(const TableauIn<Real>& t, std::size_t i, int exponent) {  // uncertainty of c_i^exponent
  if (exponent == 0) return 0;
  return exponent * pow(abs(t.c[i]), exponent - 1) * t.within_c[i];
}

// Returns the uncertainty of Σ_j x_j c_j^{k-1}, without rounding errors of the arithmetic.
template <class Real>
Real open_sum(const TableauIn<Real>& t, std::span<const Real> x, std::span<const double> within, int k) {
  Real out = 0;
  for (std::size_t j = 0; j < x.size(); ++j)
    out += within[j] * pow(abs(t.c[j]), k - 1) + abs(x[j]) * (open_power(t, j, k - 1) + Rounding<Real>::sum);
  return out;
}

template <class Real>
bool stage_order_is(const TableauIn<Real>& t, int k) {
  const Real& arithmetic = Rounding<Real>::sum;
  const auto n = t.b.size();
  const auto left = product(t.a, power(t.c, k - 1)), right = power(t.c, k);
  for (std::size_t i = 0; i < n; ++i) {
    const Real open = open_sum<Real>(t, {t.a.data() + i * n, n}, {t.within_a.data() + i * n, n}, k) +
                      open_power(t, i, k) / k + arithmetic * (1 + abs(right[i]));
    if (abs(left[i] - right[i] / k) > open) return false;
  }
  return abs(dot<Real>(t.b, power(t.c, k - 1)) - Real(1) / k) <= open_sum<Real>(t, t.b, t.within_b, k) + arithmetic;
}

template <class Real>
int highest_stage_order(const TableauIn<Real>& t) {
  int q = 0;
  while (q < 2 * t.stages && stage_order_is(t, q + 1)) ++q;
  return q;
}

template <class Real>
TableauIn<Real> tableau_of(const TableauData& data, const Digits& digits) {
  const auto n = static_cast<std::size_t>(data.stages);
  if (data.stages < 1 || data.a.size() != n * n || data.b.size() != n || data.c.size() != n)
    throw std::invalid_argument("a tableau of " + std::to_string(data.stages) + " stages needs " +
                                std::to_string(n * n) + " coefficients a, and as many b and c as stages");
  TableauIn<Real> out{.stages = data.stages};
  const auto by = decided(digits, data);
  const auto take = [&](const std::vector<std::string>& texts, std::vector<Real>& values, auto& within) {
    for (const auto& x : known(texts, by)) {
      values.emplace_back(x.value);
      within.push_back(std::max(x.within, Rounding<Real>::product * std::abs(static_cast<double>(x.value))));
    }
  };
  take(data.a, out.a, out.within_a);
  take(data.b, out.b, out.within_b);
  take(data.c, out.c, out.within_c);
  return out;
}

template <class Real>
OrderReport report_of(const TableauIn<Real>& t) {
  OrderReport report;
  const auto stages = stage_weights(t.a, t.b.size());
  Sensitivity<Real> sensitivity(t, stages);
  std::array<bool, largest_tree + 1> holds;
  holds.fill(true);
  for (std::size_t k = 0; k < rooted_trees().size(); ++k) {
    const auto& tree = rooted_trees()[k];
    const auto p = static_cast<std::size_t>(tree.order);
    const Real error = abs(dot<Real>(t.b, stages.phi[k]) - Real(1) / tree.gamma);
    const auto open = sensitivity(k);
    const Real tolerance = Rounding<Real>::sum + open.by_digits;
    const auto coefficient = static_cast<double>(error / tree.sigma);
    report.residual[p] = std::max(report.residual[p], coefficient);
    report.norm[p] = std::hypot(report.norm[p], coefficient);
    report.tolerance[p] = std::max(report.tolerance[p], static_cast<double>(tolerance));
    report.defect[p] = std::max(report.defect[p], static_cast<double>(error));
    report.evidence[p] -= std::min(0., std::log10(2 * open.by_digits * static_cast<double>(tree.gamma) + 1e-40));
    const bool is_certain = open.by_rounding <= largest_rounding_of_conditions &&
                            open.by_digits < largest_part_of_conditions / static_cast<double>(tree.gamma);
    holds[p] = holds[p] && error <= tolerance && is_certain;
    report.is_decided[p] = report.is_decided[p] && (is_certain || error > tolerance);
  }
  const auto row_sums = product(t.a, Stages<Real>(t.c.size(), Real(1)));
  const auto row_sizes = product(absolute(t.a), Stages<Real>(t.c.size(), Real(1)));
  bool consistent = true;
  for (std::size_t i = 0; i < row_sums.size(); ++i) {
    const Real defect = abs(row_sums[i] - t.c[i]);
    const auto row = t.within_a.begin() + static_cast<std::ptrdiff_t>(i * t.c.size());
    const double open = std::accumulate(row, row + static_cast<std::ptrdiff_t>(t.c.size()), t.within_c[i]);
    report.row_sum_defect = std::max(report.row_sum_defect, static_cast<double>(defect));
    consistent = consistent && defect <= open + Rounding<Real>::sum * (1 + row_sizes[i]);
  }
  while (consistent && report.order < largest_tree && holds[static_cast<std::size_t>(report.order) + 1]) ++report.order;
  report.stage_order = highest_stage_order(t);
  return report;
}

// If order conditions have residuals below this, decimals longer than a double may have fewer correct digits.
constexpr double coarsest_of_long_decimals = 2e-15;
Digits right_to(Digits table, double missing) {
  table.right = static_cast<int>(std::floor(-std::log10(missing)));
  return table;
}

// Returns the largest residual of the conditions that hold, which bounds the accuracy of decimals next to fractions.
double missed(const std::vector<OrderReport>& reports) {
  double out = 0;
  for (const auto& r : reports) {
    out = std::max(out, r.row_sum_defect);
    for (int p = 1; p <= r.order; ++p) out = std::max(out, r.defect[static_cast<std::size_t>(p)]);
  }
  return out;
}

// Returns the evidence of the conditions that hold only under the looser hypothesis.
double evidence(const std::vector<OrderReport>& tighter, const std::vector<OrderReport>& looser) {
  double out = 0;
  for (std::size_t k = 0; k < looser.size(); ++k)
    for (int p = tighter[k].order + 1; p <= looser[k].order; ++p)
      out += looser[k].evidence[static_cast<std::size_t>(p)];
  return out;
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

Digits decided(const Digits& digits, const TableauData& data, const std::vector<std::string>& embedded) {
  const auto all = hypotheses(digits, {&data.a, &data.b, &data.c, &embedded});
  if (all.size() == 1) return all.front();
  auto out = all.front();
  const auto reports = [&](const Digits& by) {
    std::vector<OrderReport> found = {order_report(data, by)};
    if (embedded.size() == data.b.size()) found.push_back(order_report({data.stages, data.a, embedded, data.c}, by));
    return found;
  };
  auto best = reports(out);
  const auto try_looser = [&](const Digits& by) {
    auto looser = reports(by);
    if (looser.front().order < best.front().order || evidence(best, looser) < least_evidence) return;
    out = by;
    best = std::move(looser);
  };
  for (std::size_t k = 1; k < all.size(); ++k) {
    if (std::ranges::all_of(best, [](const OrderReport& r) { return r.order == largest_tree; })) break;
    try_looser(all[k]);
  }
  double missing = 0;
  for (const auto& report : best) missing = std::max(missing, report.nearly().missing);
  if (out.rule != Digits::Rule::table || out.count <= std::numeric_limits<double>::max_digits10) return out;
  if (missing > 0 && missing < coarsest_of_long_decimals) try_looser(right_to(out, missing));
  if (const double off = missed(best); out.right == 0 && out.least_denominator > 0 && off > std::pow(10, -out.decimals))
    out = right_to(out, off);
  return out;
}

OrderReport::Nearly OrderReport::nearly() const {
  constexpr double little = 1e-6, clear = 1e3;
  Nearly out;
  double missing = row_sum_defect;
  for (int p = 1; p <= largest_tree; ++p) {
    missing = std::max(missing, defect[static_cast<std::size_t>(p)]);
    if (missing > little) break;
    const bool stops = p == largest_tree || defect[static_cast<std::size_t>(p) + 1] > clear * missing;
    if (p > order && stops) out = {p, missing};
  }
  return out;
}

PreciseTableau precise(const TableauData& data, const Digits& digits) { return tableau_of<Digits50>(data, digits); }

OrderReport order_report(const PreciseTableau& t) { return report_of(t); }

OrderReport order_report(const TableauData& data, const Digits& digits) {
  const auto t = precise(data, digits);
  const auto is_large = [](const Digits50& x) { return abs(x) > largest_in_50_digits; };
  if (std::ranges::any_of(t.a, is_large) || std::ranges::any_of(t.b, is_large))
    return report_of(tableau_of<Digits100>(data, digits));
  return report_of(t);
}

}  // namespace plumb
