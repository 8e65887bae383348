#include "harness/compare/seconds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/compare/section.hpp"
#include "harness/timing/timing.hpp"
#include "methods/family.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr double timed_accuracy = 1e-6;
constexpr TimingPlan plan = {.samples = 9, .budget = 0.5};

/// Returns, for each arena, the goal at which the entrant is timed.
std::vector<std::size_t> timed_goals(const Standings& standings, std::size_t judged) {
  std::vector<std::size_t> out;
  for (std::size_t g = 0; g < standings.goals().size(); ++g) {
    const auto& goal = standings.goals()[g];
    if (goal.accuracy < timed_accuracy || !standings.cost(judged, g).is_ranked()) continue;
    const bool replaces = !out.empty() && standings.goals()[out.back()].arena == goal.arena;
    if (replaces)
      out.back() = g;
    else
      out.push_back(g);
  }
  return out;
}

std::vector<std::size_t> timed_entrants(const Standings& standings, std::size_t judged, std::size_t goal) {
  std::vector<std::size_t> out = {judged};
  const auto& all = standings.campaign().plan.entrants;
  const auto add = [&](std::size_t e) {
    if (e != judged && standings.cost(e, goal).is_ranked()) out.push_back(e);
  };
  for (std::size_t e = 0; e < all.size(); ++e)
    if (is_named(all[e])) add(e);
  for (const auto& family : families())
    if (const auto e = standings.representative(std::string(family.name))) add(*e);
  return out;
}

/// The two runs between which an accuracy lies, by their indices in a timing session. `share` is the position of the
/// accuracy between them: 0 at the coarse run, 1 at the fine run. If there is no coarser run, both are the fine run.
struct Bracket {
  std::size_t coarse = 0, fine = 0;
  double share = 1;
};

Bracket bracket(const Track& track, const CostAt& cost, double accuracy, std::vector<CheckedCell>& cells) {
  const auto runs = runs_of(track);
  const auto add = [&](std::size_t place) {
    cells.push_back({runs[place]->cell, *runs[place]->result});
    return cells.size() - 1;
  };
  Bracket out;
  out.fine = out.coarse = add(cost.place);
  if (cost.reach != Reach::measured) return out;
  const auto& coarse = track.points[cost.place - 1];
  const auto& fine = track.points[cost.place];
  out.coarse = add(cost.place - 1);
  out.share = std::log(coarse.error / accuracy) / std::log(coarse.error / fine.error);
  return out;
}

std::optional<double> seconds_of(const TimingSession& session, const Bracket& at) {
  const auto coarse = session.cells[at.coarse].result.timing.seconds,
             fine = session.cells[at.fine].result.timing.seconds;
  if (session.cells[at.coarse].rank == 0 || session.cells[at.fine].rank == 0 || !coarse || !fine) return {};
  return *coarse * std::pow(*fine / *coarse, at.share);
}

Standing standing_by_times(double own, double other, const SecondsAtGoal& at) {
  if (!at.is_fit) return Standing::unknown;
  if (std::abs(own / other - 1) <= *at.noise) return Standing::tie;
  return other < own ? Standing::faster : Standing::slower;
}

SecondsAtGoal timed_goal(const Standings& standings, std::size_t judged, std::size_t goal) {
  SecondsAtGoal out{.goal = goal};
  std::vector<CheckedCell> cells;
  std::vector<Bracket> brackets;
  const auto entrants = timed_entrants(standings, judged, goal);
  const auto& [arena, accuracy] = standings.goals()[goal];
  for (const auto e : entrants)
    brackets.push_back(bracket(*standings.track(e, arena), standings.cost(e, goal), accuracy, cells));
  const auto session = timed(std::move(cells), plan);
  out.noise = session.noise;
  out.is_fit = session.noise && *session.noise <= tolerated_noise;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    auto& one = out.entrants.emplace_back(SecondsOf{.entrant = entrants[i]});
    one.seconds = seconds_of(session, brackets[i]);
    one.refusal = session.cells[brackets[i].fine].refusal;
  }
  const auto own = out.entrants.front().seconds;
  for (auto& one : out.entrants)
    if (own && one.seconds) one.standing = standing_by_times(*own, *one.seconds, out);
  return out;
}

}  // namespace

std::vector<SecondsAtGoal> timed_at_equal_accuracy(const Standings& standings, std::size_t judged) {
  std::vector<SecondsAtGoal> out;
  for (const auto goal : timed_goals(standings, judged)) out.push_back(timed_goal(standings, judged, goal));
  return out;
}

Section seconds_section(const Subjects& subjects) {
  Section out{.id = "seconds",
              .table = {.columns = {{"seconds at equal accuracy"},
                                    {"method"},
                                    {"CPU", Align::right, "s"},
                                    {"beside it"},
                                    {"noise", Align::right, "-"}},
                        .rows = {}}};
  bool is_fit = true;
  for (const auto& at : subjects.seconds) {
    is_fit = is_fit && at.is_fit;
    for (const auto& one : at.entrants) {
      const bool is_own = one.entrant == subjects.judged;
      out.table.rows.push_back(
          {subjects.standings.name(at.goal), short_name(subjects.campaign().plan.entrants[one.entrant].spec),
           Entry::number(one.seconds),
           is_own ? Entry("itself") : Entry(one.refusal.empty() ? name(one.standing) : one.refusal),
           is_own ? Entry::number(at.noise, 2) : Entry()});
    }
  }
  out.table.notes = {
      "CPU time of a run with this accuracy, interpolated as costs are. Two times that differ by less than the noise "
      "are a tie; the noise is the difference of two timings of the same run."};
  if (!is_fit)
    out.table.notes.push_back(
        fmt::format("The machine was not quiet: the noise exceeds {} %, so times are printed but not ranked.",
                    shortest(100 * tolerated_noise)));
  return out;
}

}  // namespace plumb
