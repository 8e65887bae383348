// Data of figures that come from runs.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/drive.hpp"
#include "harness/number_text.hpp"
#include "harness/paper/figure.hpp"
#include "harness/paper/verdict.hpp"
#include "harness/paper/view.hpp"

namespace plumb {
namespace {

std::vector<Cell> all_cells(const FigureSpec& spec) {
  std::vector<Cell> out;
  for (const auto& curve : spec.curves) out.insert(out.end(), curve.cells.begin(), curve.cells.end());
  return out;
}

std::string heading(const std::string& name, const View& view, const std::string& output) {
  return fmt::format("{} {} [{}]", name, output, view.unit(output));
}

using Samples = std::map<std::string, std::vector<Sample<quad>>>;  // by cell id

// Of everything that the figure runs; none if it was interrupted.
std::optional<Samples> sampled(const FigureSpec& spec, MatrixOptions& options) {
  Samples out;
  options.trajectory = [&](const Cell& cell, const RunResult& run, const Trajectory& trajectory) {
    const bool shown = spec.kind == FigureKind::trajectory || run.status == Status::ok;
    if (shown) out[id(cell)] = trajectory.samples;
  };
  if (run_matrix(all_cells(spec), options).interrupted) return {};
  return out;
}

// |q - exact| over all components, then each; empty if the run did not arrive.
std::vector<Entry> errors_at_end(const Cell& cell, const Samples& samples, std::size_t components) {
  std::vector<Entry> out(1 + components);
  const auto found = samples.find(id(cell));
  if (found == samples.end() || found->second.empty()) return out;
  const Vec<quad> error =
      found->second.back().q - View(cell).exact(number_from_text<quad>(cell.t_end)).q;  // of a vector space
  out[0] = exactly(error.norm().convert_to<double>());
  for (std::size_t i = 0; i < components; ++i)
    out[i + 1] = exactly(quad(abs(error[static_cast<Eigen::Index>(i)])).convert_to<double>());
  return out;
}

Entry count(const Counters& counters) {
  return Entry::count(std::max(counters.residual_evaluations.value_or(0), counters.rhs_evaluations.value_or(0)));
}

}  // namespace

Entry exactly(double value) { return Entry::number(value, std::clamp(printed_digits(shortest(value)), 1, 17)); }

std::vector<quad> sample_times(const Cell& cell) {
  const Plan plan{.steps = steps(cell), .samples = cell.samples};
  std::vector<quad> out = {0};
  for (std::int64_t i = 1; i <= plan.sample_count(); ++i)
    out.push_back(number_from_text<quad>(cell.step) * plan.step_of_sample(i));
  return out;
}

std::optional<Table> trajectory_data(const FigureSpec& spec, MatrixOptions options) {
  const auto samples = sampled(spec, options);
  if (!samples) return {};
  const auto& first = spec.curves.front().cells.front();
  const auto times = sample_times(first);
  Table table;
  table.columns = {{"t [s]"}};
  for (const auto& t : times) table.rows.push_back({exactly(t.convert_to<double>())});
  const auto append = [&](const std::string& name, View& view, const std::vector<Sample<quad>>& states) {
    for (const auto& output : spec.outputs) {
      table.columns.push_back({heading(name, view, output)});
      for (std::size_t i = 0; i < table.rows.size(); ++i)
        table.rows[i].push_back(i < states.size() ? exactly(view.of(output, states[i]).convert_to<double>()) : Entry());
    }
  };
  for (const auto& curve : spec.curves) {
    View view(curve.cells.front());
    std::vector<Sample<quad>> states = {view.initial()};
    if (const auto run = samples->find(id(curve.cells.front())); run != samples->end())
      states.insert(states.end(), run->second.begin(), run->second.end());
    append(curve.name, view, states);
  }
  if (!spec.exact) return table;
  View view(first);
  std::vector<Sample<quad>> states;
  for (const auto& t : times) states.push_back(view.exact(t));
  append("exact", view, states);
  return table;
}

std::optional<Table> convergence_data(const FigureSpec& spec, MatrixOptions options) {
  const auto samples = sampled(spec, options);
  if (!samples) return {};
  Table table;
  table.columns = {{"h [s]"}};
  for (const auto& curve : spec.curves) {
    table.columns.push_back({fmt::format("{} q [SI]", curve.name)});
    for (const auto& component : spec.components)
      table.columns.push_back({fmt::format("{} {}", curve.name, component)});
  }
  for (std::size_t i = 0; i < spec.curves.front().cells.size(); ++i) {
    auto& row = table.rows.emplace_back();
    row.push_back(exactly(number_from_text<double>(spec.curves.front().cells[i].step)));
    for (const auto& curve : spec.curves)
      for (auto& entry : errors_at_end(curve.cells.at(i), *samples, spec.components.size()))
        row.push_back(std::move(entry));
  }
  return table;
}

std::optional<Table> work_precision_data(const FigureSpec& spec, const MatrixOptions& options) {
  const auto cells = all_cells(spec);
  const auto outcome = run_matrix(cells, options);
  if (outcome.interrupted) return {};
  Table table;
  table.columns = {{"method"},
                   {"formulation"},
                   {"h [s]", Align::right},
                   {"status"},
                   {"error q [SI]", Align::right},
                   {"evaluations [-]", Align::right},
                   {"time [s]", Align::right}};
  std::size_t i = 0;
  for (const auto& curve : spec.curves)
    for (const auto& cell : curve.cells) {
      const auto& run = outcome.results[i++];
      auto& row = table.rows.emplace_back(std::vector<Entry>{curve.name, cell.formulation, cell.step});
      if (!run) continue;
      const bool ok = run->status == Status::ok;
      const auto error = run->metrics.find("end.q");
      row.insert(row.end(),
                 {std::string(name(run->status)),
                  ok && error != run->metrics.end() ? Entry::number(error->second, 4) : Entry(),
                  ok ? count(run->counters) : Entry(), ok ? Entry::number(run->timing.seconds, 3) : Entry()});
    }
  return table;
}

}  // namespace plumb
