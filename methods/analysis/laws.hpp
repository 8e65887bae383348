#pragma once
// What no analysis can say of a method, whatever it is.

#include <string>
#include <vector>

#include "methods/analysis/analysis.hpp"

namespace plumb {

/// The laws that an analysis breaks, in words; empty: none. A null breaks no law.
///
///   algebraically stable ⇒ A-stable; L-stable ⇒ A-stable
///   A-stable ⇒ |R(∞)| <= 1, and no stability limit without damping
///   unbounded at infinity ⇒ neither A-stable nor with an interval of stability that never ends
///   an interval has two ends, which differ in the digits that are shown
///   the order on the test equation is not below the order; an error constant belongs to an order
///   formula and stepper are the same step, or nothing is known by the formula
std::vector<std::string> violated_laws(const Analysis& analysis);

/// Whether formula and stepper differ by more than rounding and the digits of the coefficients explain.
bool is_apart(const Analysis& analysis);

/// Draws what follows from these laws, and leaves null what they contradict, with the reason.
void keep_what_is_possible(Analysis& analysis);

}  // namespace plumb
