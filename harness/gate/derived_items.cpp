#include "harness/gate/derived_items.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/cell/method_file.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/cell/short_name.hpp"
#include "harness/judge/analysis_of_file.hpp"
#include "harness/judge/motion_of_cell.hpp"
#include "harness/run/metric_column.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr std::string_view classes[] = {"q", "v", "lambda"};

std::string word_of(const OrderResult& result) {
  if (!result.verdict) return "none";
  std::string out(name(*result.verdict));
  const bool walled = *result.verdict == OrderVerdict::no_window && result.wall;
  return walled ? fmt::format("{} ({})", out, name(*result.wall)) : out;
}

/// Returns the component class of a reference value: "q" for "q1", "lambda" for "lambda2", and "outputs" for other
/// names.
std::string class_of(const std::string& quantity) {
  const auto end = quantity.find_last_not_of("0123456789") + 1;
  const auto word = quantity.substr(0, end);
  const bool is_class = end != quantity.size() && (word == "q" || word == "v" || word == "a" || word == "lambda");
  return is_class ? word : "outputs";
}

template <class T>
void set(Json& out, const char* name, const std::optional<T>& value) {
  if (value) out[name] = *value;
}

/// Sets a number if it is known. Infinity becomes the text "infinite", because JSON has no infinite number.
void set(Json& out, const char* name, const std::optional<double>& value) {
  if (value) out[name] = std::isinf(*value) ? Json("infinite") : number_or_null(value);
}

void set(Json& out, const char* name, const std::optional<Bound>& value) {
  if (value) set(out, name, std::optional<double>(value->value));
}

Json properties_of(const Analysis& a) {
  Json out = Json::object();
  set(out, "order", a.order);
  set(out, "stage_order", a.stage_order);
  set(out, "linear_order", a.linear_order);
  set(out, "velocity_order", a.velocity_order);
  set(out, "error_constant", a.error_constant);
  set(out, "dispersion_order", a.phase.dispersion);
  set(out, "dissipation_order", a.phase.dissipation);
  if (a.embedded) set(out, "embedded_order", std::optional(a.embedded->order));
  set(out, "rho_infinity", a.rho_infinity);
  set(out, "zero_stable", a.zero_stable);
  set(out, "a_stable", a.a_stable);
  set(out, "l_stable", a.l_stable);
  set(out, "sector", a.sector);
  set(out, "ssp_coefficient", a.ssp_coefficient);
  set(out, "algebraically_stable", a.algebraically_stable);
  if (a.limit_known) out["stability_limit"] = a.stability_limit ? Json(*a.stability_limit) : Json("none");
  return out;
}

template <class Value>
Json curve_of(const Analysis& a, const Value& value) {
  Json out = Json::array();
  for (const auto& point : a.curve) out.push_back(number_or_null(value(point)));
  return out;
}

}  // namespace

std::vector<std::string> classes_of_order(const ResolvedCell& cell) {
  const auto known = component_classes(Subject(cell));
  std::vector<std::string> out;
  for (const auto name : classes)
    if (std::ranges::find(known, name) != known.end()) out.emplace_back(name);
  return out;
}

Item item_of_order(const std::vector<ResolvedCell>& study, const std::optional<OrderMeasurement>& measured) {
  const auto& first = study.front();
  std::string ids;
  for (const auto& cell : study) ids += id_of_request(cell);
  Item out{
      .area = "orders",
      .id = id_of_text(ids),
      .problem = short_problem(first),
      .formulation = std::string(first.formulation().name),
      .method = short_method(first),
      .settings = fmt::format("t={} {}", normalized_number(first.text().t_end), precision_name(first.text().precision)),
      .command = "plumb order " + axes_in_shell(study)};
  if (!measured) return out;
  Json orders = Json::object(), verdicts = Json::object();
  for (const auto& c : measured->classes) {
    if (c.result.order) orders[c.component_class] = std::round(1e3 * *c.result.order) / 1e3;
    verdicts[c.component_class] = word_of(c.result);
  }
  out.result = {{"orders", std::move(orders)}, {"verdicts", std::move(verdicts)}};
  return out;
}

Item item_of_reference(const ResolvedCell& cell) {
  Item out{.area = "references",
           .problem = short_problem(cell),
           .formulation = std::string(cell.formulation().name),
           .settings = "t=" + normalized_number(cell.text().t_end)};
  out.id = id_of_text(fmt::format("reference of {}({}) {} {}", cell.problem().name, cell.data().canonical(),
                                  out.formulation, out.settings));
  out.command = fmt::format("plumb reference show {} -f {} --at {}", in_shell(out.problem), out.formulation,
                            in_shell(cell.text().t_end));
  return out;
}

Item measured_reference(const ResolvedCell& cell) {
  auto out = item_of_reference(cell);
  Json digits = Json::object(), values = Json::object();
  for (const auto& [name, value] : horizon_of(cell).values) {
    auto& least = digits[class_of(name)];
    least = least.is_null() ? value.digits : std::min(least.get<int>(), value.digits);
    values[name] = decimal(value);
  }
  out.result = {{"digits", std::move(digits)}, {"values", std::move(values)}};
  return out;
}

Item item_of_method(const Spec& method) {
  return {.area = "analysis",
          .id = id_of_text("analysis of " + method.text()),
          .method = method.text(),
          .command = "plumb analyze " + in_shell(method.text())};
}

Item analysed_method(const Spec& spec) {
  const auto& method = method_named(spec);
  return analysed(item_of_method(spec), method, method_parameters(method, spec.parameters), with_file({}, spec.name));
}

Item analysed(Item out, const Method& method, const Parameters& parameters, const AnalysisOptions& options) {
  const auto analysis = analyze(method, parameters, options);
  out.result = {{"properties", properties_of(analysis)}};
  if (!analysis.curve.empty())
    out.result["curve"] = {{"spectral_radius", curve_of(analysis, [](const auto& p) { return p.spectral_radius; })},
                           {"ad_percent", curve_of(analysis, [](const auto& p) { return p.ad_percent; })},
                           {"pe_percent", curve_of(analysis, [](const auto& p) { return p.pe_percent; })}};
  return out;
}

Item item_of_time(const ResolvedCell& cell, const std::optional<double>& times_calibration) {
  auto out = item_of_run(cell, {});
  out.area = "times";
  out.command = "plumb time " + axes_in_shell({cell});
  out.cell.reset();
  if (times_calibration) out.result = {{"times", std::stod(significant(*times_calibration, error_digits))}};
  return out;
}

std::vector<Item> calibrated_times(const std::vector<ResolvedCell>& cells,
                                   const std::vector<std::optional<RunResult>>& runs, const Clock& clock) {
  constexpr TimingPlan plan = {.samples = 9, .budget = 1};
  const AccuracyBound any_accuracy = {.metric = "end.q", .most = 1};
  const auto session = timed(checked_cells(cells, runs, any_accuracy), plan, clock, Binding::erased);
  const auto is_timed = [&](std::size_t i) { return session.cells[i].rank != 0; };
  std::vector<Item> out;
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const bool known = is_timed(0) && is_timed(i);
    out.push_back(item_of_time(cells[i], known ? std::optional(session.compared(i, 0).ratio.of_leasts) : std::nullopt));
  }
  return out;
}

}  // namespace plumb
