#pragma once
// The standings are the costs at equal accuracy of all entrants of a campaign, and the representative of each family.

#include <optional>
#include <string>
#include <vector>

#include "harness/compare/campaign.hpp"
#include "harness/compare/cost_at.hpp"
#include "harness/compare/ranking.hpp"

namespace plumb {

/// An accuracy that is to be reached in an arena.
struct Goal {
  std::size_t arena = 0;
  double accuracy = 0;
};

/// The places that a cost may have: first <= last <= of.
struct RankRange {
  std::size_t first = 1, last = 1;  // best and worst place; different if unknown costs may be less
  // The number of entrants that reach the goal, or may reach it, at costs that are known, bounded or unknown.
  std::size_t of = 1;
};

class Standings {
 public:
  /// Takes a campaign that was judged, which must outlive this object.
  explicit Standings(const Campaign& campaign);

  const std::vector<Goal>& goals() const { return goals_; }
  /// Returns a name like "slider-crank index3 1e-6".
  std::string name(std::size_t goal) const;
  const CostAt& cost(std::size_t entrant, std::size_t goal) const { return costs_[entrant][goal]; }
  /// Returns the track; null if the entrant was not fit for the arena.
  const Track* track(std::size_t entrant, std::size_t arena) const;

  /// Returns the entrant with the least cost, or the least bound of the cost, among these entrants. None if no entrant
  /// has a cost or a bound.
  std::optional<std::size_t> cheapest(std::size_t goal, const std::vector<std::size_t>& among) const;
  /// Returns how many of these are cheaper, beyond the uncertainty of the costs. The entrant is ranked.
  std::size_t cheaper_than(std::size_t entrant, std::size_t goal, const std::vector<std::size_t>& among) const;
  /// Returns the number of unranked entrants that may be cheaper. Finer or coarser runs could decide.
  std::size_t maybe_cheaper_than(std::size_t entrant, std::size_t goal, const std::vector<std::size_t>& among) const;

  /// Returns the rank among all but the variants. The entrant is ranked there, and is not a variant.
  RankRange rank(std::size_t entrant, std::size_t goal) const;

  /// Returns all entrants except the variants.
  const std::vector<std::size_t>& ranked() const { return ranked_; }
  /// Returns the entrants of the catalogue, without the named ones.
  const std::vector<std::size_t>& field() const { return field_; }
  std::vector<std::size_t> members(const std::string& family) const;
  /// Returns the members of the field that have this order and choose no steps of their own.
  std::vector<std::size_t> of_order(int order) const;
  std::vector<std::size_t> variants(std::size_t entrant) const;

  /// Returns the representative of a family: the member in the field with a cost at most goals. Among equals it is the
  /// one whose costs are least, as geometric mean over the family's cheapest. None: no member has a cost at any goal.
  std::optional<std::size_t> representative(const std::string& family) const;

  /// Returns at how many goals its cost is known or bounded.
  std::size_t reached(std::size_t entrant) const;

  /// Compares one entrant with the cheapest of others, goal by goal.
  Pair against(std::size_t entrant, const std::vector<std::size_t>& others) const;
  /// Returns the costs of these solvers at the goals at which all of their costs are known. A cost that ties with the
  /// cheapest cost is replaced by it.
  CostTable table(const std::vector<std::size_t>& solvers) const;

  const Campaign& campaign() const { return campaign_; }

 private:
  double mean_over_cheapest(std::size_t entrant, const std::vector<std::size_t>& members) const;

  const Campaign& campaign_;
  std::vector<Goal> goals_;
  std::vector<std::vector<CostAt>> costs_;  // costs by entrant, then by goal
  std::vector<std::size_t> ranked_, field_;
};

}  // namespace plumb
