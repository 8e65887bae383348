#include "harness/paper/figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/paper/linear.hpp"
#include "harness/paper/specification.hpp"
#include "harness/paper/view.hpp"
#include "harness/text/suggest.hpp"

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

FigureKind kind_of(const Keys& file) {
  const auto wanted = file.required("kind");
  std::vector<std::string> known;
  for (const auto& [name, kind] : kinds) {
    if (name == wanted) return kind;
    known.emplace_back(name);
  }
  throw file.refusal(unknown_name("kind", wanted, known).what());
}

std::vector<double> grid(const Keys& file, std::string_view key, bool is_logarithmic) {
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

std::vector<double> grid_of(const Keys& file, FigureKind kind) {
  if (kind == FigureKind::spectral_radius) return grid(file, "omega_dt", true);
  if (kind != FigureKind::linear) return {};
  const auto spacing = file.text("spacing", "linear");
  if (spacing != "linear" && spacing != "logarithmic") throw file.refusal("spacing: linear or logarithmic is allowed");
  return grid(file, "dt_nt", spacing == "logarithmic");
}

bool is_analysis(FigureKind kind) { return kind == FigureKind::spectral_radius || kind == FigureKind::linear; }

bool is_over_steps(FigureKind kind) { return kind == FigureKind::convergence || kind == FigureKind::work_precision; }

// The keys of a figure's run are those of a quantity that it has anyway.
Curve curve_of(Keys keys, FigureKind kind, const Paper& paper) {
  Curve out{.name = keys.required("name")};
  if (is_analysis(kind)) {
    keys.values["kind"] = {"stability-limit"};
    out.method = quantity(keys, paper).method;
    return out;
  }
  const bool over_steps = is_over_steps(kind);
  keys.values["kind"] = {over_steps ? "order" : "metric"};
  keys.values["metric"] = {over_steps ? "end.q" : "seconds"};
  keys.values.try_emplace("precision", std::vector<std::string>{"double"});
  if (over_steps) keys.values["samples"] = {"1"};
  out.cells = quantity(keys, paper).cells;
  return out;
}

void check_reference(const FigureSpec& spec, const Keys& file) {
  if (!spec.reference) throw file.refusal("errors need a [reference]");
  if (spec.outputs.empty()) throw file.refusal("'outputs' is missing");
  const auto known = sample_times(spec.reference->cells.front());
  for (const auto& curve : spec.curves)
    for (const auto& t : sample_times(curve.cells.front()))
      if (!same_time(known, t))
        throw file.refusal(fmt::format("'{}' is sampled at {} s and the reference is not", curve.name, t.str(8, {})));
}

void check_curves(const FigureSpec& spec, const Keys& file) {
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
  const auto from = specification(path, paper);
  const auto& file = from.keys;
  file.allow({"title", "kind", "omega_dt", "dt_nt", "points", "spacing", "outputs", "components", "exact", "sets",
              "common", "curves", "reference"});
  FigureSpec spec{.paper = paper.key, .item = item, .title = file.required("title"), .kind = kind_of(file)};
  spec.grid = grid_of(file, spec.kind);
  spec.outputs = file.list("outputs");
  spec.components = file.list("components");
  spec.exact = file.flag("exact");
  const auto steps = is_over_steps(spec.kind) ? Steps::as_a_list : Steps::one_by_one;
  for (const auto& curve : from.all("curves", {"name"}, steps))
    spec.curves.push_back(curve_of(curve, spec.kind, paper));
  for (const auto& reference : from.all("reference", {"name"}, steps)) {
    if (spec.reference) throw reference.refusal("reference: one run is allowed");
    spec.reference = curve_of(reference, spec.kind, paper);
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

}  // namespace plumb
