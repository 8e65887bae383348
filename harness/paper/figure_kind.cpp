#include "harness/paper/figure_kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "harness/cell/resolve.hpp"
#include "harness/paper/view.hpp"
#include "harness/run/metric_column.hpp"
#include "methods/analysis/stability.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

std::vector<double> grid(const Keys& file, std::string_view key, bool is_logarithmic) {
  const auto ends = file.list(key);
  const int points = file.whole("points", 200, 2, 1'000'000);
  if (ends.size() != 2) throw file.refusal(key, wrong_kind("two values are allowed, the first and the last"));
  double first = 0, last = 0;
  try {
    first = number_from_text<double>(ends[0]);
    last = number_from_text<double>(ends[1]);
  } catch (const std::invalid_argument& e) {
    throw file.refusal_at(key, e.what());
  }
  if (!(first > 0 && last > first)) throw file.refusal(key, out_of_range("0 < first < last is allowed"));
  std::vector<double> out;
  for (int i = 0; i < points; ++i) {
    const double part = i / (points - 1.);
    out.push_back(is_logarithmic ? first * std::pow(last / first, part) : first + (last - first) * part);
  }
  return out;
}

std::vector<double> grid_of_radii(const Keys& file) { return grid(file, "omega_dt", true); }

std::vector<double> grid_of_periods(const Keys& file) {
  const auto spacing = file.text("spacing", "linear");
  if (spacing != "linear" && spacing != "logarithmic")
    throw file.refusal("spacing", "linear or logarithmic is allowed");
  return grid(file, "dt_nt", spacing == "logarithmic");
}

// Returns the bounds of the intervals of stable steps within the grid. They are rounded to 11 digits: the search has 12
// correct digits, and a limit of 2 then prints as 2.
std::vector<double> limits_in(const std::vector<double>& grid, const Method& method, const Parameters& parameters) {
  std::string failure;  // limits found before a failure stay valid
  std::vector<double> out;
  for (const auto& interval : stable_intervals(method, parameters, failure, 0, quad(grid.back())).list)
    for (const double end : {interval.from, interval.to})
      if (end > grid.front() && end < grid.back()) out.push_back(std::stod(fmt::format("{:.11g}", end)));
  return out;
}

// The grid points come first, then the limits.
std::vector<CurvePoint> radii(const FigureSpec& spec, const Curve& curve) {
  const auto& method = method_named(curve.method);
  const Parameters parameters(method.parameters, curve.method.parameters);
  auto omegas = spec.grid;
  for (const double limit : limits_in(spec.grid, method, parameters)) omegas.push_back(limit);
  std::vector<CurvePoint> out;
  for (const double omega : omegas) {
    const auto radius = spectral_radius(method, parameters, quad(omega));
    auto& point = out.emplace_back(CurvePoint{.omega_dt = omega});
    if (radius.value) point.spectral_radius = static_cast<double>(*radius.value);
  }
  return out;
}

std::vector<CurvePoint> curve_points(const FigureSpec& spec, const Curve& curve) {
  std::string failure;  // ignored, because the data then have a gap
  return linear_curve(curve.method, spec.grid, 0, failure);
}

void check_linear(const FigureSpec& spec, const Keys& file) {
  if (spec.outputs.empty()) throw file.refusal(missing_key("outputs"));
  const auto& known = linear_outputs();
  for (const auto& output : spec.outputs)
    if (std::find(known.begin(), known.end(), output) == known.end())
      throw file.refusal_at("outputs", unknown_name("output", output, known));
}

void check_outputs(const FigureSpec& spec, const Keys& file) try {
  for (const auto& curve : spec.curves)
    for (const auto& output : spec.outputs) SampleView::require(curve.cells.front(), output);
} catch (const UsageError& e) {
  throw file.refusal_at("outputs", e);
}

void check_reference(const FigureSpec& spec, const Keys& file) {
  if (!spec.reference) throw file.refusal(missing_part("errors need a [reference]"));
  if (spec.outputs.empty()) throw file.refusal(missing_key("outputs"));
  const auto known = sample_times(spec.reference->cells.front());
  for (const auto& curve : spec.curves)
    for (const auto& t : sample_times(curve.cells.front()))
      if (!same_time(known, t))
        throw curve.keys.refusal_at("samples", contradiction("'{}' has a sample at {} s, but the reference has none",
                                                             curve.name, t.str(8, {})));
  check_outputs(spec, file);
}

std::size_t coordinates(const ResolvedCell& cell) {
  std::size_t out = 0;
  for (const auto& part : cell.formulation().parts(cell.data())) out += static_cast<std::size_t>(part.q.size);
  return out;
}

// If `coordinates` differ from the coordinates of a run, the run must be in minimal coordinates that can be converted
// to them.
void check_coordinates(const FigureSpec& spec, const Keys& file) {
  if (spec.coordinates.empty()) return;
  for (const auto& curve : spec.curves) {
    const auto& cell = curve.cells.front();
    const auto& requested = formulation_named(cell.problem(), spec.coordinates);
    if (cell.formulation().coordinates == requested.coordinates) continue;
    if (cell.formulation().form != Form::ode || !cell.problem().in_quad.embed)
      throw file.refusal("coordinates",
                         fmt::format("the coordinates of '{}' in '{}' cannot be converted to these coordinates",
                                     cell.formulation().name, curve.name));
    if (cell.text().precision != Precision::double_)
      throw file.refusal("coordinates",
                         fmt::format("'{}': only runs in double can be converted to these coordinates", curve.name));
  }
}

// If `left_out` is given, it must list "METHOD: reason" for every method of the catalogue that is in no curve.
void check_left_out(const FigureSpec& spec, const Keys& file) {
  const auto lines = file.list("left_out");
  if (lines.empty()) return;
  std::set<std::string> known;
  for (const auto& curve : spec.curves) known.insert(curve.cells.front().method().info.name);
  for (const auto& line : lines) {
    const auto colon = line.find(": ");
    if (colon == line.npos) throw file.refusal("left_out", malformed("give \"METHOD: reason\""));
    const auto& name = method_named(line.substr(0, colon)).info.name;
    if (!known.insert(name).second) throw file.refusal("left_out", contradiction("{} is listed twice", name));
  }
  for (const auto& method : methods())
    if (!known.contains(method.info.name))
      throw file.refusal("left_out",
                         missing_part("{} is neither in a curve nor in left_out with a reason", method.info.name));
}

void check_work_precision(const FigureSpec& spec, const Keys& file) {
  check_coordinates(spec, file);
  check_left_out(spec, file);
}

bool has_vector_space(const ResolvedCell& cell) {
  return cell.problem().in_double.system(cell.data(), cell.formulation()).vector_space();
}

void check_convergence(const FigureSpec& spec, const Keys& file) {
  const auto& first = spec.curves.front().cells;
  const auto same_step = [&](const ResolvedCell& a, const ResolvedCell& b) {
    const quad x = abscissa(spec, a);
    return abs(abscissa(spec, b) - x) <= quad(1e-25) * x;
  };
  for (const auto& curve : spec.curves) {
    if (!std::equal(curve.cells.begin(), curve.cells.end(), first.begin(), first.end(), same_step))
      throw curve.keys.refusal_at("step", contradiction("the steps of '{}' and '{}' differ; give the same steps",
                                                        curve.name, spec.curves.front().name));
    if (const auto most = coordinates(curve.cells.front()); spec.components.size() > most)
      throw file.refusal("components",
                         out_of_range("at most {} components are allowed, because '{}' has only so many coordinates",
                                      most, curve.name));
    if (spec.outputs.empty() && !has_vector_space(curve.cells.front()))
      throw file.refusal(
          missing_part("'outputs' is missing: the coordinates of '{}' do not form a vector space", curve.name));
  }
  if (spec.norm != ErrorNorm::end && spec.outputs.empty())
    throw file.refusal("norm",
                       missing_part("'outputs' is missing: for coordinates, only the norm \"end\" is available"));
  if (!spec.components.empty() && !spec.outputs.empty())
    throw file.refusal("components", contradiction("'outputs' replaces coordinates: give one of the two"));
  check_outputs(spec, file);
  if (spec.norm == ErrorNorm::end) return;
  for (const auto& output : spec.outputs)
    if (!metric_column(Subject(first.front()), metric_over_samples(spec, output)))
      throw file.refusal("norm", no_such("the runs have no metric {}", metric_over_samples(spec, output)));
}

bool always(const FigureSpec&) { return true; }
bool has_errors_at_end(const FigureSpec& spec) { return spec.norm == ErrorNorm::end; }

const FigureKind kinds[] = {
    {.name = "spectral-radius",
     .curve_of = CurveOf::analysis,
     .keys = {"omega_dt", "points"},
     .columns = radius_columns,
     .data = radius_data,
     .grid = grid_of_radii,
     .analysed = radii},
    {.name = "linear",
     .curve_of = CurveOf::analysis,
     .keys = {"outputs", "dt_nt", "points", "spacing"},
     .columns = linear_columns,
     .data = linear_data,
     .check = check_linear,
     .grid = grid_of_periods,
     .analysed = curve_points},
    {.name = "trajectory",
     .curve_of = CurveOf::run,
     .keys = {"outputs", "exact", "from"},
     .shows_states = always,
     .columns = trajectory_columns,
     .data = trajectory_data,
     .check = check_outputs},
    {.name = "convergence",
     .curve_of = CurveOf::runs_over_steps,
     .keys = {"components", "outputs", "norm", "by_stage"},
     .shows_states = has_errors_at_end,
     .columns = convergence_columns,
     .data = convergence_data,
     .check = check_convergence},
    {.name = "work-precision",
     .curve_of = CurveOf::runs_over_steps,
     .keys = {"coordinates", "left_out"},
     .columns = work_precision_columns,
     .data = work_precision_data,
     .certified = work_precision_motions,
     .check = check_work_precision},
    {.name = "errors",
     .curve_of = CurveOf::run,
     .keys = {"outputs", "reference"},
     .shows_states = always,
     .columns = errors_columns,
     .data = errors_data,
     .check = check_reference},
    {.name = "iterations", .curve_of = CurveOf::run, .columns = iterations_columns, .data = iterations_data},
};

}  // namespace

const FigureKind& figure_kind(const Keys& file) {
  const auto requested = file.required("kind");
  std::vector<std::string> known;
  for (const auto& kind : kinds) {
    if (kind.name == requested) return kind;
    known.emplace_back(kind.name);
  }
  throw file.refusal_at("kind", unknown_name("kind", requested, known));
}

}  // namespace plumb
