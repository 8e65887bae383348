#include "harness/order_measurement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/number_text.hpp"
#include "reference/certified.hpp"

namespace plumb {
namespace {

quad roundoff(Precision p) {
  return p == Precision::double_ ? quad(unit_roundoff<double>())
         : p == Precision::long_ ? quad(unit_roundoff<long double>())
                                 : unit_roundoff<quad>();
}

/// Size of a class, and what of it is not certified.
struct Level {
  quad scale = 0, uncertain = 0;
};

// Accelerations have no record of their own; the scale of the velocities stands for theirs.
Level level(const ReferenceRecord& record, const std::string& component_class) {
  const std::string prefix = component_class == "a" ? "v" : component_class;
  Level out;
  for (const auto& [name, value] : record.values) {
    const bool member =
        name.starts_with(prefix) && name.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
    if (!member || name.size() == prefix.size()) continue;
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

OrderPoint point(const Cell& cell, const std::optional<RunResult>& result, const std::string& component_class,
                 const Level& of) {
  return {.h = number_from_text<quad>(cell.step),
          .error = error(result, component_class),
          .reference_floor = of.uncertain,
          .rounding_floor = roundoff(cell.precision) * of.scale * sqrt(quad(steps(cell))),
          .newton_floor = cell.newton_tol ? number_from_text<quad>(*cell.newton_tol) : quad(0)};
}

// Newton's last increment lies far below the tolerance it met; errors below the tolerance show that it is no floor.
void drop_disproved_newton_floor(std::vector<OrderPoint>& points) {
  const bool disproved = std::any_of(points.begin(), points.end(),
                                     [](const OrderPoint& p) { return isfinite(p.error) && p.error < p.newton_floor; });
  for (auto& p : points)
    if (disproved) p.newton_floor = 0;
}

std::optional<double> expected_order(const CellParts& subject, const std::string& component_class) {
  const auto proven = subject.method.proven_order(subject.options, subject.formulation.form);
  const auto known = [](int order) { return order == 0 ? std::nullopt : std::optional<double>(order); };
  if (component_class == "lambda") return known(proven.multiplier);
  if (component_class != "q" && component_class != "v") return {};
  const bool depends = subject.problem.in_double.system(subject.data, subject.formulation).velocity_dependent();
  return known(component_class == "q" ? proven.of_position(depends) : proven.of_velocity(depends));
}

}  // namespace

OrderMeasurement measured_order(std::vector<Cell> cells, const MatrixOptions& options,
                                const std::vector<std::string>& classes) {
  const CellParts subject(cells.front());
  std::stable_sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) {
    return number_from_text<quad>(a.step) > number_from_text<quad>(b.step);
  });
  const auto record = certified(subject.problem, subject.data, subject.formulation, {cells.front().t_end}).front();
  OrderMeasurement out{std::move(cells), {}, {}};
  auto outcome = run_matrix(out.cells, options);
  out.results = std::move(outcome.results);
  out.interrupted = outcome.interrupted;
  for (const auto& component_class : classes) {
    const auto of = level(record, component_class);
    std::vector<OrderPoint> points;
    for (std::size_t i = 0; i < out.cells.size(); ++i)
      points.push_back(point(out.cells[i], out.results[i], component_class, of));
    drop_disproved_newton_floor(points);
    out.classes.push_back(
        {component_class,
         observed_order(points, {.expected = expected_order(subject, component_class), .tolerance = slope_tolerance})});
  }
  return out;
}

}  // namespace plumb
