#pragma once
// Combinations of results that no analysis of any method can have.

#include <string>
#include <vector>

#include "methods/analysis/analysis.hpp"

namespace plumb {

/// The laws that an analysis breaks, in words; it is empty if it breaks none. A null breaks no law.
///
///   algebraically stable ⇒ A-stable; L-stable ⇒ A-stable
///   A-stable ⇒ |R(∞)| <= 1, and no stability limit without damping
///   unbounded at infinity ⇒ neither A-stable nor with an interval of stability that never ends
///   growth at infinity ⇒ no interval of stability that never ends
///   an SSP coefficient without limit ⇒ order at most 1
///   an interval has two ends, which differ in the digits that are shown
///   the order on the test equation is not below the order; an error constant belongs to an order
///   formula and stepper are the same step, or nothing is known by the formula
std::vector<std::string> violated_laws(const Analysis& analysis);

/// Returns whether formula and stepper differ by more than rounding and the digits of the coefficients explain.
bool is_apart(const Analysis& analysis);

/// Adds what follows from these laws, and sets to null what contradicts them, with the reason.
void keep_what_is_possible(Analysis& analysis);

}  // namespace plumb
