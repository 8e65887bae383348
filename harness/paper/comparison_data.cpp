// Figures that compare runs: errors against two references, or Newton iterations.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/paper/figure_data.hpp"
#include "harness/paper/view.hpp"
#include "harness/run/lost_reference.hpp"
#include "methods/analysis/formula.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

using Samples = std::vector<Sample<quad>>;

// Returns re.NAME and end.NAME of an output: the errors of a run with another run as reference, at the sample times of
// the first. Empty if the reference has no samples at these times.
std::array<Entry, 2> errors_against(const ResolvedCell& cell, const Samples& samples, const ResolvedCell& reference,
                                    const Samples& references, const std::string& output) {
  SampleView view(cell), reference_view(reference);
  const auto times = sample_times(cell), reference_times = sample_times(reference);
  std::vector<quad> x, r;
  for (std::size_t i = 1; i < times.size() && i <= samples.size(); ++i) {
    const auto at = same_time(reference_times, times[i]);
    if (!at || *at == 0 || *at > references.size()) return {};
    x.push_back(view.of(output, samples[i - 1]));
    r.push_back(view.next_to(output, x.back(), reference_view.of(output, references[*at - 1])));
  }
  if (x.empty()) return {};
  return {Entry::number(relative_error({x}, {r}), 4), Entry::number(end_error({x}, {r}), 4)};
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
      row.push_back(metric_entry(*run, "re." + output, 4));
      row.push_back(metric_entry(*run, "end." + output, 4));
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
      row.push_back(Entry::number(run->timing.seconds, 3));
    }
  return table;
}

}  // namespace plumb
