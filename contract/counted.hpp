#pragma once
// Counted<S>: a system that counts the calls of its functions. S is a concrete or a type-erased system, so the counters
// have the same meaning for every method and in both bindings.

#include <concepts>
#include <utility>

#include "contract/counters.hpp"
#include "contract/system.hpp"

namespace plumb {

template <class S>
class Counted : public S {
 public:
  using T = typename S::Scalar;
  Counters counters;

  /// Constructs the base S from `from`.
  template <class From>
  requires(!std::same_as<From, Counted> && std::constructible_from<S, From>) explicit Counted(From from)
      : S(std::move(from)) {}

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
  template <class Factors, class Entry>
  bool factor(Factors& f, const Point& point, const Blend<Entry>& b) {
    ++*counters.factorizations;
    if (b.has_tangents()) ++*counters.jacobian_evaluations;
    return S::factor(f, point, b);
  }
  void blocks(const T& t, const typename S::State& x, BlocksOf<S>& out) requires OffersBlocks<S> {
    ++*counters.jacobian_evaluations;
    S::blocks(t, x, out);
  }
  template <class Factors, class W, class... E>
  void solve(Factors& f, W& w, E&... e) {
    ++*counters.linear_solves;
    S::solve(f, w, e...);
  }
};

template <class S>
Counted(S) -> Counted<S>;

}  // namespace plumb
