#include "harness/compare/standings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/cell/resolve.hpp"
#include "text/number_text.hpp"

namespace plumb {
Standings::Standings(const Campaign& campaign) : campaign_(campaign) {
  const auto& plan = campaign.plan;
  for (std::size_t a = 0; a < plan.arenas.size(); ++a)
    if (plan.arenas[a].ranked)
      for (const double accuracy : plan.accuracies) goals_.push_back({a, accuracy});
  for (std::size_t e = 0; e < plan.entrants.size(); ++e) {
    auto& row = costs_.emplace_back();
    for (const auto& goal : goals_) {
      const auto* of = track(e, goal.arena);
      row.push_back(of ? cost_at(of->points, goal.accuracy) : CostAt{});
    }
    if (plan.entrants[e].role != Role::tuned) ranked_.push_back(e);
    if (plan.entrants[e].role == Role::field) field_.push_back(e);
  }
}

std::string Standings::name(std::size_t goal) const {
  const auto& [arena, accuracy] = goals_[goal];
  return fmt::format("{} {}", campaign_.plan.arenas[arena].name(), shortest(accuracy));
}

const Track* Standings::track(std::size_t entrant, std::size_t arena) const {
  for (const auto& one : campaign_.tracks)
    if (one.entrant == entrant && one.arena == arena) return &one;
  return nullptr;
}

std::optional<std::size_t> Standings::cheapest(std::size_t goal, const std::vector<std::size_t>& among) const {
  std::optional<std::size_t> out;
  for (const auto e : among)
    if (cost(e, goal).is_reached() && (!out || cost(e, goal).cost < cost(*out, goal).cost)) out = e;
  return out;
}

std::size_t Standings::cheaper_than(std::size_t entrant, std::size_t goal,
                                    const std::vector<std::size_t>& among) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      among, [&](std::size_t e) { return compared(cost(e, goal), cost(entrant, goal)) == Order::cheaper; }));
}

std::size_t Standings::maybe_cheaper_than(std::size_t entrant, std::size_t goal,
                                          const std::vector<std::size_t>& among) const {
  return static_cast<std::size_t>(std::ranges::count_if(among, [&](std::size_t e) {
    const auto& one = cost(e, goal);
    if (e == entrant || one.is_ranked() || one.reach == Reach::not_fit) return false;
    return compared(one, cost(entrant, goal)) == Order::tie;
  }));
}

RankRange Standings::rank(std::size_t entrant, std::size_t goal) const {
  RankRange out;
  out.first = cheaper_than(entrant, goal, ranked_) + 1;
  out.last = out.first + maybe_cheaper_than(entrant, goal, ranked_);
  // Methods that may reach the goal are counted, too. Otherwise `last` could exceed `of`.
  out.competitors = static_cast<std::size_t>(
      std::ranges::count_if(ranked_, [&](std::size_t e) { return cost(e, goal).may_be_reached(); }));
  return out;
}

std::vector<std::size_t> Standings::members(const std::string& family) const {
  std::vector<std::size_t> out;
  for (const auto e : field_)
    if (campaign_.plan.entrants[e].family == family) out.push_back(e);
  return out;
}

std::vector<std::size_t> Standings::peers(std::size_t entrant) const {
  std::vector<std::size_t> out;
  const auto& own = method_named(campaign_.plan.entrants[entrant].spec).info;
  if (own.order == 0) return out;
  for (const auto e : field_) {
    const auto& info = method_named(campaign_.plan.entrants[e].spec).info;
    const bool is_alike = info.order == own.order && info.fixed_step == own.fixed_step;
    if (e != entrant && is_alike && is_implicit(e) == is_implicit(entrant)) out.push_back(e);
  }
  return out;
}

bool Standings::is_implicit(std::size_t entrant) const {
  bool on_odes = false, on_others = false, any_ode = false;
  for (const auto& track : campaign_.tracks) {
    if (track.entrant != entrant) continue;
    const auto& arena = campaign_.plan.arenas[track.arena];
    const bool is_ode = formulation_named(problem_named(arena.problem.name), arena.formulation).form == Form::ode;
    for (const auto* rung : runs_of(track)) {
      const auto& counters = rung->result->counters;
      const bool iterates = counters.newton_iterations.value_or(0) + counters.jacobian_evaluations.value_or(0) > 0;
      any_ode = any_ode || is_ode;
      on_odes = on_odes || (is_ode && iterates);
      on_others = on_others || (!is_ode && iterates);
    }
  }
  return any_ode ? on_odes : on_others;
}

std::optional<double> Standings::median_cost(std::size_t entrant, std::size_t goal) const {
  std::vector<double> costs;
  for (const auto e : ranked_)
    if (e != entrant && cost(e, goal).is_ranked()) costs.push_back(cost(e, goal).cost);
  if (costs.size() < 3) return {};
  std::ranges::sort(costs);
  const auto middle = costs.size() / 2;
  return costs.size() % 2 == 1 ? costs[middle] : std::sqrt(costs[middle - 1] * costs[middle]);
}

std::vector<std::size_t> Standings::variants(std::size_t entrant) const {
  std::vector<std::size_t> out;
  const auto& all = campaign_.plan.entrants;
  for (std::size_t e = 0; e < all.size(); ++e)
    if (all[e].role == Role::tuned && all[e].original == entrant) out.push_back(e);
  return out;
}

std::size_t Standings::reached(std::size_t entrant) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(costs_[entrant], [](const CostAt& cost) { return cost.is_reached(); }));
}

double Standings::mean_over_cheapest(std::size_t entrant, const std::vector<std::size_t>& members) const {
  double sum = 0;
  for (std::size_t g = 0; g < goals_.size(); ++g)
    if (cost(entrant, g).is_reached()) sum += std::log(cost(entrant, g).cost / cost(*cheapest(g, members), g).cost);
  return sum / static_cast<double>(std::max<std::size_t>(reached(entrant), 1));
}

std::optional<std::size_t> Standings::representative(const std::string& family) const {
  const auto all = members(family);
  std::optional<std::size_t> out;
  for (const auto e : all) {
    if (reached(e) == 0) continue;
    const bool is_better = !out || reached(e) > reached(*out) ||
                           (reached(e) == reached(*out) && mean_over_cheapest(e, all) < mean_over_cheapest(*out, all));
    if (is_better) out = e;
  }
  return out;
}

Pair Standings::against(std::size_t entrant, const std::vector<std::size_t>& others) const {
  std::vector<std::pair<CostAt, CostAt>> standings;
  for (std::size_t g = 0; g < goals_.size(); ++g) {
    std::vector<CostAt> costs;
    for (const auto e : others) costs.push_back(cost(e, g));
    standings.emplace_back(cost(entrant, g), least_of(costs));
  }
  return pair_of(standings);
}

CostTable Standings::table(const std::vector<std::size_t>& solvers) const {
  CostTable out(solvers.size());
  for (std::size_t g = 0; g < goals_.size(); ++g) {
    if (std::ranges::any_of(solvers, [&](std::size_t e) { return cost(e, g).is_unknown(); })) continue;
    const auto best = cheapest(g, solvers);
    for (std::size_t i = 0; i < solvers.size(); ++i) {
      const auto& one = cost(solvers[i], g);
      const bool is_tie = one.is_ranked() && compared(one, cost(*best, g)) == Order::tie;
      out[i].push_back(is_tie            ? std::optional(cost(*best, g).cost)
                       : one.is_ranked() ? std::optional(one.cost)
                                         : std::nullopt);
    }
  }
  return out;
}

}  // namespace plumb
