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

  using Point = PointOf<S>;

  bool acceleration(const T& t, const typename S::Q& q, const typename S::V& v, typename S::V& a,
                    typename S::L& lambda) {
    ++*counters.rhs_evaluations;
    if (S::solves_for_acceleration()) {
      ++*counters.factorizations;
      ++*counters.linear_solves;
    }
    return S::acceleration(t, q, v, a, lambda);
  }
  void force(const T& t, const typename S::Q& q, const typename S::V& v, typename S::V& f) {
    ++*counters.rhs_evaluations;
    S::force(t, q, v, f);
  }
  template <class Entry>
  bool factor(typename S::template Factors<Entry>& f, const Point& point, const Blend<Entry>& b) {
    ++*counters.factorizations;
    if (b.has_tangents()) ++*counters.jacobian_evaluations;
    return S::factor(f, point, b);
  }
  void blocks(const T& t, const typename S::State& x, BlocksOf<S>& out) requires OffersBlocks<S> {
    ++*counters.jacobian_evaluations;
    S::blocks(t, x, out);
  }
  template <class Entry, class W, class... E>
  void solve(typename S::template Factors<Entry>& f, W& w, E&... e) {
    ++*counters.linear_solves;
    S::solve(f, w, e...);
  }
};

}  // namespace plumb
