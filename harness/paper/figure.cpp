#include "harness/paper/figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "harness/paper/figure_kind.hpp"
#include "harness/paper/specification.hpp"
#include "harness/paper/used_keys.hpp"
#include "harness/sets/experiment.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 3> norm_names = {"end", "rms", "re"};

// Returns a curve. Its cells or its method are read by quantity(), because a curve of a figure has the keys of a
// quantity.
Curve curve_of(Keys keys, CurveOf source, ErrorNorm norm, const Paper& paper) {
  Curve out{.name = keys.required("name"), .keys = keys};
  if (source == CurveOf::analysis) {
    keys.values["kind"] = {"stability-limit"};
    out.method = quantity(keys, paper).method;
    return out;
  }
  const bool over_steps = source == CurveOf::runs_over_steps;
  keys.values["kind"] = {over_steps ? "order" : "metric"};
  keys.values["metric"] = {over_steps ? "end.q" : "seconds"};
  keys.values.try_emplace("precision", std::vector<std::string>{"double"});
  if (over_steps && norm == ErrorNorm::end) keys.values["samples"] = {"1"};
  out.cells = quantity(keys, paper).cells;
  return out;
}

/// Returns the keys that a curve uses. Errors at t_end need no samples.
std::vector<std::string> keys_of_curves(CurveOf source, ErrorNorm norm) {
  if (source == CurveOf::analysis) return {"name", "method"};
  auto out = Axes::names();
  out.insert(out.begin(), "name");
  if (source == CurveOf::runs_over_steps && norm == ErrorNorm::end) std::erase(out, "samples");
  return out;
}

ErrorNorm norm_of(const Keys& file) {
  const auto norm = file.text("norm", "end");
  const auto found = std::ranges::find(norm_names, norm);
  if (found == norm_names.end()) throw file.refusal("norm", fmt::format("{} are allowed", fmt::join(norm_names, ", ")));
  return static_cast<ErrorNorm>(found - norm_names.begin());
}

/// Throws UsageError for keys of a figure's file that its kind does not use.
void check_keys(const Keys& file) {
  const std::vector<std::string> common = {"title", "kind", "sets", "common", "curves"};
  auto known = common;
  known.insert(known.end(), {"omega_dt", "dt_nt", "points", "spacing", "outputs", "components", "exact", "reference",
                             "coordinates", "left_out", "norm", "by_stage", "from"});
  file.allow(known);
  const auto& kind = figure_kind(file);
  auto used = common;
  used.insert(used.end(), kind.keys.begin(), kind.keys.end());
  UsedKeys keys;
  const auto user = fmt::format("a figure of kind \"{}\"", kind.name);
  keys.add(file, used, user);
  keys.refuse_others();
  for (const auto& [name, tables] : file.blocks)
    if (std::find(used.begin(), used.end(), name) == used.end())
      throw file.refusal(name, fmt::format("{} does not use this key; allowed: {}", user, fmt::join(used, ", ")));
}

/// Returns the error with the location at which the file names the column.
UsageError same_name(const FigureSpec& spec, const Keys& file, const FigureColumn& column) {
  const auto message =
      contradiction("two columns have the name '{}': curves and outputs need different names", column.name());
  for (auto curve = spec.curves.rbegin(); curve != spec.curves.rend(); ++curve)
    if (curve->name == column.curve) return curve->keys.refusal_at("name", message);
  return file.refusal_at("outputs", message);
}

// Column names must be unique, because readers of the data find columns by name.
void check_names(const FigureSpec& spec, const Keys& file) {
  std::set<std::string> known;
  for (const auto& column : figure_columns(spec))
    if (!known.insert(column.name()).second) throw same_name(spec, file, column);
}

}  // namespace

FigureSpec figure_spec(const std::string& item, const std::filesystem::path& path, const Paper& paper) {
  const auto from = specification(path, paper);
  const auto& file = from.keys;
  check_keys(file);
  FigureSpec spec{.paper = paper.key, .item = item, .title = file.required("title"), .kind = &figure_kind(file)};
  if (spec.kind->grid) spec.grid = spec.kind->grid(file);
  spec.outputs = file.list("outputs");
  spec.components = file.list("components");
  spec.exact = file.flag("exact");
  if (file.has("from")) spec.from = quad(file.number("from"));
  spec.norm = norm_of(file);
  spec.by_stage = file.flag("by_stage");
  spec.coordinates = file.text("coordinates");
  const auto source = spec.kind->curve_of;
  const auto steps = source == CurveOf::runs_over_steps ? Steps::as_a_list : Steps::one_by_one;
  UsedKeys used;
  const auto user = fmt::format("a curve of kind \"{}\"", spec.kind->name);
  const auto read_curve = [&](const Keys& keys) {
    used.add(keys, keys_of_curves(source, spec.norm), user);
    return curve_of(keys, source, spec.norm, paper);
  };
  for (const auto& curve : from.all("curves", {"name"}, steps)) spec.curves.push_back(read_curve(curve));
  for (const auto& reference : from.all("reference", {"name"}, steps)) {
    if (spec.reference) throw reference.refusal(wrong_kind("reference: one run is allowed"));
    spec.reference = read_curve(reference);
  }
  used.refuse_others();
  if (spec.curves.empty()) throw file.refusal(missing_part("no [[curves]]"));
  if (spec.kind->check) spec.kind->check(spec, file);
  check_names(spec, file);
  return spec;
}

std::string_view name(ErrorNorm norm) { return norm_names[static_cast<std::size_t>(norm)]; }

std::string figure_key(const FigureSpec& spec) {
  auto out = fmt::format("figure {} {} {} {} {} {} {} {} {}", spec.kind->name, name(spec.norm), spec.by_stage,
                         spec.exact, spec.coordinates, spec.from ? spec.from->str() : "", fmt::join(spec.outputs, ","),
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
