#include "harness/selftest/flawed_coefficients.hpp"

#include "methods/from_data/from_data.hpp"

namespace plumb {

std::string third_digit(const std::string& x) { return "(" + x + ")*1.001"; }
std::string tenth_digit(const std::string& x) { return "(" + x + ")*(1+1e-10)"; }
std::string same_coefficient(const std::string& x) { return x; }

Method method_from_coefficients(const Method& method, const Parameters& options, Change change) {
  if (method.multistep) {
    auto data = method.multistep(options);
    data.beta.front() = change(data.beta.front());
    return linear_multistep_method(method.info, data);
  }
  auto data = method.tableau(options);
  for (auto x = data.a.rbegin(); x != data.a.rend(); ++x) {
    if (*x == "0" || x->empty()) continue;
    *x = change(*x);
    break;
  }
  return runge_kutta_method(method.info, data);
}

}  // namespace plumb
