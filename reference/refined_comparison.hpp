#pragma once
// Every quantity of a formulation as the integrations of a motion of the second kind give it, and what they leave
// unknown of it.

#include <vector>

#include "reference/naming.hpp"
#include "reference/refinement.hpp"

namespace plumb {

/// The values of every quantity that were seen up to a time.
struct SeenQuantities {
  NamedValues first, second;  // at that time
  std::vector<quad> largest, unknown, units;
};

/// Times count from the beginning [s]. All arguments have to outlive the comparison.
class RefinedComparison {
 public:
  using OpinionsAt = std::function<MotionOpinions(const quad& since)>;

  RefinedComparison(OpinionsAt opinions, const Problem& problem, const Parameters& parameters,
                    const Formulation& formulation);

  /// Adds one time. At a break a quantity that jumps has two values, of which the integrations take either at random.
  const SeenQuantities& add(const quad& since);
  const SeenQuantities& seen() const { return seen_; }

 private:
  const OpinionsAt opinions_;
  const std::vector<Output>& outputs_;
  const quad begin_;  // s
  Naming naming_;
  SeenQuantities seen_;
};

/// Returns the sizes that digits are counted from. What is nothing but rounding beside its class, by a symmetry say,
/// takes the size of its class.
NamedValues sizes_of(const SeenQuantities& seen, const Problem& problem);

/// Returns the angle turned by as many whole turns as bring it nearest to `reference`.
quad turned_next_to(const quad& reference, const quad& angle);

}  // namespace plumb
