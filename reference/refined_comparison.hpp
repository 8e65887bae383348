#pragma once
// Compares the two integrations of a refined motion (stiff or large, refined_motion.hpp) in every quantity of a
// formulation.

#include <vector>

#include "reference/naming.hpp"
#include "reference/refinement.hpp"

namespace plumb {

/// The values and uncertainties of every quantity at the times added so far.
struct QuantityRanges {
  NamedValues first, second;                  // values of two integrations at the last time
  std::vector<quad> largest, unknown, units;  // largest magnitudes and uncertainties so far; units for comparison
};

/// Times count from the beginning [s]. All arguments must outlive the comparison.
class RefinedComparison {
 public:
  using OpinionsAt = std::function<MotionOpinions(const quad& since)>;

  RefinedComparison(OpinionsAt opinions, const Problem& problem, const Parameters& parameters,
                    const Formulation& formulation);

  /// Adds one time, which must not be a break: a quantity that jumps has two values there, and an integration may yield
  /// either of them.
  const QuantityRanges& add(const quad& since);
  const QuantityRanges& ranges() const { return ranges_; }

 private:
  const OpinionsAt opinions_;
  const std::vector<Output>& outputs_;
  const quad begin_;  // initial time [s]
  Naming naming_;
  QuantityRanges ranges_;
};

/// Returns for each quantity the scale to which its number of correct digits is relative. A quantity that is only
/// rounding noise compared with its class (q, v, a or lambda), for example by a symmetry, gets the scale of its class.
NamedValues sizes_of(const QuantityRanges& ranges, const Problem& problem);

/// Returns the angle plus the number of whole turns that bring it nearest to `reference`.
quad turned_next_to(const quad& reference, const quad& angle);

}  // namespace plumb
