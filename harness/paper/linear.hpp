#pragma once
// Linear analysis for figures and claims: what a method does to an oscillator over Δt/(nT), by its stepper
// (principal_root.hpp).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "methods/analysis/principal_root.hpp"
#include "text/selector.hpp"

namespace plumb {

/// "ad_percent", "pe_percent", "spectral_radius".
const std::vector<std::string>& linear_outputs();
/// "%" or "-".
std::string_view linear_unit(std::string_view output);

/// At every Δt/(nT) of `dt_nt`, n the implicit stages of the method's step; `failure` receives the reason of what is
/// missing.
std::vector<CurvePoint> linear_curve(const Spec& method, const std::vector<double>& dt_nt, const quad& damping_ratio,
                                     std::string& failure);

/// One of the outputs; null where it is not defined.
std::optional<double> linear_output(const CurvePoint& point, std::string_view output);

}  // namespace plumb
