#pragma once
// Solvers are ranked by fronts of cost and error, and by performance profiles.
//
//   ρ_s(τ) = share of the tasks that s solves at a cost of at most τ times the least of all      Dolan & Moré 2002
//
// A profile of more than two solvers says which one is best, and no more: without the best one, the others may stand in
// another order (Gould & Scott 2016, ACM Trans. Math. Softw. 43). So pairs are compared too.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "harness/compare/cost_at.hpp"

namespace plumb {

/// Costs by solver and task. None: the task is not solved.
using CostTable = std::vector<std::vector<std::optional<double>>>;

/// Returns ρ_s(τ) of each solver, τ >= 1. The least cost of a task is that among these solvers. It is 0 if there are no
/// tasks.
std::vector<double> profile(const CostTable& costs, double tau);
/// Returns the same without one of the solvers, whose own value is 0.
std::vector<double> profile_without(const CostTable& costs, double tau, std::size_t left_out);

/// Compares one solver with another. A task counts if both are fit for it, at least one solves it, and the bounds of
/// their costs decide.
struct Pair {
  int tasks = 0, cheaper = 0, dearer = 0, ties = 0;
  int both = 0;                           // tasks at which both are ranked
  std::optional<double> mean_ratio = {};  // geometric mean of cost over the other's at those; none if there are none
};
/// Compares a pair. `standings[i]` has the costs of task i for both.
Pair pair_of(std::span<const std::pair<CostAt, CostAt>> standings);

/// Solvers whose order in the profile changes when the best one is left out.
struct Caveat {
  std::size_t best = 0;
  // The first of each pair is before the second with all solvers, and behind it without the best.
  std::vector<std::pair<std::size_t, std::size_t>> swapped;
};
Caveat caveat(const CostTable& costs, double tau);

/// Tells which of the points are on the front: no other point has less cost and a smaller error, beyond the uncertainty
/// of the errors. Points that failed or have no cost are not on it.
std::vector<std::vector<bool>> on_the_front(const std::vector<std::span<const Point>>& tracks);

}  // namespace plumb
