#pragma once
// The planar chain in minimal coordinates: q_k = ψ_k − ψ_{k−1}, the angle of a link relative to the previous link
// (chain_data.hpp).
//
// The articulated-body algorithm computes accelerations. With the acceleration p_k of hinge k and the force F_k on body
// k at this hinge,
//
//   F_k = A_k p_k + b_k,   α_k = (T_k − u_k·p_k)/J_k,   p_{k+1} = p_k + 2a (α n − ω² e)
//   d = A' n,   u = m a n + 2a d,   J = I + m a² + 4a² n·d,      A', b' are A, b of body k + 1; 0 at the tip
//   T = −m g a cos ψ + τ_k − τ_{k+1} + 4a² ω² e·d − 2a n·b'
//   A = m + A' − u uᵀ/J,   b = u T/J + b' − m a ω² e + m g ŷ − 2a ω² A' e
//
// The matrices B = μ − damping ∂g/∂v − stiffness ∂g/∂q of v' = g(q, v) are full. Therefore B δ = r is solved with the
// sparse matrix of the linearised index-1 equations in absolute coordinates. If φ_k = δ_1 + .. + δ_k, the angular
// accelerations change by μ φ − r, the angles ψ by stiffness φ, and ω by damping φ; these are the weights in the
// columns of ψ.
//
// Source: Featherstone 2008, Rigid Body Dynamics Algorithms, chapter 7. All costs are proportional to n.

#include "contract/vector_space.hpp"
#include "problems/planar-chain/chain_matrix.hpp"
#include "problems/sine_cosine.hpp"

namespace plumb {

template <class T_>
class AngleChain : public VectorSpace<Vec<T_>>, public Unconstrained<T_, Vec<T_>, Vec<T_>, Vec<T_>> {
 public:
  using Scalar = T_;
  using T = T_;
  using Q = Vec<T>;
  using V = Vec<T>;
  using L = Vec<T>;
  using State = plumb::State<Q, V, L>;
  template <class Entry>
  using Factors = ChainFactors<T, Entry>;

  explicit AngleChain(ChainData<T> of) : data(std::move(of)), bodies(data.count()) {}

  Sizes sizes() const {
    const int n = static_cast<int>(data.count());
    return {n, n, 0};
  }
  Form form() const { return Form::ode; }
  bool velocity_dependent() const { return data.count() > 1 || data.friction != 0; }
  std::string_view linear_algebra() const { return solver_name<T>(data.solver); }
  static constexpr bool solves_for_acceleration() { return false; }

  bool acceleration(const T&, const Q& q, const V& v, V& a, L&) const {
    accelerate(q, v);
    T before = 0;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      a[static_cast<Eigen::Index>(k)] = bodies[k].acceleration - before;
      before = bodies[k].acceleration;
    }
    return true;
  }
  void force(const T& t, const Q& q, const V& v, V& f) const {
    L none;
    acceleration(t, q, v, f, none);
  }
  void momentum(const Q&, const V& v, V& p) const { p = v; }

  template <class Entry>
  Factors<Entry> factors() const {
    return Factors<Entry>(data, false);
  }
  template <class Entry>
  bool factor(Factors<Entry>& f, const PointOf<AngleChain>& point, const Blend<Entry>& b) const {
    accelerate(point.x.q, point.x.v);
    take_links(f.links);
    const Entry mu = b.mass + b.identity;
    const Blend<Entry> turning = {.mass = mu,
                                  .damping = b.damping,
                                  .stiffness = b.stiffness,
                                  .jacobian = mu,
                                  .by_v = b.damping,
                                  .by_q = b.stiffness};
    return f.factor({Entry(1), Entry(0), Entry(1)}, turning);
  }
  template <class Entry>
  void solve(Factors<Entry>& f, Vec<Entry>& w, Vec<Entry>&) const {
    auto& z = f.nodes();
    Entry r(0);
    auto before = zeros<Vec<Entry, 2>>();
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      const auto i = 5 * static_cast<Eigen::Index>(k);
      const auto& link = data.links[k];
      r += w[static_cast<Eigen::Index>(k)];
      const Vec<Entry, 2> arm(r * (link.half * f.links[k].sine), r * (-link.half * f.links[k].cosine));
      z[i] = z[i + 1] = Entry(0);
      z[i + 2] = link.inertia * r;
      for (int j = 0; j < 2; ++j) z[i + 3 + j] = arm[j] + before[j];
      before = arm;
    }
    f.solve_nodes();
    Entry phi(0);
    for (Eigen::Index k = 0; k < w.size(); ++k) {
      w[k] = z[5 * k + 2] - phi;
      phi = z[5 * k + 2];
    }
  }
  template <class Entry>
  void solve(Factors<Entry>& f, Vec<Entry>& w, Vec<Entry>& e, Vec<Entry>&) const {
    solve(f, w, e);
  }

  bool conservative() const { return data.friction == 0; }
  T energy(const T&, const Q& q, const V& v) const {
    const Sums sums = sum(q, v);
    return sums.kinetic + sums.potential;
  }
  /// The power of the friction in the joints, −c Σ q_k'².
  T power(const T&, const Q&, const V& v, const L&) const { return -data.friction * v.squaredNorm(); }
  /// The outputs are the end (x, y) and the centre of mass (x, y) of the chain, kinetic and potential energy.
  void outputs(const T&, const State& x, Vec<T>& out) const {
    const Sums sums = sum(x.q, x.v);
    out.template head<2>() = sums.end;
    out.template segment<2>(2) = sums.moment / sums.mass;
    out[4] = sums.kinetic;
    out[5] = sums.potential;
  }
  int invariant_count() const { return 0; }
  void invariants(const T&, const Q&, const V&, Vec<T>&) const {}

 private:
  struct Body {
    T omega = 0;
    SineCosine<T> turn;
    T a11 = 0, a12 = 0, a22 = 0;                   // entries of A
    Vec<T, 2> b = {T(0), T(0)}, u = b, force = b;  // vectors b, u; force F
    T inverse = 0, torque = 0;                     // inverse 1/J, torque T
    T acceleration = 0;                            // angular acceleration α

    Vec<T, 2> articulated(const Vec<T, 2>& x) const { return {a11 * x[0] + a12 * x[1], a12 * x[0] + a22 * x[1]}; }
    Vec<T, 2> along() const { return {turn.cosine, turn.sine}; }
    Vec<T, 2> across() const { return {-turn.sine, turn.cosine}; }
  };
  struct Sums {
    T mass = 0, kinetic = 0, potential = 0;
    Vec<T, 2> end = {T(0), T(0)}, moment = end;
  };

  static T dot(const Vec<T, 2>& a, const Vec<T, 2>& b) { return a[0] * b[0] + a[1] * b[1]; }

  // Computes angles and angular velocities of the bodies.
  void turn(const Q& q, const V& v) const {
    T psi = 0, omega = 0;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      psi += q[static_cast<Eigen::Index>(k)];
      omega += v[static_cast<Eigen::Index>(k)];
      bodies[k].turn.at(psi);
      bodies[k].omega = omega;
    }
  }

  // Computes F_k and α_k of all bodies.
  void accelerate(const Q& q, const V& v) const {
    turn(q, v);
    const Body tip;
    for (std::size_t k = bodies.size(); k-- > 0;) articulate(k, k + 1 < bodies.size() ? bodies[k + 1] : tip, v);
    Vec<T, 2> p = Vec<T, 2>::Zero();
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      Body& body = bodies[k];
      body.acceleration = (body.torque - dot(body.u, p)) * body.inverse;
      body.force = body.articulated(p) + body.b;
      const T length = 2 * data.links[k].half;
      p += length * body.acceleration * body.across() - length * body.omega * body.omega * body.along();
    }
  }

  void articulate(std::size_t k, const Body& next, const V& v) const {
    Body& body = bodies[k];
    const auto& [a, m, inertia] = data.links[k];
    const T weight = m * data.gravity, w2 = body.omega * body.omega;
    const Vec<T, 2> e = body.along(), n = body.across(), d = next.articulated(n);
    body.u = m * a * n + 2 * a * d;
    body.inverse = 1 / (inertia + m * a * a + 4 * a * a * dot(n, d));
    body.torque = 4 * a * a * w2 * dot(e, d) - weight * a * body.turn.cosine - 2 * a * dot(n, next.b);
    if (data.friction != 0) body.torque += friction(k, v);
    const Vec<T, 2> r = body.u * body.inverse;
    body.a11 = m + (next.a11 - r[0] * body.u[0]);
    body.a12 = next.a12 - r[0] * body.u[1];
    body.a22 = m + (next.a22 - r[1] * body.u[1]);
    body.b = r * body.torque + next.b - m * a * w2 * e - 2 * a * w2 * next.articulated(e);
    body.b[1] += weight;
  }
  // Returns τ_k − τ_{k+1}.
  T friction(std::size_t k, const V& v) const {
    const auto i = static_cast<Eigen::Index>(k);
    const T against_next = i + 1 < v.size() ? T(v[i + 1]) : T(0);
    return data.friction * (against_next - v[i]);
  }

  void take_links(std::vector<LinkState<T>>& links) const {
    Vec<T, 2> next = Vec<T, 2>::Zero();  // force F_{k+1}
    for (std::size_t k = bodies.size(); k-- > 0;) {
      const Body& body = bodies[k];
      auto& link = links[k];
      link.sine = link.row_sine = body.turn.sine;
      link.cosine = link.row_cosine = body.turn.cosine;
      link.rate = body.omega;
      link.acceleration = body.acceleration;
      link.pull = -body.force - next;  // multiplier λ = −F
      next = body.force;
    }
  }

  Sums sum(const Q& q, const V& v) const {
    turn(q, v);
    Sums sums;
    T twice = 0;
    Vec<T, 2> velocity = Vec<T, 2>::Zero();  // velocity of the hinge
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      const Body& body = bodies[k];
      const auto& link = data.links[k];
      const Vec<T, 2> arm = link.half * body.along(), change = link.half * body.omega * body.across();
      sums.end += arm;
      velocity += change;
      sums.mass += link.mass;
      sums.moment += link.mass * sums.end;
      twice += link.mass * dot(velocity, velocity) + link.inertia * body.omega * body.omega;
      sums.end += arm;
      velocity += change;
    }
    sums.kinetic = twice / 2;
    sums.potential = data.gravity * sums.moment[1];
    return sums;
  }

  ChainData<T> data;
  mutable std::vector<Body> bodies;  // workspace of the last call
};

}  // namespace plumb
