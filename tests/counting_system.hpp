#pragma once
// CountingSystem<Model> is a system that counts the calls of its functions. It is inside the type-erased binding, so
// its counts can be compared with the counters of this binding.

#include "methods/testing/small_system.hpp"

namespace plumb::testing {

/// The numbers of calls of a system's functions.
struct Calls {
  std::int64_t accelerations = 0, forces = 0, momenta = 0, constraint_rates = 0;
  std::int64_t factorizations = 0, linearised = 0;  // factorisations of all matrices; of matrices with tangents
  std::int64_t blocks = 0, solves = 0;
};

template <class Model>
class CountingSystem : public SmallSystem<Model> {
  using Base = SmallSystem<Model>;

 public:
  using T = typename Base::T;
  using Q = typename Base::Q;
  using V = typename Base::V;
  using L = typename Base::L;
  using State = typename Base::State;
  template <class Entry>
  using Factors = typename Base::template Factors<Entry>;

  /// Adds all counts to `tally`, which must outlive the system and its copies.
  CountingSystem(Model counted, Form form, Calls& tally) : Base(std::move(counted), form), calls(&tally) {}

  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) {
    ++calls->accelerations;
    return Base::acceleration(t, q, v, a, lambda);
  }
  void force(const T& t, const Q& q, const V& v, V& f) {
    ++calls->forces;
    Base::force(t, q, v, f);
  }
  void momentum(const Q& q, const V& v, V& p) {
    ++calls->momenta;
    Base::momentum(q, v, p);
  }
  void constraint_rate(const T& t, const Q& q, const V& v, L& g) {
    ++calls->constraint_rates;
    Base::constraint_rate(t, q, v, g);
  }
  template <class Entry>
  bool factor(Factors<Entry>& f, const PointOf<Base>& point, const Blend<Entry>& b) {
    ++calls->factorizations;
    if (b.has_tangents()) ++calls->linearised;
    return Base::factor(f, point, b);
  }
  template <class Entry, class W, class... E>
  void solve(Factors<Entry>& f, W& w, E&... e) const {
    ++calls->solves;
    Base::solve(f, w, e...);
  }
  void blocks(const T& t, const State& x, plumb::Blocks<T, Model::nv, Model::nl>& out) {
    ++calls->blocks;
    Base::blocks(t, x, out);
  }

 private:
  Calls* calls;
};

}  // namespace plumb::testing
