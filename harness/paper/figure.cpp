#include "harness/paper/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "harness/drive.hpp"
#include "harness/number_text.hpp"
#include "harness/paper/verdict.hpp"
#include "methods/analysis/stability.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

std::vector<double> logarithmic(const Settings& file) {
  const auto ends = file.list("omega_dt");
  const int points = file.whole("points", 200, 2, 1'000'000);
  if (ends.size() != 2) throw file.refusal("omega_dt: the first and the last are allowed");
  double first = 0, last = 0;
  try {
    first = number_from_text<double>(ends[0]), last = number_from_text<double>(ends[1]);
  } catch (const std::invalid_argument& e) {
    throw file.refusal(e.what());
  }
  if (!(first > 0 && last > first)) throw file.refusal("omega_dt: 0 < first < last is allowed");
  std::vector<double> out;
  for (int i = 0; i < points; ++i) out.push_back(first * std::pow(last / first, i / (points - 1.)));
  return out;
}

// With the digits that make it this double, and no more.
Entry exactly(double value) { return Entry::number(value, std::clamp(printed_digits(shortest(value)), 1, 17)); }

const Output& output_named(const Cell& cell, const std::string& name) {
  for (const auto& output : problem_named(cell.problem).outputs)
    if (output.name == name) return output;
  throw UsageError(fmt::format("{} has no output '{}'", cell.problem, name));
}

Eigen::Index index_of(const Cell& cell, const std::string& name) {
  return &output_named(cell, name) - problem_named(cell.problem).outputs.data();
}

Table radii(const FigureSpec& spec) {
  Table table;
  table.columns = {{"omega h [-]"}};
  for (const auto& curve : spec.curves) table.columns.push_back({curve.name + " [-]"});
  for (const double omega_dt : spec.omega_dt) {
    auto& row = table.rows.emplace_back();
    row.push_back(exactly(omega_dt));
    for (const auto& curve : spec.curves) {
      const auto& method = method_named(curve.method.name);
      const auto radius = spectral_radius(method, {method.parameters, curve.method.given}, quad(omega_dt));
      row.push_back(radius.value ? exactly(radius.value->convert_to<double>()) : Entry());
    }
  }
  return table;
}

Parameters data_of(const Cell& cell) {
  const auto& problem = problem_named(cell.problem);
  return parameters_from_text(problem.parameters, cell.problem_parameters, problem.name);
}

Vec<quad> initial_outputs(const Cell& cell) {
  const auto& problem = problem_named(cell.problem);
  const auto& formulation = formulation_named(problem, cell.formulation);
  auto system = problem.in<quad>().system(data_of(cell), formulation);
  const auto x = initial_state(problem, data_of(cell), formulation, system);
  Vec<quad> out(static_cast<Eigen::Index>(problem.outputs.size()));
  system.outputs(0, x.q, x.v, out);
  return out;
}

std::vector<Vec<quad>> exact_outputs(const Cell& cell, const std::vector<quad>& times) {
  const auto& problem = problem_named(cell.problem);
  const auto exact = solution(problem, data_of(cell));
  std::vector<Vec<quad>> out;
  for (const auto& t : times) out.push_back(exact->at(t, formulation_named(problem, cell.formulation)).outputs);
  return out;
}

void append(Table& table, const std::string& name, const Cell& cell, const std::string& output,
            const std::vector<Vec<quad>>& values) {
  table.columns.push_back({fmt::format("{} {} [{}]", name, output, output_named(cell, output).unit)});
  const auto index = index_of(cell, output);
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    table.rows[i].push_back(i < values.size() ? exactly(values[i][index].convert_to<double>()) : Entry());
}

// Nominal times of the samples, n h: the run's own carry the rounding of its step size.
std::vector<quad> sample_times(const Cell& cell) {
  const Plan plan{.steps = steps(cell), .samples = cell.samples};
  std::vector<quad> out = {0};
  for (std::int64_t i = 1; i <= plan.sample_count(); ++i)
    out.push_back(number_from_text<quad>(cell.step) * plan.step_of_sample(i));
  return out;
}

// But for the rounding of step sizes that are no binary fractions.
bool at_same_times(const Cell& a, const Cell& b) {
  const auto left = sample_times(a), right = sample_times(b);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const quad& x, const quad& y) { return abs(x - y) <= quad(1e-25) * abs(x); });
}

std::optional<Table> trajectories(const FigureSpec& spec, MatrixOptions options) {
  std::map<std::string, std::vector<Vec<quad>>> computed;  // by cell id
  options.trajectory = [&](const Cell& cell, const RunResult&, const Trajectory& trajectory) {
    auto& values = computed[id(cell)];
    values = {initial_outputs(cell)};
    for (const auto& sample : trajectory.samples) values.push_back(sample.outputs);
  };
  std::vector<Cell> cells;
  for (const auto& curve : spec.curves) cells.push_back(*curve.cell);
  if (run_matrix(cells, options).interrupted) return {};

  Table table;
  table.columns = {{"t [s]"}};
  const auto times = sample_times(cells.front());
  for (const auto& t : times) table.rows.push_back({exactly(t.convert_to<double>())});
  for (const auto& curve : spec.curves)
    for (const auto& output : spec.outputs) append(table, curve.name, *curve.cell, output, computed[id(*curve.cell)]);
  if (!spec.exact) return table;
  const auto exact = exact_outputs(cells.front(), times);
  for (const auto& output : spec.outputs) append(table, "exact", cells.front(), output, exact);
  return table;
}

}  // namespace

FigureSpec figure_spec(const std::string& item, const std::filesystem::path& path, const Paper& paper) {
  const auto file = settings_from_file(path);
  file.allow({"title", "kind", "omega_dt", "points", "outputs", "exact", "common", "curves"});
  FigureSpec spec{.item = item, .title = file.required("title")};
  const auto kind = file.required("kind");
  if (kind != "trajectory" && kind != "spectral-radius")
    throw file.refusal("kind: trajectory or spectral-radius is allowed");
  spec.is_trajectory = kind == "trajectory";
  if (!spec.is_trajectory) spec.omega_dt = logarithmic(file);
  spec.outputs = file.list("outputs"), spec.exact = file.flag("exact");
  for (const auto& curve : file.block("curves")) {
    auto settings = curve;
    for (const auto& common : file.block("common")) settings = common.under(settings);
    Curve c{.name = curve.required("name"), .method = {}, .cell = {}};
    settings.values.erase("name");
    settings.allow(quantity_keys());
    if (spec.is_trajectory) {
      settings.values["metric"] = {"seconds"};
      c.cell = quantity(settings, paper).cells.front();
      for (const auto& output : spec.outputs) output_named(*c.cell, output);
    } else {
      settings.values["kind"] = {"stability-limit"};
      c.method = quantity(settings, paper).method;
    }
    spec.curves.push_back(std::move(c));
  }
  if (spec.curves.empty()) throw file.refusal("no [[curves]]");
  if (spec.is_trajectory)
    for (const auto& curve : spec.curves)
      if (!at_same_times(*curve.cell, *spec.curves.front().cell))
        throw file.refusal(fmt::format("'{}' is not sampled at the times of the first curve", curve.name));
  return spec;
}

std::optional<Table> figure_data(const FigureSpec& spec, const MatrixOptions& options) {
  return spec.is_trajectory ? trajectories(spec, options) : radii(spec);
}

}  // namespace plumb
