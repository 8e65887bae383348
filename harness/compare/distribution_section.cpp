// Section on runtime distributions: the share of all pairs of problem and target error reached within a cost.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/compare/latex_figure.hpp"
#include "harness/compare/runtime_distribution.hpp"
#include "harness/compare/section.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

/// The costs of all solvers at all pairs of problem and target.
struct PairCosts {
  std::vector<TargetCosts> of_solver;  // costs by solver, problem and target
  std::size_t pairs = 0, problems = 0;
  std::size_t left_out = 0;           // number of pairs at which the error of a solver is too uncertain, or has no cost
  double least = HUGE_VAL, most = 0;  // range of the costs [evaluations]
};

/// Adds the costs at one target of an arena, unless one of the solvers has an unknown cost.
void add_target(PairCosts& out, const std::vector<CostAt>& costs) {
  const auto is_unknown = [](const CostAt& cost) { return cost.is_unknown() && !cost.is_reached(); };
  if (std::ranges::any_of(costs, is_unknown)) {
    ++out.left_out;
    return;
  }
  ++out.pairs;
  for (std::size_t s = 0; s < costs.size(); ++s) {
    const bool is_reached = costs[s].is_reached() && costs[s].cost > 0;
    out.of_solver[s].back().push_back(is_reached ? std::optional(costs[s].cost) : std::nullopt);
    if (!is_reached) continue;
    out.least = std::min(out.least, costs[s].cost);
    out.most = std::max(out.most, costs[s].cost);
  }
}

PairCosts pair_costs(const Subjects& subjects, const std::vector<std::size_t>& solvers) {
  PairCosts out{.of_solver = std::vector<TargetCosts>(solvers.size())};
  const auto& plan = subjects.campaign().plan;
  for (std::size_t a = 0; a < plan.arenas.size(); ++a) {
    if (!plan.arenas[a].ranked) continue;
    ++out.problems;
    for (auto& one : out.of_solver) one.emplace_back();
    for (const double target : target_errors(plan.accuracies.back())) {
      std::vector<CostAt> costs;
      for (const auto e : solvers) {
        const auto* track = subjects.standings.track(e, a);
        costs.push_back(track ? cost_at(track->points, target) : CostAt{});
      }
      add_target(out, costs);
    }
  }
  return out;
}

/// Returns "0.45", or "0.45 [0.30, 0.60]" with the band.
std::string share_words(const RuntimeDistribution& found, std::size_t i) {
  if (found.low.empty()) return fmt::format("{:.2f}", found.share[i]);
  return fmt::format("{:.2f} [{:.2f}, {:.2f}]", found.share[i], found.low[i], found.high[i]);
}

/// Returns three costs for the table: powers of 10, of which the last is at least the largest cost.
std::vector<double> shown_costs(const PairCosts& costs) {
  const double last = std::ceil(std::log10(costs.most));
  return {std::pow(10., last - 2), std::pow(10., last - 1), std::pow(10., last)};
}

Json curve_data(const std::string& method, const std::vector<double>& at, const RuntimeDistribution& found) {
  return {{"method", method}, {"cost", at}, {"share", found.share}, {"low", found.low}, {"high", found.high}};
}

std::string explanation(const PairCosts& costs, double strictest) {
  const BootstrapSettings bootstrap;
  auto out = fmt::format(
      "The share of the {} of problem and target error that a method reaches at a cost of at most so many evaluations "
      "(runtime distribution, Hansen et al. 2021, COCO). Targets are errors from 0.1 to {}, five for each factor of "
      "10, "
      "on {}. ",
      counted(costs.pairs, "pair"), shortest(strictest), counted(costs.problems, "problem"));
  out += costs.problems < 2
             ? std::string("A band requires at least two problems.")
             : fmt::format(
                   "In brackets: pointwise {:.0f} % bootstrap interval; {} times, problems are drawn with "
                   "replacement, each with all its targets.",
                   100 * bootstrap.confidence, bootstrap.samples);
  out +=
      " If the coarsest run reaches the target, its cost counts as the cost. A pair that a method does not support or "
      "reach counts as not reached.";
  if (costs.left_out > 0)
    out += fmt::format(" Left out: {} at which the error or the cost of one of these methods is not known accurately.",
                       counted(costs.left_out, "pair"));
  return out;
}

}  // namespace

Section distribution_section(const Subjects& subjects) {
  Section out{.id = "distributions", .table = {.columns = {{"runtime distribution"}}, .rows = {}}};
  const auto solvers = solvers_of(subjects);
  const auto costs = pair_costs(subjects, solvers);
  const auto strictest = subjects.campaign().plan.accuracies.back();
  out.table.notes = {costs.most > 0 ? explanation(costs, strictest)
                                    : "Runtime distribution: no method reaches a target with a known cost."};
  if (costs.most <= 0) return out;
  const auto shown = shown_costs(costs), grid = cost_grid(costs.least, costs.most);
  for (const double cost : shown) out.table.columns.push_back({"cost " + shortest(cost)});
  Json curves = Json::array();
  LatexPanel panel{
      .title = "", .x_label = "cost (evaluations)", .y_label = "share of pairs", .is_y_logarithmic = false};
  for (std::size_t s = 0; s < solvers.size(); ++s) {
    const auto name = short_name(subjects.campaign().plan.entrants[solvers[s]].spec);
    const auto in_table = runtime_distribution(costs.of_solver[s], shown);
    const auto on_grid = runtime_distribution(costs.of_solver[s], grid);
    Row row = {name};
    for (std::size_t i = 0; i < shown.size(); ++i) row.emplace_back(share_words(in_table, i));
    out.table.rows.push_back(std::move(row));
    curves.push_back(curve_data(name, grid, on_grid));
    const bool has_band = solvers[s] == subjects.judged;
    panel.curves.push_back({.name = name,
                            .x = grid,
                            .y = on_grid.share,
                            .low = has_band ? on_grid.low : std::vector<double>(),
                            .high = has_band ? on_grid.high : std::vector<double>(),
                            .is_step = true,
                            .is_main = has_band});
  }
  const auto key = latex_key(short_name(subjects.entrant().spec));
  out.figure =
      latex_figure({panel},
                   fmt::format("Runtime distribution of {}: share of the {} of problem and target error over the "
                               "cost. Band: pointwise 95 % bootstrap interval over the problems.",
                               short_name(subjects.entrant().spec), counted(costs.pairs, "pair")),
                   "fig:compare-" + key + "-distributions");
  out.data = {{"pairs", costs.pairs},
              {"problems", costs.problems},
              {"left_out", costs.left_out},
              {"targets", target_errors(strictest)},
              {"curves", curves}};
  return out;
}

}  // namespace plumb
