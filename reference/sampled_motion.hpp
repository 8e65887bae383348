#pragma once
// The result of an integration for a reference: the motion at given times, the time reached, and the reason if it
// stopped before the last time.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "contract/erasure.hpp"
#include "contract/status.hpp"
#include "problems/motion.hpp"

namespace plumb {

struct SampledMotion {
  Status status = Status::ok;
  std::string_view detail = {};  // string literal
  quad reached = 0;              // time reached [s]
  quad within_reach = 0;         // estimated time that all allowed steps would reach [s]
  std::vector<Motion> at = {};   // states, one for each time that was reached, in their order
  std::vector<Motion> uncertainty =
      {};  // as `at`: bounds on the errors, if the integration measures its own; else empty
  std::int64_t steps = 0, rhs_evaluations = 0;
};

/// Computes a of v' = a(t, q, v) in minimal coordinates. The last argument already has the size of v.
template <class T>
using Acceleration = std::function<void(const T& t, const Vec<T>& q, const Vec<T>& v, Vec<T>& a)>;

/// Charts of positions on a manifold: `retract` returns q ⊞ θ, and `rate` returns θ' if the velocity at q ⊞ θ is v.
template <class T>
struct ChartsIn {
  std::function<void(const Vec<T>& q, const Vec<T>& theta, Vec<T>& out)> retract;
  std::function<void(const Vec<T>& q, const Vec<T>& theta, const Vec<T>& v, Vec<T>& out)> rate;
};
using Charts = ChartsIn<quad>;

/// Returns the acceleration of a system at the time `begin` + t, from the index-1 equations. It is NaN if these are
/// singular.
template <class T>
Acceleration<T> acceleration_of(std::shared_ptr<AnySystem<T>> system, const T& begin = T(0)) {
  return [system, begin, lambda = Vec<T>(system->sizes().lambda)](const T& t, const Vec<T>& q, const Vec<T>& v,
                                                                  Vec<T>& a) mutable {
    acceleration_or_nan(*system, T(begin + t), q, v, a, lambda);
  };
}

}  // namespace plumb
