#pragma once
// Who stands where: fronts of cost and error, and performance profiles.
//
//   ρ_s(τ) = share of the tasks that s solves at a cost of at most τ times the least of all      Dolan & Moré 2002
//
// A profile of more than two solvers says who is best, and no more: the order of the others may be another one without
// the best (Gould & Scott 2016, ACM Trans. Math. Softw. 43). So pairs are compared too.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "harness/compare/cost_at.hpp"

namespace plumb {

/// Costs by solver and task; none: not solved.
using CostTable = std::vector<std::vector<std::optional<double>>>;

/// ρ_s(τ) of each solver, τ >= 1; the least cost of a task is that of these solvers. 0 without tasks.
std::vector<double> profile(const CostTable& costs, double tau);
/// The same without one of the solvers, whose own value is 0.
std::vector<double> profile_without(const CostTable& costs, double tau, std::size_t left_out);

/// One solver beside one other: tasks that both are fit for and either solves, where what is known of their costs
/// decides.
struct Pair {
  int tasks = 0, cheaper = 0, dearer = 0, ties = 0;
  int both = 0;                           // tasks at which both are ranked
  std::optional<double> mean_ratio = {};  // geometric mean of cost over the other's at those; none: there are none
};
/// `standings[i]`: costs of task i of both.
Pair pair_of(std::span<const std::pair<CostAt, CostAt>> standings);

/// Solvers of which the order in the profile changes when the best is left out.
struct Caveat {
  std::size_t best = 0;
  std::vector<std::pair<std::size_t, std::size_t>> swapped;  // before with all, behind without the best
};
Caveat caveat(const CostTable& costs, double tau);

/// Which of the points are on the front: no other one of all has less cost and a smaller error, beyond what is not
/// known of the errors. Points that failed or have no cost are not.
std::vector<std::vector<bool>> on_the_front(const std::vector<std::span<const Point>>& tracks);

}  // namespace plumb
