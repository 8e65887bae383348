#include "harness/judge/order_measurement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/judge/floors.hpp"
#include "harness/text/exit_codes.hpp"
#include "harness/text/number_text.hpp"
#include "reference/certified.hpp"

namespace plumb {
namespace {

/// Size of a class, and what of it is not certified.
struct Level {
  quad scale = 0, uncertain = 0;
};

struct ClassName {
  std::string components, kind;  // "q" and "rotation" of "q.rotation"
};

ClassName split(const std::string& component_class) {
  const auto dot = std::min(component_class.find('.'), component_class.size());
  return {component_class.substr(0, dot), component_class.substr(std::min(dot + 1, component_class.size()))};
}

/// The components of a class, by their names in records.
class Members {
 public:
  Members(const ResolvedCell& cell, const ClassName& of) : prefix(of.components == "a" ? "v" : of.components) {
    for (const auto& parts : by_kind(cell.formulation().parts(cell.data())))
      if (name(parts.kind) == of.kind) places = prefix == "q" ? parts.q : parts.v;
  }

  bool contain(const std::string& name) const {
    if (!name.starts_with(prefix) || name.size() == prefix.size()) return false;
    const auto number = std::string_view(name).substr(prefix.size());
    if (number.find_first_not_of("0123456789") != number.npos) return false;
    const int index = std::stoi(std::string(number)) - 1;
    return places.empty() || std::any_of(places.begin(), places.end(), [&](const PartRange& range) {
             return range.first <= index && index < range.first + range.size;
           });
  }

 private:
  std::string prefix;             // accelerations have no digits of their own here: those of the velocities
  std::vector<PartRange> places;  // empty: all
};

Level level(const ReferenceRecord& record, const Members& members) {
  Level out;
  for (const auto& [name, value] : record.values) {
    if (!members.contain(name)) continue;
    const quad uncertain = value.scale * pow(quad(10), -value.digits);
    out.scale += value.scale * value.scale, out.uncertain += uncertain * uncertain;
  }
  return {sqrt(out.scale), sqrt(out.uncertain)};
}

quad error(const std::optional<RunResult>& result, const std::string& component_class) {
  const quad unknown = std::numeric_limits<quad>::quiet_NaN();
  if (!result) return unknown;
  if (result->status == Status::non_finite || result->status == Status::newton_diverged)
    return std::numeric_limits<quad>::infinity();
  const auto at = result->metrics.find("end." + component_class);
  const bool known = result->status == Status::ok && at != result->metrics.end() && at->second;
  return known ? quad(*at->second) : unknown;
}

// A run that went well has no error only where the reference has too few digits for one.
quad reference_floor(const std::optional<RunResult>& result, const quad& error, const Level& of) {
  const bool lost = result && result->status == Status::ok && isnan(error);
  return lost ? std::numeric_limits<quad>::infinity() : of.uncertain;
}

OrderPoint point(const ResolvedCell& cell, const std::optional<RunResult>& result, const std::string& component_class,
                 const Level& of) {
  const quad measured = error(result, component_class);
  return {.h = cell.step<quad>(),
          .error = measured,
          .reference_floor = reference_floor(result, measured, of),
          .rounding_floor = roundoff(cell.text().precision) * of.scale * sqrt(quad(cell.steps())),
          .newton_floor = cell.text().newton_tol ? number_from_text<quad>(*cell.text().newton_tol) : quad(0)};
}

// Newton's last increment lies far below the tolerance it met; errors below the tolerance show that it is no floor.
void drop_disproved_newton_floor(std::vector<OrderPoint>& points) {
  const bool disproved = std::any_of(points.begin(), points.end(),
                                     [](const OrderPoint& p) { return isfinite(p.error) && p.error < p.newton_floor; });
  for (auto& p : points)
    if (disproved) p.newton_floor = 0;
}

std::optional<double> expected_order(const ResolvedCell& subject, const std::string& components) {
  const auto proven = subject.method().proven_order(subject.options(), subject.formulation().form);
  const auto known = [](int order) { return order == 0 ? std::nullopt : std::optional<double>(order); };
  if (components == "lambda") return known(proven.multiplier);
  if (components != "q" && components != "v") return {};
  const bool depends = subject.problem().in_double.system(subject.data(), subject.formulation()).velocity_dependent();
  return known(components == "q" ? proven.of_position(depends) : proven.of_velocity(depends));
}

ReferenceRecord record_at_horizon(const ResolvedCell& cell) {
  try {
    return certified(cell.problem(), cell.data(), cell.formulation(), {cell.text().t_end}).front();
  } catch (const std::invalid_argument& e) {
    throw UsageError(std::string("order: ") + e.what());
  }
}

}  // namespace

std::vector<std::string> component_classes(const ResolvedCell& cell) {
  const auto kinds = by_kind(cell.formulation().parts(cell.data()));
  std::vector<std::string> out;
  for (const std::string components : {"q", "v", "a"}) {
    out.push_back(components);
    if (kinds.size() == 1) continue;
    for (const auto& parts : kinds) out.push_back(components + "." + std::string(name(parts.kind)));
  }
  if (cell.formulation().form != Form::ode) out.emplace_back("lambda");
  return out;
}

OrderMeasurement measured_order(std::vector<ResolvedCell> cells, const MatrixOptions& options,
                                const std::vector<std::string>& classes) {
  std::stable_sort(cells.begin(), cells.end(),
                   [](const auto& a, const auto& b) { return a.template step<quad>() > b.template step<quad>(); });
  const auto record = record_at_horizon(cells.front());
  OrderMeasurement out{std::move(cells), {}, {}};
  const auto& subject = out.cells.front();
  auto outcome = run_matrix(out.cells, options);
  out.results = std::move(outcome.results);
  out.interrupted = outcome.interrupted;
  for (const auto& component_class : classes) {
    const auto name = split(component_class);
    const auto of = level(record, Members(subject, name));
    std::vector<OrderPoint> points;
    for (std::size_t i = 0; i < out.cells.size(); ++i)
      points.push_back(point(out.cells[i], out.results[i], component_class, of));
    drop_disproved_newton_floor(points);
    out.classes.push_back(
        {component_class,
         observed_order(points, {.expected = expected_order(subject, name.components), .tolerance = slope_tolerance})});
  }
  return out;
}

}  // namespace plumb
