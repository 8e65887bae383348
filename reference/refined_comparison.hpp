#pragma once
// Every quantity of a formulation as the integrations of a motion of the second kind have it, and what that leaves
// unknown of it.

#include <vector>

#include "reference/naming.hpp"
#include "reference/refinement.hpp"

namespace plumb {

/// What was seen of every quantity up to a time.
struct SeenQuantities {
  NamedValues first, second;  // at that time
  std::vector<quad> largest, unknown;
};

/// Times are since the beginning [s]; what is given has to outlive it.
class RefinedComparison {
 public:
  using OpinionsAt = std::function<MotionOpinions(const quad& since)>;

  RefinedComparison(OpinionsAt opinions, const Problem& problem, const Parameters& parameters,
                    const Formulation& formulation);

  /// One time more. At a break a quantity that jumps has two values, which the integrations take at random.
  const SeenQuantities& add(const quad& since);
  const SeenQuantities& seen() const { return seen_; }

 private:
  const OpinionsAt opinions_;
  const std::vector<Output>& outputs_;
  const quad begin_;  // s
  Naming naming_;
  SeenQuantities seen_;
};

/// Sizes that digits are counted from: what is nothing but rounding beside its class, by a symmetry say, has its size.
NamedValues sizes_of(const SeenQuantities& seen, const Problem& problem);

/// As many turns away as is nearest to `reference`.
quad turned_next_to(const quad& reference, const quad& angle);

}  // namespace plumb
