#pragma once
// Codes of general libraries, which solve z' = f(t, z) by themselves, as steppers: z = (q, v), f = (v, v'(t, q, v)).
//
// FirstOrderCode is what they share, whosever they are: the state as one vector and back, the rates f, how a run
// starts, and whether somebody else has moved the state since the code delivered it (a projection, say).

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

  std::span<T> memory() { return {}; }  // of one that does not show what it carries
  Counters counters = {.stages = std::nullopt};

 protected:
  explicit FirstOrderCode(S& system)
      : s(system), probe(zero_state(system)), z(static_cast<std::size_t>(probe.q.size() + probe.v.size())) {}

  /// Completes `from` at t and takes it for z; or says why not.
  StepResult begin(const T& t, State& from) {
    if (!s.vector_space())
      return {Status::unsupported, 0, "needs a vector space of coordinates: the library adds them"};
    if (!s.acceleration(t, from.q, from.v, from.a, from.lambda)) return {Status::singular, 0, "acceleration"};
    met_singularity = false;
    take(from);
    return {};
  }
  void take(const State& from) {
    std::copy(from.v.begin(), from.v.end(), std::copy(from.q.begin(), from.q.end(), z.begin()));
  }
  void deliver(State& to) const { unpack(z.data(), to); }

  /// Whether the state is no longer the one that was delivered; z is what it is now.
  bool was_moved(const State& from) {
    const auto velocities = z.begin() + from.q.size();
    if (std::equal(from.q.begin(), from.q.end(), z.begin()) && std::equal(from.v.begin(), from.v.end(), velocities))
      return false;
    take(from);
    return true;
  }

  /// Writes f(t, z). False: the acceleration is not finite, or it has been singular since the run began.
  bool rates(const T& t, const T* at, T* rate) {
    using std::isfinite;
    unpack(at, probe);
    if (!s.acceleration(t, probe.q, probe.v, probe.a, probe.lambda)) met_singularity = true;
    std::copy(probe.a.begin(), probe.a.end(), std::copy(probe.v.begin(), probe.v.end(), rate));
    return !met_singularity && std::all_of(probe.a.begin(), probe.a.end(), [](const T& c) { return isfinite(c); });
  }
  bool singular() const { return met_singularity; }

 private:
  void unpack(const T* from, State& to) const {
    std::copy(from, from + to.q.size(), to.q.begin());
    std::copy(from + to.q.size(), from + z.size(), to.v.begin());
  }

  S& s;
  State probe;  // where rates are asked for
  bool met_singularity = false;

 protected:
  std::vector<T> z;
};

}  // namespace plumb
