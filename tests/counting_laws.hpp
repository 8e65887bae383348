#pragma once
// The costs of every family of implicit methods in steps and Newton iterations, term by term as stated in its source.

#include <optional>
#include <string_view>

#include "methods/catalogue.hpp"
#include "methods/implicit/stage_table.hpp"
#include "tests/counting_system.hpp"

namespace plumb::testing {

enum class Family {
  one_stage_at_a_time,  // diagonally implicit Runge-Kutta, multistep, and equivalent single-step forms
  coupled_stages,
  generalized_alpha,
  projected_trapezoidal,
  rattle,
  half_implicit,
  half_implicit_2,
  fully_implicit,
  lobatto_pair,
  central_differences,             // explicit, except for forces that depend on the velocity
  constrained_central_differences  // at index 3
};

/// Returns the family of a method for a form of the equations; nullopt if the method does not iterate.
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
  const auto ali3 = form == Form::index3 ? Family::projected_trapezoidal : Family::generalized_alpha;
  const Named named[] = {{"ss2", Family::one_stage_at_a_time},
                         {"ss3", Family::one_stage_at_a_time},
                         {"ss4", Family::one_stage_at_a_time},
                         {"generalized-alpha", Family::generalized_alpha},
                         {"hht", Family::generalized_alpha},
                         {"wbz", Family::generalized_alpha},
                         {"newmark", Family::generalized_alpha},
                         {"wilson-theta", Family::generalized_alpha},
                         {"houbolt", Family::generalized_alpha},
                         {"ali3", ali3},
                         {"rattle", Family::rattle},
                         {"half-implicit", Family::half_implicit},
                         {"half-implicit2", Family::half_implicit_2},
                         {"fully-implicit", Family::fully_implicit},
                         {"lobatto-iiia-iiib", Family::lobatto_pair},
                         {"cd-classic", differences},
                         {"cd", differences},
                         {"degree3", differences},
                         {"degree4", differences},
                         {"degree5", differences}};
  for (const auto& known : named)
    if (known.method == method.info.name) return known.family;
  return {};
}

/// The quantities of a run that determine its cost.
struct Work {
  std::int64_t steps = 0, iterations = 0;
  std::int64_t stages = 1;            // implicit stages per step
  std::int64_t accelerations = 0;     // of the index-1 equations, per step
  std::int64_t constraint_rates = 0;  // calls counted by the system
  bool tests_residual = false;
  bool predicts_rates = false;

  /// Returns the number of eigenvalues of the coefficient matrix of coupled stages; a conjugate pair counts as one, and
  /// one eigenvalue is real if the number of stages is odd.
  std::int64_t modes() const { return (stages + 1) / 2; }
  /// Returns the number of residuals that satisfy the tolerance and so end an iteration without a further increment, if
  /// each step solves `systems` nonlinear systems.
  std::int64_t last_residuals(std::int64_t systems) const { return tests_residual ? systems * steps : 0; }
};

/// The cost that the algorithm requires for this work.
struct Cost {
  std::int64_t stages = 0, residuals = 0;
  std::int64_t own_factorizations = 0, own_solves = 0;  // with matrices that the method assembles itself
  Calls calls = {};                                     // calls to the system
};

/// Returns the cost of `residuals` residuals, each with one force and one momentum, plus the cost of a step outside its
/// iterations.
inline Cost of_residuals(const Work& w, std::int64_t residuals) {
  Cost out{.stages = w.stages * w.steps, .residuals = residuals};
  out.calls.forces = out.calls.momenta = residuals;
  if (w.predicts_rates) out.calls.momenta += w.last_residuals(w.stages);  // one per stage, for a predicted state
  out.calls.accelerations = w.accelerations * w.steps;
  return out;
}

/// Adds the cost of matrices of the system that contain tangents.
inline Cost with_matrices(Cost cost, std::int64_t factorizations, std::int64_t solves) {
  cost.calls.factorizations = cost.calls.linearised = factorizations;
  cost.calls.solves = solves;
  return cost;
}

/// Adds the cost of matrices of the system without tangents. `forces` replaces the number of forces.
inline Cost with_plain_matrices(Cost cost, std::int64_t factorizations, std::int64_t solves, std::int64_t forces) {
  cost.calls.factorizations = factorizations;
  cost.calls.solves = solves;
  cost.calls.forces = forces;
  return cost;
}

/// Adds the cost of matrices that the method assembles itself from linearisations of the system.
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
  std::string_view parameter, value;  // `parameter` selects the point of linearisation
  Cost (*cost)(const Work&);
};

inline constexpr Law laws[] = {
    // Each iteration takes a residual, a matrix and a solution.
    {Family::one_stage_at_a_time, "newton", "full",
     [](const Work& w) { return with_matrices(of_one_stage(w), w.iterations, w.iterations); }},
    // Each stage takes a matrix, at its first iteration.
    {Family::one_stage_at_a_time, "newton", "simplified",
     [](const Work& w) { return with_matrices(of_one_stage(w), w.stages * w.steps, w.iterations); }},
    // Each iteration takes the residuals and linearisations of all stages and one large matrix.
    {Family::coupled_stages, "newton", "full",
     [](const Work& w) {
       return with_own_matrices(of_coupled_stages(w), w.stages * w.iterations, w.iterations, w.iterations);
     }},
    // Each step takes one linearisation and one large matrix.
    {Family::coupled_stages, "newton", "simplified",
     [](const Work& w) { return with_own_matrices(of_coupled_stages(w), w.steps, w.steps, w.iterations); }},
    // Each step takes a matrix of the system per mode, and each iteration a solution per mode.
    {Family::coupled_stages, "newton", "transformed",
     [](const Work& w) { return with_matrices(of_coupled_stages(w), w.modes() * w.steps, w.modes() * w.iterations); }},
    // The cost is that of one stage.
    {Family::generalized_alpha, "", "",
     [](const Work& w) { return with_matrices(of_one_stage(w), w.iterations, w.iterations); }},
    // Each step takes a further matrix and two solutions, for the projections.
    {Family::projected_trapezoidal, "", "",
     [](const Work& w) { return with_matrices(of_one_stage(w), w.iterations + w.steps, w.iterations + 2 * w.steps); }},
    // Each step runs two Newton iterations, and evaluates the residual of both accepted iterates. The first has the
    // force at the beginning of the step. The second evaluates the force and the rate of the constraint with every
    // residual, and only its matrix has a tangent.
    {Family::rattle, "", "",
     [](const Work& w) {
       auto cost = with_matrices(of_residuals(w, w.iterations + 2 * w.steps), w.iterations, w.iterations);
       cost.stages = 2 * w.steps;
       cost.calls.forces = w.steps + w.constraint_rates;
       cost.calls.linearised = w.constraint_rates - w.steps;
       return cost;
     }},
    // Each step takes a force and a matrix without tangents, and each iteration takes a solution.
    {Family::half_implicit, "", "",
     [](const Work& w) {
       auto cost = with_plain_matrices(of_one_stage(w), w.steps, w.iterations, w.steps);
       if (!w.tests_residual) cost.calls.momenta = w.steps;  // the linear equation remains solved
       return cost;
     }},
    // The first half of the step costs as much as half_implicit. The second half adds a force, a matrix and two
    // solutions. Each half has one further momentum.
    {Family::half_implicit_2, "", "",
     [](const Work& w) {
       const auto residuals = w.iterations + w.last_residuals(1);
       auto cost =
           with_plain_matrices(of_residuals(w, residuals), 2 * w.steps, w.iterations + 2 * w.steps, 2 * w.steps);
       cost.stages = 2 * w.steps;
       cost.calls.momenta += 2 * w.steps;
       return cost;
     }},
    // Each step takes a matrix without tangents in its middle and at its end, two forces and two solutions. Each
    // iteration takes the residual and the solution of all stages but the last.
    {Family::lobatto_pair, "", "",
     [](const Work& w) {
       const auto each = w.stages - 1, residuals = each * (w.iterations + w.last_residuals(1));
       return with_plain_matrices(of_residuals(w, residuals), 2 * w.steps, each * w.iterations + 2 * w.steps,
                                  residuals + 2 * w.steps);
     }},
    // The matrix is computed once per step ("paper") or in each iteration ("exact").
    {Family::fully_implicit, "jacobian", "paper",
     [](const Work& w) { return with_matrices(of_one_stage(w), w.steps, w.iterations); }},
    {Family::fully_implicit, "jacobian", "exact",
     [](const Work& w) { return with_matrices(of_one_stage(w), w.iterations, w.iterations); }},
    // Each iteration takes one acceleration of the index-1 equations.
    {Family::central_differences, "solve", "fixed-point",
     [](const Work& w) {
       return Cost{.stages = w.steps, .residuals = w.iterations, .calls = {.accelerations = w.iterations}};
     }},
    // The cost is the cost of one stage; convergence is tested by increments only.
    {Family::central_differences, "solve", "newton",
     [](const Work& w) { return with_matrices(of_one_stage(w), w.iterations, w.iterations); }},
    {Family::constrained_central_differences, "solve", "fixed-point",
     [](const Work& w) { return with_matrices(of_one_stage(w), w.iterations, w.iterations); }},
};

/// Returns the law for the cost of a family with these parameters; null if there is none.
inline const Law* law_of(Family family, const Parameters& options) {
  for (const auto& law : laws)
    if (law.family == family && (law.parameter.empty() || options.is(law.parameter, law.value))) return &law;
  return nullptr;
}

}  // namespace plumb::testing
