#include "harness/api/time_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "contract/excerpt.hpp"
#include "harness/api/conduct.hpp"
#include "harness/api/study_run.hpp"
#include "harness/paper/paper.hpp"
#include "harness/paper/table.hpp"
#include "harness/run/build_info.hpp"
#include "harness/run/static_pairs.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

constexpr std::int64_t fewest_samples = 9;

void check(const TimingPlan& plan) {
  if (plan.samples < fewest_samples)
    throw out_of_range("--repeats: {} is not allowed: at least {}", plan.samples, fewest_samples);
  if (!(plan.budget > 0)) throw out_of_range("--budget: {} is not allowed: it must be greater than 0 s", plan.budget);
}

/// Returns the cells for which a paper prints times, without duplicates and without cells that take minutes.
std::vector<ResolvedCell> cells_of_paper(const std::string& requested) {
  const auto slash = std::min(requested.find('/'), requested.size());
  const auto paper = paper_named(requested.substr(0, slash));
  const auto table = requested.substr(std::min(slash + 1, requested.size()));
  std::vector<std::string> known;
  std::set<std::string> ids;
  std::vector<ResolvedCell> out;
  for (const auto& [name, file] : paper.items("tables")) {
    known.push_back(name);
    if (!table.empty() && table != name) continue;
    const auto spec = table_spec(name, file, paper);
    for (const auto* quantity : needs(spec, false))
      if (quantity->is_timing() && ids.insert(quantity->cells.front().id()).second)
        out.push_back(quantity->cells.front());
  }
  if (!table.empty() && std::find(known.begin(), known.end(), table) == known.end())
    throw unknown_name(fmt::format("table of {}", paper.key), table, known);
  if (out.empty()) throw UsageError(fmt::format("--paper: {} contains no run times", excerpt(requested)));
  return out;
}

RequestedStudy study_of(const TimeRequest& request, const Conduct& conduct) {
  if (request.paper.empty()) return requested_study({.source = request.source}, conduct);
  const auto read = [&] { return RequestedStudy{.cells = Cells(cells_of_paper(request.paper))}; };
  return read_study(request.paper, read, conduct);
}

/// Returns groups of cells, as indices, whose times are compared with each other: cells with the same problem, data and
/// end time.
std::vector<std::vector<std::size_t>> groups_of(const Cells& cells) {
  std::vector<std::vector<std::size_t>> out;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto& cell = cells[i].text();
    const auto key = with_parameters(cell.problem, normalized_parameters(cell.problem_parameters)) + " " +
                     normalized_number(cell.t_end);
    const auto [entry, is_new] = known.emplace(key, out.size());
    if (is_new) out.emplace_back();
    out[entry->second].push_back(i);
  }
  return out;
}

/// Times the groups of cells one after the other, and stores the times.
PiecesEnding timed_groups(const Cells& cells, const std::vector<std::optional<RunResult>>& results,
                          const TimingPlan& plan, const Conduct& conduct, TimeStudy& out) {
  TitledPieces pieces;
  for (const auto& group : groups_of(cells)) {
    std::vector<ResolvedCell> compared;
    std::vector<std::optional<RunResult>> known;
    for (const auto i : group) {
      compared.push_back(cells[i]);
      known.push_back(results[i]);
    }
    pieces.emplace_back(cells[group.front()].problem().name,
                        [&, checked = checked_cells(compared, known, out.bound)]() -> std::function<void()> {
                          const auto session = std::make_shared<TimingSession>(timed(checked, plan));
                          return [&out, session] { out.sessions.push_back(std::move(*session)); };
                        });
  }
  auto one_at_a_time = conduct;
  one_at_a_time.jobs = 1;
  one_at_a_time.cell_timeout = {};
  return deliver_pieces(pieces, {.noun = "comparison"}, one_at_a_time);
}

/// Stores the times. Times in another binding than the binding of normal runs are not stored.
void keep(const std::vector<TimingSession>& sessions, Store& store) {
  for (const auto& session : sessions)
    for (const auto& cell : session.cells)
      if (cell.rank != 0 && session.is_static == (static_pair_of(cell.cell) != nullptr))
        store.put(cell.cell.text(), build_info().fingerprint, cell.result);
}

}  // namespace

TimeStudy time_study(const TimeRequest& request, const Conduct& conduct) {
  check(request.plan);
  TimeStudy out{.bound = accuracy_from_text(request.accuracy)};
  auto requested = study_of(request, conduct);
  out.notes = std::move(requested.notes);
  out.ending = requested.ending;
  if (out.ending.stopped()) return out;
  if (conduct.note)
    for (const auto& text : out.notes) conduct.note(text);
  const auto& cells = requested.cells;
  for (std::size_t i = 0; i < cells.size(); ++i) require_metric(out.bound, cells[i]);
  const Conducted conducted(conduct);
  const auto errors = run_matrix(cells, conducted.options);
  out.ending = {errors.interrupted, errors.timed_out};
  if (out.ending.stopped()) return out;
  out.timing = timed_groups(cells, errors.results, request.plan, conduct, out);
  out.ending = *out.timing;
  if (conducted.store && !out.ending.stopped()) keep(out.sessions, *conducted.store);
  return out;
}

}  // namespace plumb
