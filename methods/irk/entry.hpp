#pragma once
// What the entries of methods that are made of coefficients have in common.

#include <Eigen/LU>
#include <algorithm>

#include "methods/implicit/stage_table.hpp"
#include "methods/irk/factory.hpp"

namespace plumb {

inline constexpr const char* without_constraints = "ode index1";

inline ParameterSpec newton_of_one_stage() {
  return {"newton", "full", "-", "linearisation: at every iteration, or once a step", "full|simplified"};
}

// Of all classes on ode and index1; on the other forms theory depends on more than the conditions for ODEs.
inline std::function<ProvenOrder(const Parameters&, Form)> classical_order(int p) {
  return [p](const Parameters&, Form form) {
    if (form != Form::ode && form != Form::index1) return ProvenOrder{};
    return ProvenOrder{.position = p, .velocity = p, .velocity_dependent = p};
  };
}

/// What the parameters `start` and `initial` leave of a method's orders: first steps with the trapezoidal rule are of
/// order 3, with formulas of fewer steps of order 2, and one from zero accelerations of order 1.
inline ProvenOrder from_its_start(const ProvenOrder& order, const Parameters& p, Form form) {
  const bool zero = p.is("initial", "zero");
  if (zero && form != Form::ode && form != Form::index1) return {};
  const int most = zero ? 1 : p.is("start", "members") ? 2 : p.is("start", "trapezoidal") ? 3 : 100;
  return {std::min(order.position, most), std::min(order.velocity, most), std::min(order.velocity_dependent, most),
          std::min(order.multiplier, most)};
}

/// Of a stepper that takes `coefficients<T>()` beside the system and the options.
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

// Whether the stages but an explicit first one have an invertible matrix, which constraints on positions or velocities
// and the extrapolation from the stages need.
inline bool invertible(const StageTable<quad>& table) {
  return Eigen::FullPivLU<Mat<quad>>(table.a).setThreshold(quad(1e-25)).isInvertible();
}

}  // namespace plumb
