#include "harness/gate/doubt.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "harness/judge/measured_uncertainty.hpp"
#include "harness/judge/spread.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/schedule/matrix.hpp"
#include "harness/schedule/stop_of_task.hpp"

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

/// Returns the parts of a run's result that are compared.
using PartsOf = Json (*)(const ResolvedCell& cell, const RunResult& run);

Json parts_of_item(const ResolvedCell& cell, const RunResult& run) { return item_of_run(cell, run).result; }

Json all_parts(const ResolvedCell&, const RunResult& run) {
  auto out = to_json(run);
  const Json final_state = out.at("final");
  for (const auto& [part, value] : final_state.items()) out[part] = value;
  return out;
}

/// Returns the value at the location of the difference; null if the result does not have it.
Json value_at(const Difference& d, const Json& result) {
  const auto part = result.find(d.part);
  if (part == result.end()) return nullptr;
  if (!part->is_object()) return *part;
  const auto found = part->find(d.name);
  return found == part->end() ? Json(nullptr) : *found;
}

/// A cell, its repeated run, and perturbed repeat runs if necessary, from which uncertainties are computed.
class RepeatedCell {
 public:
  RepeatedCell(const ResolvedCell& of, PartsOf compared_parts)
      : cell(of),
        parts(compared_parts),
        alone(needs_isolation(of, IsolationOptions{}.limit())),
        run(run_again(of, alone, stop)) {
    stopping_point();
  }

  const std::string& id() const { return cell.id(); }

  std::optional<Doubt> doubt(const Difference& d) {
    try {
      auto out = estimated(cell, run, d);
      const auto apart = distance(d.before, d.after);
      if (alone || apart <= out.bound) return out;
      if (const auto shown = rounding_spread * shown_by_repeats(d); shown > out.bound) out = {shown, "rounding"};
      return out;
    } catch (const std::invalid_argument&) {  // no such metric, or no reference
      if (alone || parts == parts_of_item) return {};
      return Doubt{rounding_spread * shown_by_repeats(d), "rounding"};
    }
  }

 private:
  /// Runs the cell again, in a separate process if it is isolated, because a method from outside may crash.
  static RunResult run_again(const ResolvedCell& cell, bool alone, const StopRequest& stop) {
    if (!alone) return run_cell(cell, stop);
    const auto again =
        run_matrix(Cells({cell}), {.interrupted = [&stop] { return stop.load() != Status::ok; }}).results.front();
    return again.value_or(RunResult{});  // after Ctrl-C: an empty result, for which no uncertainty is known
  }

  double shown_by_repeats(const Difference& d) {
    for (int number = 1; std::ssize(repeats) < number_of_repeats; ++number) {
      repeats.push_back(parts(cell, run_from_moved_start(cell, number, stop)));
      stopping_point();
    }
    const auto value = value_at(d, parts(cell, run));
    double out = 0;
    for (const auto& repeat : repeats)
      if (const auto other = value_at(d, repeat); !other.is_null()) out = std::max(out, distance(value, other));
    return out;
  }

  const StopRequest never = Status::ok;
  const StopRequest& stop = stop_of_this_task() ? *stop_of_this_task() : never;
  const ResolvedCell cell;
  const PartsOf parts;
  const bool alone;  // whether the cell runs in a separate process
  const RunResult run;
  std::vector<Json> repeats = {};
};

DoubtOf doubt_with(PartsOf parts) {
  return [parts, repeated = std::shared_ptr<RepeatedCell>()](const Item& item,
                                                             const Difference& d) mutable -> std::optional<Doubt> {
    if (!item.cell) return {};
    if (!repeated || repeated->id() != item.cell->id()) repeated = std::make_shared<RepeatedCell>(*item.cell, parts);
    return repeated->doubt(d);
  };
}

}  // namespace

DoubtOf doubt_by_repeat_runs() { return doubt_with(parts_of_item); }

DoubtOf doubt_of_whole_results() { return doubt_with(all_parts); }

}  // namespace plumb
