#pragma once
// The planar chain in absolute coordinates: q = (x_k, y_k, ψ_k) of every body, with two constraints for each joint
// (chain_data.hpp).
//
//   m x_k'' = m g − λ_k + λ_{k+1},   I ψ_k'' = −c (ω_k − ω_p) + c (ω_{k+1} − ω_k) + a n_k·(λ_k + λ_{k+1})
//   Φ_k = x_k − a_k e_k − (x_p + a_p e_p),  p = k − 1
//
// All costs are proportional to n. Sizes are dynamic.

#include "contract/vector_space.hpp"
#include "problems/planar-chain/chain_matrix.hpp"
#include "problems/sine_cosine.hpp"

namespace plumb {

template <class T_>
class AbsoluteChain : public VectorSpace<Vec<T_>> {
 public:
  using Scalar = T_;
  using T = T_;
  using Q = Vec<T>;
  using V = Vec<T>;
  using L = Vec<T>;
  using State = plumb::State<Q, V, L>;
  template <class Entry>
  using Factors = ChainFactors<T, Entry>;

  AbsoluteChain(ChainData<T> of, Form form)
      : data(std::move(of)), level(form), turns(data.count()), row_turns(turns), index1(data, false) {}

  Sizes sizes() const {
    const int n = static_cast<int>(data.count());
    return {3 * n, 3 * n, 2 * n};
  }
  Form form() const { return level; }
  bool velocity_dependent() const { return true; }  // Φ'' is quadratic in v
  std::string_view linear_algebra() const { return solver_name<T>(data.solver); }
  static constexpr bool solves_for_acceleration() { return true; }

  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) {
    force(t, q, v, a);
    constraint_bias(t, q, v, lambda);
    lambda = -lambda;
    take_angles(q, nullptr, index1.links);
    const Blend<T> inertia{.mass = 1};
    if (!index1.factor({T(1), T(0), T(1)}, inertia)) return false;
    index1.solve(a, lambda);
    return true;
  }
  void force(const T&, const Q&, const V& v, V& f) const {
    for (std::size_t k = 0; k < data.count(); ++k) {
      const auto i = 3 * static_cast<Eigen::Index>(k);
      f[i] = T(0);
      f[i + 1] = -data.links[k].mass * data.gravity;
      f[i + 2] = T(0);
    }
    if (data.friction != 0) add_friction(v, f);
  }
  void momentum(const Q&, const V& v, V& p) const {
    for (std::size_t k = 0; k < data.count(); ++k) {
      const auto i = 3 * static_cast<Eigen::Index>(k);
      const auto& link = data.links[k];
      p[i] = link.mass * v[i];
      p[i + 1] = link.mass * v[i + 1];
      p[i + 2] = link.inertia * v[i + 2];
    }
  }
  void reaction(const T&, const Q& q, const L& lambda, V& r) const {
    Vec<T, 2> next = Vec<T, 2>::Zero();  // multiplier λ_{k+1}
    for (std::size_t k = data.count(); k-- > 0;) {
      const auto i = static_cast<Eigen::Index>(k);
      const Vec<T, 2> own = lambda.template segment<2>(2 * i), pull = own + next;
      const auto& turn = turn_of(k, q);
      r.template segment<2>(3 * i) = own - next;
      r[3 * i + 2] = data.links[k].half * (turn.sine * pull[0] - turn.cosine * pull[1]);
      next = own;
    }
  }

  void constraint(const T&, const Q& q, L& phi) const {
    Vec<T, 2> hinge = Vec<T, 2>::Zero();  // position of the parent's end
    for (std::size_t k = 0; k < data.count(); ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      const Vec<T, 2> centre = q.template segment<2>(3 * i), arm = data.links[k].half * along(turn_of(k, q));
      phi.template segment<2>(2 * i) = centre - arm - hinge;
      hinge = centre + arm;
    }
  }
  void constraint_rate(const T&, const Q& q, const V& v, L& rate) const {
    Vec<T, 2> hinge = Vec<T, 2>::Zero();
    for (std::size_t k = 0; k < data.count(); ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      const T turning = data.links[k].half * v[3 * i + 2];
      const Vec<T, 2> centre = v.template segment<2>(3 * i), arm = turning * across(turn_of(k, q));
      rate.template segment<2>(2 * i) = centre - arm - hinge;
      hinge = centre + arm;
    }
  }
  void constraint_acceleration(const T&, const Q& q, const V& v, const V& a, L& out) const {
    Vec<T, 2> hinge = Vec<T, 2>::Zero();
    for (std::size_t k = 0; k < data.count(); ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      const auto& turn = turn_of(k, q);
      const T half = data.links[k].half, w = v[3 * i + 2];
      const Vec<T, 2> centre = a.template segment<2>(3 * i);
      const Vec<T, 2> arm = half * a[3 * i + 2] * across(turn) - half * w * w * along(turn);
      out.template segment<2>(2 * i) = centre - arm - hinge;
      hinge = centre + arm;
    }
  }
  void constraint_bias(const T&, const Q& q, const V& v, L& bias) const {
    Vec<T, 2> before = Vec<T, 2>::Zero();
    for (std::size_t k = 0; k < data.count(); ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      const T w = v[3 * i + 2];
      const Vec<T, 2> arm = data.links[k].half * w * w * along(turn_of(k, q));
      bias.template segment<2>(2 * i) = arm + before;
      before = arm;
    }
  }

  template <class Entry>
  Factors<Entry> factors() const {
    return Factors<Entry>(data, is_stabilised(level));
  }
  template <class Entry>
  bool factor(Factors<Entry>& f, const PointOf<AbsoluteChain>& point, const Blend<Entry>& b) const {
    take_angles(point.x.q, point.q_rows, f.links);
    take_rates(point.x, b.stiffness != Entry(0) || b.mu_force != Entry(0), b.by_q != Entry(0), f.links);
    if (b.stabilised) return f.factor_stabilised(b);
    return f.factor({b.mass, b.identity, b.jacobian + b.position}, b);
  }
  template <class Entry>
  void solve(Factors<Entry>& f, Vec<Entry>& w, Vec<Entry>& e) const {
    f.solve(w, e);
  }
  template <class Entry>
  void solve(Factors<Entry>& f, Vec<Entry>& w, Vec<Entry>& e, Vec<Entry>& mu) const {
    f.solve(w, e, mu);
  }

  bool conservative() const { return data.friction == 0; }
  T energy(const T&, const Q& q, const V& v) const { return kinetic_energy(v) + potential_energy(q); }
  /// The power of the friction in the joints, −c Σ (ω_k − ω_p)².
  T power(const T&, const Q&, const V& v, const L&) const {
    T sum = 0, before = 0;  // angular velocity ω of the parent
    for (Eigen::Index i = 2; i < v.size(); i += 3) {
      const T turning = v[i] - before;
      sum += turning * turning;
      before = v[i];
    }
    return -data.friction * sum;
  }
  /// The outputs are the end (x, y) and the centre of mass (x, y) of the chain, kinetic and potential energy.
  void outputs(const T&, const State& x, Vec<T>& out) const {
    const std::size_t last = data.count() - 1;
    const auto i = 3 * static_cast<Eigen::Index>(last);
    out.template head<2>() = x.q.template segment<2>(i) + data.links[last].half * along(turn_of(last, x.q));
    out.template segment<2>(2) = centre_of_mass(x.q);
    out[4] = kinetic_energy(x.v);
    out[5] = potential_energy(x.q);
  }
  int invariant_count() const { return 0; }
  void invariants(const T&, const Q&, const V&, Vec<T>&) const {}

 private:
  static Vec<T, 2> along(const SineCosine<T>& turn) { return {turn.cosine, turn.sine}; }
  static Vec<T, 2> across(const SineCosine<T>& turn) { return {-turn.sine, turn.cosine}; }
  const SineCosine<T>& turn_of(std::size_t k, const Q& q) const {
    return turns[k].at(q[3 * static_cast<Eigen::Index>(k) + 2]);
  }

  void add_friction(const V& v, V& f) const {
    T before = 0;  // angular velocity ω of the parent
    for (Eigen::Index i = 2; i < v.size(); i += 3) {
      const T torque = -data.friction * (v[i] - before);
      f[i] += torque;
      if (i > 2) f[i - 3] -= torque;
      before = v[i];
    }
  }
  void take_angles(const Q& q, const Q* rows, std::vector<LinkState<T>>& links) const {
    for (std::size_t k = 0; k < data.count(); ++k) {
      const auto& turn = turn_of(k, q);
      auto& link = links[k];
      link.sine = link.row_sine = turn.sine;
      link.cosine = link.row_cosine = turn.cosine;
      if (!rows) continue;
      const auto& row = row_turns[k].at((*rows)[3 * static_cast<Eigen::Index>(k) + 2]);
      link.row_sine = row.sine;
      link.row_cosine = row.cosine;
    }
  }
  // Computes all LinkState. Reads λ only with `pulls`, and a only with `accelerations`, because they may be undefined.
  void take_rates(const State& x, bool pulls, bool accelerations, std::vector<LinkState<T>>& links) const {
    Vec<T, 2> own = Vec<T, 2>::Zero(), next = own;
    for (std::size_t k = data.count(); k-- > 0;) {
      const auto i = static_cast<Eigen::Index>(k);
      if (pulls) own = x.lambda.template segment<2>(2 * i);
      links[k].rate = x.v[3 * i + 2];
      links[k].acceleration = accelerations ? x.a[3 * i + 2] : T(0);
      links[k].pull = own + next;
      next = own;
    }
  }

  T kinetic_energy(const V& v) const {
    T twice = 0;
    for (std::size_t k = 0; k < data.count(); ++k) {
      const auto i = 3 * static_cast<Eigen::Index>(k);
      const auto& link = data.links[k];
      twice += link.mass * (v[i] * v[i] + v[i + 1] * v[i + 1]) + link.inertia * v[i + 2] * v[i + 2];
    }
    return twice / 2;
  }
  T potential_energy(const Q& q) const {
    T moment = 0;
    for (std::size_t k = 0; k < data.count(); ++k)
      moment += data.links[k].mass * q[3 * static_cast<Eigen::Index>(k) + 1];
    return data.gravity * moment;
  }
  Vec<T, 2> centre_of_mass(const Q& q) const {
    Vec<T, 2> moment = Vec<T, 2>::Zero();
    T mass = 0;
    for (std::size_t k = 0; k < data.count(); ++k) {
      moment += data.links[k].mass * q.template segment<2>(3 * static_cast<Eigen::Index>(k));
      mass += data.links[k].mass;
    }
    return moment / mass;
  }

  ChainData<T> data;
  Form level;
  mutable std::vector<SineCosine<T>> turns, row_turns;
  ChainFactors<T, T> index1;  // factors for acceleration()
};

}  // namespace plumb
