#pragma once
// A chain of bars in space. A spherical joint connects each bar to the previous bar, and the first to the origin. The
// coordinates are the bars' attitudes, which have no constraints: q are unit quaternions, v the angular velocities in
// the bars.
//
// Each bar has the length 2a, the mass m and the moments J about its centre of mass. Its first axis e points from its
// hinge to the next hinge. The articulated-body algorithm computes accelerations, in the frame of the bar. With the
// acceleration s_k of hinge k, the force F_k on bar k at this hinge, c = ω × (ω × e) and u = α × e:
//
//   F_k = A_k s_k + b_k,   s_{k+1} = s_k + 2a (u + c)
//   m (s + a (u + c) − g) = F_k − F_{k+1},   J α + ω × Jω + e × (m a (s + a (u + c) − g) + 2a F_{k+1}) = 0
//
// e × x has no first component, so α_1 = −(ω × Jω)_1/J_1, and two equations D (α_2, α_3) = P s + τ remain,
//
//   D = (J_2 + m a² + 4a² A'_33, −4a² A'_23; −4a² A'_23, J_3 + m a² + 4a² A'_22)
//   P = (m a e_3ᵀ + 2a A'_3; −m a e_2ᵀ − 2a A'_2),   A_k = m + A' − Pᵀ D⁻¹ P,   b_k = w − Pᵀ D⁻¹ τ
//   w = m (a c − g) + 2a A' c + b',   A', b' belong to bar k + 1 in the frame of bar k, and are 0 at the tip
//
// Source: Featherstone 2008, Rigid Body Dynamics Algorithms, chapter 7. The cost of an acceleration is proportional to
// n; the cost of its derivatives, by dual numbers column by column, to n².

#include <vector>

#include "numerics/dual.hpp"
#include "problems/chain/attitudes.hpp"
#include "problems/motion.hpp"

namespace plumb {

template <class T>
struct SphericalChainData {
  int bars = 1;
  T half = 1, mass = 1;                             // half length a [m]; mass m [kg]
  so3::Vector<T> moments = so3::Vector<T>::Ones();  // principal moments of inertia J [kg m²]
  so3::Vector<T> gravity = so3::Vector<T>::Zero();  // gravity g in space [m/s²]
};

/// Centres of mass and attitudes (r, e) of all bars with (r', ω), from attitudes and angular velocities.
template <class T>
Configuration<T> chain_in_space(const SphericalChainData<T>& data, const Configuration<T>& minimal) {
  Configuration<T> out{Vec<T>(7 * data.bars), Vec<T>(6 * data.bars)};
  so3::Vector<T> hinge = zeros<so3::Vector<T>>(), velocity = hinge;
  for (Eigen::Index k = 0; k < data.bars; ++k) {
    const so3::Quaternion<T> e = minimal.q.template segment<4>(4 * k);
    const so3::Vector<T> w = minimal.v.template segment<3>(3 * k);
    const Mat<T, 3> r = so3::matrix(e);
    const so3::Vector<T> arm = data.half * r.col(0), change = data.half * (r * so3::Vector<T>(T(0), w[2], -w[1]));
    out.q.template segment<3>(7 * k) = hinge + arm;
    out.q.template segment<4>(7 * k + 3) = e;
    out.v.template segment<3>(6 * k) = velocity + change;
    out.v.template segment<3>(6 * k + 3) = w;
    hinge += 2 * arm;
    velocity += 2 * change;
  }
  return out;
}

template <class T>
class SphericalChain : public Attitudes<T> {
 public:
  using Scalar = T;
  using typename Attitudes<T>::Q, typename Attitudes<T>::V;
  static constexpr int size = Eigen::Dynamic, invariant_count = 0;
  SphericalChainData<T> data;

  explicit SphericalChain(const SphericalChainData<T>& of)
      : Attitudes<T>(of.bars),
        data(of),
        work(static_cast<std::size_t>(of.bars)),
        dual_work(static_cast<std::size_t>(of.bars)) {}

  bool velocity_dependent() const { return true; }
  bool conservative() const { return true; }
  void acceleration(const T&, const Q& q, const V& v, V& a) const {
    for (std::size_t k = 0; k < work.size(); ++k) work[k].place(q, v, k);
    accelerate(work);
    for (std::size_t k = 0; k < work.size(); ++k)
      for (int i = 0; i < 3; ++i) a[at(k, i)] = work[k].alpha[i];
  }
  /// stiffness() computes ∂a/∂q, along δ of q ⊞ δ; damping() computes ∂a/∂v.
  void stiffness(const T&, const Q& q, const V& v, Mat<T>& out) const {
    derive(q, v, out, [](Bar<D>& bar, int i) { bar.turn_by_epsilon(i); });
  }
  void damping(const T&, const Q& q, const V& v, Mat<T>& out) const {
    derive(q, v, out, [](Bar<D>& bar, int i) { bar.w[i].derivatives[0] = T(1); });
  }
  T energy(const T&, const Q& q, const V& v) const {
    const auto space = chain_in_space(data, {q, v});
    T twice = 0, potential = 0;
    for (Eigen::Index k = 0; k < data.bars; ++k) {
      const so3::Vector<T> velocity = space.v.template segment<3>(6 * k), w = space.v.template segment<3>(6 * k + 3);
      twice += data.mass * velocity.dot(velocity) + w.dot(data.moments.cwiseProduct(w));
      potential -= data.mass * data.gravity.dot(space.q.template segment<3>(7 * k));
    }
    return twice / 2 + potential;
  }
  /// The output is the free end.
  void outputs(const T&, const Q& q, const V& v, Vec<T>& out) const {
    const auto space = chain_in_space(data, {q, v});
    const so3::Quaternion<T> last = q.template tail<4>();
    out = space.q.template segment<3>(7 * (data.bars - 1)) + data.half * so3::matrix(last).col(0);
  }
  void invariants(const T&, const Q&, const V&, Vec<T>&) const {}

 private:
  using D = Dual<T, 1>;

  /// Intermediate values of a bar, in its own frame unless stated otherwise.
  template <class X>
  struct Bar {
    so3::Quaternion<X> e;              // attitude of the bar in space
    so3::Vector<X> w, c, g, alpha, u;  // ω, c, g, α, u; c and u as above
    Mat<X, 3> articulated;             // articulated inertia A, in the frame of the bar
    so3::Vector<X> bias;               // bias force b
    Mat<X, 3> to_before;               // rotation matrix from the bar's frame to the frame of the previous bar
    std::array<so3::Vector<X>, 2> p;   // rows of the matrix P
    X d11, d12, d22;                   // entries of D⁻¹
    std::array<X, 2> torque;           // hinge torque τ

    void place(const Q& q, const V& v, std::size_t k) {
      for (int i = 0; i < 4; ++i) e[i] = X(q[4 * static_cast<Eigen::Index>(k) + i]);
      for (int i = 0; i < 3; ++i) w[i] = X(v[at(k, i)]);
    }
    // Adds to e the derivative by the angle ε of a rotation about axis i: e (1, ε/2).
    void turn_by_epsilon(int i) {
      auto axis = zeros<so3::Quaternion<X>>();
      axis[1 + i].derivatives[0] = T(1) / 2;
      const so3::Quaternion<X> change = so3::product(e, axis);
      for (int j = 0; j < 4; ++j) e[j] += change[j];
    }
    /// Returns D⁻¹ times two components.
    std::array<X, 2> divided(const X& x, const X& y) const { return {d11 * x + d12 * y, d12 * x + d22 * y}; }
  };

  static Eigen::Index at(std::size_t k, int i) { return 3 * static_cast<Eigen::Index>(k) + i; }

  template <class Seed>
  void derive(const Q& q, const V& v, Mat<T>& out, Seed seed) const {
    for (std::size_t j = 0; j < dual_work.size(); ++j)
      for (int i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < dual_work.size(); ++k) dual_work[k].place(q, v, k);
        seed(dual_work[j], i);
        accelerate(dual_work);
        for (std::size_t k = 0; k < dual_work.size(); ++k)
          for (int l = 0; l < 3; ++l) out(at(k, l), at(j, i)) = dual_work[k].alpha[l].derivatives[0];
      }
  }

  template <class X>
  void accelerate(std::vector<Bar<X>>& bars) const {
    so3::Quaternion<X> before = zeros<so3::Quaternion<X>>();
    before[0] = X(1);
    for (auto& bar : bars) {
      bar.to_before = so3::matrix<X>(so3::product(so3::conjugate(before), bar.e));
      before = bar.e;
      bar.g = product(so3::matrix<X>(so3::conjugate(bar.e)), constants<X>(data.gravity));
    }
    for (std::size_t k = bars.size(); k-- > 0;) articulate(bars[k], k + 1 < bars.size() ? &bars[k + 1] : nullptr);
    so3::Vector<X> s = zeros<so3::Vector<X>>();  // acceleration of the hinge, in the frame of the previous bar
    for (auto& bar : bars) {
      s = turned_back(bar.to_before, s);
      const auto turn = bar.divided(bar.torque[0] + dot(bar.p[0], s), bar.torque[1] + dot(bar.p[1], s));
      for (int i = 0; i < 2; ++i) bar.alpha[1 + i] = turn[static_cast<std::size_t>(i)];
      bar.u = so3::Vector<X>(X(0), bar.alpha[2], -bar.alpha[1]);
      for (int i = 0; i < 3; ++i) s[i] += 2 * data.half * (bar.u[i] + bar.c[i]);
    }
  }

  // Computes A, b, D⁻¹, P, τ and α_1 of a bar from the values of the next bar.
  template <class X>
  void articulate(Bar<X>& bar, const Bar<X>* next) const {
    const T &a = data.half, &m = data.mass;
    Mat<X, 3> outer = zeros<Mat<X, 3>>();
    so3::Vector<X> outer_bias = zeros<so3::Vector<X>>();
    if (next) {
      outer = conjugated(next->to_before, next->articulated);
      outer_bias = product(next->to_before, next->bias);
    }
    const X square = dot(bar.w, bar.w);
    so3::Vector<X> inertial, own, pull;  // ω × Jω; m (a c − g); F of the next bar, without its terms in s and u
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, l = (i + 2) % 3;
      inertial[i] = (data.moments[l] - data.moments[j]) * bar.w[j] * bar.w[l];
      bar.c[i] = bar.w[0] * bar.w[i];
    }
    bar.c[0] -= square;
    for (int i = 0; i < 3; ++i) {
      own[i] = m * (a * bar.c[i] - bar.g[i]);
      pull[i] = 2 * a * (outer(i, 0) * bar.c[0] + outer(i, 1) * bar.c[1] + outer(i, 2) * bar.c[2]) + outer_bias[i];
    }
    bar.alpha[0] = -inertial[0] / data.moments[0];
    bar.torque = {a * own[2] + 2 * a * pull[2] - inertial[1], -a * own[1] - 2 * a * pull[1] - inertial[2]};
    for (int i = 0; i < 3; ++i) {
      bar.p[0][i] = 2 * a * outer(2, i);
      bar.p[1][i] = -2 * a * outer(1, i);
    }
    bar.p[0][2] += m * a;
    bar.p[1][1] -= m * a;
    invert(bar, outer);
    reduce(bar, outer, own, pull);
  }
  template <class X>
  void invert(Bar<X>& bar, const Mat<X, 3>& outer) const {
    const T own = data.mass * data.half * data.half, four = 4 * data.half * data.half;
    const X d11 = data.moments[1] + own + four * outer(2, 2), d12 = -four * outer(1, 2),
            d22 = data.moments[2] + own + four * outer(1, 1);
    const X determinant = d11 * d22 - d12 * d12;
    bar.d11 = d22 / determinant;
    bar.d12 = -d12 / determinant;
    bar.d22 = d11 / determinant;
  }
  template <class X>
  void reduce(Bar<X>& bar, const Mat<X, 3>& outer, const so3::Vector<X>& own, const so3::Vector<X>& pull) const {
    const auto by_torque = bar.divided(bar.torque[0], bar.torque[1]);
    for (int j = 0; j < 3; ++j) {
      const auto column = bar.divided(bar.p[0][j], bar.p[1][j]);
      for (int i = 0; i < 3; ++i)
        bar.articulated(i, j) = outer(i, j) - (bar.p[0][i] * column[0] + bar.p[1][i] * column[1]);
      bar.articulated(j, j) += data.mass;
      bar.bias[j] = own[j] + pull[j] - (bar.p[0][j] * by_torque[0] + bar.p[1][j] * by_torque[1]);
    }
  }

  // Products are written as loops: each matrix expression would instantiate a dozen types for every scalar.
  template <class X>
  static X dot(const so3::Vector<X>& a, const so3::Vector<X>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
  template <class X>
  static so3::Vector<X> product(const Mat<X, 3>& r, const so3::Vector<X>& x) {
    so3::Vector<X> out;
    for (int i = 0; i < 3; ++i) out[i] = r(i, 0) * x[0] + r(i, 1) * x[1] + r(i, 2) * x[2];
    return out;
  }
  template <class X>
  static so3::Vector<X> turned_back(const Mat<X, 3>& r, const so3::Vector<X>& x) {
    so3::Vector<X> out;
    for (int i = 0; i < 3; ++i) out[i] = r(0, i) * x[0] + r(1, i) * x[1] + r(2, i) * x[2];
    return out;
  }
  // Returns R A Rᵀ.
  template <class X>
  static Mat<X, 3> conjugated(const Mat<X, 3>& r, const Mat<X, 3>& a) {
    Mat<X, 3> half, out;
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) half(i, j) = r(i, 0) * a(0, j) + r(i, 1) * a(1, j) + r(i, 2) * a(2, j);
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) out(i, j) = half(i, 0) * r(j, 0) + half(i, 1) * r(j, 1) + half(i, 2) * r(j, 2);
    return out;
  }

  mutable std::vector<Bar<T>> work;  // workspace of the last call
  mutable std::vector<Bar<D>> dual_work;
};

}  // namespace plumb
