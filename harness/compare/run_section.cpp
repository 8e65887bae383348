// Sections on largest steps, work per step, failures, and the energy and constraint errors of long runs.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "harness/cell/resolve.hpp"
#include "harness/compare/section.hpp"
#include "harness/judge/uncertainty.hpp"
#include "harness/judge/work_cost.hpp"
#include "harness/run/metric_column.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

std::vector<const Track*> tracks_of(const Subjects& subjects) {
  std::vector<const Track*> out;
  for (const auto& track : subjects.campaign().tracks)
    if (track.entrant == subjects.judged) out.push_back(&track);
  return out;
}

const Arena& arena_of(const Subjects& subjects, const Track& track) {
  return subjects.campaign().plan.arenas[track.arena];
}

/// Largest steps whose ratio is below this factor count as equal, because the bisection does not resolve them.
constexpr double distinguishable_ratio = 1.1;

bool was_supported(const Track& track) {
  return std::ranges::any_of(runs_of(track),
                             [](const Rung* rung) { return rung->result->status != Status::unsupported; });
}

/// Returns "25 of 50": among the 50 fixed-step catalogue methods that support this arena, 25 have a smaller largest
/// step. A star is added if no larger step of the method was tried.
std::string step_rank(const Subjects& subjects, const Track& own, const LargestStep& step) {
  int others = 0, smaller = 0;
  for (const auto& track : subjects.campaign().tracks) {
    const auto& entrant = subjects.campaign().plan.entrants[track.entrant];
    if (track.arena != own.arena || entrant.role != Role::field || !has_fixed_step(entrant.spec)) continue;
    if (!was_supported(track)) continue;
    ++others;
    const auto reach = largest_step(track);
    smaller += !reach.works || *reach.works * distinguishable_ratio < *step.works;
  }
  return fmt::format("{} of {}{}", smaller, others, step.fails ? "" : " *");
}

/// Returns the run whose work is shown: the coarsest run with an error below 1e-4, else the finest run with an error
/// (status ok). Null: no run has an error.
const Rung* typical_run(const Track& track) {
  constexpr double typical = 1e-4;
  const Rung* out = nullptr;
  for (const auto* rung : runs_of(track)) {
    const auto error = error_of(rung->cell, *rung->result);
    if (error) out = rung;
    if (error && *error < typical) return out;
  }
  return out;
}

Entry a_step(const RunResult& run, const Counters::Count& count) {
  if (!count || run.counters.steps.value_or(0) == 0) return {};
  return Entry::number(static_cast<double>(*count) / static_cast<double>(*run.counters.steps));
}

std::vector<Entry> work_entries(const Track& track) {
  const auto* rung = typical_run(track);
  if (!rung) return std::vector<Entry>(3);
  const auto& run = *rung->result;
  return {Entry::number(metric_of(run, "iterations.mean")), a_step(run, evaluations(run.counters)),
          a_step(run, run.counters.factorizations)};
}

struct Failures {
  int runs = 0;
  double largest = 0, least = 0;  // largest and smallest step size of the failed runs [s]
  std::string reason = {};        // reason of the failed run with the smallest step
};

std::map<std::string, Failures> failures_of(const Track& track) {
  std::map<std::string, Failures> out;
  for (const auto* rung : runs_of(track)) {
    if (rung->result->status == Status::ok) continue;
    auto& one = out[std::string(name(rung->result->status))];
    const auto h = rung->cell.step<double>();
    one.largest = one.runs++ == 0 ? h : std::max(one.largest, h);
    one.least = h;
    one.reason = rung->result->reason;
  }
  return out;
}

/// Returns a line for each arena and status of failed runs: "free-body ode: 1 of 19 runs newton-diverged, h = 1 s: in
/// step 1 ...".
std::vector<std::string> failure_reasons(const Subjects& subjects) {
  std::vector<std::string> out;
  for (const auto* track : tracks_of(subjects)) {
    const auto where = arena_of(subjects, *track).name();
    if (!track->refusal.empty()) out.push_back(fmt::format("{}: refused, {}.", where, track->refusal));
    for (const auto& [status, one] : failures_of(*track)) {
      const auto steps = one.runs == 1
                             ? significant(one.largest, 2)
                             : fmt::format("{} to {}", significant(one.largest, 2), significant(one.least, 2));
      out.push_back(fmt::format("{}: {} of {} runs {}, h = {} s{}: {}.", where, one.runs, runs_of(*track).size(),
                                status, steps, one.runs == 1 ? "" : ", the last",
                                one.reason.empty() ? "the reason is unknown" : one.reason));
    }
  }
  return out;
}

std::vector<std::string> forms_without(const Subjects& subjects) {
  std::vector<std::string> out;
  for (const auto& arena : subjects.campaign().plan.arenas)
    if (!fits(subjects.entrant().spec, arena)) out.push_back(arena.name());
  return out;
}

constexpr double bounded = 1.25;  // energy errors that grow by a smaller factor count as bounded

std::optional<double> metric(const Rung& rung, const char* name) {
  if (!rung.result || rung.result->status != Status::ok) return {};
  return metric_of(*rung.result, name);
}

bool is_rounding(const Rung& rung, double value) {
  const auto floor = uncertainty(rung.cell, "energy.max", &*rung.result);
  return value <= 10 * static_cast<double>(floor.rounding);
}

/// Returns a text about the growth of the energy error from the short to the ten times longer run. It gives only the
/// ratio, because two points do not determine a growth law. An error as large as the energy itself means that the
/// motion has died out or diverged.
std::string growth_words(const LongRun& run) {
  constexpr double energy = 9.81, spent = 0.3 * energy;  // energy of the motion; limit of a useful deviation [J]
  const auto once = metric(run.once, "energy.max"), tenfold = metric(run.tenfold, "energy.max");
  if (!once || !tenfold) return "–";
  if (is_rounding(run.tenfold, *tenfold)) return "rounding";
  if (*once <= 0) return "–";
  if (*tenfold > spent) return "motion lost";
  const double ratio = *tenfold / *once;
  return ratio < bounded ? "none" : significant(ratio, 2) + " times";
}

std::vector<const LongRun*> long_runs_of(const Subjects& subjects) {
  std::vector<const LongRun*> out;
  for (const auto& run : subjects.campaign().long_runs)
    if (run.entrant == subjects.judged) out.push_back(&run);
  return out;
}

}  // namespace

Section robustness_section(const Subjects& subjects) {
  Section out{.id = "robustness",
              .table = {.columns = {{"robustness and work"},
                                    {"largest step", Align::right, "s"},
                                    {"larger than"},
                                    {"iterations", Align::right},
                                    {"f/step", Align::right},
                                    {"LU/step", Align::right}},
                        .rows = {}}};
  const bool is_fixed = has_fixed_step(subjects.entrant().spec);
  for (const auto* track : tracks_of(subjects)) {
    if (!arena_of(subjects, *track).ranked) continue;
    const auto step = is_fixed ? largest_step(*track) : LargestStep{};
    std::vector<Entry> row = {arena_of(subjects, *track).name(), Entry::number(step.works),
                              step.works ? Entry(step_rank(subjects, *track, step)) : Entry()};
    for (auto& entry : work_entries(*track)) row.push_back(std::move(entry));
    out.table.rows.push_back(std::move(row));
  }
  out.table.notes = {
      fmt::format("largest step: it and all smaller steps tried end ok with an error of at most {}; accuracy 9 %; *: "
                  "no larger step was tried. larger than: share of the fixed-step methods of the catalogue that "
                  "support these equations. Work: of the coarsest run with an error below 1e-4, otherwise of the "
                  "finest run; iterations for each stage that is solved separately.",
                  shortest(useful_error))};
  for (const auto& reason : failure_reasons(subjects)) out.table.notes.push_back(reason);
  return out;
}

Section long_run_section(const Subjects& subjects) {
  Section out{.id = "long-runs",
              .table = {.columns = {{"long runs"},
                                    {"energy, 20 s", Align::right, "J"},
                                    {"200 s", Align::right, "J"},
                                    {"200 s to 20 s"},
                                    {"drift q", Align::right, "m"},
                                    {"drift v", Align::right, "m/s"},
                                    {"status"}},
                        .rows = {}}};
  for (const auto* run : long_runs_of(subjects)) {
    const auto status = [](const Rung& rung) { return rung.result ? name(rung.result->status) : "not run"; };
    out.table.rows.push_back(
        {run->label, Entry::number(metric(run->once, "energy.max")), Entry::number(metric(run->tenfold, "energy.max")),
         growth_words(*run), Entry::number(metric(run->tenfold, "drift.position")),
         Entry::number(metric(run->tenfold, "drift.velocity")),
         run->once.result && run->once.result->status != Status::ok ? status(run->once) : status(run->tenfold)});
  }
  out.table.notes = {
      "h = 0.02 s; for adaptive methods, the interval between outputs. energy: largest error of the total energy, "
      "whose kinetic and potential parts vary by 9.81 J. drift: largest violation of the constraints and of their "
      "rates over 200 s. 200 s to 20 s: ratio of the two energy errors; none: growth of at most a quarter; motion "
      "lost: the error over 200 s exceeds 30 % of the energy, so the motion has died out or diverged."};
  return out;
}

std::string failure_finding(const Subjects& subjects) {
  std::vector<std::string> refused;
  std::size_t runs = 0;
  std::map<std::string, int> failed;
  for (const auto* track : tracks_of(subjects)) {
    runs += runs_of(*track).size();
    for (const auto& [status, one] : failures_of(*track)) failed[status] += one.runs;
    if (!track->refusal.empty()) refused.push_back(arena_of(subjects, *track).name());
  }
  std::vector<std::string> counts;
  for (const auto& [status, count] : failed) counts.push_back(fmt::format("{} {}", count, status));
  auto out = runs == 0        ? std::string("Failures: no cell was run.")
             : counts.empty() ? fmt::format("Failures: none of {} runs.", runs)
                              : fmt::format("Failures: of {} runs {}; reasons below.", runs, fmt::join(counts, ", "));
  if (!refused.empty()) out += fmt::format(" Refused on {}.", fmt::join(refused, ", "));
  const auto without = forms_without(subjects);
  if (!without.empty()) out += fmt::format(" Does not support {}.", fmt::join(without, ", "));
  return out;
}

std::string step_finding(const Subjects& subjects) {
  if (!has_fixed_step(subjects.entrant().spec))
    return "Largest step: not measured, because the method chooses its steps.";
  std::vector<std::string> parts, without;
  for (const auto* track : tracks_of(subjects)) {
    const auto& arena = arena_of(subjects, *track);
    if (!arena.ranked || !was_supported(*track)) continue;
    const auto step = largest_step(*track);
    if (!step.works) {
      without.push_back(arena.name());
      continue;
    }
    const auto rank = step_rank(subjects, *track, step);
    parts.push_back(fmt::format("{}{} s on {} (larger than {})", step.fails ? "" : "at least ",
                                significant(*step.works, 2), arena.name(), rank.substr(0, rank.find(" *"))));
  }
  std::string out;
  if (!parts.empty())
    out = fmt::format(
        "Largest step with an error of at most {}, and the number of fixed-step methods with a smaller one: {}.",
        shortest(useful_error), fmt::join(parts, "; "));
  if (!without.empty()) out += fmt::format("{}No step works on {}.", out.empty() ? "" : " ", fmt::join(without, ", "));
  return out.empty() ? "Largest step: not measured." : out;
}

std::string long_run_finding(const Subjects& subjects) {
  std::vector<std::string> parts;
  for (const auto* run : long_runs_of(subjects)) {
    const auto tenfold = metric(run->tenfold, "energy.max");
    if (!tenfold) {
      const auto& failed = metric(run->once, "energy.max") ? run->tenfold : run->once;
      parts.push_back(fmt::format("{} ended {}", run->label, failed.result ? name(failed.result->status) : "unrun"));
      continue;
    }
    const auto growth = growth_words(*run);
    parts.push_back(fmt::format("{} {} J{}", run->label, significant(*tenfold, 2),
                                growth == "none"          ? ", which does not grow"
                                : growth == "rounding"    ? ", which is rounding error"
                                : growth == "–"           ? ""
                                : growth == "motion lost" ? ", of 9.8 J: the motion has died out or diverged"
                                                          : fmt::format(", {} the error over 20 s", growth)));
  }
  if (parts.empty()) return "Energy: not measured, because the method does not support the pendulum.";
  const auto steps = has_fixed_step(subjects.entrant().spec) ? "h = 0.02 s" : "the default tolerance";
  return fmt::format("Energy error over 200 s at {}: {}.", steps, fmt::join(parts, "; "));
}

}  // namespace plumb
