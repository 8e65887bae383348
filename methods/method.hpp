#pragma once
// A method as the catalogue knows it: metadata, parameters, and how to make its stepper in each precision.

#include <functional>
#include <memory>
#include <vector>

#include "contract/erasure.hpp"
#include "methods/analysis/tableau_data.hpp"

namespace plumb {

/// Makes a stepper on a system, which must outlive it. The system's form decides between variants of a method.
template <class T>
using Factory = std::function<std::unique_ptr<AnyStepper<T>>(AnySystem<T>&, const MethodOptions&)>;

/// Orders that theory proves on smooth problems: of positions and velocities where the acceleration does not depend on
/// the velocity, and of both where it does.
struct ProvenOrder {
  int position = 0, velocity = 0, velocity_dependent = 0;
};

struct Method {
  MethodInfo info;
  std::vector<ParameterSpec> parameters;
  Factory<double> in_double;
  Factory<long double> in_long;  // empty: not available in this precision
  Factory<quad> in_quad;
  /// Proven order for given parameters, started with the true derivatives; unset: info.order for everything.
  std::function<ProvenOrder(const Parameters&)> order = {};
  /// Coefficients of a Runge-Kutta method, as text; unset: it is none.
  std::function<TableauData(const Parameters&)> tableau = {};

  template <class T>
  const Factory<T>& in() const {
    if constexpr (std::is_same_v<T, double>)
      return in_double;
    else if constexpr (std::is_same_v<T, long double>)
      return in_long;
    else
      return in_quad;
  }
  ProvenOrder proven_order(const Parameters& p) const {
    return order ? order(p) : ProvenOrder{info.order, info.order, info.order};
  }
};

/// Entry of a stepper template M<S> that serves every formulation it is fit for.
template <template <class> class M>
Method method_entry(const MethodInfo& info, std::vector<ParameterSpec> parameters = {}) {
  const auto make = []<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<M<AnySystem<T>>>(system, options);
  };
  return {.info = info, .parameters = std::move(parameters), .in_double = make, .in_long = make, .in_quad = make};
}

}  // namespace plumb
