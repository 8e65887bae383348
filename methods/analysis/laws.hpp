#pragma once
// Combinations of results that are impossible for any method.

#include <string>
#include <vector>

#include "methods/analysis/analysis.hpp"

namespace plumb {

/// Returns the laws that an analysis violates, in words; empty if there are none. A null violates no law.
///
///   algebraically stable ⇒ A-stable; L-stable ⇒ A-stable
///   A-stable ⇒ |R(∞)| <= 1, and no stability limit without damping
///   unbounded at infinity ⇒ neither A-stable nor with an unbounded interval of stability
///   growth at infinity ⇒ no unbounded interval of stability
///   an SSP coefficient without limit ⇒ order at most 1
///   an interval has two different ends in the printed digits
///   the order on the test equation is not below the order; an error constant is not given without an order
///   formula and stepper define the same step, or no result comes from the formula
std::vector<std::string> violated_laws(const Analysis& analysis);

/// Returns whether formula and stepper differ by more than rounding and the uncertainty of the coefficients.
bool is_apart(const Analysis& analysis);

/// Decides results at the edge of their uncertainty by these laws. If formula and stepper disagree, or if a law remains
/// violated, the results from the formula become null, and `reason` is set.
void drop_contradictions(Analysis& analysis);

}  // namespace plumb
