#pragma once
// The second route of a reference: v' = a(t, q, v) is integrated in double-doubles, or in quad, independently of
// the first route.
//
// The scheme bulirsch_stoer is the extrapolated midpoint rule (reference/extrapolation.hpp). The scheme fehlberg78 is
// Boost.Odeint's Runge-Kutta method of order 8 with 7 embedded (Fehlberg, NASA TR R-287, 1968), with 13 evaluations per
// step. It costs many times as much at these tolerances.

#include <optional>

#include "reference/motion_units.hpp"

namespace plumb {

enum class QuadScheme { bulirsch_stoer, fehlberg78 };

/// Returns the charts of a system in quad or double-doubles; none if its coordinates are a vector space.
template <class T>
std::optional<ChartsIn<T>> charts_of(const std::shared_ptr<AnySystem<T>>& system);

struct QuadOptions {
  QuadScheme scheme = QuadScheme::bulirsch_stoer;
  quad tolerance = quad("1e-31");  // tolerance of a step: absolute (in the units) plus relative, for each component
  std::int64_t max_steps = 2'000'000;
  std::optional<Charts> charts = {};  // charts around the ends of the steps; none: vector space with q' = v
  std::vector<quad> breaks = {};      // ends of steps, ascending; a step that ends at a break uses the forces before it
  MotionUnits units = {};
};

/// Returns the motion from `start` at t = 0 at the ascending `times` >= 0 [s]. Throws std::invalid_argument if q and v
/// differ in size and there are no charts.
SampledMotion integrate_in_quad(const Acceleration<quad>& acceleration, const Motion& start,
                                std::span<const quad> times, const QuadOptions& options = {});

/// The same as QuadOptions, for the extrapolation in double-doubles.
struct DoubleDoubleOptions {
  double_double tolerance = 1e-31;
  std::int64_t max_steps = 2'000'000;
  std::optional<ChartsIn<double_double>> charts = {};
  std::vector<quad> breaks = {};
  MotionUnits units = {};
};

/// Integrates in the same way, with rates and sums in double-doubles. The start and the results are converted.
SampledMotion integrate_in_double_double(const Acceleration<double_double>& acceleration, const Motion& start,
                                         std::span<const quad> times, const DoubleDoubleOptions& options = {});

}  // namespace plumb
