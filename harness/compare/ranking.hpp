#pragma once
// Rankings of solvers: fronts of cost and error, and performance profiles.
//
//   ρ_s(τ) = share of the tasks that s solves at a cost of at most τ times the least cost of all      Dolan & Moré 2002
//
// A profile of more than two solvers determines only the best solver. Without the best solver, the ranking of the
// others may change (Gould & Scott 2016, ACM Trans. Math. Softw. 43). So pairs of solvers are compared, too.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "harness/compare/cost_at.hpp"

namespace plumb {

/// Costs of solver s for task i: table[s][i]. None: the task is not solved.
using CostTable = std::vector<std::vector<std::optional<double>>>;

/// Returns ρ_s(τ) of each solver, τ >= 1, with the least cost of each task among these solvers. Returns 0 if there are
/// no tasks.
std::vector<double> profile(const CostTable& costs, double tau);
/// Returns the profile without one of the solvers; the value of this solver is 0.
std::vector<double> profile_without(const CostTable& costs, double tau, std::size_t left_out);

/// Numbers of tasks at which the first of two solvers is cheaper, dearer, or equal within the uncertainty (a tie). A
/// task counts only if both solvers support it, and if their costs, or bounds on them, can be compared.
struct Pair {
  int tasks = 0, cheaper = 0, dearer = 0, ties = 0;
  int both = 0;                           // number of tasks for which both costs are known
  std::optional<double> mean_ratio = {};  // geometric mean of (cost of first)/(cost of second) over them; none: no task
};
/// Compares two solvers. `standings[i]` contains their costs for task i.
Pair pair_of(std::span<const std::pair<CostAt, CostAt>> standings);

/// Pairs of solvers whose ranking in a profile changes if the best solver is left out.
struct Caveat {
  std::size_t best = 0;  // index of the best solver
  // The first of each pair ranks above the second among all solvers, and below it if the best solver is left out.
  std::vector<std::pair<std::size_t, std::size_t>> swapped;
};
Caveat caveat(const CostTable& costs, double tau);

/// Returns for each point of each track whether it is on the front: no point of any track has both a lower cost and a
/// smaller error, beyond the uncertainty of the errors. Failed points and points without a cost are not on the front.
std::vector<std::vector<bool>> on_the_front(const std::vector<std::span<const Point>>& tracks);

}  // namespace plumb
