// The accelerations with which loops of a tree of joints stay closed.

#include "numerics/cholesky.hpp"
#include "numerics/each_scalar.hpp"
#include "problems/mechanisms/joint_tree.hpp"
#include "problems/mechanisms/spatial_vectors.hpp"

namespace plumb::mbs {

// Column `row` of H⁻¹ Jᵀ, with the accelerations of the bodies.
template <class T>
template <class X>
void JointTree<T>::answer(std::size_t row, const Vec<X>& v, Work<X>& w) const {
  for (auto& now : w.nodes) {
    now.pull = zeros<Vec<X, 6>>();
    now.u = X(T(0));
  }
  const auto pull = [&](int k, const Vec<X, 6>& force) {
    if (k >= 0) w.nodes[static_cast<std::size_t>(k)].pull += force;
  };
  if (row < closings.size()) {
    pull(closings[row].second, w.rows[row].W);
    pull(closings[row].first, Vec<X, 6>(-w.rows[row].W));
  } else {
    const auto& gear = gears[row - closings.size()];  // of nodes
    w.nodes[static_cast<std::size_t>(gear.first)].u += T(1);
    w.nodes[static_cast<std::size_t>(gear.second)].u -= gear.ratio;
  }
  for (std::size_t k = nodes.size(); k-- > floating();) {
    auto& now = w.nodes[k];
    now.u += now.S.dot(now.pull);
    pull(nodes[k].parent, Vec<X, 6>(now.pull - now.U * (now.u / now.D)));
  }
  const auto column = static_cast<Eigen::Index>(row);
  for (std::size_t k = 0; k < floating(); ++k) {
    auto& now = w.nodes[k];
    now.answer = now.pull;
    solve_with_cholesky<X, 6>(now.I, now.answer);
    w.answers.col(column).template segment<6>(in_v(k)) = base(k, v, w).change(now.answer);
  }
  for (std::size_t k = floating(); k < nodes.size(); ++k) {
    auto& now = w.nodes[k];
    now.answer = zeros<Vec<X, 6>>();
    if (nodes[k].parent >= 0) now.answer = w.nodes[static_cast<std::size_t>(nodes[k].parent)].answer;
    const X rate = (now.u - now.U.dot(now.answer)) / now.D;
    w.answers(in_v(k), column) = rate;
    now.answer += now.S * rate;
  }
}

// J a of a row, of accelerations of the joints and of the bodies.
template <class T>
template <class X>
X JointTree<T>::apart(std::size_t row, const Work<X>& w, const Vec<X>& a, Vec<X, 6> Moving<X>::*of) const {
  if (row >= closings.size()) {
    const auto& gear = gears[row - closings.size()];
    return a[in_v(static_cast<std::size_t>(gear.first))] - gear.ratio * a[in_v(static_cast<std::size_t>(gear.second))];
  }
  X sum(T(0));  // W·(a_2 − a_1)
  const auto &first = closings[row].first, &second = closings[row].second;
  if (second >= 0) sum += w.rows[row].W.dot(w.nodes[static_cast<std::size_t>(second)].*of);
  if (first >= 0) sum -= w.rows[row].W.dot(w.nodes[static_cast<std::size_t>(first)].*of);
  return sum;
}

template <class T>
template <class X>
void JointTree<T>::close_loops(const Vec<X>& v, Work<X>& w, Vec<X>& a) const {
  for (std::size_t r = 0; r < row_count(); ++r) {
    X bias(T(0));
    if (r < closings.size()) {
      w.rows[r] = closings[r].at(node(closings[r].first, w), node(closings[r].second, w));
      bias = w.rows[r].bias;
    }
    w.lambda[static_cast<Eigen::Index>(r)] = -(apart(r, w, a, &Moving<X>::a) + bias);
  }
  for (std::size_t s = 0; s < row_count(); ++s) {
    answer(s, v, w);
    const Vec<X> column = w.answers.col(static_cast<Eigen::Index>(s));
    for (std::size_t r = s; r < row_count(); ++r)
      w.matrix(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(s)) = apart(r, w, column, &Moving<X>::answer);
  }
  solve_by_cholesky<X, Eigen::Dynamic>(w.matrix, w.lambda);
  for (Eigen::Index r = 0; r < w.lambda.size(); ++r)
    for (Eigen::Index i = 0; i < a.size(); ++i) a[i] += w.answers(i, r) * w.lambda[r];
}

#define PLUMB_INSTANTIATE(T)                                                                                   \
  template void JointTree<T>::close_loops<T>(const Vec<T>&, JointTree<T>::Work<T>&, Vec<T>&) const;            \
  template void JointTree<T>::close_loops<Dual<T, 1>>(const Vec<Dual<T, 1>>&, JointTree<T>::Work<Dual<T, 1>>&, \
                                                      Vec<Dual<T, 1>>&) const;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
