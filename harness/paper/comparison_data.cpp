// Data of figures that set runs beside each other: errors against two references, Newton iterations, work.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

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

/// Where errors end, by class; what rounding leaves is not known of methods that choose their own steps.
struct Walls {
  std::array<double, classes.size()> rounding = {}, reference = {};

  explicit Walls(const ResolvedCell& cell) {
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const auto error = fmt::format("end.{}", classes[i]);
      if (!metric_column(Subject(cell), error)) continue;  // no multipliers
      const auto of = uncertainty(cell, error);
      rounding[i] = static_cast<double>(of.rounding);
      reference[i] = static_cast<double>(of.reference);
    }
  }
};

// "rounding-limited: q v": errors within a factor 10 of their wall.
std::string limited(const RunResult& run, const Walls& walls) {
  constexpr double close = 10;
  std::string by_rounding, by_reference;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const auto error = run.metrics.find(fmt::format("end.{}", classes[i]));
    if (error == run.metrics.end() || !error->second) continue;
    if (*error->second <= close * walls.reference[i])
      by_reference += fmt::format(" {}", classes[i]);
    else if (*error->second <= close * walls.rounding[i])
      by_rounding += fmt::format(" {}", classes[i]);
  }
  const auto text = [](const char* what, const std::string& list) {
    return list.empty() ? "" : fmt::format("{}:{}", what, list);
  };
  const auto gap = by_rounding.empty() || by_reference.empty() ? "" : "; ";
  return text("rounding-limited", by_rounding) + gap + text("reference-limited", by_reference);
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

Table work_precision_data(const FigureSpec& spec, const FigureParts& parts) {
  Table table;
  table.columns = table_columns(spec);
  std::map<std::string, Walls> known;
  for (const auto& curve : spec.curves)
    for (const auto& cell : curve.cells) {
      const auto* run = run_of(parts, cell);
      auto& row = table.rows.emplace_back(
          std::vector<Entry>{curve.name, cell.formulation().name, exactly(cell.step<double>())});
      row.push_back(cell.options().has("rtol") ? exactly(cell.options().number<double>("rtol")) : Entry());
      if (!run) continue;
      const auto key =
          fmt::format("{} {} {} {}", cell.formulation().name, cell.text().step, precision_name(cell.text().precision),
                      cell.method().info.fixed_step);  // one for all such runs: it is costly
      const auto& walls = known.try_emplace(key, cell).first->second;
      const bool ok = run->status == Status::ok;
      row.emplace_back(name(run->status));
      for (const auto of : classes) row.push_back(ok ? metric(*run, fmt::format("end.{}", of)) : Entry());
      row.push_back(ok ? evaluations(run->counters) : Entry());
      row.push_back(ok ? Entry::number(run->timing.seconds, 3) : Entry());
      for (std::size_t k = 0; k < classes.size(); ++k) {
        const double level = std::max(walls.rounding[k], walls.reference[k]);
        row.push_back(level > 0 ? Entry::number(level, 3) : Entry());
      }
      const auto limits = ok ? limited(*run, walls) : "";
      row.push_back(limits.empty() ? Entry() : Entry(limits));
      row.push_back(run->reason.empty() ? Entry() : Entry(run->reason));
    }
  return table;
}

}  // namespace plumb
