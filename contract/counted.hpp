#pragma once
// Counted<S>: a concrete system that counts what is asked of it exactly as AnySystem does.

#include <utility>

#include "contract/counters.hpp"
#include "contract/system.hpp"

namespace plumb {

template <class S>
class Counted : public S {
 public:
  using T = typename S::Scalar;
  Counters counters;

  explicit Counted(S s) : S(std::move(s)) {}

  bool acceleration(const T& t, const typename S::Q& q, const typename S::V& v, typename S::V& a,
                    typename S::L& lambda) {
    ++*counters.rhs_evaluations;
    if constexpr (S::solves_for_acceleration) ++*counters.factorizations, ++*counters.linear_solves;
    return S::acceleration(t, q, v, a, lambda);
  }
  void force(const T& t, const typename S::Q& q, const typename S::V& v, typename S::V& f) {
    ++*counters.rhs_evaluations;
    S::force(t, q, v, f);
  }
  bool factor(const T& t, const typename S::State& x, const Blend<T>& b) { return factor(t, x, b, t, x.q); }
  bool factor(const T& t, const typename S::State& x, const Blend<T>& b, const T& t_rows, const typename S::Q& q_rows) {
    ++*counters.factorizations;
    if (b.damping != 0 || b.stiffness != 0) ++*counters.jacobian_evaluations;
    return S::factor(t, x, b, t_rows, q_rows);
  }
  void blocks(const T& t, const typename S::State& x, BlocksOf<S>& out) {
    ++*counters.jacobian_evaluations;
    S::blocks(t, x, out);
  }
  void solve(typename S::V& r, typename S::L& e) {
    ++*counters.linear_solves;
    S::solve(r, e);
  }
};

}  // namespace plumb
