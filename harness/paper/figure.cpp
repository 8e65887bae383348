#include "harness/paper/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/paper/view.hpp"
#include "harness/suggest.hpp"
#include "methods/analysis/stability.hpp"

namespace plumb {
namespace {

constexpr std::array<std::pair<std::string_view, FigureKind>, 4> kinds = {
    {{"spectral-radius", FigureKind::spectral_radius},
     {"trajectory", FigureKind::trajectory},
     {"convergence", FigureKind::convergence},
     {"work-precision", FigureKind::work_precision}}};

FigureKind kind_of(const Settings& file) {
  const auto wanted = file.required("kind");
  std::vector<std::string> known;
  for (const auto& [name, kind] : kinds) {
    if (name == wanted) return kind;
    known.emplace_back(name);
  }
  throw file.refusal(unknown_name("kind", wanted, known).what());
}

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

// The settings of a figure's run are those of a quantity that it has anyway.
Curve curve_of(const Settings& curve, Settings settings, FigureKind kind, const Paper& paper) {
  Curve out{.name = curve.required("name")};
  settings.values.erase("name");
  settings.allow(quantity_keys());
  if (kind == FigureKind::spectral_radius) {
    settings.values["kind"] = {"stability-limit"};
    out.method = quantity(settings, paper).method;
    return out;
  }
  const bool over_steps = kind != FigureKind::trajectory;
  settings.values["kind"] = {over_steps ? "order" : "metric"};
  settings.values["metric"] = {over_steps ? "end.q" : "seconds"};
  settings.values.try_emplace("precision", std::vector<std::string>{"double"});
  if (over_steps) settings.values["samples"] = {"1"};
  out.cells = quantity(settings, paper).cells;
  return out;
}

// But for the rounding of step sizes that are no binary fractions.
bool at_same_times(const Cell& a, const Cell& b) {
  const auto left = sample_times(a), right = sample_times(b);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const quad& x, const quad& y) { return abs(x - y) <= quad(1e-25) * abs(x); });
}

void check_curves(const FigureSpec& spec, const Settings& file) {
  if (spec.curves.empty()) throw file.refusal("no [[curves]]");
  if (spec.kind != FigureKind::trajectory) return;
  for (const auto& curve : spec.curves) {
    for (const auto& output : spec.outputs) View::require(curve.cells.front(), output);
    if (!at_same_times(curve.cells.front(), spec.curves.front().cells.front()))
      throw file.refusal(fmt::format("'{}' is not sampled at the times of the first curve", curve.name));
  }
}

}  // namespace

FigureSpec figure_spec(const std::string& item, const std::filesystem::path& path, const Paper& paper) {
  const auto file = settings_from_file(path);
  file.allow({"title", "kind", "omega_dt", "points", "outputs", "components", "exact", "common", "curves"});
  FigureSpec spec{.paper = paper.key, .item = item, .title = file.required("title"), .kind = kind_of(file)};
  if (spec.kind == FigureKind::spectral_radius) spec.omega_dt = logarithmic(file);
  spec.outputs = file.list("outputs"), spec.components = file.list("components"), spec.exact = file.flag("exact");
  for (const auto& curve : file.block("curves")) {
    auto settings = curve;
    for (const auto& common : file.block("common")) settings = common.under(settings);
    spec.curves.push_back(curve_of(curve, settings, spec.kind, paper));
  }
  check_curves(spec, file);
  return spec;
}

std::optional<Table> figure_data(const FigureSpec& spec, const MatrixOptions& options) {
  switch (spec.kind) {
    case FigureKind::spectral_radius: return radius_data(spec);
    case FigureKind::trajectory: return trajectory_data(spec, options);
    case FigureKind::convergence: return convergence_data(spec, options);
    case FigureKind::work_precision: return work_precision_data(spec, options);
  }
  return {};
}

Table radius_data(const FigureSpec& spec) {
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

}  // namespace plumb
