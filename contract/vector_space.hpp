#pragma once
// Base classes of systems: coordinates that form a vector space with q' = v, and equations without constraints.

#include "contract/system.hpp"

namespace plumb {

/// q ⊞ w = q + w.
template <class Q, class V = Q>
struct VectorSpace {
  using T = typename V::Scalar;

  bool vector_space() const { return true; }
  void retract(const Q& q, const V& w, Q& out) const { out = q + w; }
  void local(const Q& q, const Q& q1, V& out) const { out = q1 - q; }
  void chart_rate(const Q&, const V&, const V& v, V& out) const { out = v; }
  void chart_tangent(const Q&, const V&, const V& u, V& out) const { out = u; }
  void chart_momentum(const Q&, const V&, const V& p, V& out) const { out = p; }
  void coadjoint(const V&, const V&, V& out) const { clear(out); }
  void chart_blocks(const Q&, const V&, const V&, ChartBlocks<T, V::RowsAtCompileTime>& out) const {
    out = ChartBlocks<T, V::RowsAtCompileTime>(static_cast<int>(out.tangent.rows()));
  }
};

/// A system without multipliers.
template <class T, class Q, class V, class L>
struct Unconstrained {
  void reaction(const T&, const Q&, const L&, V& out) const { clear(out); }
  void constraint(const T&, const Q&, L&) const {}
  void constraint_rate(const T&, const Q&, const V&, L&) const {}
  void constraint_acceleration(const T&, const Q&, const V&, const V&, L&) const {}
  void constraint_bias(const T&, const Q&, const V&, L&) const {}
};

}  // namespace plumb
