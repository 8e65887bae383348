// Sections on costs at equal accuracy: the method at every goal (accuracy in an arena), and against each family.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/cell/resolve.hpp"
#include "harness/compare/section.hpp"
#include "methods/family.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

/// Returns the number of digits of a ratio: 12.3, 1.4 or 0.31.
int ratio_digits(double ratio) { return ratio < 9.95 ? 2 : 3; }

Entry ratio_of(double ratio) { return Entry::number(ratio, ratio_digits(ratio)); }

/// Returns the rank of the method at the goal, "12 of 50", or "12 to 14 of 50" if two methods of unknown cost may be
/// cheaper; without a rank, the reason.
std::string rank_words(const Subjects& subjects, std::size_t goal) {
  const auto& own = subjects.standings.cost(subjects.judged, goal);
  if (!own.is_ranked()) {
    if (own.reach == Reach::limited) return fmt::format("{}-limited", name(own.origin));
    return std::string(name(own.reach));
  }
  const auto rank = subjects.standings.rank(subjects.judged, goal);
  const auto range =
      rank.first == rank.last ? std::to_string(rank.first) : fmt::format("{} to {}", rank.first, rank.last);
  return fmt::format("{} of {}", range, rank.competitors);
}

Entry cheapest_entry(const Subjects& subjects, std::size_t goal) {
  const auto best = subjects.standings.cheapest(goal, subjects.standings.ranked());
  if (!best) return {};
  return *best == subjects.judged ? "itself" : short_name(subjects.campaign().plan.entrants[*best].spec);
}

/// Returns the cost of the method divided by the cost of the cheapest method: 12.3, or "> 12.3" if only an upper bound
/// of the cheapest cost is known.
Entry over_cheapest(const Subjects& subjects, std::size_t goal) {
  const auto best = subjects.standings.cheapest(goal, subjects.standings.ranked());
  const auto& own = subjects.standings.cost(subjects.judged, goal);
  if (!best || *best == subjects.judged || !own.is_ranked()) return {};
  const auto& other = subjects.standings.cost(*best, goal);
  if (other.is_ranked() && compared(own, other) == Order::tie) return "tie";
  const double ratio = own.cost / other.cost;
  return other.is_ranked() ? ratio_of(ratio) : Entry("> " + significant(ratio, ratio_digits(ratio)));
}

std::vector<Entry> row_of(const Subjects& subjects, std::size_t goal) {
  const auto& [arena, accuracy] = subjects.standings.goals()[goal];
  const auto& own = subjects.standings.cost(subjects.judged, goal);
  std::vector<Entry> row = {subjects.campaign().plan.arenas[arena].name(), shortest(accuracy)};
  const auto if_ranked = [&](std::optional<double> x) { return own.is_ranked() ? Entry::number(x) : Entry(); };
  row.push_back(if_ranked(own.cost));
  row.push_back(if_ranked(own.evaluations));
  row.push_back(if_ranked(own.factorizations));
  row.emplace_back(rank_words(subjects, goal));
  row.push_back(cheapest_entry(subjects, goal));
  row.push_back(over_cheapest(subjects, goal));
  return row;
}

std::vector<std::string> settings_of(const Subjects& subjects, const std::vector<std::size_t>& variants) {
  std::vector<std::string> out;
  for (const auto e : variants) {
    const auto& setting = subjects.campaign().plan.entrants[e].setting;
    if (std::ranges::find(out, setting) == out.end()) out.push_back(setting);
  }
  return out;
}

/// Comparison of the method as named by the user with its variants (one parameter changed). A goal is an accuracy.
struct Tuned {
  // Numbers of goals: reached by the named method; among these, where a variant is cheaper; reached by a variant only.
  int goals = 0, cheaper = 0, only = 0;
  double log_sum = 0;  // sum of ln(cost of cheapest variant/cost of named method) over the `cheaper` goals
  std::vector<std::size_t> winners = {};
};

Tuned tuned(const Subjects& subjects, const std::vector<std::size_t>& variants) {
  Tuned out;
  for (std::size_t g = 0; g < subjects.standings.goals().size(); ++g) {
    const auto& own = subjects.standings.cost(subjects.judged, g);
    out.goals += own.is_reached();
    const auto best = subjects.standings.cheapest(g, variants);
    if (!best) continue;
    const auto& other = subjects.standings.cost(*best, g);
    if (!own.is_reached()) {
      ++out.only;
    } else if (own.is_ranked() && other.is_ranked() && compared(other, own) == Order::cheaper) {
      ++out.cheaper;
      out.log_sum += std::log(other.cost / own.cost);
    } else {
      continue;
    }
    out.winners.push_back(*best);
  }
  return out;
}

/// Returns a text like "Tuning: of the values rho=0, rho=1: rho=0 would be cheaper at 4 of 9 goals, with 0.71 times the
/// cost in the mean of these".
std::string tuning_words(const Subjects& subjects) {
  const auto variants = subjects.standings.variants(subjects.judged);
  if (variants.empty())
    return "Tuning: this method has no parameter to tune; the methods of the catalogue run with their default "
           "parameters.";
  const auto found = tuned(subjects, variants);
  auto out = fmt::format("Tuning: of the values {}: ", fmt::join(settings_of(subjects, variants), ", "));
  if (found.winners.empty()) {
    return out + (found.goals == 0
                      ? "none reaches a goal, and the given values do not either."
                      : fmt::format("none is cheaper than the given values at any of {} goals.", found.goals));
  }
  out += fmt::format("{}", fmt::join(settings_of(subjects, found.winners), ", "));
  if (found.cheaper > 0)
    out += fmt::format(" would be cheaper at {} of {} goals, with {} times the cost in the mean of these",
                       found.cheaper, found.goals, significant(std::exp(found.log_sum / found.cheaper), 2));
  if (found.only > 0)
    out +=
        fmt::format("{} would reach {} goals that the given values miss", found.cheaper > 0 ? ", and" : "", found.only);
  return out + "; the ranks are those of the given values, and of the catalogue with its default parameters.";
}

int order_of(const Subjects& subjects) { return method_named(subjects.entrant().spec).info.order; }

/// Returns the kind of the method: "implicit, fixed steps".
std::string kind_words(const Subjects& subjects) {
  return fmt::format("{}, {}", subjects.standings.is_implicit(subjects.judged) ? "implicit" : "explicit",
                     has_fixed_step(subjects.entrant().spec) ? "fixed steps" : "step size control");
}

std::string pair_words(const Pair& pair) {
  return pair.tasks == 0 ? "–" : fmt::format("{}/{}/{}", pair.cheaper, pair.ties, pair.dearer);
}

Entry ratio_entry(const Pair& pair) { return pair.mean_ratio ? ratio_of(*pair.mean_ratio) : Entry(); }

constexpr double taus[] = {1, 2, 10};

class FamilyRows {
 public:
  explicit FamilyRows(const Subjects& subjects)
      : of_(subjects), solvers_(solvers_of(subjects)), costs_(subjects.standings.table(solvers_)) {
    for (const double tau : taus) profiles_.push_back(profile(costs_, tau));
  }

  std::vector<std::vector<Entry>> rows() const {
    std::vector<std::vector<Entry>> out;
    for (std::size_t i = 0; i < solvers_.size(); ++i) out.push_back(row(i));
    const auto peers = of_.standings.peers(of_.judged);
    if (peers.empty()) return out;
    const auto pair = of_.standings.against(of_.judged, peers);
    out.push_back({fmt::format("order {}", order_of(of_)), fmt::format("{}, {}", peers.size(), kind_words(of_)),
                   Entry(), pair_words(pair), ratio_entry(pair)});
    return out;
  }

  std::vector<std::string> notes() const {
    const auto all = of_.standings.goals().size();
    std::vector<std::string> out = {fmt::format(
        "A goal is an error on a problem. There are {}, and this method reaches {} of them. goals: the number that a "
        "method reaches. Each family is represented by the member that reaches most goals, and among equals by the "
        "cheapest in the mean. cheaper/tie/dearer: this method compared with the cheapest member of the family, at "
        "each of the {} that both support and at which their costs can be compared. A method that misses a goal is "
        "dearer than one that reaches it. mean: geometric mean of the cost of this method divided by that of the "
        "other, at the goals at which both costs are known.",
        counted(all, "goal"), of_.standings.reached(of_.judged), counted(all, "goal"))};
    if (tasks() == 0) return out;
    const auto left_out =
        tasks() == all
            ? std::string()
            : fmt::format(" (at the other {} of {} one of these methods has an unknown cost)", all - tasks(), all);
    out.push_back(fmt::format(
        "within: performance profile (Dolan & Moré 2002), the share of the {}{} at which a method costs at most 1, 2, "
        "10 times the cheapest of these {}. A goal that a method does not support or reach counts as unsolved. A "
        "profile shows the best method, but does not rank the others (Gould & Scott 2016): {}",
        counted(tasks(), "goal"), left_out, solvers_.size(), swapped()));
    return out;
  }

 private:
  std::size_t tasks() const { return costs_.empty() ? 0 : costs_.front().size(); }

  std::vector<Entry> row(std::size_t i) const {
    const auto& entrant = of_.campaign().plan.entrants[solvers_[i]];
    const bool is_field = entrant.role == Role::field;
    std::vector<Entry> out = {is_field ? entrant.family
                              : i == 0 ? "this method"
                                       : "compared method",
                              short_name(entrant.spec),
                              Entry::count(static_cast<std::int64_t>(of_.standings.reached(solvers_[i])))};
    if (i == 0) {
      out.resize(5);
    } else {
      const auto others = is_field ? of_.standings.members(entrant.family) : std::vector{solvers_[i]};
      const auto pair = of_.standings.against(of_.judged, others);
      out.emplace_back(pair_words(pair));
      out.push_back(ratio_entry(pair));
    }
    for (const auto& shares : profiles_) out.push_back(tasks() > 0 ? Entry(fmt::format("{:.2f}", shares[i])) : Entry());
    return out;
  }

  std::string swapped() const {
    const auto found = caveat(costs_, taus[1]);
    const auto name = [&](std::size_t i) { return short_name(of_.campaign().plan.entrants[solvers_[i]].spec); };
    if (found.swapped.empty())
      return fmt::format("here the ranking of the others within 2 is the same without {}.", name(found.best));
    const auto& [before, behind] = found.swapped.front();
    return fmt::format("here {} ranks before {} within 2, and after it if {} is left out.", name(before), name(behind),
                       name(found.best));
  }

  const Subjects& of_;
  std::vector<std::size_t> solvers_;
  CostTable costs_;
  std::vector<std::vector<double>> profiles_;
};

}  // namespace

std::vector<std::size_t> solvers_of(const Subjects& subjects) {
  std::vector<std::size_t> out = {subjects.judged};
  const auto& all = subjects.campaign().plan.entrants;
  for (std::size_t e = 0; e < all.size(); ++e)
    if (is_named(all[e]) && e != subjects.judged) out.push_back(e);
  for (const auto& family : families())
    if (const auto e = subjects.standings.representative(std::string(family.name))) out.push_back(*e);
  return out;
}

Section cost_section(const Subjects& subjects) {
  Section out{.id = "cost",
              .table = {.columns = {{"cost at equal accuracy"},
                                    {"error", Align::right},
                                    {"cost", Align::right},
                                    {"f", Align::right},
                                    {"LU", Align::right},
                                    {"rank"},
                                    {"cheapest"},
                                    {"over it", Align::right}},
                        .rows = {}}};
  for (std::size_t g = 0; g < subjects.standings.goals().size(); ++g) out.table.rows.push_back(row_of(subjects, g));
  out.table.notes = {fmt::format(
      "error: largest relative error of the positions over the run, taken over the kinds of coordinates (for rotations "
      "the rms error [rad]); if the reference has outputs only, the error of the first output. cost: in evaluations f "
      "of the equations with n unknowns: f + 3/2 Jacobians + n/18 LU + 1/6 solutions. Coupled stages that are solved "
      "as one matrix weigh more: r stages r^3 for LU and r^2 for solutions. Costs are interpolated between two runs, "
      "never extrapolated. Ranges that overlap share a rank. Ranks include all methods that reach the error, or may "
      "reach it. over it: cost divided by that of the cheapest; >: the coarsest run of the cheapest is accurate enough "
      "already. finer not tried: no run that is expected to take more than {} s is tried.",
      shortest(subjects.campaign().plan.longest_run))};
  out.table.notes.push_back(tuning_words(subjects));
  out.figure = work_precision_figure(subjects);
  return out;
}

Section family_section(const Subjects& subjects) {
  const FamilyRows rows(subjects);
  Section out{.id = "families",
              .table = {.columns = {{"beside"},
                                    {"method"},
                                    {"goals", Align::right, "-"},
                                    {"cheaper/tie/dearer"},
                                    {"mean", Align::right, "-"},
                                    {"within 1", Align::right, "-"},
                                    {"2", Align::right, "-"},
                                    {"10", Align::right, "-"}},
                        .rows = rows.rows()}};
  out.table.notes = rows.notes();
  return out;
}

}  // namespace plumb
