#include "harness/paper/figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "harness/paper/figure_kind.hpp"
#include "harness/paper/specification.hpp"

namespace plumb {
namespace {

// The keys of a figure's run are those of a quantity that it has anyway.
Curve curve_of(Keys keys, CurveOf source, const Paper& paper) {
  Curve out{.name = keys.required("name")};
  if (source == CurveOf::analysis) {
    keys.values["kind"] = {"stability-limit"};
    out.method = quantity(keys, paper).method;
    return out;
  }
  const bool over_steps = source == CurveOf::runs_over_steps;
  keys.values["kind"] = {over_steps ? "order" : "metric"};
  keys.values["metric"] = {over_steps ? "end.q" : "seconds"};
  keys.values.try_emplace("precision", std::vector<std::string>{"double"});
  if (over_steps) keys.values["samples"] = {"1"};
  out.cells = quantity(keys, paper).cells;
  return out;
}

// Who reads the data finds a column by its name.
void check_names(const FigureSpec& spec, const Keys& file) {
  std::set<std::string> known;
  for (const auto& column : figure_columns(spec))
    if (!known.insert(column.name()).second)
      throw file.refusal(
          fmt::format("two columns are called '{}': curves and outputs need names of their own", column.name()));
}

}  // namespace

FigureSpec figure_spec(const std::string& item, const std::filesystem::path& path, const Paper& paper) {
  const auto from = specification(path, paper);
  const auto& file = from.keys;
  file.allow({"title", "kind", "omega_dt", "dt_nt", "points", "spacing", "outputs", "components", "exact", "sets",
              "common", "curves", "reference"});
  FigureSpec spec{.paper = paper.key, .item = item, .title = file.required("title"), .kind = &figure_kind(file)};
  if (spec.kind->grid) spec.grid = spec.kind->grid(file);
  spec.outputs = file.list("outputs");
  spec.components = file.list("components");
  spec.exact = file.flag("exact");
  const auto source = spec.kind->curve_of;
  const auto steps = source == CurveOf::runs_over_steps ? Steps::as_a_list : Steps::one_by_one;
  for (const auto& curve : from.all("curves", {"name"}, steps)) spec.curves.push_back(curve_of(curve, source, paper));
  for (const auto& reference : from.all("reference", {"name"}, steps)) {
    if (spec.reference) throw reference.refusal("reference: one run is allowed");
    spec.reference = curve_of(reference, source, paper);
  }
  if (spec.curves.empty()) throw file.refusal("no [[curves]]");
  if (spec.kind->check) spec.kind->check(spec, file);
  check_names(spec, file);
  return spec;
}

std::string figure_key(const FigureSpec& spec) {
  auto out = fmt::format("figure {} {} {} {} {}", spec.kind->name, spec.exact, fmt::join(spec.outputs, ","),
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
