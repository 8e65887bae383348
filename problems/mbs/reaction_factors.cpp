#include "problems/mbs/reaction_factors.hpp"

#include <algorithm>

#include "numerics/lu.hpp"

namespace plumb::mbs {
namespace {

bool share_a_body(const int (&a)[2], const int (&b)[2]) {
  const auto is_of = [&](int body) { return body != on_ground && (body == b[0] || body == b[1]); };
  return is_of(a[0]) || is_of(a[1]);
}

template <class T>
Matrix<T> inverse_of(const Matrix<T>& inertia) {
  Lu<T, 3> lu(3);
  lu.matrix = inertia;
  lu.factor();  // positive definite: the description is checked
  Matrix<T> out = identity<Matrix<T>>();
  for (int j = 0; j < 3; ++j) {
    Vector<T> column = out.col(j);
    lu.solve(column);
    out.col(j) = column;
  }
  return out;
}

}  // namespace

template <class T>
ReactionFactors<T>::ReactionFactors(const Assembly<T>& parts)
    : lower(zeros<Mat<T>>(parts.rows, parts.rows)),
      w(zeros<Vec<T>>(6 * parts.count())),
      lambda(zeros<Vec<T>>(parts.rows)),
      w_sum(w),
      lambda_sum(lambda),
      f_left(w),
      e_left(lambda) {
  for (const auto& body : parts.bodies) masses.push_back({body.mass, body.inertia, inverse_of(body.inertia)});
  for (const auto& tie : parts.ties)
    for (int i = 0; i < tie.rows(); ++i) {
      const Six nothing = zeros<Six>();
      Row row{{tie.first, tie.second}, {nothing, nothing}, {nothing, nothing}, 0};
      const auto meets = std::ranges::find_if(rows, [&](const Row& r) { return share_a_body(r.bodies, row.bodies); });
      row.first = meets - rows.begin();
      rows.push_back(row);
    }
}

template <class T>
auto ReactionFactors<T>::times_mass(std::size_t body, const Six& x) const -> Six {
  Six out;
  out.template head<3>() = masses[body].mass * x.template head<3>();
  out.template tail<3>() = masses[body].inertia * x.template tail<3>();
  return out;
}
template <class T>
auto ReactionFactors<T>::over_mass(std::size_t body, const Six& x) const -> Six {
  Six out;
  out.template head<3>() = x.template head<3>() / masses[body].mass;
  out.template tail<3>() = masses[body].inverse * x.template tail<3>();
  return out;
}

template <class T>
bool ReactionFactors<T>::factor(const Assembly<T>& parts, const std::vector<BodyState<T>>& states, const T& t) {
  for (const auto& tie : parts.ties)
    std::visit(
        [&]<class Law>(const Law& law) {
          PairRows<T, Law::rows> g;
          law.jacobian(pair_of(states, tie.first, tie.second), t, g);
          for (int i = 0; i < Law::rows; ++i) {
            auto& row = rows[static_cast<std::size_t>(tie.row + i)];
            for (int end : {0, 1}) {
              if (row.bodies[end] == on_ground) continue;
              row.g[end] = g.template block<1, 6>(i, 6 * end).transpose();
              row.by_mass[end] = over_mass(static_cast<std::size_t>(row.bodies[end]), row.g[end]);
            }
          }
        },
        tie.law);
  return decompose();
}

// S = L Lᵀ row by row. False: of a diagonal entry of S nothing but rounding is left.
template <class T>
bool ReactionFactors<T>::decompose() {
  using std::sqrt;
  const T rounding = 64 * std::numeric_limits<T>::epsilon();
  for (Eigen::Index i = 0; i < lower.rows(); ++i) {
    const auto& row = rows[static_cast<std::size_t>(i)];
    for (Eigen::Index j = row.first; j <= i; ++j) {
      const auto& other = rows[static_cast<std::size_t>(j)];
      T sum = 0;
      for (int a : {0, 1})
        for (int b : {0, 1})
          if (row.bodies[a] != on_ground && row.bodies[a] == other.bodies[b]) sum += row.g[a].dot(other.by_mass[b]);
      const T whole = sum;
      for (Eigen::Index k = std::max(row.first, other.first); k < j; ++k) sum -= lower(i, k) * lower(j, k);
      if (j < i) {
        lower(i, j) = sum / lower(j, j);
      } else {
        if (!(sum > rounding * whole)) return false;
        lower(i, i) = sqrt(sum);
      }
    }
  }
  return true;
}

template <class T>
T ReactionFactors<T>::product(const Row& row, const Vec<T>& x) const {
  T sum = 0;
  for (int end : {0, 1})
    if (row.bodies[end] != on_ground) sum += row.g[end].dot(x.template segment<6>(6 * row.bodies[end]));
  return sum;
}

template <class T>
void ReactionFactors<T>::add_reactions(const Vec<T>& of, const T& factor, Vec<T>& to) const {
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (int end : {0, 1})
      if (rows[i].bodies[end] != on_ground)
        to.template segment<6>(6 * rows[i].bodies[end]) += factor * of[static_cast<Eigen::Index>(i)] * rows[i].g[end];
}

// w and λ of these right-hand sides.
template <class T>
void ReactionFactors<T>::solve_once(const Vec<T>& f, const Vec<T>& e) {
  const auto divide = [&](const Vec<T>& by_bodies) {
    for (std::size_t k = 0; k < masses.size(); ++k) {
      const auto at = 6 * static_cast<Eigen::Index>(k);
      w.template segment<6>(at) = over_mass(k, by_bodies.template segment<6>(at));
    }
  };
  divide(f);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    T sum = product(rows[i], w) - e[at];
    for (Eigen::Index k = rows[i].first; k < at; ++k) sum -= lower(at, k) * lambda[k];
    lambda[at] = sum / lower(at, at);
  }
  for (Eigen::Index i = lower.rows(); i-- > 0;) {
    lambda[i] /= lower(i, i);
    for (Eigen::Index k = rows[static_cast<std::size_t>(i)].first; k < i; ++k) lambda[k] -= lower(i, k) * lambda[i];
  }
  Vec<T>& left = w;
  left = f;
  add_reactions(lambda, T(-1), left);
  divide(left);
}

// What w_sum and lambda_sum leave of the right-hand sides.
template <class T>
void ReactionFactors<T>::residual(const Vec<T>& f, const Vec<T>& e) {
  f_left = f;
  for (std::size_t k = 0; k < masses.size(); ++k) {
    const auto at = 6 * static_cast<Eigen::Index>(k);
    f_left.template segment<6>(at) -= times_mass(k, w_sum.template segment<6>(at));
  }
  add_reactions(lambda_sum, T(-1), f_left);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    e_left[at] = e[at] - product(rows[i], w_sum);
  }
}

template <class T>
void ReactionFactors<T>::solve(Vec<T>& f, Vec<T>& e) {
  solve_once(f, e);
  w_sum = w;
  lambda_sum = lambda;
  residual(f, e);
  solve_once(f_left, e_left);
  f = w_sum + w;
  e = lambda_sum + lambda;
}

template class ReactionFactors<double>;
template class ReactionFactors<long double>;
template class ReactionFactors<quad>;

}  // namespace plumb::mbs
