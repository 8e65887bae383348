#pragma once
// ObservedIn<System, Observer, Embedding>: a system in minimal coordinates whose energy, outputs and invariants are
// evaluated by the same mechanism in other coordinates, so all formulations of a mechanism share one definition.
//
// `observer` meets the concept Observable and uses the other coordinates. embedding(t, q, v) returns the state in these
// coordinates as a Configuration<T>. The system itself evaluates the power of nonconservative forces.
//
// With `closes_loops`, the system has closed loops whose constraints are imposed on accelerations only, so the
// positions and velocities of a method drift. Two additional invariants are the largest violations of Φ = 0 and of Φ' =
// 0 in the other coordinates; both are 0 on the exact motion.

#include <utility>

#include "contract/system.hpp"

namespace plumb {

template <class System, class Observer, class Embedding>
class ObservedIn : public System {
 public:
  using T = typename System::Scalar;
  using Q = typename System::Q;
  using V = typename System::V;
  using State = typename System::State;

  ObservedIn(System system, Observer observer, Embedding embedding, bool closes_loops)
      : System(std::move(system)),
        observer_(std::move(observer)),
        embedding_(std::move(embedding)),
        closes_loops_(closes_loops),
        violation_(zeros<typename Observer::L>(observer_.sizes().lambda)),
        seen_(zero_state(observer_)) {
    seen_.a.setConstant(std::numeric_limits<T>::quiet_NaN());
    seen_.lambda.setConstant(std::numeric_limits<T>::quiet_NaN());
  }

  T energy(const T& t, const Q& q, const V& v) const {
    const auto there = embedding_(t, q, v);
    return observer_.energy(t, there.q, there.v);
  }
  /// Outputs depend on q and v only: the method's accelerations and multipliers are not converted.
  void outputs(const T& t, const State& x, Vec<T>& out) const {
    const auto there = embedding_(t, x.q, x.v);
    seen_.q = there.q;
    seen_.v = there.v;
    observer_.outputs(t, seen_, out);
  }
  int invariant_count() const { return observer_.invariant_count() + (closes_loops_ ? 2 : 0); }
  void invariants(const T& t, const Q& q, const V& v, Vec<T>& out) const {
    const auto there = embedding_(t, q, v);
    const int before = observer_.invariant_count();
    Vec<T> others(before);
    observer_.invariants(t, there.q, there.v, others);
    out.head(before) = others;
    if (!closes_loops_) return;
    observer_.constraint(t, there.q, violation_);
    out[before] = violation_.template lpNorm<Eigen::Infinity>();
    observer_.constraint_rate(t, there.q, there.v, violation_);
    out[before + 1] = violation_.template lpNorm<Eigen::Infinity>();
  }

 private:
  mutable Observer observer_;  // mutable, because its constraints have a workspace
  Embedding embedding_;
  bool closes_loops_;
  mutable typename Observer::L violation_;
  mutable typename Observer::State seen_;
};

}  // namespace plumb
