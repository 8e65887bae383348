#include "reference/quick_routes.hpp"

namespace plumb {

quad quick_horizon(const Problem& problem, const quad& until) {
  constexpr int most_halvings = 40;
  const quad begin = problem.begin<quad>();
  quad out = number_from_text<quad>(problem.t_end) - begin;
  for (int k = 0; k < most_halvings && 2 * (until - begin) <= out; ++k) out /= 2;
  return out;
}

QuickRoutes quick_routes(const Problem& problem, const quad& until) {
  return {refined_routes(problem), {.enough_digits = 10, .blocks = 64, .horizon = quick_horizon(problem, until)}};
}

}  // namespace plumb
