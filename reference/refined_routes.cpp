#include "reference/refined_routes.hpp"

#include "methods/irk/factory.hpp"
#include "methods/irk/gauss.hpp"
#include "methods/irk/radau_iia.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "reference/known_motion.hpp"

namespace plumb {
namespace {

constexpr int stages = 12;

RefinedRoute route(const char* name, const TableauData& tableau, const Formulation& formulation) {
  return {std::string(name) + "-" + formulation.name, &formulation,
          irk_method({.name = name, .title = {}, .source = {}}, tableau)};
}

/// The formulation with constraints of velocities in the same coordinates; the given one, where there is none.
const Formulation& by_velocities(const Problem& problem, const Formulation& given) {
  for (const auto& f : problem.formulations)
    if (f.form == Form::index2 && !f.projects_positions && !f.projects_velocities && !f.coordinates.empty() &&
        f.coordinates == given.coordinates)
      return f;
  return given;
}

}  // namespace

bool is_refined(const Problem& problem, const Parameters& parameters) {
  return !why_refined(problem, parameters).empty();
}

RefinedRoutes refined_routes(const Problem& problem) {
  const auto& carrying = *carrier(problem);
  return {route("radau-iia", radau_iia_tableau(stages), by_velocities(problem, carrying)),
          route("gauss", gauss_tableau(stages), carrying)};
}

}  // namespace plumb
