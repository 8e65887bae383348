// Data of figures that set runs beside each other: errors against two references, Newton iterations, work.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/judge/uncertainty.hpp"
#include "harness/paper/figure_data.hpp"
#include "harness/paper/view.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/text/number_text.hpp"
#include "methods/analysis/formula.hpp"

namespace plumb {
namespace {

constexpr auto& classes = error_classes;

Entry metric(const RunResult& run, const std::string& name) {
  const auto found = run.metrics.find(name);
  return found == run.metrics.end() ? Entry() : Entry::number(found->second, 4);
}

using Samples = std::vector<Sample<quad>>;

// re.NAME and end.NAME of a run against another one, at the times of the first.
std::array<Entry, 2> errors_against(const ResolvedCell& cell, const Samples& samples, const ResolvedCell& reference,
                                    const Samples& references, const std::string& output) {
  View view(cell), reference_view(reference);
  const auto times = sample_times(cell), reference_times = sample_times(reference);
  std::vector<quad> x, r;
  for (std::size_t i = 1; i < times.size() && i <= samples.size(); ++i) {
    const auto at = same_time(reference_times, times[i]);
    if (!at || *at == 0 || *at > references.size()) return {};
    x.push_back(view.of(output, samples[i - 1]));
    r.push_back(reference_view.of(output, references[*at - 1]));
  }
  if (x.empty()) return {};
  return {Entry::number(relative_error({x}, {r}), 4), Entry::number(end_error({x}, {r}), 4)};
}

Entry evaluations(const Counters& counters) {
  return Entry::count(std::max(counters.residual_evaluations.value_or(0), counters.rhs_evaluations.value_or(0)));
}

/// What is not known of the errors of a curve's runs: by class, then by run; of a class that there is not, nothing.
using Floors = std::array<std::vector<Uncertainty>, classes.size()>;

std::string error_name(std::size_t of) { return fmt::format("end.{}", classes[of]); }

Floors floors_of(const Curve& curve, const FigureParts& parts) {
  std::vector<const RunResult*> runs;
  for (const auto& cell : curve.cells) runs.push_back(run_of(parts, cell));
  Floors out;
  for (std::size_t i = 0; i < classes.size(); ++i)
    if (metric_column(Subject(curve.cells.front()), error_name(i)))  // else there are no multipliers
      out[i] = uncertainties(curve.cells, error_name(i), runs);
  return out;
}

/// Of one run.
std::array<Uncertainty, classes.size()> floors_at(const Floors& floors, std::size_t run) {
  std::array<Uncertainty, classes.size()> out = {};
  for (std::size_t i = 0; i < classes.size(); ++i)
    if (!floors[i].empty()) out[i] = floors[i][run];
  return out;
}

// "rounding-limited: q v": errors within a factor 10 of their floor, by what that is.
std::string limited(const RunResult& run, const std::array<Uncertainty, classes.size()>& floors) {
  constexpr double close = 10;
  std::array<std::string, 3> lists;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const auto error = metric_of(run, error_name(i));
    if (error && *error <= close * floors[i].bound())
      lists[static_cast<std::size_t>(floors[i].origin())] += fmt::format(" {}", classes[i]);
  }
  std::string out;
  for (const auto origin : {Origin::rounding, Origin::reference, Origin::newton})
    if (const auto& list = lists[static_cast<std::size_t>(origin)]; !list.empty())
      out += fmt::format("{}{}-limited:{}", out.empty() ? "" : "; ", name(origin), list);
  return out;
}

}  // namespace

Table errors_data(const FigureSpec& spec, const FigureParts& parts) {
  const auto& reference = spec.reference->cells.front();
  const auto samples_of = [&](const ResolvedCell& cell) {
    const auto found = parts.samples.find(cell.id());
    return found == parts.samples.end() ? Samples{} : found->second;
  };
  Table table;
  table.columns = table_columns(spec);
  const auto exact_ones = samples_of(reference);
  for (std::size_t i = 0; i <= spec.curves.size(); ++i) {
    const auto& curve = i == 0 ? *spec.reference : spec.curves[i - 1];
    const auto& cell = curve.cells.front();
    const auto* run = run_of(parts, cell);
    auto& row = table.rows.emplace_back(
        std::vector<Entry>{curve.name, exactly(cell.step<double>()), exactly(cell.t_end<double>())});
    if (!run) continue;
    row.emplace_back(name(run->status));
    for (const auto& output : spec.outputs) {
      row.push_back(metric(*run, "re." + output));
      row.push_back(metric(*run, "end." + output));
      for (const auto& entry : i == 0 || run->status != Status::ok
                                   ? std::array<Entry, 2>{}
                                   : errors_against(cell, samples_of(cell), reference, exact_ones, output))
        row.push_back(entry);
    }
  }
  return table;
}

Table iterations_data(const FigureSpec& spec, const FigureParts& parts) {
  Table table;
  table.columns = table_columns(spec);
  for (const auto& curve : spec.curves)
    for (const auto& cell : curve.cells) {
      const auto* run = run_of(parts, cell);
      const int stages = stages_per_step(cell.method(), cell.options());
      auto& row =
          table.rows.emplace_back(std::vector<Entry>{curve.name, exactly(cell.step<double>()), Entry::count(stages)});
      if (!run) continue;
      const auto& counters = run->counters;
      row.push_back(Entry::count(counters.steps));
      row.emplace_back(name(run->status));
      if (run->status != Status::ok || !counters.newton_iterations) continue;
      const auto total = static_cast<double>(*counters.newton_iterations);
      row.push_back(Entry::count(counters.newton_iterations));
      row.push_back(Entry::number(total / (static_cast<double>(*counters.steps) * stages), 4));
    }
  return table;
}

namespace {

std::vector<Entry> work_precision_row(const Curve& curve, const ResolvedCell& cell, const RunResult* run,
                                      const std::array<Uncertainty, classes.size()>& floors) {
  std::vector<Entry> row{curve.name, cell.formulation().name, exactly(cell.step<double>())};
  row.push_back(cell.options().has("rtol") ? exactly(cell.options().number<double>("rtol")) : Entry());
  if (!run) return row;
  const bool ok = run->status == Status::ok;
  row.emplace_back(name(run->status));
  for (std::size_t i = 0; i < classes.size(); ++i) row.push_back(ok ? metric(*run, error_name(i)) : Entry());
  row.push_back(ok ? evaluations(run->counters) : Entry());
  row.push_back(ok ? Entry::number(run->timing.seconds, 3) : Entry());
  for (const auto& floor : floors) {  // the walls of the problem: Newton's tolerance is the run's own
    const auto level = static_cast<double>(std::max(floor.rounding, floor.reference));
    row.push_back(level > 0 && std::isfinite(level) ? Entry::number(level, 3) : Entry());
  }
  const auto limits = ok ? limited(*run, floors) : "";
  row.push_back(limits.empty() ? Entry() : Entry(limits));
  row.push_back(run->reason.empty() ? Entry() : Entry(run->reason));
  return row;
}

}  // namespace

Table work_precision_data(const FigureSpec& spec, const FigureParts& parts) {
  Table table;
  table.columns = table_columns(spec);
  for (const auto& curve : spec.curves) {
    const auto floors = floors_of(curve, parts);
    for (std::size_t i = 0; i < curve.cells.size(); ++i) {
      const auto& cell = curve.cells[i];
      table.rows.push_back(work_precision_row(curve, cell, run_of(parts, cell), floors_at(floors, i)));
    }
  }
  return table;
}

}  // namespace plumb
