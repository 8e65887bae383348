#pragma once
// The second route of a reference: v' = a(t, q, v) is integrated in quad, independently of how the first route came
// about.
//
// The scheme bulirsch_stoer is the extrapolated midpoint rule (reference/extrapolation.hpp). The scheme fehlberg78 is
// Runge-Kutta of order 8 with 7 embedded (Fehlberg, NASA TR R-287, 1968), with 13 evaluations a step, from
// Boost.Odeint; it costs many times as much at these tolerances.

#include <optional>

#include "reference/sampled_motion.hpp"

namespace plumb {

enum class QuadScheme { bulirsch_stoer, fehlberg78 };

/// The motion of positions on a manifold: `retract` gives q ⊞ θ, and `rate` gives θ' for the velocity v there.
struct Charts {
  std::function<void(const Vec<quad>& q, const Vec<quad>& theta, Vec<quad>& out)> retract;
  std::function<void(const Vec<quad>& q, const Vec<quad>& theta, const Vec<quad>& v, Vec<quad>& out)> rate;
};

/// Returns the charts of a system; none if its coordinates are a vector space.
std::optional<Charts> charts_of(const std::shared_ptr<AnySystem<quad>>& system);

struct QuadOptions {
  QuadScheme scheme = QuadScheme::bulirsch_stoer;
  quad tolerance = quad("1e-31");  // of one step: absolute plus relative to each component
  std::int64_t max_steps = 2'000'000;
  std::optional<Charts> charts = {};  // around the end of every step; none if it is a vector space with q' = v
  std::vector<quad> breaks = {};      // where steps end, ascending: a step sees only the acceleration before its end
};

/// Returns the motion from `start` at t = 0 at the ascending `times` >= 0 [s]. Throws std::invalid_argument if q and v
/// differ in size and there are no charts.
SampledMotion integrate_in_quad(const Acceleration<quad>& acceleration, const Motion& start,
                                std::span<const quad> times, const QuadOptions& options = {});

}  // namespace plumb
