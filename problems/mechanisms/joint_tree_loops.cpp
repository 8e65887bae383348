// Computes the accelerations of a joint tree with closed loops and gears.

#include <functional>
#include <set>

#include "numerics/cholesky.hpp"
#include "numerics/each_scalar.hpp"
#include "problems/mechanisms/joint_tree.hpp"
#include "problems/mechanisms/spatial_vectors.hpp"

namespace plumb::mbs {

// Adds `by` times the forces of a row, W and −W or the torques of a gear, to the bodies or joints that the row
// connects.
template <class T>
template <class X>
void JointTree<T>::pull(std::size_t row, const X& by, Work<X>& w) const {
  if (row >= closings.size()) {
    const auto& gear = gears[row - closings.size()];  // gear between nodes
    w.nodes[static_cast<std::size_t>(gear.first)].u += by;
    w.nodes[static_cast<std::size_t>(gear.second)].u -= gear.ratio * by;
    return;
  }
  const auto &first = closings[row].first, &second = closings[row].second;
  if (second >= 0) w.nodes[static_cast<std::size_t>(second)].pull += by * w.rows[row].W;
  if (first >= 0) w.nodes[static_cast<std::size_t>(first)].pull -= by * w.rows[row].W;
}

// Transmits the forces on these nodes along the tree to the ground or to a floating body. `path` has descending order,
// so every node precedes its parent.
template <class T>
template <class X>
void JointTree<T>::hand_on_pulls(std::span<const int> path, Work<X>& w) const {
  for (const int at : path) {
    const auto k = static_cast<std::size_t>(at);
    if (k < floating()) continue;
    auto& now = w.nodes[k];
    now.u += now.S.dot(now.pull);
    if (nodes[k].parent >= 0)
      w.nodes[static_cast<std::size_t>(nodes[k].parent)].pull += now.pull - now.U * (now.u / now.D);
  }
}

// Computes the column of L⁻ᵀ Jᵀ of a row, and D⁻¹ times this column.
template <class T>
template <class X>
void JointTree<T>::factor_row(std::size_t row, Work<X>& w) const {
  const auto column = static_cast<Eigen::Index>(row);
  for (const int k : paths[row]) w.nodes[static_cast<std::size_t>(k)].rest();
  pull(row, X(T(1)), w);
  hand_on_pulls(paths[row], w);
  for (const int at : paths[row]) {
    const auto k = static_cast<std::size_t>(at);
    const auto& now = w.nodes[k];
    if (k < floating()) {
      w.forces.col(column).template segment<6>(in_v(k)) = now.pull;
      Vec<X, 6> divided = now.pull;
      solve_with_cholesky<X, 6>(now.I, divided);
      w.divided.col(column).template segment<6>(in_v(k)) = divided;
    } else {
      w.forces(in_v(k), column) = now.u;
      w.divided(in_v(k), column) = now.u / now.D;
    }
  }
}

// Returns the entry of J H⁻¹ Jᵀ for two rows.
template <class T>
template <class X>
X JointTree<T>::compliance(std::size_t r, std::size_t s, const Work<X>& w) const {
  const auto i = static_cast<Eigen::Index>(r), j = static_cast<Eigen::Index>(s);
  X sum(T(0));
  for (const int at : paths[s]) {
    const auto k = static_cast<std::size_t>(at);
    for (Eigen::Index c = in_v(k); c < in_v(k + 1); ++c) sum += w.forces(c, i) * w.divided(c, j);
  }
  return sum;
}

// Adds the accelerations H⁻¹ f due to the forces f that hand_on_pulls() transmitted.
template <class T>
template <class X>
void JointTree<T>::give_way(const Vec<X>& v, Work<X>& w, Vec<X>& a) const {
  for (std::size_t k = 0; k < floating(); ++k) {
    auto& now = w.nodes[k];
    now.response = now.pull;
    solve_with_cholesky<X, 6>(now.I, now.response);
    a.template segment<6>(in_v(k)) += base(k, v, w).change(now.response);
  }
  for (std::size_t k = floating(); k < nodes.size(); ++k) {
    auto& now = w.nodes[k];
    now.response = zeros<Vec<X, 6>>();
    if (nodes[k].parent >= 0) now.response = w.nodes[static_cast<std::size_t>(nodes[k].parent)].response;
    const X rate = (now.u - now.U.dot(now.response)) / now.D;
    a[in_v(k)] += rate;
    now.response += now.S * rate;
  }
}

// Returns J a of a row, for given accelerations of the joints (a) and spatial accelerations of the bodies (member
// `of`).
template <class T>
template <class X>
X JointTree<T>::apart(std::size_t row, const Work<X>& w, const Vec<X>& a, Vec<X, 6> Moving<X>::*of) const {
  if (row >= closings.size()) {
    const auto& gear = gears[row - closings.size()];
    return a[in_v(static_cast<std::size_t>(gear.first))] - gear.ratio * a[in_v(static_cast<std::size_t>(gear.second))];
  }
  X sum(T(0));  // product W·(a_2 − a_1)
  const auto &first = closings[row].first, &second = closings[row].second;
  if (second >= 0) sum += w.rows[row].W.dot(w.nodes[static_cast<std::size_t>(second)].*of);
  if (first >= 0) sum -= w.rows[row].W.dot(w.nodes[static_cast<std::size_t>(first)].*of);
  return sum;
}

// Solves for the multipliers if all rows are gears, without computing the response to each row separately.
template <class T>
template <class X>
void JointTree<T>::turn_gears(const Vec<X>& v, Work<X>& w, Vec<X>& a) const {
  for (std::size_t r = 0; r < row_count(); ++r) {
    factor_row(r, w);
    for (std::size_t s = 0; s <= r; ++s)
      w.matrix(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(s)) = compliance(r, s, w);
  }
  solve_by_cholesky<X, Eigen::Dynamic>(w.matrix, w.lambda);
  for (auto& now : w.nodes) now.rest();
  for (std::size_t r = 0; r < row_count(); ++r) pull(r, w.lambda[static_cast<Eigen::Index>(r)], w);
  hand_on_pulls(all_paths, w);
  give_way(v, w, a);
}

// Solves for the multipliers of all rows. Computes the response to each row separately: near a singular position with
// large λ this is more accurate by one digit than the response to the sum of the forces.
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
  if (closings.empty()) return turn_gears(v, w, a);
  for (std::size_t s = 0; s < row_count(); ++s) {
    for (auto& now : w.nodes) now.rest();
    pull(s, X(T(1)), w);
    hand_on_pulls(all_paths, w);
    Vec<X> column = zeros<Vec<X>>(a.size());
    give_way(v, w, column);
    w.responses.col(static_cast<Eigen::Index>(s)) = column;
    for (std::size_t r = s; r < row_count(); ++r)
      w.matrix(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(s)) = apart(r, w, column, &Moving<X>::response);
  }
  solve_by_cholesky<X, Eigen::Dynamic>(w.matrix, w.lambda);
  for (Eigen::Index r = 0; r < w.lambda.size(); ++r)
    for (Eigen::Index i = 0; i < a.size(); ++i) a[i] += w.responses(i, r) * w.lambda[r];
}

// Stores for each row the nodes on the paths from its two ends to the ground or to a floating body. The forces of the
// row affect only the transmission along these nodes.
template <class T>
void JointTree<T>::take_paths() {
  std::set<int, std::greater<>> all;
  for (std::size_t r = 0; r < row_count(); ++r) {
    std::set<int, std::greater<>> path;
    const auto is_gear = r >= closings.size();
    const int first = is_gear ? gears[r - closings.size()].first : closings[r].first;
    const int second = is_gear ? gears[r - closings.size()].second : closings[r].second;
    for (int end : {first, second})
      for (; end >= 0; end = nodes[static_cast<std::size_t>(end)].parent) path.insert(end);
    paths.emplace_back(path.begin(), path.end());
    all.merge(path);
  }
  all_paths.assign(all.begin(), all.end());
}

#define PLUMB_INSTANTIATE(T)                                                                                   \
  template void JointTree<T>::take_paths();                                                                    \
  template void JointTree<T>::close_loops<T>(const Vec<T>&, JointTree<T>::Work<T>&, Vec<T>&) const;            \
  template void JointTree<T>::close_loops<Dual<T, 1>>(const Vec<Dual<T, 1>>&, JointTree<T>::Work<Dual<T, 1>>&, \
                                                      Vec<Dual<T, 1>>&) const;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
