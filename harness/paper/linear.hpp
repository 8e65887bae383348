#pragma once
// Linear analysis for figures and claims: the method's stepper on an oscillator, as a function of Δt/(nT)
// (principal_root.hpp).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "methods/analysis/principal_root.hpp"
#include "text/selector.hpp"

namespace plumb {

/// Returns "ad_percent" (amplitude decay), "pe_percent" (period elongation) and "spectral_radius".
const std::vector<std::string>& linear_outputs();
/// Returns "%" or "-".
std::string_view linear_unit(std::string_view output);

/// Returns a point for every Δt/(nT) in `dt_nt`, where n is the number of implicit stages of a step and T the period.
/// `failure` receives the reason if points are missing.
std::vector<CurvePoint> linear_curve(const Spec& method, const std::vector<double>& dt_nt, const quad& damping_ratio,
                                     std::string& failure);

/// Returns the output of this name; nullopt where it is undefined.
std::optional<double> linear_output(const CurvePoint& point, std::string_view output);

}  // namespace plumb
