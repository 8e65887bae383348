#include "harness/run/comparison.hpp"

#include "harness/run/needed_reference.hpp"

namespace plumb {

Comparison::Comparison(const ResolvedCell& cell, const StopRequest& stop)
    : sampled{.steps = cell.steps(), .samples = cell.text().samples},
      begins(cell.t_begin<quad>()),
      h(cell.step<quad>()),
      window(cell.errors_from<quad>() - quad(1e-12) * (cell.errors_from<quad>() - begins)),
      horizon(number_from_text<quad>(cell.text().t_end)),
      is_skipped(!is_compared(cell)),
      errors(
          Subject(cell), cell.data(), [&cell] { return reference_of(cell); }, stop) {}

void Comparison::add(const Sample<quad>& sample) {
  ++samples;
  if (!needs_more() || now() < window) return;
  if (is_beyond_stored())
    errors.end_beyond_reference();
  else
    errors.add(now(), sample, samples == sampled.count());
}

/// Returns whether the present time is after the end of a stored reference that reaches the cell's end time. Only the
/// last step can then end later, so no sample within the time span is skipped.
bool Comparison::is_beyond_stored() const {
  const auto* known = errors.reference();
  return known && known->stored() && now() > known->stored()->record().end() &&
         horizon <= known->stored()->record().end();
}

}  // namespace plumb
