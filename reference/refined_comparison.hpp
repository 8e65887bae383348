#pragma once
// Compares the integrations of a motion of the second kind, quantity by quantity of a formulation.

#include <vector>

#include "reference/naming.hpp"
#include "reference/refinement.hpp"

namespace plumb {

/// The values and uncertainties of every quantity, from all times added so far.
struct SeenQuantities {
  NamedValues first, second;  // values of two integrations at the last time
  std::vector<quad> largest, unknown, units;
};

/// Times count from the beginning [s]. All arguments must outlive the comparison.
class RefinedComparison {
 public:
  using OpinionsAt = std::function<MotionOpinions(const quad& since)>;

  RefinedComparison(OpinionsAt opinions, const Problem& problem, const Parameters& parameters,
                    const Formulation& formulation);

  /// Adds one time. At a break a quantity that jumps has two values, and each integration yields either at random.
  const SeenQuantities& add(const quad& since);
  const SeenQuantities& seen() const { return seen_; }

 private:
  const OpinionsAt opinions_;
  const std::vector<Output>& outputs_;
  const quad begin_;  // initial time [s]
  Naming naming_;
  SeenQuantities seen_;
};

/// Returns the scales from which digits count. A quantity at rounding level compared with its class, as by a symmetry,
/// takes the scale of its class.
NamedValues sizes_of(const SeenQuantities& seen, const Problem& problem);

/// Returns the angle plus the number of whole turns that bring it nearest to `reference`.
quad turned_next_to(const quad& reference, const quad& angle);

}  // namespace plumb
