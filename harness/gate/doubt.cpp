#include "harness/gate/doubt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "harness/judge/measured_uncertainty.hpp"
#include "harness/judge/spread.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/schedule/matrix.hpp"

namespace plumb {
namespace {

constexpr int number_of_repeats = 3;

/// Returns the metric whose uncertainty applies to a value: a metric itself, or for a final state the error at the end.
std::string metric_for(const Difference& d) {
  if (d.part == "metrics") return d.name;
  return "end." + d.name;
}

Doubt estimated(const ResolvedCell& cell, const RunResult& run, const Difference& d) {
  const auto metric = metric_for(d);
  auto u = measured_uncertainty(cell, metric, run);
  u.rounding *= rounding_spread;
  if (d.part != "metrics") u.reference = 0;  // a state is not compared with a reference
  for (quad* unknown : {&u.rounding, &u.newton})
    if (isinf(*unknown)) *unknown = 0;  // an unknown contribution must not excuse a difference
  return {static_cast<double>(u.bound()), std::string(name(u.origin()))};
}

/// Returns the value of `run` at the location of the difference; null if the run does not have it.
Json value_of(const ResolvedCell& cell, const RunResult& run, const Difference& d) {
  const auto item = item_of_run(cell, run);
  const auto part = item.result.find(d.part);
  if (part == item.result.end()) return nullptr;
  if (!part->is_object()) return *part;
  const auto found = part->find(d.name);
  return found == part->end() ? Json(nullptr) : *found;
}

/// A cell, its repeated run, and perturbed repeat runs if necessary, from which uncertainties are computed.
class RepeatedCell {
 public:
  explicit RepeatedCell(const ResolvedCell& of)
      : cell(of), alone(needs_isolation(of, IsolationOptions{}.limit())), run(run_again(of, alone)) {}

  const std::string& id() const { return cell.id(); }

  std::optional<Doubt> doubt(const Difference& d) {
    try {
      auto out = estimated(cell, run, d);
      const auto apart = distance(d.before, d.after);
      if (alone || apart <= out.bound) return out;
      if (const auto shown = rounding_spread * shown_by_repeats(d); shown > out.bound) out = {shown, "rounding"};
      return out;
    } catch (const std::invalid_argument&) {  // no such metric, or no reference
      return {};
    }
  }

 private:
  /// Runs the cell again, in a separate process if it is isolated, because a method from outside may crash.
  static RunResult run_again(const ResolvedCell& cell, bool alone) {
    if (!alone) return run_cell(cell, StopRequest(Status::ok));
    const auto again = run_matrix(Cells({cell}), {}).results.front();
    return again.value_or(RunResult{});  // after Ctrl-C: an empty result, for which no uncertainty is known
  }

  double shown_by_repeats(const Difference& d) {
    for (int number = 1; std::ssize(repeats) < number_of_repeats; ++number)
      repeats.push_back(run_from_moved_start(cell, number, go));
    const auto value = value_of(cell, run, d);
    double out = 0;
    for (const auto& repeat : repeats)
      if (const auto other = value_of(cell, repeat, d); !other.is_null()) out = std::max(out, distance(value, other));
    return out;
  }

  const StopRequest go = Status::ok;
  const ResolvedCell cell;
  const bool alone;  // whether the cell runs in a separate process
  const RunResult run;
  std::vector<RunResult> repeats = {};
};

}  // namespace

double distance(const Json& a, const Json& b) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (a.is_number() && b.is_number()) return std::abs(a.get<double>() - b.get<double>());
  if (!a.is_array() || !b.is_array() || a.size() != b.size()) return infinite;
  double out = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!a[i].is_null() || !b[i].is_null()) out = std::max(out, distance(a[i], b[i]));
  return out;
}

DoubtOf doubt_by_repeat_runs() {
  return [repeated = std::shared_ptr<RepeatedCell>()](const Item& item,
                                                      const Difference& d) mutable -> std::optional<Doubt> {
    if (!item.cell) return {};
    if (!repeated || repeated->id() != item.cell->id()) repeated = std::make_shared<RepeatedCell>(*item.cell);
    return repeated->doubt(d);
  };
}

}  // namespace plumb
