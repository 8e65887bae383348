#pragma once
// Solves B z = w from the factorised product H B, if a model computes H B instead of B. H is regular.

#include "problems/adapters/dense_factors.hpp"

namespace plumb {

/// T is the scalar of the entries of H; void: there is no H.
template <class Entry, int nv, int nl, class T>
class WeightedFactors : public DenseFactors<Entry, nv, nl> {
  using Base = DenseFactors<Entry, nv, nl>;

 public:
  WeightedFactors(int velocities, int constraints)
      : Base(velocities, constraints),
        weight_(zeros<Mat<T>>(velocities, velocities)),
        room_(zeros<Vec<Entry>>(velocities)) {}

  /// Sets H: the next matrix passed to factor() is H B.
  template <class H>
  void weigh(const H& by) {
    weight_ = by;
    is_weighted_ = true;
  }
  /// Removes H: the next matrix passed to factor() is B.
  void weigh_nothing() { is_weighted_ = false; }

  template <class W, class... E>
  void solve(W& w, E&... e) {
    if (is_weighted_) multiply(w);
    Base::solve(w, e...);
  }

 private:
  template <class W>
  void multiply(W& w) {
    room_.setZero();
    for (Eigen::Index j = 0; j < w.size(); ++j)
      for (Eigen::Index i = 0; i < w.size(); ++i) room_[i] += weight_(i, j) * w[j];
    for (Eigen::Index i = 0; i < w.size(); ++i) w[i] = room_[i];
  }

  Mat<T> weight_;
  Vec<Entry> room_;
  bool is_weighted_ = false;
};

template <class Entry, int nv, int nl>
class WeightedFactors<Entry, nv, nl, void> : public DenseFactors<Entry, nv, nl> {
 public:
  using DenseFactors<Entry, nv, nl>::DenseFactors;
};

}  // namespace plumb
