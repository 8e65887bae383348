#include "harness/paper/repeat_quantities.hpp"

#include "harness/cell/resolve.hpp"
#include "harness/run/metric_column.hpp"

namespace plumb {
namespace {

/// Returns the quantity with `change` applied to each of its cells.
template <class Change>
Quantity with_cells(Quantity quantity, Change change) {
  for (auto& resolved : quantity.cells) {
    auto cell = resolved.text();
    change(cell);
    resolved = resolve(cell);
  }
  return quantity;
}

}  // namespace

bool is_rounded(const Quantity& q) {
  if (is_read_from_samples(q)) return true;
  if (q.kind != QuantityKind::metric && q.kind != QuantityKind::log_ratio && !is_over_steps(q)) return false;
  const auto kind = metric_column(Subject(q.cells.front()), q.name)->observable->kind;
  return kind != ObservableKind::count && kind != ObservableKind::time;
}

std::vector<const Quantity*> RepeatQuantities::all() const {
  std::vector<const Quantity*> out;
  for (const auto* repeat : {&longer, &converged})
    if (*repeat) out.push_back(&**repeat);
  return out;
}

RepeatQuantities repeat_quantities(const Quantity& quantity, RemovedSources removed) {
  if (quantity.kind == QuantityKind::order || !is_rounded(quantity)) return {};
  RepeatQuantities out;
  const auto longer = [](Cell& cell) { cell.precision = Precision::long_; };
  const auto converged = [](Cell& cell) {
    cell.newton_tol.reset();
    cell.newton_test = "increment";  // residuals of stiff parts are limited by the rounding of other forces
    cell.newton_max = 0;
  };
  const auto& first = quantity.cells.front().text();
  if (removed.rounding && first.precision == Precision::double_) out.longer = with_cells(quantity, longer);
  if (removed.newton && first.newton_tol) out.converged = with_cells(out.longer.value_or(quantity), converged);
  return out;
}

}  // namespace plumb
