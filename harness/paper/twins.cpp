#include "harness/paper/twins.hpp"

#include "harness/cell/resolve.hpp"
#include "harness/run/metric_column.hpp"

namespace plumb {
namespace {

Quantity with_cell(Quantity quantity, const Cell& cell) {
  quantity.cells.front() = resolve(cell);
  return quantity;
}

}  // namespace

bool is_rounded(const Quantity& q) {
  if (is_read_from_samples(q)) return true;
  if (q.kind != QuantityKind::metric && q.kind != QuantityKind::log_ratio && !is_over_steps(q)) return false;
  const auto seen = metric_column(Subject(q.cells.front()), q.name)->observable->seen;
  return seen != Seen::count && seen != Seen::time;
}

std::vector<const Quantity*> TwinQuantities::all() const {
  std::vector<const Quantity*> out;
  for (const auto* twin : {&longer, &converged})
    if (*twin) out.push_back(&**twin);
  return out;
}

TwinQuantities twins_of(const Quantity& quantity) {
  if (is_over_steps(quantity) || !is_rounded(quantity)) return {};
  TwinQuantities out;
  auto cell = quantity.cells.front().text();
  if (cell.precision == Precision::double_) {
    cell.precision = Precision::long_;
    out.longer = with_cell(quantity, cell);
  }
  if (!cell.newton_tol) return out;
  cell.newton_tol.reset();
  cell.newton_test = "increment";  // the residuals of stiff parts stay above what rounding leaves of other forces
  cell.newton_max = 0;
  out.converged = with_cell(quantity, cell);
  return out;
}

}  // namespace plumb
