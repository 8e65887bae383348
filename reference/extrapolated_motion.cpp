#include "reference/extrapolated_motion.hpp"

#include <memory>

#include "reference/quad_integration.hpp"

namespace plumb {

SampledMotion extrapolated_motion(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                                  std::span<const quad> times, const std::vector<quad>& breaks) {
  const auto start = problem.in_quad.initial(parameters, formulation);
  const auto begin = problem.begin<quad>();
  const auto units = MotionUnits::of(problem, parameters, formulation);
  if (!problem.in_double_double) {
    const auto system = std::make_shared<AnySystem<quad>>(problem.in_quad.system(parameters, formulation));
    return integrate_in_quad(acceleration_of(system, begin), start, times,
                             {.charts = charts_of(system), .breaks = breaks, .units = units});
  }
  using System = AnySystem<double_double>;
  const auto system = std::make_shared<System>(problem.in_double_double(parameters, formulation));
  return integrate_in_double_double(acceleration_of(system, double_double(begin)), start, times,
                                    {.charts = charts_of(system), .breaks = breaks, .units = units});
}

}  // namespace plumb
