#include "harness/paper/twins.hpp"

#include "harness/cell/resolve.hpp"

namespace plumb {
namespace {

bool has_twins(const Quantity& q) {
  const bool of_metric = q.kind == QuantityKind::metric || q.kind == QuantityKind::log_ratio;
  const bool of_samples = source_of(q.kind) == QuantitySource::samples &&
                          q.kind != QuantityKind::deviation_time;  // it is one of the samples
  return (of_metric && !q.is_timing()) || of_samples;
}

Quantity with_cell(Quantity quantity, const Cell& cell) {
  quantity.cells.front() = resolve(cell);
  return quantity;
}

}  // namespace

std::vector<const Quantity*> TwinQuantities::all() const {
  std::vector<const Quantity*> out;
  for (const auto* twin : {&longer, &converged})
    if (*twin) out.push_back(&**twin);
  return out;
}

TwinQuantities twins_of(const Quantity& quantity) {
  if (!has_twins(quantity)) return {};
  TwinQuantities out;
  auto cell = quantity.cells.front().text();
  if (cell.precision == Precision::double_) {
    cell.precision = Precision::long_;
    out.longer = with_cell(quantity, cell);
  }
  if (!cell.newton_tol) return out;
  cell.newton_tol.reset();
  cell.newton_max = 0;
  out.converged = with_cell(quantity, cell);
  return out;
}

}  // namespace plumb
