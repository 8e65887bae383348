// The data of a figure are computed in one pool: every run and every analysis is a task, shared with the other figures.

#include <algorithm>
#include <set>
#include <utility>

#include "harness/paper/figure_kind.hpp"
#include "harness/paper/reference_digits.hpp"

namespace plumb {
namespace {

/// Returns whether the figure plots only outputs of the problem. They need no states.
bool shows_outputs_alone(const FigureSpec& spec, const ResolvedCell& cell) {
  return !spec.outputs.empty() && std::ranges::all_of(spec.outputs, [&](const std::string& shown) {
    return std::ranges::find(cell.problem().outputs, shown, &Output::name) != cell.problem().outputs.end();
  });
}

/// Deletes all parts of the samples except the outputs, because the states of a large system need much memory.
void forget_states(std::vector<Sample<quad>>& samples) {
  for (auto& sample : samples) sample = {sample.t, {}, {}, {}, {}, std::move(sample.outputs)};
}

}  // namespace

std::vector<const ResolvedCell*> runs_of(const FigureSpec& spec) {
  std::vector<const ResolvedCell*> out;
  std::set<std::string> known;
  const auto add = [&](const Curve& curve) {
    for (const auto& cell : curve.cells)
      if (known.insert(cell.id()).second) out.push_back(&cell);
  };
  if (spec.reference) add(*spec.reference);
  for (const auto& curve : spec.curves) add(curve);
  return out;
}

bool needs_states(const FigureSpec& spec) { return spec.kind->shows_states && spec.kind->shows_states(spec); }

double expected_seconds_of_curve(const FigureSpec& spec) {
  constexpr double of_a_point = 2e-3;  // typical time of a linearisation and its roots [s]
  return spec.kind->curve_of == CurveOf::analysis ? of_a_point * static_cast<double>(spec.grid.size()) : 0;
}

const RunResult* run_of(const FigureParts& parts, const ResolvedCell& cell) {
  const auto found = parts.runs.find(cell.id());
  return found == parts.runs.end() ? nullptr : &found->second;
}

FigureTasks::FigureTasks(FigureSpec spec, std::function<void(const Table&)> made)
    : spec_(std::move(spec)), made_(std::move(made)) {}

void FigureTasks::add_to(CellService& cells) {
  pool_ = &cells.pool();
  if (spec_.kind->curve_of == CurveOf::analysis) {
    parts_.analysed.resize(spec_.curves.size());
    for (std::size_t i = 0; i < spec_.curves.size(); ++i) add_analysis(i);
  }
  for (const auto* cell : runs_of(spec_)) request(cells, *cell);
  if (open_ == 0) add_table();
}

void FigureTasks::request(CellService& cells, const ResolvedCell& cell) {
  const bool with_states = needs_states(spec_);
  if (!with_states)
    if (auto run = cells.known(cell)) {
      parts_.runs.emplace(cell.id(), std::move(*run));
      return;
    }
  const auto trajectory = with_states ? std::make_shared<Trajectory>() : nullptr;
  const bool needs_no_states = shows_outputs_alone(spec_, cell);
  const auto ended_run = [this, id = cell.id(), needs_no_states, trajectory](const RunResult& run) {
    parts_.runs.emplace(id, run);
    if (trajectory && needs_no_states) forget_states(trajectory->samples);
    if (trajectory) parts_.samples.emplace(id, std::move(trajectory->samples));
    ended();
  };
  ++open_;
  cells.request(cell, ended_run, trajectory ? trajectory->sink() : SampleSink{});
}

void FigureTasks::add_analysis(std::size_t curve) {
  ++open_;
  pool_->add({.seconds = expected_seconds_of_curve(spec_),
              .work = [this, curve](TaskState&) -> Finish {
                auto points =
                    std::make_shared<std::vector<CurvePoint>>(spec_.kind->analysed(spec_, spec_.curves[curve]));
                return [this, curve, points] {
                  parts_.analysed[curve] = std::move(*points);
                  ended();
                  return true;
                };
              },
              .title = spec_.curves[curve].method.text()});
}

void FigureTasks::ended() {
  if (--open_ == 0) add_table();
}

/// The table is a task too, because it may evaluate the exact motion at many times. While it waits for the certified
/// digits of its references, it occupies no thread.
void FigureTasks::add_table() {
  constexpr double typical = 0.1;  // typical time of a table [s]
  std::vector<Pool::TaskId> certified;
  if (spec_.kind->certified)
    for (const auto& cell : spec_.kind->certified(spec_)) certified.push_back(digits_task(*pool_, cell));
  pool_->add({.seconds = typical,
              .work = [this](TaskState&) -> Finish {
                auto table = std::make_shared<const Table>(spec_.kind->data(spec_, parts_));
                parts_ = {};
                return [this, table] {
                  made_(*table);
                  return true;
                };
              },
              .title = spec_.item},
             certified);
}

std::optional<Table> figure_data(const FigureSpec& spec, const MatrixOptions& options) {
  std::optional<Table> out;
  Pool pool(options.pool());
  CellService cells(pool, options.store);
  FigureTasks figure(spec, [&](const Table& table) { out = table; });
  figure.add_to(cells);
  cells.begin();
  pool.run();
  return out;
}

}  // namespace plumb
