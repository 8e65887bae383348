// These figures show runs and linear analyses over an axis.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>

#include "harness/judge/verdict.hpp"
#include "harness/paper/figure_data.hpp"
#include "harness/paper/smooth_motion.hpp"
#include "harness/paper/view.hpp"
#include "harness/run/lost_reference.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/run/run.hpp"
#include "methods/analysis/formula.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

/// Returns the number. If it is NaN because the reference was lost, the entry contains the time of the loss.
Entry number_or_loss(const quad& value, const std::optional<double>& lost) {
  if (!isnan(value)) return exactly(static_cast<double>(value));
  return lost ? Entry(lost_text(*lost)) : Entry();
}

// Returns the errors of the outputs at the end. Without `outputs`, returns the norm of q − exact, and then the error of
// each component in `components`. The entries are empty if the run did not reach its end.
std::vector<Entry> errors_at_end(const FigureSpec& spec, const ResolvedCell& cell, const FigureParts& parts) {
  const auto components = spec.components.size();
  std::vector<Entry> out(spec.outputs.empty() ? 1 + components : spec.outputs.size());
  const auto* run = run_of(parts, cell);
  const auto found = parts.samples.find(cell.id());
  if (!run || run->status != Status::ok || found->second.empty()) return out;
  SampleView view(cell);
  const auto exact = view.exact(cell.t_end<quad>());
  const quad none = std::numeric_limits<quad>::quiet_NaN();
  if (!exact && spec.outputs.empty()) return std::vector<Entry>(out.size(), number_or_loss(none, view.lost_at("q")));
  const auto& end = found->second.back();
  for (std::size_t i = 0; i < spec.outputs.size(); ++i) {
    const auto& name = spec.outputs[i];
    const quad value = view.of(name, end);
    out[i] = number_or_loss(exact ? quad(abs(value - view.next_to(name, value, view.of(name, *exact)))) : none,
                            view.lost_at(name));
  }
  if (!spec.outputs.empty() || exact->q.size() == 0) return out;
  const Vec<quad> error = end.q - exact->q;  // difference in a vector space
  out[0] = exactly(static_cast<double>(error.norm()));
  for (std::size_t i = 0; i < components; ++i)
    out[i + 1] = exactly(static_cast<double>(quad(abs(error[static_cast<Eigen::Index>(i)]))));
  return out;
}

// Returns the errors of the outputs over the samples, from the metrics of the run.
std::vector<Entry> errors_over_samples(const FigureSpec& spec, const ResolvedCell& cell, const FigureParts& parts) {
  std::vector<Entry> out(spec.outputs.size());
  const auto* run = run_of(parts, cell);
  if (!run || run->status != Status::ok) return out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto metric = metric_over_samples(spec, spec.outputs[i]);
    const auto lost = lost_at(*run, metric);
    if (const auto value = metric_of(*run, metric))
      out[i] = exactly(*value);
    else if (lost)
      out[i] = Entry(lost_text(*lost));
  }
  return out;
}

std::vector<Entry> errors(const FigureSpec& spec, const ResolvedCell& cell, const FigureParts& parts) {
  return spec.norm == ErrorNorm::end ? errors_at_end(spec, cell, parts) : errors_over_samples(spec, cell, parts);
}

bool is_shown(const FigureSpec& spec, const quad& t) {
  constexpr double rounding = 1e-12;
  return !spec.from || t >= *spec.from - rounding * abs(*spec.from);
}

// Returns the sample times of all curves, ascending and without duplicates.
std::vector<quad> all_times(const FigureSpec& spec) {
  std::vector<quad> out;
  for (const auto& curve : spec.curves)
    for (const auto& t : sample_times(curve.cells.front()))
      if (is_shown(spec, t) && !same_time(out, t)) out.insert(std::upper_bound(out.begin(), out.end(), t), t);
  return out;
}

}  // namespace

std::string metric_over_samples(const FigureSpec& spec, const std::string& output) {
  return fmt::format("{}.{}", name(spec.norm), output);
}

quad abscissa(const FigureSpec& spec, const ResolvedCell& cell) {
  return spec.by_stage ? quad(cell.step<quad>() / stages_per_step(cell.method(), cell.options())) : cell.step<quad>();
}

Entry exactly(double value) { return Entry::number(value, std::clamp(printed_digits(shortest(value)), 1, 17)); }

std::vector<quad> sample_times(const ResolvedCell& cell) {
  const SampleSteps sampled{.steps = cell.steps(), .samples = cell.text().samples};
  const auto begin = cell.t_begin<quad>();
  std::vector<quad> out = {begin};
  for (std::int64_t i = 1; i <= sampled.count(); ++i) out.push_back(begin + cell.step<quad>() * sampled.step_of(i));
  return out;
}

std::optional<std::size_t> same_time(const std::vector<quad>& times, const quad& t) {
  const quad distance = quad(1e-25) * abs(t);
  const auto found = std::lower_bound(times.begin(), times.end(), t - distance);
  if (found == times.end() || *found > t + distance) return {};
  return static_cast<std::size_t>(found - times.begin());
}

Table trajectory_data(const FigureSpec& spec, const FigureParts& parts) {
  auto times = all_times(spec);
  CertifiedMotion certified;
  SampleView exact_view(spec.curves.front().cells.front());
  if (spec.exact) {
    certified = smooth_motion(exact_view, spec.outputs, times);
    times = certified.t;
  }
  Table table;
  table.columns = table_columns(spec);
  for (const auto& t : times) table.rows.push_back({exactly(static_cast<double>(t))});
  using States = std::vector<std::optional<Sample<quad>>>;
  const auto append = [&](SampleView& view, const std::vector<quad>& at, const States& states) {
    for (const auto& output : spec.outputs) {
      for (auto& row : table.rows) row.emplace_back();
      quad before = 0;
      for (std::size_t i = 0; i < states.size(); ++i) {
        quad value = std::numeric_limits<quad>::quiet_NaN();
        if (states[i]) before = value = view.next_to(output, before, view.of(output, *states[i]));
        if (is_shown(spec, at[i]))
          table.rows[*same_time(times, at[i])].back() = number_or_loss(value, view.lost_at(output));
      }
    }
  };
  for (const auto& curve : spec.curves) {
    const auto& cell = curve.cells.front();
    SampleView view(cell);
    States states = {view.initial()};
    if (const auto run = parts.samples.find(cell.id()); run != parts.samples.end())
      states.insert(states.end(), run->second.begin(), run->second.end());
    append(view, sample_times(cell), states);
  }
  if (spec.exact) append(exact_view, times, certified.states);
  return table;
}

Table convergence_data(const FigureSpec& spec, const FigureParts& parts) {
  Table table;
  table.columns = table_columns(spec);
  for (std::size_t i = 0; i < spec.curves.front().cells.size(); ++i) {
    auto& row = table.rows.emplace_back();
    row.push_back(exactly(static_cast<double>(abscissa(spec, spec.curves.front().cells[i]))));
    for (const auto& curve : spec.curves)
      for (auto& entry : errors(spec, curve.cells.at(i), parts)) row.push_back(std::move(entry));
  }
  return table;
}

Table radius_data(const FigureSpec& spec, const FigureParts& parts) {
  struct AtFrequency {
    Row radii;
    std::string limit_of = {};  // names of curves with a stability limit here, separated by semicolons
  };
  std::map<double, AtFrequency> rows;  // rows by omega h
  for (std::size_t k = 0; k < parts.analysed.size(); ++k)
    for (std::size_t i = 0; i < parts.analysed[k].size(); ++i) {
      const auto& point = parts.analysed[k][i];
      auto& row = rows[point.omega_dt];
      row.radii.resize(spec.curves.size());
      if (point.spectral_radius) row.radii[k] = exactly(*point.spectral_radius);
      if (i >= spec.grid.size()) row.limit_of += (row.limit_of.empty() ? "" : "; ") + spec.curves[k].name;
    }
  Table table;
  table.columns = table_columns(spec);
  for (auto& [omega, row] : rows) {
    auto& entries = table.rows.emplace_back();
    entries.push_back(exactly(omega));
    std::ranges::move(row.radii, std::back_inserter(entries));
    entries.push_back(row.limit_of.empty() ? Entry() : Entry(row.limit_of));
  }
  return table;
}

Table linear_data(const FigureSpec& spec, const FigureParts& parts) {
  const auto entry = [](const std::optional<double>& x) { return x ? exactly(*x) : Entry(); };
  Table table;
  table.columns = table_columns(spec);
  for (const double x : spec.grid) table.rows.push_back({exactly(x)});
  for (std::size_t k = 0; k < spec.curves.size(); ++k) {
    const auto& points = parts.analysed[k];
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (const auto& output : spec.outputs) table.rows[i].push_back(entry(linear_output(points[i], output)));
      table.rows[i].push_back(points[i].aliased ? Entry::count(*points[i].aliased ? 1 : 0) : Entry());
    }
  }
  return table;
}

}  // namespace plumb
