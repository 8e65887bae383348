#pragma once
// Energies and outputs of a mechanism at one instant.

#include "problems/mbs/tie_blocks.hpp"

namespace plumb::mbs {

template <class T>
T kinetic_energy(const Assembly<T>& parts, const Vec<T>& v);
/// Returns the potential energy of gravity and springs [J].
template <class T>
T potential_energy(const Assembly<T>& parts, const std::vector<BodyState<T>>& states, const T& t);
/// Returns ∂U/∂t [W] of the potential energy U at fixed positions; nonzero only if gravity depends on time.
template <class T>
T potential_rate(const Assembly<T>& parts, const std::vector<BodyState<T>>& states, const T& t);

/// Computes an output as defined by OutputKind; a and λ are read only for outputs with needs_accelerations().
template <class T>
T output(const Assembly<T>& parts, const OutputData<T>& output, const std::vector<BodyState<T>>& states, const T& t,
         const Vec<T>& v, const Vec<T>& a, const Vec<T>& lambda);
constexpr bool needs_accelerations(OutputKind kind) {
  return kind == OutputKind::acceleration || kind == OutputKind::force || kind == OutputKind::torque ||
         kind == OutputKind::effort;
}

#define PLUMB_DECLARE(T)                                                                                         \
  extern template T kinetic_energy(const Assembly<T>&, const Vec<T>&);                                           \
  extern template T potential_energy(const Assembly<T>&, const std::vector<BodyState<T>>&, const T&);            \
  extern template T potential_rate(const Assembly<T>&, const std::vector<BodyState<T>>&, const T&);              \
  extern template T output(const Assembly<T>&, const OutputData<T>&, const std::vector<BodyState<T>>&, const T&, \
                           const Vec<T>&, const Vec<T>&, const Vec<T>&);
PLUMB_DECLARE(double)
PLUMB_DECLARE(long double)
PLUMB_DECLARE(quad)
#undef PLUMB_DECLARE

}  // namespace plumb::mbs
