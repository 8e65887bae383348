#include "problems/catalogue.hpp"

#include <stdexcept>

namespace plumb {

// Each is defined in the folder of its problem and called below. Nobody else needs these declarations; without a header
// for them, a new problem recompiles only itself and this file.
Problem pendulum_problem();
Problem oscillator_problem();
Problem spinning_top_problem();
Problem heavy_top_problem();
Problem free_body_problem();
Problem two_link_problem();
Problem pleiades_problem();
Problem car_axis_problem();
Problem squeezer_problem();
Problem slider_crank_problem();
Problem fekete_problem();
Problem beam_problem();
Problem flexible_slider_crank_problem();
Problem wheelset_problem();
Problem planar_chain_problem();
Problem chain_problem();
std::vector<Problem> shipped_mechanisms();

namespace {

std::vector<Problem> with_mechanisms(std::vector<Problem> all) {
  for (auto& mechanism : shipped_mechanisms()) all.push_back(std::move(mechanism));
  return all;
}

}  // namespace

const std::vector<Problem>& problems() {
  static const std::vector<Problem> all =
      with_mechanisms({pendulum_problem(), oscillator_problem(), spinning_top_problem(), heavy_top_problem(),
                       free_body_problem(), two_link_problem(), pleiades_problem(), car_axis_problem(),
                       squeezer_problem(), slider_crank_problem(), fekete_problem(), beam_problem(),
                       flexible_slider_crank_problem(), wheelset_problem(), planar_chain_problem(), chain_problem()});
  return all;
}

const Problem& catalogued_problem(std::string_view name) {
  for (const auto& problem : problems())
    if (problem.name == name) return problem;
  throw std::out_of_range("no problem is named " + std::string(name));
}

}  // namespace plumb
