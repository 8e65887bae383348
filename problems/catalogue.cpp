#include "problems/catalogue.hpp"

#include <stdexcept>

#include "problems/registration.hpp"

namespace plumb {

const std::vector<Problem>& problems() {
  static const std::vector<Problem> all = {
      pendulum_problem(), oscillator_problem(), spinning_top_problem(), heavy_top_problem(), free_body_problem(),
      two_link_problem(), pleiades_problem(),   car_axis_problem(),     squeezer_problem(),  planar_chain_problem()};
  return all;
}

const Problem& catalogued_problem(std::string_view name) {
  for (const auto& problem : problems())
    if (problem.name == name) return problem;
  throw std::out_of_range("no problem is named " + std::string(name));
}

}  // namespace plumb
