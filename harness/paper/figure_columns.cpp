// Columns of a figure's data, for each kind.

#include <fmt/format.h>

#include <algorithm>

#include "harness/paper/figure_kind.hpp"
#include "harness/paper/linear.hpp"
#include "harness/paper/view.hpp"

namespace plumb {
namespace {

using Columns = std::vector<FigureColumn>;

/// Splits "x1 [m]" into name and unit.
std::pair<std::string, std::string> split(const std::string& component) {
  const auto found = component.rfind(" [");
  if (found == std::string::npos || !component.ends_with("]")) return {component, "SI"};
  return {component.substr(0, found), component.substr(found + 2, component.size() - found - 3)};
}

}  // namespace

Columns radius_columns(const FigureSpec& spec) {
  Columns out = {{"", "omega h", "-"}};
  for (const auto& curve : spec.curves) out.push_back({curve.name, "", "-"});
  out.push_back({"", "limit of", ""});
  return out;
}

Columns linear_columns(const FigureSpec& spec) {
  Columns out = {{"", "dt/(nT)", "-"}};
  for (const auto& curve : spec.curves) {
    for (const auto& output : spec.outputs) out.push_back({curve.name, output, std::string(linear_unit(output))});
    out.push_back({curve.name, "aliased", "-"});
  }
  return out;
}

Columns trajectory_columns(const FigureSpec& spec) {
  Columns out = {{"", "t", "s"}};
  const auto append = [&](const Curve& run, const std::string& name, bool certified) {
    for (const auto& output : spec.outputs)
      out.push_back({name, output, SampleView::unit(run.cells.front(), output), certified});
  };
  for (const auto& curve : spec.curves) append(curve, curve.name, false);
  if (spec.exact) append(spec.curves.front(), "exact", true);
  return out;
}

Columns convergence_columns(const FigureSpec& spec) {
  Columns out = {{"", spec.by_stage ? "dt/n" : "h", "s"}};
  for (const auto& curve : spec.curves) {
    for (const auto& output : spec.outputs)
      out.push_back(
          {curve.name, output, spec.norm == ErrorNorm::re ? "-" : SampleView::unit(curve.cells.front(), output)});
    if (!spec.outputs.empty()) continue;
    out.push_back({curve.name, "q", "SI"});
    for (const auto& component : spec.components) {
      const auto [name, unit] = split(component);
      out.push_back({curve.name, name, unit});
    }
  }
  return out;
}

Columns errors_columns(const FigureSpec& spec) {
  Columns out = {{"", "method", ""}, {"", "h", "s"}, {"", "t_end", "s"}, {"", "status", ""}};
  const auto& reference = spec.reference->cells.front();
  for (const auto& output : spec.outputs)
    for (const auto& against : {std::string("certified"), spec.reference->name}) {
      out.push_back({"", fmt::format("{} re against {}", output, against), "-"});
      out.push_back({"", fmt::format("{} end against {}", output, against), SampleView::unit(reference, output)});
    }
  return out;
}

Columns iterations_columns(const FigureSpec&) {
  return {{"", "method", ""},
          {"", "h", "s"},
          {"", "stages", "-"},
          {"", "steps", "-"},
          {"", "status", ""},
          {"", "iterations", "-"},
          {"", "iterations a stage", "-"},
          {"", "time", "s"}};
}

Columns work_precision_columns(const FigureSpec&) {
  Columns out = {{"", "method", ""},       {"", "formulation", ""}, {"", "h", "s"},   {"", "rtol", "-"},
                 {"", "newton tol", "SI"}, {"", "status", ""},      {"", "taken", ""}};
  for (const auto name : error_classes) out.push_back({"", fmt::format("error {}", name), "SI"});
  for (const auto* count : {"evaluations", "jacobians", "factorizations", "solves", "cost"})
    out.push_back({"", count, "-"});
  out.push_back({"", "time", "s"});
  for (const auto name : error_classes) out.push_back({"", fmt::format("wall {}", name), "SI"});
  out.push_back({"", "limited", ""});
  out.push_back({"", "reason", ""});
  return out;
}

std::string FigureColumn::name() const {
  if (curve.empty()) return quantity;
  return quantity.empty() ? curve : curve + " " + quantity;
}

std::vector<FigureColumn> figure_columns(const FigureSpec& spec) { return spec.kind->columns(spec); }

std::vector<Column> table_columns(const FigureSpec& spec) {
  std::vector<Column> out;
  for (const auto& column : figure_columns(spec)) {
    const bool number = !column.unit.empty();
    out.push_back({column.name(), number ? Align::right : Align::left, column.unit});
  }
  return out;
}

namespace {
/// Describes a curve by its runs: one, or one for each step.
Json curve_json(const Curve& curve) {
  Json cells = Json::array();
  for (const auto& cell : curve.cells) cells.push_back(cell.id());
  return {{"curve", curve.name}, {"cells", std::move(cells)}};
}
}  // namespace

Json figure_description(const FigureSpec& spec) {
  Json columns = Json::array();
  for (const auto& column : figure_columns(spec))
    columns.push_back({{"column", column.name()},
                       {"curve", column.curve.empty() ? Json(nullptr) : Json(column.curve)},
                       {"quantity", column.quantity.empty() ? Json(nullptr) : Json(column.quantity)},
                       {"certified", column.certified}});
  Json curves = Json::array();
  for (const auto& curve : spec.curves) curves.push_back(curve_json(curve));
  if (spec.reference) curves.push_back(curve_json(*spec.reference));
  Json out = {{"schema", 1},         {"paper", spec.paper},     {"item", spec.item},
              {"title", spec.title}, {"kind", spec.kind->name}, {"columns", columns},
              {"curves", curves}};
  if (std::ranges::find(spec.kind->keys, "norm") != spec.kind->keys.end()) out["norm"] = name(spec.norm);
  return out;
}

}  // namespace plumb
