#pragma once
// The standings of a campaign: the costs of all entrants at equal accuracy, their ranks, and the representative of each
// family.

#include <optional>
#include <string>
#include <vector>

#include "harness/compare/campaign.hpp"
#include "harness/compare/cost_at.hpp"
#include "harness/compare/ranking.hpp"

namespace plumb {

/// An accuracy that methods must reach in an arena (arena.hpp: a problem in one formulation over one time span).
struct AccuracyGoal {
  std::size_t arena = 0;
  double accuracy = 0;
};

/// The rank of a cost: from `first` to `last` of `competitors` ranks, 1 for the least cost; first <= last <= competitors.
struct RankRange {
  std::size_t first = 1, last = 1;  // best and worst rank; they differ if unknown costs may be less
  // Number of entrants that reach the goal or may reach it.
  std::size_t competitors = 1;
};

class Standings {
 public:
  /// The campaign must be complete, including its points, and must outlive this object.
  explicit Standings(const Campaign& campaign);

  const std::vector<AccuracyGoal>& goals() const { return goals_; }
  /// Returns the name of a goal, like "slider-crank index3 1e-6".
  std::string name(std::size_t goal) const;
  const CostAt& cost(std::size_t entrant, std::size_t goal) const { return costs_[entrant][goal]; }
  /// Returns the runs of the entrant in the arena (arena.hpp: a problem in one formulation); null if the entrant does
  /// not support the formulation of the arena.
  const Track* track(std::size_t entrant, std::size_t arena) const;

  /// Returns the entrant with the least cost, or upper bound of the cost, among these entrants. None if no entrant has
  /// either.
  std::optional<std::size_t> cheapest(std::size_t goal, const std::vector<std::size_t>& among) const;
  /// Returns the number of entrants in `among` that are cheaper than `entrant`, beyond the uncertainty of the costs.
  /// Precondition: the cost of `entrant` is ranked.
  std::size_t cheaper_than(std::size_t entrant, std::size_t goal, const std::vector<std::size_t>& among) const;
  /// Returns the number of entrants in `among` without a ranked cost that may be cheaper than `entrant`.
  std::size_t maybe_cheaper_than(std::size_t entrant, std::size_t goal, const std::vector<std::size_t>& among) const;

  /// Returns the rank among all entrants except the variants. Preconditions: the cost of `entrant` is ranked, and it is
  /// not a variant.
  RankRange rank(std::size_t entrant, std::size_t goal) const;

  /// Returns all entrants except the variants.
  const std::vector<std::size_t>& ranked() const { return ranked_; }
  /// Returns the entrants of the catalogue, without the named ones.
  const std::vector<std::size_t>& field() const { return field_; }
  /// Returns the entrants of `field()` in this family.
  std::vector<std::size_t> members(const std::string& family) const;
  /// Returns the entrants of `field()` of the same order and kind as the entrant, without the entrant itself: with or
  /// without step size control, implicit or explicit. Empty if the order of the entrant is unknown.
  std::vector<std::size_t> peers(std::size_t entrant) const;
  /// Returns whether the runs of the entrant have Jacobians or Newton iterations. Only ordinary differential equations
  /// count if there are any, because explicit methods may solve for constraints.
  bool is_implicit(std::size_t entrant) const;
  /// Returns the median of the ranked costs of the other entrants at the goal, without the variants. None: fewer than
  /// three have one.
  std::optional<double> median_cost(std::size_t entrant, std::size_t goal) const;
  /// Returns the variants of an entrant: copies of it with one other parameter value.
  std::vector<std::size_t> variants(std::size_t entrant) const;

  /// Returns the representative of a family: the member that reaches the largest number of goals. Among equals it is
  /// the member with the least geometric mean of its cost divided by the cost of the family's cheapest member. None: no
  /// member reaches a goal.
  std::optional<std::size_t> representative(const std::string& family) const;

  /// Returns the number of goals that the entrant reaches, with a known cost or an upper bound of it.
  std::size_t reached(std::size_t entrant) const;

  /// Compares an entrant with the cheapest of the other entrants at each goal.
  Pair against(std::size_t entrant, const std::vector<std::size_t>& others) const;
  /// Returns the costs of these solvers for a performance profile. Goals at which a solver has an unknown cost are left
  /// out. A cost that ties with the least cost is replaced by the least cost.
  CostTable table(const std::vector<std::size_t>& solvers) const;

  const Campaign& campaign() const { return campaign_; }

 private:
  double mean_over_cheapest(std::size_t entrant, const std::vector<std::size_t>& members) const;

  const Campaign& campaign_;
  std::vector<AccuracyGoal> goals_;
  std::vector<std::vector<CostAt>> costs_;  // costs by entrant, then by goal
  std::vector<std::size_t> ranked_, field_;
};

}  // namespace plumb
