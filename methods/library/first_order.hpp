#pragma once
// A mechanical system as the first-order equations that general libraries solve: z = (q, v), z' = (v, v'(t, q, v)).

#include <algorithm>
#include <cmath>

#include "contract/method.hpp"

namespace plumb {

template <class S>
class FirstOrder {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  explicit FirstOrder(S& system) : s(system), x(zero_state(system)) {}

  Eigen::Index size() const { return x.q.size() + x.v.size(); }
  void pack(const State& from, T* z) const {
    std::copy(from.v.begin(), from.v.end(), std::copy(from.q.begin(), from.q.end(), z));
  }
  void unpack(const T* z, State& to) const {
    std::copy(z, z + to.q.size(), to.q.begin());
    std::copy(z + to.q.size(), z + size(), to.v.begin());
  }
  bool holds(const State& other, const T* z) const {
    return std::equal(other.q.begin(), other.q.end(), z) &&
           std::equal(other.v.begin(), other.v.end(), z + other.q.size());
  }

  /// Writes z' at (t, z). False: the acceleration is not finite, or it has been singular since the last forget().
  bool rates(const T& t, const T* z, T* rate) {
    using std::isfinite;
    unpack(z, x);
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) met_singularity = true;
    std::copy(x.a.begin(), x.a.end(), std::copy(x.v.begin(), x.v.end(), rate));
    return !met_singularity && std::all_of(x.a.begin(), x.a.end(), [](const T& c) { return isfinite(c); });
  }
  void forget() { met_singularity = false; }
  bool singular() const { return met_singularity; }

 private:
  S& s;
  State x;
  bool met_singularity = false;
};

/// Completes x with the accelerations that a library's start needs, or says why the library cannot integrate the
/// system.
template <class S>
StepResult begin_first_order(S& s, const typename S::Scalar& t, typename S::State& x) {
  if (!s.vector_space()) return {Status::unsupported, 0, "needs a vector space of coordinates: the library adds them"};
  if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
  return {};
}

}  // namespace plumb
