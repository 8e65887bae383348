#include "problems/mbs/friction.hpp"

#include <algorithm>

#include "numerics/each_scalar.hpp"

namespace plumb::mbs {
namespace {

template <class T>
const JointData<T>& joint_of(const Assembly<T>& parts, std::size_t k) {
  return parts.joints[static_cast<std::size_t>(parts.frictions[k].joint)];
}

// Calls each(law, tie) for the constraints of a joint.
template <class T, class Each>
void each_tie_of(const Assembly<T>& parts, const JointData<T>& joint, Each each) {
  for (const int i : joint.ties) {
    const auto& tie = parts.ties[static_cast<std::size_t>(i)];
    std::visit([&](const auto& law) { each(law, tie); }, tie.law);
  }
}

// Returns the velocities w of the pair for which N = −λ·G w is the reaction on the second body along `normal`.
template <class T>
PairVector<T> push_along(const Pair<T>& p, const Vector<T>& normal) {
  auto out = zeros<PairVector<T>>();
  out.template segment<3>(6) = p.first.A * normal;
  return out;
}

// Computes y ← y + weight A x without a temporary vector; add_transposed_product() uses Aᵀ instead of A.
template <class T>
void add_product(const Mat<T>& a, const Vec<T>& x, const T& weight, Vec<T>& y) {
  for (Eigen::Index j = 0; j < a.cols(); ++j)
    for (Eigen::Index i = 0; i < a.rows(); ++i) y[i] += weight * a(i, j) * x[j];
}
template <class T, class Y>
void add_transposed_product(const Mat<T>& a, const Vec<T>& x, const T& weight, Y&& y) {
  for (Eigen::Index j = 0; j < a.cols(); ++j)
    for (Eigen::Index i = 0; i < a.rows(); ++i) y[j] += weight * a(i, j) * x[i];
}

}  // namespace

template <class T>
FrictionForces<T>::FrictionForces(const Assembly<T>& parts)
    : acting(std::ranges::any_of(parts.frictions, [](const auto& f) { return f.coefficient != T(0); })),
      blocks(parts.frictions.empty() ? 0 : 6 * parts.count(), parts.frictions.empty() ? 0 : parts.rows),
      rows(blocks.jacobian),
      positions(blocks.jacobian),
      by_q(zeros<Mat<T>>(blocks.mass.rows(), static_cast<Eigen::Index>(parts.frictions.size()))),
      by_v(by_q),
      coupling(by_q.cols()),
      u_a(zeros<Vec<T>>(blocks.mass.rows())),
      u_lambda(zeros<Vec<T>>(blocks.jacobian.rows())),
      column(zeros<Vec<T>>(by_q.cols())),
      of_normals(u_a) {
  for (const auto& friction : parts.frictions) {
    const auto count = static_cast<Eigen::Index>(friction.normals.size());
    const auto none = zeros<Vec<T>>(count);
    sliding.push_back({T(0), T(0), T(0), zeros<PairVector<T>>(), u_a, u_lambda, zeros<Mat<T>>(count, parts.rows), none,
                       none, u_lambda});
  }
}

template <class T>
DotTwo<T> FrictionForces<T>::slide(const Assembly<T>& parts, std::size_t k) const {
  const auto& joint = joint_of(parts, k);
  return {{false, joint.on_first.axes.col(2)}, {joint.on_first.point, joint.on_second.point}};
}
template <class T>
Pair<T> FrictionForces<T>::pair(const Assembly<T>& parts, const Instant<T>& instant, std::size_t k) const {
  const auto& joint = joint_of(parts, k);
  return pair_of(instant.states, joint.first, joint.second);
}

template <class T>
void FrictionForces<T>::take(const Assembly<T>& parts, const Instant<T>& instant, InertiaFactors<T>& inertia,
                             std::size_t k) {
  using std::abs;
  const auto& data = parts.frictions[k];
  const auto& joint = joint_of(parts, k);
  const auto p = pair(parts, instant, k);
  Sliding& s = sliding[k];
  PairRows<T, 1> g;
  slide(parts, k).jacobian(p, instant.t, g);
  s.direction = g.transpose();
  PairVector<T> v;
  v << p.first.v, p.first.w, p.second.v, p.second.w;
  s.rate = s.direction.dot(v);
  s.sign = abs(s.rate) < data.threshold ? T(0) : s.rate > 0 ? T(1) : T(-1);
  s.force = T(0);
  clear(s.normals);
  each_tie_of(parts, joint, [&]<class Law>(const Law& law, const Tie<T>& tie) {
    for (std::size_t c = 0; c < data.normals.size(); ++c) {
      Vec<T, Law::rows> along;
      law.product(p, instant.t, push_along(p, data.normals[c]), along);
      for (int i = 0; i < Law::rows; ++i) s.normals(static_cast<Eigen::Index>(c), tie.row + i) = -along[i];
    }
  });
  clear(s.of_a);
  clear(s.of_lambda);
  add_pair_part(s.direction, joint.first, joint.second, s.of_a);
  inertia.solve(s.of_a, s.of_lambda);
}

// Solves φ = −μ sign |N_0 + C φ| by fixed-point iteration to the rounding limit. The iteration is a contraction unless
// the joint jams.
template <class T>
bool FrictionForces<T>::balance(const Assembly<T>& parts, const Vec<T>& lambda) {
  using std::abs;
  constexpr int most = 1000;
  const T rounding = std::numeric_limits<T>::epsilon();
  T before = T(std::numeric_limits<double>::max());
  for (int n = 0; n < most; ++n) {
    T change = 0, size = 0;
    for (std::size_t k = 0; k < sliding.size(); ++k) {
      Sliding& s = sliding[k];
      clear(s.reaction);
      add_product(s.normals, lambda, T(1), s.reaction);
      for (const auto& other : sliding) add_product(s.normals, other.of_lambda, other.force, s.reaction);
      const T next = -parts.frictions[k].coefficient * s.sign * s.pressure();
      change += abs(next - s.force);
      size += abs(next);
      s.force = next;
    }
    if (change <= 4 * rounding * size) return true;
    if (change >= before && change <= T(1e6) * rounding * size) return true;
    before = change;
  }
  return false;
}

template <class T>
bool FrictionForces<T>::add(const Assembly<T>& parts, const Instant<T>& instant, InertiaFactors<T>& inertia, Vec<T>& a,
                            Vec<T>& lambda) {
  for (std::size_t k = 0; k < sliding.size(); ++k) take(parts, instant, inertia, k);
  if (!balance(parts, lambda)) return false;
  for (const auto& s : sliding) {
    a += s.force * s.of_a;
    lambda += s.force * s.of_lambda;
  }
  return true;
}

template <class T>
void FrictionForces<T>::add_forces(const Assembly<T>& parts, Vec<T>& f) const {
  for (std::size_t k = 0; k < sliding.size(); ++k) {
    const auto& joint = joint_of(parts, k);
    add_pair_part(PairVector<T>(sliding[k].force * sliding[k].direction), joint.first, joint.second, f);
  }
}

template <class T>
T FrictionForces<T>::power() const {
  T sum = 0;
  for (const auto& s : sliding) sum += s.force * s.rate;
  return sum;
}

// Computes Σ_c p_c ∂N_c/∂q at fixed λ, with N_c = −λ·G w and w = A_i n_c.
template <class T>
void FrictionForces<T>::normals_by_q(const Assembly<T>& parts, const Instant<T>& instant, std::size_t k,
                                     Vec<T>& out) const {
  const auto& data = parts.frictions[k];
  const auto& joint = joint_of(parts, k);
  const auto p = pair(parts, instant, k);
  auto sum = zeros<PairVector<T>>();
  each_tie_of(parts, joint, [&]<class Law>(const Law& law, const Tie<T>& tie) {
    PairRows<T, Law::rows> g, along;
    law.jacobian(p, instant.t, g);
    const Vec<T, Law::rows> own = instant.lambda->template segment<Law::rows>(tie.row);
    const Vector<T> pushed = g.template block<Law::rows, 3>(0, 6).transpose() * own;
    for (std::size_t c = 0; c < data.normals.size(); ++c) {
      const T weight = sliding[k].weights[static_cast<Eigen::Index>(c)];
      law.product_tangent(p, instant.t, push_along(p, data.normals[c]), along);
      sum -= weight * (along.transpose() * own);
      sum.template segment<3>(3) -= weight * (slope<T>(p.first.A, data.normals[c]).transpose() * pushed);
    }
  });
  clear(out);
  add_pair_part(sum, joint.first, joint.second, out);
}

// Adds φ_k ∂g_k/∂q to the stiffness.
template <class T>
void FrictionForces<T>::add_bending(const Assembly<T>& parts, const Instant<T>& instant, std::size_t k,
                                    Mat<T>& stiffness) const {
  const auto& joint = joint_of(parts, k);
  auto curvature = zeros<PairMatrix<T>>();
  slide(parts, k).add_curvature(pair(parts, instant, k), instant.t, Vec<T, 1>(sliding[k].force), curvature);
  for (int j = 0; j < pair_columns; ++j) {
    const int of_column = j < 6 ? joint.first : joint.second;
    for (int i = 0; i < pair_columns; ++i) {
      const int of_row = i < 6 ? joint.first : joint.second;
      if (of_row != on_ground && of_column != on_ground)
        stiffness(6 * of_row + i % 6, 6 * of_column + j % 6) += curvature(i, j);
    }
  }
}

// Computes ∂φ_k/∂q and ∂φ_k/∂v. dφ = p·dN with p_c = −μ sign N_c/|N| and dN = ∂N/∂q dq + c dλ, where dλ is the response
// to the changes of all forces, including dφ:
//
//   (1 − p c ℓ) dφ = p ∂N/∂q dq + (u_aᵀ K − u_λᵀ Z) dq + (u_aᵀ D − u_λᵀ Y) dv,   (u_a, u_λ) = [M Gᵀ; G 0]⁻¹ (0, cᵀ p)
template <class T>
void FrictionForces<T>::find_force_rates(const Assembly<T>& parts, const Instant<T>& instant,
                                         InertiaFactors<T>& inertia, std::size_t k) {
  const auto at = static_cast<Eigen::Index>(k);
  Sliding& s = sliding[k];
  const T pressure = s.pressure();
  clear(s.weights);
  if (pressure > T(0))
    for (Eigen::Index c = 0; c < s.weights.size(); ++c)
      s.weights[c] = -parts.frictions[k].coefficient * s.sign * s.reaction[c] / pressure;
  clear(s.pushed);
  add_transposed_product(s.normals, s.weights, T(1), s.pushed);
  clear(u_a);
  u_lambda = s.pushed;
  inertia.solve(u_a, u_lambda);
  normals_by_q(parts, instant, k, of_normals);
  auto q = by_q.col(at), v = by_v.col(at);
  q = of_normals;
  v.setZero();
  add_transposed_product(blocks.stiffness, u_a, T(1), q);
  add_transposed_product(blocks.acceleration_by_q, u_lambda, T(-1), q);
  add_transposed_product(blocks.damping, u_a, T(1), v);
  add_transposed_product(blocks.acceleration_by_v, u_lambda, T(-1), v);
  for (Eigen::Index j = 0; j < by_q.cols(); ++j)
    coupling.matrix(at, j) = (at == j ? T(1) : T(0)) - s.pushed.dot(sliding[static_cast<std::size_t>(j)].of_lambda);
}

template <class T>
bool FrictionForces<T>::tangents(const Assembly<T>& parts, const Instant<T>& instant, InertiaFactors<T>& inertia,
                                 Mat<T>& stiffness, Mat<T>& damping) {
  fill_blocks(parts, instant, {.curvature = true, .by_v = true, .by_q = true}, blocks, rows, positions);
  clear(stiffness);
  clear(damping);
  for (std::size_t k = 0; k < sliding.size(); ++k) add_bending(parts, instant, k, stiffness);
  blocks.stiffness += stiffness;
  for (std::size_t k = 0; k < sliding.size(); ++k) find_force_rates(parts, instant, inertia, k);
  if (!coupling.factor()) return false;
  for (auto* by : {&by_q, &by_v})
    for (Eigen::Index i = 0; i < by->rows(); ++i) {
      column = by->row(i).transpose();
      coupling.solve(column);
      by->row(i) = column.transpose();
    }
  for (std::size_t k = 0; k < sliding.size(); ++k) {
    const auto& joint = joint_of(parts, k);
    const auto at = static_cast<Eigen::Index>(k);
    clear(u_a);
    add_pair_part(sliding[k].direction, joint.first, joint.second, u_a);
    for (Eigen::Index j = 0; j < u_a.size(); ++j)
      for (Eigen::Index i = 0; i < u_a.size(); ++i) {
        stiffness(i, j) += u_a[i] * by_q(j, at);
        damping(i, j) += u_a[i] * by_v(j, at);
      }
  }
  return true;
}

#define PLUMB_INSTANTIATE(T) template class FrictionForces<T>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
