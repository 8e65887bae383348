#pragma once
// Functions for the catalogue entries of methods that are given by coefficients.

#include <algorithm>

#include "methods/implicit/stage_table.hpp"
#include "methods/irk/factory.hpp"
#include "numerics/complete_pivoting.hpp"

namespace plumb {

inline constexpr const char* without_constraints = "ode index1";

inline ParameterSpec newton_of_one_stage() {
  return {"newton", "full", "-", "linearisation: at every iteration (damped: with a line search), or once a step",
          "full|damped|simplified"};
}

// Order p of q and v on ode and index1. On the other forms no order is claimed, because it depends on more than
// the conditions for ODEs.
inline std::function<ProvenOrder(const Parameters&, Form)> classical_order(int p) {
  return [p](const Parameters&, Form form) {
    if (form != Form::ode && form != Form::index1) return ProvenOrder{};
    return ProvenOrder{.position = p, .velocity = p, .velocity_dependent = p};
  };
}

/// The orders of a method, bounded by the orders of its first steps, which depend on the parameters `start` and
/// `initial`: 3 with the trapezoidal rule, 2 with formulas of fewer steps, 1 from zero accelerations.
inline ProvenOrder limited_by_start(const ProvenOrder& order, const Parameters& p, Form form) {
  const bool zero = p.is("initial", "zero");
  if (zero && form != Form::ode && form != Form::index1) return {};
  const int most = zero ? 1 : p.is("start", "members") ? 2 : p.is("start", "trapezoidal") ? 3 : 100;
  return {std::min(order.position, most), std::min(order.velocity, most), std::min(order.velocity_dependent, most),
          std::min(order.multiplier, most)};
}

/// The entry of a stepper with the constructor arguments `coefficients<T>()`, in addition to system and options.
template <template <class> class Stepper, class Make>
Method data_entry(const MethodInfo& info, std::vector<ParameterSpec> parameters, Make coefficients) {
  const auto make = [coefficients]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<Stepper<AnySystem<T>>>(system, options, coefficients.template operator()<T>());
  };
  return {.info = info,
          .parameters = std::move(parameters),
          .in_double = make,
          .in_long = make,
          .in_quad = make,
          .order = classical_order(info.order)};
}

// Returns whether the matrix of the stages, without an explicit first stage, is invertible. This is necessary for
// constraints on positions or velocities, and for the extrapolation from the stages.
inline bool invertible(const StageTable<quad>& table) { return CompletePivoting<quad>(table.a).is_invertible(1e-25); }

}  // namespace plumb
