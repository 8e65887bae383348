#pragma once
// What every family of implicit methods costs, in steps and Newton iterations: as its source says it, term by term.

#include <optional>
#include <string_view>

#include "methods/catalogue.hpp"
#include "methods/implicit/stage_table.hpp"
#include "tests/counting_system.hpp"

namespace plumb::testing {

enum class Family {
  one_stage_at_a_time,  // diagonally implicit Runge-Kutta, multistep, single-step forms of these
  coupled_stages,
  generalized_alpha,
  rattle,
  half_implicit,
  half_implicit_2,
  fully_implicit,
  central_differences,             // explicit but for forces of the velocity
  constrained_central_differences  // at index 3
};

/// Family of a method on a form, or none: it does not iterate.
inline std::optional<Family> family_of(const Method& method, const Parameters& options, Form form) {
  if (method.tableau) {
    const StageTable<double> table(method.tableau(options));
    const Mat<double> upper = table.a.triangularView<Eigen::Upper>();
    const Mat<double> above = table.a.triangularView<Eigen::StrictlyUpper>();
    if (upper.isZero(0)) return {};
    return above.isZero(0) ? Family::one_stage_at_a_time : Family::coupled_stages;
  }
  if (method.multistep) {
    if (method.multistep(options).beta.front() == "0") return {};
    return Family::one_stage_at_a_time;
  }
  struct Named {
    std::string_view method;
    Family family;
  };
  const bool half_implicit = method.info.name == "half-implicit" || method.info.name == "half-implicit2";
  if (half_implicit && form == Form::ode) return {};
  const auto differences = form == Form::index3 ? Family::constrained_central_differences : Family::central_differences;
  const Named named[] = {{"ss2", Family::one_stage_at_a_time},
                         {"ss3", Family::one_stage_at_a_time},
                         {"ss4", Family::one_stage_at_a_time},
                         {"generalized-alpha", Family::generalized_alpha},
                         {"hht", Family::generalized_alpha},
                         {"newmark", Family::generalized_alpha},
                         {"rattle", Family::rattle},
                         {"half-implicit", Family::half_implicit},
                         {"half-implicit2", Family::half_implicit_2},
                         {"fully-implicit", Family::fully_implicit},
                         {"cd-classic", differences},
                         {"cd", differences},
                         {"degree3", differences},
                         {"degree4", differences},
                         {"degree5", differences}};
  for (const auto& known : named)
    if (known.method == method.info.name) return known.family;
  return {};
}

/// What a run did, as far as costs depend on it.
struct Work {
  std::int64_t steps = 0, iterations = 0;
  std::int64_t stages = 1;            // implicit ones a step
  std::int64_t accelerations = 0;     // of the index-1 equations, a step
  std::int64_t constraint_rates = 0;  // calls, as the system saw them
  bool tests_residual = false;
  bool predicts_rates = false;

  /// Eigenvalues of coupled stages, where a conjugate pair is one: a single one is real if their number is odd.
  std::int64_t modes() const { return (stages + 1) / 2; }
  /// Residuals that meet their tolerance and that no increment follows, with so many nonlinear systems a step.
  std::int64_t last_residuals(std::int64_t systems) const { return tests_residual ? systems * steps : 0; }
};

/// What it must have cost.
struct Cost {
  std::int64_t stages = 0, residuals = 0;
  std::int64_t own_factorizations = 0, own_solves = 0;  // of matrices that the method keeps itself
  Calls calls = {};                                     // of the system
};

/// Of so many residuals, each of one force and one momentum, and of what a step takes beside its iterations.
inline Cost of_residuals(const Work& w, std::int64_t residuals) {
  Cost out{.stages = w.stages * w.steps, .residuals = residuals};
  out.calls.forces = out.calls.momenta = residuals;
  if (w.predicts_rates) out.calls.momenta += w.last_residuals(w.stages);  // of a predicted state, a stage
  out.calls.accelerations = w.accelerations * w.steps;
  return out;
}

/// The same with matrices of the system that contain its tangents.
inline Cost with_matrices(Cost cost, std::int64_t factorizations, std::int64_t solves) {
  cost.calls.factorizations = cost.calls.linearised = factorizations;
  cost.calls.solves = solves;
  return cost;
}

/// The same with matrices of the system without tangents, and with forces that are not those of residuals.
inline Cost with_plain_matrices(Cost cost, std::int64_t factorizations, std::int64_t solves, std::int64_t forces) {
  cost.calls.factorizations = factorizations;
  cost.calls.solves = solves;
  cost.calls.forces = forces;
  return cost;
}

/// The same with matrices of the method's own, made of linearisations of the system.
inline Cost with_own_matrices(Cost cost, std::int64_t linearisations, std::int64_t factorizations,
                              std::int64_t solves) {
  cost.calls.blocks = linearisations;
  cost.own_factorizations = factorizations;
  cost.own_solves = solves;
  return cost;
}

inline Cost of_one_stage(const Work& w) { return of_residuals(w, w.iterations + w.last_residuals(w.stages)); }
inline Cost of_coupled_stages(const Work& w) {
  return of_residuals(w, w.stages * (w.iterations + w.last_residuals(1)));
}

struct Law {
  Family family;
  std::string_view parameter, value;  // of the method: where it linearises
  Cost (*cost)(const Work&);
};

inline constexpr Law laws[] = {
    // A residual, a matrix and a solution an iteration.
    {Family::one_stage_at_a_time, "newton", "full",
     [](const Work& w) { return with_matrices(of_one_stage(w), w.iterations, w.iterations); }},
    // A matrix a stage, at its first iteration.
    {Family::one_stage_at_a_time, "newton", "simplified",
     [](const Work& w) { return with_matrices(of_one_stage(w), w.stages * w.steps, w.iterations); }},
    // The residuals and linearisations of all stages and one large matrix an iteration.
    {Family::coupled_stages, "newton", "full",
     [](const Work& w) {
       return with_own_matrices(of_coupled_stages(w), w.stages * w.iterations, w.iterations, w.iterations);
     }},
    // One linearisation and one large matrix a step.
    {Family::coupled_stages, "newton", "simplified",
     [](const Work& w) { return with_own_matrices(of_coupled_stages(w), w.steps, w.steps, w.iterations); }},
    // A matrix of the system a mode and step, and a solution a mode and iteration.
    {Family::coupled_stages, "newton", "transformed",
     [](const Work& w) { return with_matrices(of_coupled_stages(w), w.modes() * w.steps, w.modes() * w.iterations); }},
    // As one stage.
    {Family::generalized_alpha, "", "",
     [](const Work& w) { return with_matrices(of_one_stage(w), w.iterations, w.iterations); }},
    // Two iterations a step, and the residual of what each accepts. The first has the force at the beginning of the
    // step; the second evaluates force and rate of the constraint with every residual, and alone has a tangent in its
    // matrix.
    {Family::rattle, "", "",
     [](const Work& w) {
       auto cost = with_matrices(of_residuals(w, w.iterations + 2 * w.steps), w.iterations, w.iterations);
       cost.stages = 2 * w.steps;
       cost.calls.forces = w.steps + w.constraint_rates;
       cost.calls.linearised = w.constraint_rates - w.steps;
       return cost;
     }},
    // A force and a matrix a step, without tangents, and a solution an iteration.
    {Family::half_implicit, "", "",
     [](const Work& w) { return with_plain_matrices(of_one_stage(w), w.steps, w.iterations, w.steps); }},
    // The same at the beginning of the step; at its end again a force and a matrix, and two solutions. A momentum each.
    {Family::half_implicit_2, "", "",
     [](const Work& w) {
       const auto residuals = w.iterations + w.last_residuals(1);
       auto cost =
           with_plain_matrices(of_residuals(w, residuals), 2 * w.steps, w.iterations + 2 * w.steps, 2 * w.steps);
       cost.stages = 2 * w.steps;
       cost.calls.momenta += 2 * w.steps;
       return cost;
     }},
    // A matrix a step or an iteration.
    {Family::fully_implicit, "jacobian", "paper",
     [](const Work& w) { return with_matrices(of_one_stage(w), w.steps, w.iterations); }},
    {Family::fully_implicit, "jacobian", "exact",
     [](const Work& w) { return with_matrices(of_one_stage(w), w.iterations, w.iterations); }},
    // An acceleration of the index-1 equations an iteration, and nothing else.
    {Family::central_differences, "solve", "fixed-point",
     [](const Work& w) {
       return Cost{.stages = w.steps, .residuals = w.iterations, .calls = {.accelerations = w.iterations}};
     }},
    // As one stage, but only increments are tested.
    {Family::central_differences, "solve", "newton",
     [](const Work& w) { return with_matrices(of_one_stage(w), w.iterations, w.iterations); }},
    {Family::constrained_central_differences, "solve", "fixed-point",
     [](const Work& w) { return with_matrices(of_one_stage(w), w.iterations, w.iterations); }},
};

/// The law of a family with these parameters, or null.
inline const Law* law_of(Family family, const Parameters& options) {
  for (const auto& law : laws)
    if (law.family == family && (law.parameter.empty() || options.is(law.parameter, law.value))) return &law;
  return nullptr;
}

}  // namespace plumb::testing
