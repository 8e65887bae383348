#pragma once
// A method of the catalogue: metadata, parameters, and functions that make its stepper in each precision.

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "contract/erasure.hpp"
#include "methods/coefficients/linear_multistep_data.hpp"
#include "methods/coefficients/tableau_data.hpp"

namespace plumb {

/// Makes a stepper on a system, which must outlive it. The variant of the method depends on the system's form.
template <class T>
using Factory = std::function<std::unique_ptr<AnyStepper<T>>(AnySystem<T>&, const MethodOptions&)>;

/// Orders proven by theory on smooth problems: of positions and of velocities if the acceleration does not depend on
/// the velocity, of both if it does, and of the multipliers. 0 means that no order is asserted.
struct ProvenOrder {
  int position = 0, velocity = 0, velocity_dependent = 0, multiplier = 0;

  /// The order on a problem whose accelerations depend on the velocity, or do not. With constraints below acceleration
  /// level, orders of positions and velocities may still differ: `velocity_dependent` is 0 then.
  int of_position(bool depends) const { return depends && velocity_dependent != 0 ? velocity_dependent : position; }
  int of_velocity(bool depends) const { return depends && velocity_dependent != 0 ? velocity_dependent : velocity; }
};

struct Method {
  MethodInfo info;
  std::vector<ParameterSpec> parameters;
  Factory<double> in_double;
  Factory<long double> in_long;  // empty: not available in this precision
  Factory<quad> in_quad;
  /// The proven order on a form for given parameters, started with the exact derivatives. If unset, the order is
  /// info.order for positions and velocities on every form that the method supports.
  std::function<ProvenOrder(const Parameters&, Form)> order = {};
  /// The form used in its source: the default if no formulation is given; empty: no preference.
  std::string_view published_form = {};
  /// The coefficients of a Runge-Kutta method, as text; unset for other methods.
  std::function<TableauData(const Parameters&)> tableau = {};
  /// The coefficients of a linear multistep method, as text; unset for other methods.
  std::function<MultistepData(const Parameters&)> multistep = {};
  /// Throws std::invalid_argument if values that are valid one by one are inconsistent with each other.
  std::function<void(const Parameters&)> check = [](const Parameters&) {};

  template <class T>
  const Factory<T>& in() const {
    if constexpr (std::is_same_v<T, double>)
      return in_double;
    else if constexpr (std::is_same_v<T, long double>)
      return in_long;
    else
      return in_quad;
  }
  ProvenOrder proven_order(const Parameters& p, Form form = Form::ode) const {
    return order ? order(p, form) : ProvenOrder{info.order, info.order, info.order};
  }
  /// Returns whether the method supports a family of formulations: the name of a form, or `projected`.
  bool fits(std::string_view family) const {
    std::string_view rest = info.forms;
    while (!rest.empty()) {
      const auto blank = std::min(rest.find(' '), rest.size());
      if (rest.substr(0, blank) == family) return true;
      rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
    return false;
  }
};

/// The entry of a stepper template M<S> that supports all its formulations.
template <template <class> class M>
Method method_entry(const MethodInfo& info, std::vector<ParameterSpec> parameters = {}) {
  const auto make = []<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<M<AnySystem<T>>>(system, options);
  };
  return {.info = info, .parameters = std::move(parameters), .in_double = make, .in_long = make, .in_quad = make};
}

}  // namespace plumb
