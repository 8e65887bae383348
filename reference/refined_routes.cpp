#include "reference/refined_routes.hpp"

#include "methods/irk/factory.hpp"
#include "methods/irk/gauss.hpp"
#include "methods/irk/radau_iia.hpp"
#include "reference/known_motion.hpp"

namespace plumb {
namespace {

constexpr int stages = 12;

RefinedRoute route(const char* name, const TableauData& tableau, const Formulation& formulation) {
  return {std::string(name) + "-" + formulation.name, &formulation,
          irk_method({.name = name, .title = {}, .source = {}}, tableau)};
}

bool projects(const Formulation& f) { return f.projects_positions || f.projects_velocities; }

/// Returns the formulation of this form in the same coordinates; the given formulation if there is none.
const Formulation& at_level(const Problem& problem, Form form, const Formulation& formulation) {
  for (const auto& f : problem.formulations)
    if (f.form == form && !projects(f) && !f.coordinates.empty() && f.coordinates == formulation.coordinates) return f;
  return formulation;
}

/// Returns the same equations in momenta, if the problem has them; otherwise the given formulation. The rates of
/// momenta are forces, whose rounding errors Newton's iteration can estimate from the terms that cancel. Accelerations
/// of light parts on stiff beams have larger rounding errors than such an estimate, so Newton's iteration would never
/// meet its tolerance.
const Formulation& in_momenta(const Problem& problem, const Formulation& formulation) {
  for (const auto& f : problem.formulations)
    if (f.form == formulation.form && !f.momenta_of.empty() && f.momenta_of == formulation.coordinates) return f;
  return formulation;
}

}  // namespace

bool is_refined(const Problem& problem, const Parameters& parameters) {
  return problem.mechanism && !problem.mechanism->why_refined(parameters).empty();
}

RefinedRoutes refined_routes(const Problem& problem) {
  const auto& second = in_momenta(problem, *carrier(problem));
  return {route("radau-iia", radau_iia_tableau(stages), at_level(problem, Form::index2, second)),
          route("gauss", gauss_tableau(stages), second)};
}

}  // namespace plumb
