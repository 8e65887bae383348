#include "reference/collocation_newton.hpp"

#include <algorithm>
#include <cmath>

namespace plumb {
namespace {

constexpr int nodes = CollocationNewton::n;
using Nodes = CollocationNewton::Nodes;

// Row j: the integral of the interpolant from the left end to node j, on an interval of length 2; once and twice.
struct Integration {
  Mat<double> once = zeros<Mat<double>>(nodes, nodes), twice = once;

  Integration() {
    for (int i = 0; i < nodes; ++i) {
      Nodes::Values unit{};
      unit[static_cast<std::size_t>(i)] = 1;
      const auto first = integrated(Nodes::expand(unit), 1);
      const auto of_first = Nodes::values(first), of_second = Nodes::values(integrated(first, 1));
      for (int j = 0; j < nodes; ++j) {
        once(j, i) = static_cast<double>(of_first[static_cast<std::size_t>(j)]);
        twice(j, i) = static_cast<double>(of_second[static_cast<std::size_t>(j)]);
      }
    }
  }
};
const Integration& integration() {
  static const Integration made;
  return made;
}

}  // namespace

void CollocationNewton::linearise(const quad& begin, const quad& half_width, const Values& q, const Values& v) {
  const auto size = static_cast<Eigen::Index>(q.size());
  matrix_ = Mat<double>::Identity(nodes * size, nodes * size);
  Vec<double> q_now(size), v_now(size);
  for (int j = 0; j < nodes; ++j) {
    for (Eigen::Index i = 0; i < size; ++i) {
      q_now[i] = static_cast<double>(q[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
      v_now[i] = static_cast<double>(v[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
    }
    const auto t = static_cast<double>(begin + half_width * (1 + Nodes::node(j)));
    add_node(j, t, static_cast<double>(half_width), q_now, v_now);
  }
  lu_.compute(matrix_);
}

// The rows of one node, by central differences.
void CollocationNewton::add_node(int node, double t, double half_width, const Vec<double>& q, const Vec<double>& v) {
  const auto size = q.size();
  Vec<double> ahead(size), behind(size);
  const auto add = [&](Eigen::Index of, const Vec<double>& slope, const Mat<double>& integral, double factor) {
    for (Eigen::Index i = 0; i < size; ++i)
      for (int m = 0; m < nodes; ++m)
        matrix_(i * nodes + node, of * nodes + m) -= factor * slope[i] * integral(node, m);
  };
  for (Eigen::Index l = 0; l < size; ++l) {
    const double shift = 1e-5 * (1 + std::abs(q[l])), push = 1e-5 * (1 + std::abs(v[l]));
    Vec<double> moved = q;
    moved[l] = q[l] + shift;
    rough_(t, moved, v, ahead);
    moved[l] = q[l] - shift;
    rough_(t, moved, v, behind);
    add(l, (ahead - behind) / (2 * shift), integration().twice, half_width * half_width);
    moved = v;
    moved[l] = v[l] + push;
    rough_(t, q, moved, ahead);
    moved[l] = v[l] - push;
    rough_(t, q, moved, behind);
    add(l, (ahead - behind) / (2 * push), integration().once, half_width);
  }
}

void CollocationNewton::solve(Values& residual) const {
  quad size = 0;
  for (const auto& component : residual) size = std::max<quad>(size, largest(component));
  if (size == 0) return;
  Vec<double> r(lu_.matrixLU().rows());
  for (Eigen::Index k = 0; k < r.size(); ++k)
    r[k] =
        static_cast<double>(residual[static_cast<std::size_t>(k / nodes)][static_cast<std::size_t>(k % nodes)] / size);
  const Vec<double> delta = lu_.solve(r);
  for (Eigen::Index k = 0; k < r.size(); ++k)
    residual[static_cast<std::size_t>(k / nodes)][static_cast<std::size_t>(k % nodes)] = size * delta[k];
}

}  // namespace plumb
