#pragma once
// Costs at equal accuracy of all entrants of a campaign, and who stands for each family.

#include <optional>
#include <string>
#include <vector>

#include "harness/compare/campaign.hpp"
#include "harness/compare/cost_at.hpp"
#include "harness/compare/ranking.hpp"

namespace plumb {

/// An accuracy to be reached in an arena.
struct Goal {
  std::size_t arena = 0;
  double accuracy = 0;
};

/// The places that a cost may have: first <= last <= of.
struct RankRange {
  std::size_t first = 1, last = 1;  // apart where costs that are not known may be less
  std::size_t of = 1;               // entrants that reach the goal, or may: at costs that are known, bounded or unknown
};

class Standings {
 public:
  /// The campaign, which has to outlive it, was judged.
  explicit Standings(const Campaign& campaign);

  const std::vector<Goal>& goals() const { return goals_; }
  /// "slider-crank index3 1e-6"
  std::string name(std::size_t goal) const;
  const CostAt& cost(std::size_t entrant, std::size_t goal) const { return costs_[entrant][goal]; }
  /// Null where the entrant was not fit for the arena.
  const Track* track(std::size_t entrant, std::size_t arena) const;

  /// Of these entrants the one whose cost, or the most that it can be, is least; none: none of them has one.
  std::optional<std::size_t> cheapest(std::size_t goal, const std::vector<std::size_t>& among) const;
  /// How many of these are cheaper, beyond what is not known. The entrant is ranked.
  std::size_t cheaper_than(std::size_t entrant, std::size_t goal, const std::vector<std::size_t>& among) const;
  /// How many of those that are not ranked may be cheaper: runs that were finer, or coarser, could tell.
  std::size_t maybe_cheaper_than(std::size_t entrant, std::size_t goal, const std::vector<std::size_t>& among) const;

  /// The rank among all but the variants. The entrant is ranked there and no variant.
  RankRange rank(std::size_t entrant, std::size_t goal) const;

  /// Entrants with their defaults or as named: everybody but the variants.
  const std::vector<std::size_t>& ranked() const { return ranked_; }
  /// Those of the catalogue, the named ones aside.
  const std::vector<std::size_t>& field() const { return field_; }
  std::vector<std::size_t> members(const std::string& family) const;
  /// Of the field, those of equal order that choose no steps of their own.
  std::vector<std::size_t> of_order(int order) const;
  std::vector<std::size_t> variants(std::size_t entrant) const;

  /// Who stands for a family: of its members in the field the one with a cost at most goals, of these the one whose
  /// costs are least, as geometric mean over the family's cheapest. None: no member has a cost at any goal.
  std::optional<std::size_t> representative(const std::string& family) const;

  /// At how many goals its cost is known, or bounded.
  std::size_t reached(std::size_t entrant) const;

  /// The standings of one entrant beside the cheapest of others, goal by goal.
  Pair against(std::size_t entrant, const std::vector<std::size_t>& others) const;
  /// Costs of these solvers at the goals at which all that is reached has a known cost; a tie with the cheapest has the
  /// cheapest's.
  CostTable table(const std::vector<std::size_t>& solvers) const;

  const Campaign& campaign() const { return campaign_; }

 private:
  double mean_over_cheapest(std::size_t entrant, const std::vector<std::size_t>& members) const;

  const Campaign& campaign_;
  std::vector<Goal> goals_;
  std::vector<std::vector<CostAt>> costs_;  // by entrant and goal
  std::vector<std::size_t> ranked_, field_;
};

}  // namespace plumb
