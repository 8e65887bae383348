#include "methods/rosenbrock/rosenbrock_orders.hpp"

#include <algorithm>
#include <cmath>

namespace plumb {
namespace {

struct Vertex {
  bool is_fat = false;
  int order = 1;              // number of meagre vertices of the tree with this root
  std::vector<int> branches;  // subtrees as indices into trees(), not increasing
  double gamma = 1;
};

/// Appends the trees whose branches are `chosen` and further trees with indices up to `bound`, which have `missing`
/// meagre vertices together.
void grow(std::vector<Vertex>& trees, bool is_fat, int missing, int bound, std::vector<int>& chosen) {
  if (missing == 0) {
    if (is_fat && chosen.empty()) return;
    Vertex root{.is_fat = is_fat, .order = is_fat ? 0 : 1, .branches = chosen};
    for (const int branch : chosen) {
      const auto& of = trees[static_cast<std::size_t>(branch)];
      root.order += of.order;
      root.gamma *= of.gamma;
    }
    if (!is_fat) root.gamma *= root.order;
    trees.push_back(std::move(root));
    return;
  }
  for (int i = bound; i >= 0; --i) {
    const int size = trees[static_cast<std::size_t>(i)].order;
    if (size > missing) continue;
    chosen.push_back(i);
    grow(trees, is_fat, missing - size, i, chosen);
    chosen.pop_back();
  }
}

/// The trees up to the largest order. The only branch of a fat root must not be fat. This is satisfied, because no
/// other fat root of an order exists when the fat roots of this order are made.
const std::vector<Vertex>& trees() {
  static const auto all = [] {
    std::vector<Vertex> out;
    std::vector<int> chosen;
    for (int order = 1; order <= largest_order_of_rosenbrock; ++order) {
      grow(out, false, order - 1, static_cast<int>(out.size()) - 1, chosen);
      if (order < largest_order_of_rosenbrock) grow(out, true, order, static_cast<int>(out.size()) - 1, chosen);
    }
    return out;
  }();
  return all;
}

/// Φ(τ) of all trees, as columns.
Mat<quad> stage_weights(const RosenbrockMatrices<quad>& by) {
  const auto n = by.b.size();
  const Mat<quad> beta = by.alpha + by.gamma;
  auto out = zeros<Mat<quad>>(n, static_cast<Eigen::Index>(trees().size()));
  for (std::size_t t = 0; t < trees().size(); ++t) {
    const auto& root = trees()[t];
    auto phi = out.col(static_cast<Eigen::Index>(t));
    phi.setOnes();
    const bool is_single = root.branches.size() == 1;
    if (root.is_fat && is_single) {
      phi = out.col(root.branches.front());
      continue;
    }
    for (const int branch : root.branches) {
      const Vec<quad> moved = (is_single ? beta : by.alpha) * out.col(branch);
      phi.array() *= moved.array();
    }
    if (root.is_fat) beta.triangularView<Eigen::Lower>().solveInPlace(phi);
  }
  return out;
}

bool is_classical(const Vertex& root) {
  return !root.is_fat && std::ranges::all_of(root.branches, [](int branch) {
    return is_classical(trees()[static_cast<std::size_t>(branch)]);
  });
}

RosenbrockOrders orders_of(const RosenbrockMatrices<quad>& by, const Vec<quad>& weights, double tolerance) {
  const auto phi = stage_weights(by);
  constexpr auto none = largest_order_of_rosenbrock + 1;
  int differential = none, algebraic = none - 1, classical = none;
  for (std::size_t t = 0; t < trees().size(); ++t) {
    const auto& root = trees()[t];
    const quad defect = abs(weights.dot(phi.col(static_cast<Eigen::Index>(t))) - 1 / quad(root.gamma));
    if (defect <= quad(tolerance)) continue;
    auto& lowest = root.is_fat ? algebraic : differential;
    lowest = std::min(lowest, root.order);
    if (is_classical(root)) classical = std::min(classical, root.order);
  }
  const Mat<quad> beta = by.alpha + by.gamma;
  Vec<quad> ones = Vec<quad>::Ones(weights.size());
  beta.triangularView<Eigen::Lower>().solveInPlace(ones);
  return {differential - 1, algebraic - 1, classical - 1, static_cast<double>(1 - weights.dot(ones))};
}

}  // namespace

int RosenbrockOrders::on_index1() const {
  return std::abs(at_infinity) < 1 ? std::min(differential, algebraic + 1) : std::min(differential, algebraic);
}

RosenbrockOrders rosenbrock_orders(const RosenbrockData& data, double tolerance) {
  const RosenbrockMatrices<quad> by(data);
  return orders_of(by, by.b, tolerance);
}

RosenbrockOrders embedded_orders(const RosenbrockData& data, double tolerance) {
  const RosenbrockMatrices<quad> by(data);
  return orders_of(by, by.embedded, tolerance);
}

}  // namespace plumb
