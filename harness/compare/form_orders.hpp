#pragma once
// Measured orders by form of the equations and component class, as sentences.

#include <optional>
#include <string>
#include <vector>

namespace plumb {

/// One measured order of a component class (q, v, a or lambda) on a problem in one form of the equations.
struct FormOrder {
  std::string form;  // family of the formulation: "ode", "index1", "projected", "index2", "ggl", "index3", ..
  std::string component_class;       // "q", "v", "a" or "lambda"
  std::string problem;               // short name of the problem
  std::optional<double> order = {};  // observed order; none: too few usable errors
  bool converges = true;             // false: the errors do not decrease with the step size
};

/// Returns "q, v and lambda"; empty for no texts.
std::string enumerated(const std::vector<std::string>& texts);

/// Returns the orders as sentences. Components that do not converge come first, then orders below `classical_order`
/// (order reduction), then the other orders: "Order: a and lambda do not converge for index3 (slider-crank). Reduced
/// from 3: 1 in q and v for index3. Not reduced: 3 in q, v and a for ode." A classical order of 0 is unknown, so no
/// order is called reduced. Empty: no order was measured.
std::string order_sentences(const std::vector<FormOrder>& measured, int classical_order);

/// Returns the components without a measured order on any problem, by form: "a for index2 and ggl". Components of a
/// form that does not occur in `measured` are not included.
std::vector<std::string> components_without_order(const std::vector<FormOrder>& measured);

}  // namespace plumb
