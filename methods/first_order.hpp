#pragma once
// Steppers that wrap codes of general libraries, which solve z' = f(t, z) with z = (q, v), f = (v, v'(t, q, v)).
//
// FirstOrderCode is the common part: conversion between the state and one vector, the rates f, the start of a run, and
// the test whether the state was changed after the code returned it (for example by a projection).

#include <algorithm>
#include <cmath>
#include <vector>

#include "contract/method.hpp"

namespace plumb {

template <class S>
class FirstOrderCode {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  std::span<T> memory() { return {}; }  // empty: the library does not expose its memory
  Counters counters = {.stages = std::nullopt};

 protected:
  explicit FirstOrderCode(S& system)
      : s(system), probe(zero_state(system)), z(static_cast<std::size_t>(probe.q.size() + probe.v.size())) {}

  /// Completes `from` at t and copies it to z; returns the reason if that is impossible.
  StepResult begin(const T& t, State& from) {
    if (!s.vector_space())
      return {Status::unsupported, 0, "needs coordinates in a vector space, because the library adds them"};
    if (!s.acceleration(t, from.q, from.v, from.a, from.lambda)) return {Status::singular, 0, "acceleration"};
    has_failed_singular = false;
    take(from);
    return {};
  }
  void take(const State& from) {
    std::copy(from.v.begin(), from.v.end(), std::copy(from.q.begin(), from.q.end(), z.begin()));
  }
  void deliver(State& to) const { unpack(z.data(), to); }

  /// Returns whether the state differs from the delivered state; if so, z is set to the new state.
  bool was_moved(const State& from) {
    const auto velocities = z.begin() + from.q.size();
    if (std::equal(from.q.begin(), from.q.end(), z.begin()) && std::equal(from.v.begin(), from.v.end(), velocities))
      return false;
    take(from);
    return true;
  }

  /// Computes f(t, z). Returns false if the acceleration is not finite, or has been singular since the run began.
  bool rates(const T& t, const T* at, T* rate) {
    using std::isfinite;
    unpack(at, probe);
    if (!s.acceleration(t, probe.q, probe.v, probe.a, probe.lambda)) has_failed_singular = true;
    std::copy(probe.a.begin(), probe.a.end(), std::copy(probe.v.begin(), probe.v.end(), rate));
    return !has_failed_singular && std::all_of(probe.a.begin(), probe.a.end(), [](const T& c) { return isfinite(c); });
  }
  bool singular() const { return has_failed_singular; }

 private:
  void unpack(const T* from, State& to) const {
    std::copy(from, from + to.q.size(), to.q.begin());
    std::copy(from + to.q.size(), from + z.size(), to.v.begin());
  }

  S& s;
  State probe;  // the state at which rates are evaluated
  bool has_failed_singular = false;

 protected:
  std::vector<T> z;
};

}  // namespace plumb
