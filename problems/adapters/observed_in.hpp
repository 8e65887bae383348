#pragma once
// ObservedIn<System, Observer, Embedding>: a system in minimal coordinates whose energy, outputs and invariants are
// those of the same mechanism in other coordinates. So formulations of one mechanism share one definition of them.
//
// `observer` is Observable in the other coordinates; embedding(t, q, v) leads there, to a Configuration<T>. The power
// of what is not conservative stays that of the system.

#include <utility>

#include "contract/system.hpp"

namespace plumb {

template <class System, class Observer, class Embedding>
class ObservedIn : public System {
 public:
  using T = typename System::Scalar;
  using Q = typename System::Q;
  using V = typename System::V;

  ObservedIn(System system, Observer observer, Embedding embedding)
      : System(std::move(system)), observer_(std::move(observer)), embedding_(std::move(embedding)) {}

  T energy(const T& t, const Q& q, const V& v) const {
    const auto there = embedding_(t, q, v);
    return observer_.energy(t, there.q, there.v);
  }
  void outputs(const T& t, const Q& q, const V& v, Vec<T>& out) const {
    const auto there = embedding_(t, q, v);
    observer_.outputs(t, there.q, there.v, out);
  }
  int invariant_count() const { return observer_.invariant_count(); }
  void invariants(const T& t, const Q& q, const V& v, Vec<T>& out) const {
    const auto there = embedding_(t, q, v);
    observer_.invariants(t, there.q, there.v, out);
  }

 private:
  Observer observer_;
  Embedding embedding_;
};

}  // namespace plumb
