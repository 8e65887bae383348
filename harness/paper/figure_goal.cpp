// The goal of a figure: its runs and analyses, the digits of its references, and its table.

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "harness/judge/motion_of_cell.hpp"
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

/// The results of a figure so far, and the work that they lack.
class FigureWork {
 public:
  FigureWork(FigureSpec of, std::function<void(const Table&)> receives)
      : spec_(std::move(of)), made_(std::move(receives)) {
    if (spec_.kind->curve_of == CurveOf::analysis) parts_.analysed.resize(spec_.curves.size());
  }

  Missing missing() {
    Missing out;
    if (is_made_) return out;
    for (const auto* cell : runs_of(spec_))
      if (!run_of(parts_, *cell)) out.runs.push_back(run(*cell));
    for (std::size_t curve = 0; curve < parts_.analysed.size(); ++curve)
      if (parts_.analysed[curve].empty()) out.tasks.push_back({analysis(curve)});
    if (!out.empty()) return out;
    // While the table waits for these digits, it occupies no thread. Progress counts it already.
    if (spec_.kind->certified)
      for (const auto& cell : spec_.kind->certified(spec_))
        if (!has_horizon(cell)) out.tasks.push_back(digits_task(cell));
    if (out.empty())
      out.tasks.push_back({table()});
    else
      out.later = {.tasks = 1, .seconds = seconds_of_table};
    return out;
  }

 private:
  NeededRun run(const ResolvedCell& cell) {
    const auto trajectory = needs_states(spec_) ? std::make_shared<Trajectory>() : nullptr;
    const auto ended = [this, id = cell.id(), forgets = shows_outputs_alone(spec_, cell),
                        trajectory](const RunResult& result) {
      parts_.runs.emplace(id, result);
      if (trajectory && forgets) forget_states(trajectory->samples);
      if (trajectory) parts_.samples.emplace(id, std::move(trajectory->samples));
    };
    return {.cell = cell, .ended = ended, .sample = trajectory ? trajectory->sink() : SampleSink{}};
  }

  Task analysis(std::size_t curve) {
    return {.seconds = expected_seconds_of_curve(spec_),
            .work = [this, curve](TaskState&) -> Finish {
              return [this, curve, points = spec_.kind->analysed(spec_, spec_.curves[curve])] {
                parts_.analysed[curve] = points;
                return true;
              };
            },
            .title = spec_.curves[curve].method.text()};
  }

  /// The table is a task too, because it may evaluate the exact motion at many times.
  Task table() {
    return {.seconds = seconds_of_table,
            .work = [this](TaskState&) -> Finish {
              auto table = std::make_shared<const Table>(spec_.kind->data(spec_, parts_));
              parts_ = {};
              return [this, table] {
                is_made_ = true;
                made_(*table);
                return true;
              };
            },
            .title = spec_.item};
  }

  static constexpr double seconds_of_table = 0.1;  // typical time of a table [s]
  FigureSpec spec_;
  std::function<void(const Table&)> made_;
  FigureParts parts_;
  bool is_made_ = false;
};

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

Goal figure_goal(FigureSpec spec, std::function<void(const Table&)> made) {
  const auto work = std::make_shared<FigureWork>(std::move(spec), std::move(made));
  return {.missing = [work] { return work->missing(); }};
}

std::optional<Table> figure_data(const FigureSpec& spec, const MatrixOptions& options) {
  std::optional<Table> out;
  reach({figure_goal(spec, [&](const Table& table) { out = table; })},
        {.pool = options.pool(), .store = options.store, .isolation = options.isolation});
  return out;
}

}  // namespace plumb
