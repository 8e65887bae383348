#include "harness/paper/figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/paper/linear.hpp"
#include "harness/paper/view.hpp"
#include "harness/text/suggest.hpp"
#include "methods/analysis/stability.hpp"

namespace plumb {
namespace {

constexpr std::array<std::pair<std::string_view, FigureKind>, 7> kinds = {
    {{"spectral-radius", FigureKind::spectral_radius},
     {"linear", FigureKind::linear},
     {"trajectory", FigureKind::trajectory},
     {"convergence", FigureKind::convergence},
     {"work-precision", FigureKind::work_precision},
     {"errors", FigureKind::errors},
     {"iterations", FigureKind::iterations}}};

FigureKind kind_of(const Settings& file) {
  const auto wanted = file.required("kind");
  std::vector<std::string> known;
  for (const auto& [name, kind] : kinds) {
    if (name == wanted) return kind;
    known.emplace_back(name);
  }
  throw file.refusal(unknown_name("kind", wanted, known).what());
}

std::vector<double> grid(const Settings& file, std::string_view key, bool is_logarithmic) {
  const auto ends = file.list(key);
  const int points = file.whole("points", 200, 2, 1'000'000);
  if (ends.size() != 2) throw file.refusal(fmt::format("{}: the first and the last are allowed", key));
  double first = 0, last = 0;
  try {
    first = number_from_text<double>(ends[0]);
    last = number_from_text<double>(ends[1]);
  } catch (const std::invalid_argument& e) {
    throw file.refusal(e.what());
  }
  if (!(first > 0 && last > first)) throw file.refusal(fmt::format("{}: 0 < first < last is allowed", key));
  std::vector<double> out;
  for (int i = 0; i < points; ++i) {
    const double part = i / (points - 1.);
    out.push_back(is_logarithmic ? first * std::pow(last / first, part) : first + (last - first) * part);
  }
  return out;
}

std::vector<double> grid_of(const Settings& file, FigureKind kind) {
  if (kind == FigureKind::spectral_radius) return grid(file, "omega_dt", true);
  if (kind != FigureKind::linear) return {};
  const auto spacing = file.text("spacing", "linear");
  if (spacing != "linear" && spacing != "logarithmic") throw file.refusal("spacing: linear or logarithmic is allowed");
  return grid(file, "dt_nt", spacing == "logarithmic");
}

bool is_analysis(FigureKind kind) { return kind == FigureKind::spectral_radius || kind == FigureKind::linear; }

// The settings of a figure's run are those of a quantity that it has anyway.
Curve curve_of(const Settings& curve, Settings settings, FigureKind kind, const Paper& paper) {
  Curve out{.name = curve.required("name")};
  settings.values.erase("name");
  settings.allow(quantity_keys());
  if (is_analysis(kind)) {
    settings.values["kind"] = {"stability-limit"};
    out.method = quantity(settings, paper).method;
    return out;
  }
  const bool over_steps = kind == FigureKind::convergence || kind == FigureKind::work_precision;
  settings.values["kind"] = {over_steps ? "order" : "metric"};
  settings.values["metric"] = {over_steps ? "end.q" : "seconds"};
  settings.values.try_emplace("precision", std::vector<std::string>{"double"});
  if (over_steps) settings.values["samples"] = {"1"};
  out.cells = quantity(settings, paper).cells;
  return out;
}

void check_reference(const FigureSpec& spec, const Settings& file) {
  if (!spec.reference) throw file.refusal("errors need a [reference]");
  if (spec.outputs.empty()) throw file.refusal("'outputs' is missing");
  const auto known = sample_times(spec.reference->cells.front());
  for (const auto& curve : spec.curves)
    for (const auto& t : sample_times(curve.cells.front()))
      if (!same_time(known, t))
        throw file.refusal(fmt::format("'{}' is sampled at {} s and the reference is not", curve.name, t.str(8, {})));
}

void check_curves(const FigureSpec& spec, const Settings& file) {
  if (spec.curves.empty()) throw file.refusal("no [[curves]]");
  if (spec.kind == FigureKind::linear) {
    if (spec.outputs.empty()) throw file.refusal("'outputs' is missing");
    for (const auto& output : spec.outputs)
      if (const auto& known = linear_outputs(); std::find(known.begin(), known.end(), output) == known.end())
        throw file.refusal(unknown_name("output", output, known).what());
  }
  if (spec.kind == FigureKind::errors) check_reference(spec, file);
  if (spec.kind != FigureKind::trajectory && spec.kind != FigureKind::errors) return;
  for (const auto& curve : spec.curves)
    for (const auto& output : spec.outputs) View::require(curve.cells.front(), output);
}

}  // namespace

std::string_view name(FigureKind kind) {
  return std::find_if(kinds.begin(), kinds.end(), [&](const auto& known) { return known.second == kind; })->first;
}

FigureSpec figure_spec(const std::string& item, const std::filesystem::path& path, const Paper& paper) {
  const auto file = settings_from_file(path);
  file.allow({"title", "kind", "omega_dt", "dt_nt", "points", "spacing", "outputs", "components", "exact", "common",
              "curves", "reference"});
  FigureSpec spec{.paper = paper.key, .item = item, .title = file.required("title"), .kind = kind_of(file)};
  spec.grid = grid_of(file, spec.kind);
  spec.outputs = file.list("outputs");
  spec.components = file.list("components");
  spec.exact = file.flag("exact");
  for (const auto& curve : file.block("curves")) {
    auto settings = curve;
    for (const auto& common : file.block("common")) settings = common.under(settings);
    spec.curves.push_back(curve_of(curve, settings, spec.kind, paper));
  }
  for (const auto& reference : file.block("reference")) {
    auto settings = reference;
    for (const auto& common : file.block("common")) settings = common.under(settings);
    spec.reference = curve_of(reference, settings, spec.kind, paper);
  }
  check_curves(spec, file);
  return spec;
}

std::string figure_key(const FigureSpec& spec) {
  auto out = fmt::format("figure {} {} {} {} {}", static_cast<int>(spec.kind), spec.exact, fmt::join(spec.outputs, ","),
                         fmt::join(spec.components, ","), fmt::join(spec.grid, ","));
  const auto add = [&](const Curve& curve) {
    out += fmt::format("; {} {}", curve.name, curve.method.text());
    for (const auto& cell : curve.cells) out += " " + cell.id();
  };
  for (const auto& curve : spec.curves) add(curve);
  if (spec.reference) add(*spec.reference);
  return out;
}

std::optional<Table> figure_data(const FigureSpec& spec, const MatrixOptions& options) {
  switch (spec.kind) {
    case FigureKind::spectral_radius: return radius_data(spec);
    case FigureKind::linear: return linear_data(spec);
    case FigureKind::trajectory: return trajectory_data(spec, options);
    case FigureKind::convergence: return convergence_data(spec, options);
    case FigureKind::work_precision: return work_precision_data(spec, options);
    case FigureKind::errors: return errors_data(spec, options);
    case FigureKind::iterations: return iterations_data(spec, options);
  }
  return {};
}

Table radius_data(const FigureSpec& spec) {
  Table table;
  table.columns = table_columns(spec);
  for (const double omega_dt : spec.grid) {
    auto& row = table.rows.emplace_back();
    row.push_back(exactly(omega_dt));
    for (const auto& curve : spec.curves) {
      const auto& method = method_named(curve.method.name);
      const auto radius = spectral_radius(method, {method.parameters, curve.method.given}, quad(omega_dt));
      row.push_back(radius.value ? exactly(static_cast<double>(*radius.value)) : Entry());
    }
  }
  return table;
}

Table linear_data(const FigureSpec& spec) {
  const auto entry = [](const std::optional<double>& x) { return x ? exactly(*x) : Entry(); };
  Table table;
  table.columns = table_columns(spec);
  for (const double x : spec.grid) table.rows.push_back({exactly(x)});
  for (const auto& curve : spec.curves) {
    std::string failure;  // leaves the columns empty
    const auto points = linear_curve(curve.method, spec.grid, 0, failure);
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (const auto& output : spec.outputs) table.rows[i].push_back(entry(linear_output(points[i], output)));
      table.rows[i].push_back(points[i].aliased ? Entry::count(*points[i].aliased ? 1 : 0) : Entry());
    }
  }
  return table;
}

}  // namespace plumb
