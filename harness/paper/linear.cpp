#include "harness/paper/linear.hpp"

#include <numbers>

#include "harness/cell/resolve.hpp"
#include "methods/analysis/formula.hpp"

namespace plumb {

const std::vector<std::string>& linear_outputs() {
  static const std::vector<std::string> names = {"ad_percent", "pe_percent", "spectral_radius"};
  return names;
}

std::string_view linear_unit(std::string_view output) { return output == "spectral_radius" ? "-" : "%"; }

std::vector<CurvePoint> linear_curve(const Spec& spec, const std::vector<double>& dt_nt, const quad& damping_ratio,
                                     std::string& failure) {
  const auto& method = method_named(spec);
  const Parameters parameters(method.parameters, spec.parameters);
  const double turn = 2 * std::numbers::pi * stages_per_step(method, parameters);
  std::vector<double> omegas;
  for (const double x : dt_nt) omegas.push_back(turn * x);
  return curve(method, parameters, omegas, damping_ratio, failure);
}

std::optional<double> linear_output(const CurvePoint& point, std::string_view output) {
  if (output == "ad_percent") return point.ad_percent;
  return output == "pe_percent" ? point.pe_percent : point.spectral_radius;
}

}  // namespace plumb
