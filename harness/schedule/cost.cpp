#include "harness/schedule/cost.hpp"

#include <algorithm>
#include <exception>
#include <mutex>

#include "contract/remembered.hpp"
#include "harness/run/needed_reference.hpp"
#include "methods/analysis/formula.hpp"
#include "methods/from_data/from_data.hpp"

namespace plumb {
namespace {

// Times on a present-day processor in double [s], from measured runs of the catalogue, correct to half an order of
// magnitude: overhead of a cell, of a sample, of a component of the accelerations, of a multiply-add.
constexpr double of_a_cell = 1e-4, of_a_sample = 5e-5, of_a_component = 2e-8, of_a_product = 1e-9;
constexpr double iterations = 4;           // typical number of Newton iterations of a stage
constexpr double steps_of_a_library = 20;  // typical number of inner steps of an adaptive method per step of a run

double times_double(Precision p) { return p == Precision::quad_ ? 50 : p == Precision::long_ ? 2 : 1; }

/// Returns the cost of factorising a matrix of n rows [s]: dense up to 64 rows, and linear in n beyond, because the
/// factorisation of larger systems uses their sparsity.
double factorization(double n) {
  constexpr double dense = 64;
  return of_a_product * n * std::min(n, dense) * std::min(n, dense) / 3;
}

struct Size {
  double velocities, unknowns;  // numbers of velocities and of unknowns (with multipliers)
  bool explicit_form;           // true: accelerations are explicit; false: they follow from a linear system
};

Size size_of(const Problem& problem, const Parameters& data, const Formulation& formulation) {
  const auto system = problem.in_double.system(data, formulation);
  const auto sizes = system.sizes();
  const auto v = static_cast<double>(sizes.v), lambda = static_cast<double>(sizes.lambda);
  return {v, v + lambda, system.form() == Form::ode};
}

/// Returns the cost of one evaluation of the accelerations [s].
double evaluation(const Size& size) {
  return of_a_component * size.velocities + (size.explicit_form ? 0 : factorization(size.unknowns));
}

double implicit_stages(const Size& size, double stages, double together) {
  const double solve = factorization(together * size.unknowns) + together * of_a_component * size.unknowns;
  return stages * iterations * solve;
}

/// Numbers of stages of a method, from its tableau: all stages, and the stages that each step computes.
struct Stages {
  StageCoupling coupling;
  double all, in_a_step;
};

std::optional<Stages> stages_of(const Method& method, const Parameters& options) {
  if (!method.tableau) return {};
  const auto tableau = method.tableau(options);
  return Stages{coupling(tableau), static_cast<double>(tableau.stages),
                static_cast<double>(stages_per_step(method, options))};
}

double step(const Method& method, const std::optional<Stages>& stages, const Size& size) {
  if (!method.info.fixed_step) return steps_of_a_library * implicit_stages(size, 1, 1);
  if (stages) {
    switch (stages->coupling) {
      case StageCoupling::explicit_: return stages->all * evaluation(size);
      case StageCoupling::diagonally_implicit: return implicit_stages(size, stages->in_a_step, 1);
      case StageCoupling::fully_implicit: return implicit_stages(size, 1, stages->all);
    }
  }
  const bool solves = method.fits("index2") || method.fits("index3");
  return solves && !size.explicit_form ? implicit_stages(size, 1, 1) : 4 * evaluation(size);
}

/// Returns the cost of a step in double [s]. Stages and sizes are cached, because many cells have the same method, or
/// the same problem and formulation.
double seconds_of_a_step(const ResolvedCell& cell) {
  static std::mutex guard;
  static Remembered<std::string, std::optional<Stages>> stages;
  static Remembered<std::string, Size> sizes;
  const auto& text = cell.text();
  const std::lock_guard lock(guard);
  const auto& size = sizes(with_parameters(text.problem, text.problem_parameters) + " " + text.formulation,
                           [&] { return size_of(cell.problem(), cell.data(), cell.formulation()); });
  const auto& of_method = stages(with_parameters(text.method, text.method_parameters),
                                 [&] { return stages_of(cell.method(), cell.options()); });
  return step(cell.method(), of_method, size);
}

constexpr double of_a_process = 4e6;  // memory of a process [bytes]
constexpr double matrices = 4;        // number of matrices of a stage solver: matrix, factors and parts
constexpr double entries_of_a_sparse_row = 200;

double stages_together(const ResolvedCell& cell) {
  const auto stages = stages_of(cell.method(), cell.options());
  return stages && stages->coupling == StageCoupling::fully_implicit ? stages->all : 1;
}

double size_of_number(Precision p) { return p == Precision::double_ ? sizeof(double) : sizeof(quad); }

double sampled_times(const ResolvedCell& cell) {
  const auto count = static_cast<double>(cell.steps());
  return cell.text().samples == 0 ? count : std::min<double>(cell.text().samples, count);
}

// Numbers of evaluations of the accelerations in quad: for a certified reference over the problem's default horizon,
// and for a quick reference over any horizon (its steps are fixed fractions of the horizon).
constexpr double evaluations_of_a_horizon = 1.5e5, evaluations_of_quick = 1e4;

double or_zero(double (&seconds)(const ResolvedCell&), const ResolvedCell& cell) {
  try {
    return seconds(cell);
  } catch (const std::exception&) {
    return 0;
  }
}

}  // namespace

double expected_seconds(const ResolvedCell& cell) {
  const auto count = static_cast<double>(cell.steps());
  return of_a_cell + sampled_times(cell) * of_a_sample +
         count * seconds_of_a_step(cell) * times_double(cell.text().precision);
}

double weight(const ResolvedCell& cell) { return or_zero(expected_seconds, cell); }

double expected_bytes(const ResolvedCell& cell) {
  const auto system = cell.problem().in_double.system(cell.data(), cell.formulation());
  const auto sizes = system.sizes();
  const double rows = stages_together(cell) * static_cast<double>(sizes.v + sizes.lambda);
  const double entries = system.offers_blocks() ? rows * rows : rows * std::min(rows, entries_of_a_sparse_row);
  return of_a_process + matrices * entries * size_of_number(cell.text().precision);
}

double room(const ResolvedCell& cell) { return or_zero(expected_bytes, cell); }

double bytes_of_states(const ResolvedCell& cell) {
  const auto sizes = cell.problem().in_double.system(cell.data(), cell.formulation()).sizes();
  const auto numbers = 1 + sizes.q + 2 * sizes.v + sizes.lambda + static_cast<int>(cell.problem().outputs.size());
  return sampled_times(cell) * static_cast<double>(numbers) * sizeof(double);
}

double expected_reference_seconds(const ResolvedCell& cell) {
  const auto* carrying = carrier(cell.problem());
  if (!carrying) return 0;
  const double horizons = motion_request(cell).kind == ReferenceKind::quick
                              ? evaluations_of_quick / evaluations_of_a_horizon
                              : cell.duration<double>() / cell.problem().usual_duration();
  return horizons * evaluations_of_a_horizon * times_double(Precision::quad_) *
         evaluation(size_of(cell.problem(), cell.data(), *carrying));
}

double reference_weight(const ResolvedCell& cell) { return or_zero(expected_reference_seconds, cell); }

}  // namespace plumb
