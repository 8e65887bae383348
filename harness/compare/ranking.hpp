#pragma once
// Rankings of solvers: fronts of cost and error, and performance profiles.
//
//   ρ_s(τ) = share of the tasks that s solves at a cost of at most τ times the least of all      Dolan & Moré 2002
//
// A profile of more than two solvers only determines the best one. Without the best one, the order of the others may
// change (Gould & Scott 2016, ACM Trans. Math. Softw. 43). So pairs are compared, too.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "harness/compare/cost_at.hpp"

namespace plumb {

/// Costs by solver and task. None: the task is not solved.
using CostTable = std::vector<std::vector<std::optional<double>>>;

/// Returns ρ_s(τ) of each solver, τ >= 1, with the least cost of each task among these solvers. Returns 0 if there are
/// no tasks.
std::vector<double> profile(const CostTable& costs, double tau);
/// Returns the profile without one of the solvers; the value of this solver is 0.
std::vector<double> profile_without(const CostTable& costs, double tau, std::size_t left_out);

/// Comparison of two solvers. A task counts if both solvers support it, at least one solves it, and their costs (or
/// bounds of them) can be compared.
struct Pair {
  int tasks = 0, cheaper = 0, dearer = 0, ties = 0;
  int both = 0;                           // number of tasks in which both solvers are ranked
  std::optional<double> mean_ratio = {};  // geometric mean of the cost ratio over these tasks; nullopt: no tasks
};
/// Compares a pair. `standings[i]` contains the costs of task i for both.
Pair pair_of(std::span<const std::pair<CostAt, CostAt>> standings);

/// Solvers whose order in the profile changes without the best one.
struct Caveat {
  std::size_t best = 0;
  // The first of each pair precedes the second with all solvers, and follows it without the best.
  std::vector<std::pair<std::size_t, std::size_t>> swapped;
};
Caveat caveat(const CostTable& costs, double tau);

/// Returns for each point whether it is on the front: no other point has both a lower cost and a smaller error, beyond
/// the uncertainty of the errors. Failed points and points without a cost are not on it.
std::vector<std::vector<bool>> on_the_front(const std::vector<std::span<const Point>>& tracks);

}  // namespace plumb
