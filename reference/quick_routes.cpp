#include "reference/quick_routes.hpp"

namespace plumb {

QuickRoutes quick_routes(const Problem& problem, const Parameters&) {
  return {refined_routes(problem), {.enough_digits = 10, .blocks = 64}};
}

}  // namespace plumb
