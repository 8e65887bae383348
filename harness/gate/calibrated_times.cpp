#include "harness/gate/calibrated_times.hpp"

#include "harness/gate/derived_items.hpp"

namespace plumb {
namespace {

constexpr TimingPlan plan = {.samples = 9, .budget = 1};
const AccuracyBound any_accuracy = {.metric = "end.q", .most = 1};

}  // namespace

std::vector<Item> calibrated_times(const std::vector<ResolvedCell>& cells,
                                   const std::vector<std::optional<RunResult>>& runs, const Clock& clock) {
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
