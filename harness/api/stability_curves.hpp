#pragma once
// The data of the pictures about the stability of a method: regions of stability, order stars, amplitude decay, period
// elongation and spectral radius.

#include "methods/analysis/analysis.hpp"
#include "text/json.hpp"

namespace plumb {

/// Returns |R(z)| on a grid of z = λh, and curves over Ω = ωh. |R| is the spectral radius of a step for y' = λy. For a
/// method with coefficients, it is computed from its formula; for other methods by their steppers, on a coarse grid in
/// the left half plane.
Json stability_curves(const Method& method, const Parameters& parameters, const AnalysisOptions& options);

/// Returns only |R(z)|, on a small grid: 61 rows of 101 values over the upper half plane, with four digits and at most
/// 10. Null if the method has no coefficients.
Json stability_region(const Method& method, const Parameters& parameters);

}  // namespace plumb
