#include "harness/report/order_series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "contract/stop.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/judge/order_measurement.hpp"
#include "harness/judge/uncertainty.hpp"
#include "harness/report/command_line.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/run/needed_reference.hpp"
#include "harness/schedule/cost.hpp"
#include "text/exit_codes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr const char* metrics_with_walls[] = {"end.q", "end.v", "end.lambda", "rms.q", "rms.v", "rms.lambda"};

using Series = std::vector<const GatheredRun*>;  // runs by falling step

/// Groups runs whose cells differ in the step only. A series has at least as many steps as a window needs.
std::vector<Series> series_of(const GatheredRuns& runs) {
  std::map<std::string, Series> all;
  for (const auto& run : runs.runs()) {
    auto without_step = run.cell;
    without_step.step = "1";
    all[canonical_json(without_step)].push_back(&run);
  }
  std::vector<Series> out;
  for (auto& [key, series] : all) {
    if (series.size() < static_cast<std::size_t>(OrderSettings().minimum_points)) continue;
    std::ranges::stable_sort(series, [](const GatheredRun* a, const GatheredRun* b) {
      return number_from_text<double>(a->cell.step) > number_from_text<double>(b->cell.step);
    });
    out.push_back(std::move(series));
  }
  return out;
}

std::vector<std::string> classes_with_errors(const GatheredRuns& runs, const Series& series) {
  std::vector<std::string> out;
  for (const char* name : {"q", "v", "lambda"}) {
    const auto* column = runs.column(std::string("rms.") + name);
    const auto has_one = [&](const GatheredRun* run) { return !std::isnan(column->values[run->row]); };
    if (column && std::ranges::any_of(series, has_one)) out.emplace_back(name);
  }
  return out;
}

/// Returns the reason why a series has no verdict; empty if it can have a verdict.
std::string unjudged(const ResolvedCell& cell, const OrderLimits& limits) {
  if (!cell.method().info.fixed_step) return "the method chooses its own steps";
  const auto seconds = reference_weight(cell);
  if (computed_reference(cell) && seconds > limits.reference_seconds)
    return fmt::format("its reference takes about {} s; use `plumb order` for the verdict", significant(seconds, 1));
  return {};
}

/// Returns the errors of a series without a verdict, in the format of `order --json`.
Json points_json(const std::string& component_class, const GatheredRuns& runs, const Series& series,
                 const std::string& why) {
  Json points = Json::array();
  const auto* column = runs.column("rms." + component_class);
  for (const auto* run : series)
    points.push_back({{"h", number_from_text<double>(run->cell.step)},
                      {"error", number_or_null(column->values[run->row])},
                      {"floor", nullptr},
                      {"mark", "not judged"},
                      {"in_window", false}});
  return {{"class", component_class}, {"order", nullptr},  {"expected", nullptr},
          {"interval", nullptr},      {"window", nullptr}, {"verdict", nullptr},
          {"wall", nullptr},          {"reason", why},     {"points", std::move(points)}};
}

Json identity(const Series& series) {
  const auto& first = *series.front();
  Json ids = Json::array();
  for (const auto* run : series) ids.push_back(run->id);
  return {{"problem", first.problem},
          {"formulation", with_parameters(first.cell.formulation, first.cell.formulation_parameters)},
          {"method", first.method},
          {"precision", precision_name(first.cell.precision)},
          {"t_end", normalized_number(first.cell.t_end)},
          {"settings", changed_settings(first.cell)},
          {"cells", std::move(ids)}};
}

class Judge {
 public:
  Judge(GatheredRuns& all, const OrderLimits& limits) : runs_(all), limits_(limits) {}

  void add(const Series& series, Json& out) {
    const auto classes = classes_with_errors(runs_, series);
    if (classes.empty()) return;
    std::string why;
    const auto measured = measurement(series, why);
    if (why.empty()) add_walls(measured, series);
    const auto who = identity(series);
    for (const auto& name : classes) {
      out.push_back(who);
      out.back().update(why.empty() ? judged(measured, name, series) : points_json(name, runs_, series, why));
    }
  }

 private:
  /// Adds the uncertainties of a series due to rounding and to the reference.
  void add_walls(const OrderMeasurement& measured, const Series& series) try {
    std::vector<const RunResult*> results;
    for (const auto& result : measured.results) results.push_back(&*result);
    for (const char* metric : metrics_with_walls) {
      if (!runs_.column(metric)) continue;
      const auto walls = uncertainties(measured.cells, metric, results);
      for (std::size_t i = 0; i < series.size(); ++i) {
        if (!metric_of(*results[i], metric)) continue;
        runs_.add_wall("rounding", metric, series[i]->row, static_cast<double>(walls[i].rounding));
        runs_.add_wall("reference", metric, series[i]->row, static_cast<double>(walls[i].reference));
      }
    }
  } catch (const std::invalid_argument&) {  // no reference, or it has lost its digits
  }

  OrderMeasurement measurement(const Series& series, std::string& why) {
    OrderMeasurement out{{}, {}, {}};
    try {
      for (const auto* run : series) {
        out.cells.push_back(resolve(run->cell));
        out.results.emplace_back(runs_.result(*run));
      }
      why = unjudged(out.cells.front(), limits_);
    } catch (const UsageError&) {
      why = "this build does not contain its problem or method";
    }
    if (why.empty() && ++judged_ > limits_.judged) why = "too many series; use `plumb order` for the verdict";
    return out;
  }

  Json judged(const OrderMeasurement& measured, const std::string& name, const Series& series) const try {
    return to_json(name, class_order(measured, name).result);
  } catch (const std::invalid_argument& e) {  // no reference, or it has lost its digits
    return points_json(name, runs_, series, e.what());
  }

  GatheredRuns& runs_;
  OrderLimits limits_;
  std::size_t judged_ = 0;
};

}  // namespace

Json order_series(GatheredRuns& runs, const OrderLimits& limits) {
  Json out = Json::array();
  Judge judge(runs, limits);
  for (const auto& series : series_of(runs)) {
    stopping_point();
    judge.add(series, out);
  }
  return out;
}

}  // namespace plumb
