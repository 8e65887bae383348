#pragma once
// Minimal<Model>: a model in minimal coordinates that computes its acceleration itself, q'' = g(t, q, q'), as a
// Mechanical system with M = I and no constraints.
//
// A model supplies Scalar, size, acceleration(t, q, v, a), stiffness(t, q, v, K) = ∂g/∂q, damping(t, q, v, D) = ∂g/∂v,
// velocity_dependent(), conservative(), energy(t, q, v), outputs(t, q, v, out), invariant_count, invariants(t, q, v,
// out). Optional members:
//   - tangents(t, q, v, H, D, K), which computes a regular H, D = H ∂g/∂v and K = H ∂g/∂q, if these are cheaper, with
//     has_tangents(), which returns whether it may be called;
//   - power(t, q, v) = dE/dt along the motion, required unless the model is conservative;
//   - Space (problems/adapters/space.hpp), if the configuration space is not a vector space; g is then v';
//   - velocities() and coordinates(), the numbers of both, if `size` is Eigen::Dynamic.

#include <optional>
#include <utility>

#include "problems/adapters/chart_tangent.hpp"
#include "problems/adapters/dense_factors.hpp"
#include "problems/adapters/space.hpp"
#include "problems/adapters/weighted_factors.hpp"

namespace plumb {

/// The size of multiplier vectors at compile time. Systems with dynamic sizes use one vector type for all vectors.
template <int velocities>
inline constexpr int no_multipliers = velocities == Eigen::Dynamic ? Eigen::Dynamic : 0;

/// Replaces the factorisation of H for models without `tangents`.
struct NoWeight {
  explicit NoWeight(int) {}
};

template <class Model>
class Minimal
    : public SpaceOf<Model, Model::size>::type,
      public Unconstrained<
          typename Model::Scalar, Vec<typename Model::Scalar, SpaceOf<Model, Model::size>::coordinates>,
          Vec<typename Model::Scalar, Model::size>, Vec<typename Model::Scalar, no_multipliers<Model::size>>> {
  using Space = SpaceOf<Model, Model::size>;
  static constexpr int n = Model::size;
  static constexpr bool provides_power =
      requires(const Model m, typename Model::Scalar t, Vec<typename Model::Scalar, Space::coordinates> q,
               Vec<typename Model::Scalar, n> v) {
    m.power(t, q, v);
  };

 public:
  using Scalar = typename Model::Scalar;
  using T = Scalar;
  using Q = Vec<T, Space::coordinates>;
  using V = Vec<T, n>;
  using L = Vec<T, no_multipliers<n>>;
  using State = plumb::State<Q, V, L>;
  static constexpr bool may_have_tangents = requires(const Model m) { m.has_tangents(); };
  template <class Entry>
  using Factors = WeightedFactors<Entry, std::is_same_v<Entry, T> ? n : Eigen::Dynamic, no_multipliers<n>,
                                  std::conditional_t<may_have_tangents, T, void>>;
  Model model;

  explicit Minimal(Model m) : Space::type(Space::of(m)), model(std::move(m)) {}

  Sizes sizes() const {
    if constexpr (n == Eigen::Dynamic)
      return {model.coordinates(), model.velocities(), 0};
    else
      return {Space::coordinates, n, 0};
  }
  Form form() const { return Form::ode; }
  bool velocity_dependent() const { return model.velocity_dependent(); }
  static constexpr bool solves_for_acceleration() { return false; }
  bool acceleration(const T& t, const Q& q, const V& v, V& a, L&) const {
    model.acceleration(t, q, v, a);
    return true;
  }
  void force(const T& t, const Q& q, const V& v, V& f) const { model.acceleration(t, q, v, f); }
  void momentum(const Q&, const V& v, V& p) const { p = v; }
  void blocks(const T& t, const State& x, plumb::Blocks<T, n, no_multipliers<n>>& out) const {
    out.mass.setIdentity();
    if (take_tangents_out_of_weight(t, x, out)) return;
    model.damping(t, x.q, x.v, out.damping);
    model.stiffness(t, x.q, x.v, out.stiffness);
  }

  template <class Entry>
  Factors<Entry> factors() const {
    if (!work) work.emplace(velocities());
    return Factors<Entry>(velocities(), 0);
  }
  template <class Entry>
  bool factor(Factors<Entry>& f, const PointOf<Minimal>& point, const Blend<Entry>& b) {
    if constexpr (may_have_tangents) {
      if (model.has_tangents() && b.has_tangents()) return factor_weighted(f, point, b);
      f.weigh_nothing();
    }
    if (!work) work.emplace(velocities());
    auto& at = work->at;
    at.mass.setIdentity();
    if (b.damping != Entry(0)) model.damping(point.t, point.x.q, point.x.v, at.damping);
    if (b.stiffness != Entry(0)) {
      model.stiffness(point.t, point.x.q, point.x.v, at.stiffness);
      if (!apply_chart(point, at.stiffness)) return false;
    }
    return f.factor(at, at.jacobian, at.jacobian, b);
  }
  template <class Entry, class W, class E>
  void solve(Factors<Entry>& f, W& w, E& e) const {
    f.solve(w, e);
  }
  template <class Entry, class W, class E>
  void solve(Factors<Entry>& f, W& w, E& e, E&) const {
    f.solve(w, e);
  }

  bool conservative() const { return model.conservative(); }
  T energy(const T& t, const Q& q, const V& v) const { return model.energy(t, q, v); }
  T power(const T& t, const Q& q, const V& v, const L&) const requires provides_power { return model.power(t, q, v); }
  void outputs(const T& t, const State& x, Vec<T>& out) const { model.outputs(t, x.q, x.v, out); }
  int invariant_count() const { return Model::invariant_count; }
  void invariants(const T& t, const Q& q, const V& v, Vec<T>& out) const { model.invariants(t, q, v, out); }

 private:
  // Square matrices, allocated at the first factorisation only: large systems that only need accelerations avoid them.
  struct Work {
    std::conditional_t<Space::curved, ChartTangent<T, n>, NoChart> chart;
    plumb::Blocks<T, n, no_multipliers<n>> at;
    std::conditional_t<may_have_tangents, Lu<T, n>, NoWeight> weight;

    explicit Work(int velocities) : chart(velocities), at(velocities, 0), weight(velocities) {}
  };

  int velocities() const { return sizes().v; }

  /// stiffness ← stiffness · N. Returns false if N is singular.
  template <class Block>
  bool apply_chart(const PointOf<Minimal>& point, Block& stiffness) {
    if constexpr (Space::curved) {
      if (!point.theta) return true;
      if constexpr (requires { this->apply_tangents(point, stiffness); }) return this->apply_tangents(point, stiffness);
      if (!work->chart.take(*this, point)) return false;
      work->chart.apply(stiffness);
    }
    return true;
  }

  /// Factorises H B, where B = mass·1 − damping·D − stiffness·K + identity·1.
  template <class Entry>
  bool factor_weighted(Factors<Entry>& f, const PointOf<Minimal>& point, const Blend<Entry>& b) {
    if (!work) work.emplace(velocities());
    auto& at = work->at;
    model.tangents(point.t, point.x.q, point.x.v, at.mass, at.damping, at.stiffness);
    if (!apply_chart(point, at.stiffness)) return false;
    f.weigh(at.mass);
    auto weighted = b;
    weighted.mass += b.identity;
    weighted.identity = Entry(0);
    return f.factor(at, at.jacobian, at.jacobian, weighted);
  }

  /// Computes D and K from the model's H D and H K. Returns false if the model has no tangents, or if H is singular.
  template <class B>
  bool take_tangents_out_of_weight(const T& t, const State& x, B& out) const {
    if constexpr (may_have_tangents) {
      if (!model.has_tangents()) return false;
      if (!work) work.emplace(velocities());
      auto& weight = work->weight;
      model.tangents(t, x.q, x.v, weight.matrix, out.damping, out.stiffness);
      if (!weight.factor()) return false;
      for (auto* tangent : {&out.damping, &out.stiffness})
        for (Eigen::Index j = 0; j < tangent->cols(); ++j) {
          auto column = tangent->col(j);
          weight.solve(column);
        }
      return true;
    }
    return false;
  }

  mutable std::optional<Work> work;  // workspace of the last factor()
};

}  // namespace plumb
