#pragma once
// Two-sided tests of the orders that methods claim, on models that are neither linear nor autonomous.

#include <gtest/gtest.h>

#include "methods/testing/exercise.hpp"

namespace plumb::testing {

inline constexpr double order_tolerance = 0.1;

// The models of models.hpp in quad.
const Exercise& coupled_pair();
const Exercise& coupled_pair_at_rest();  // the acceleration does not depend on the velocity
const Exercise& rigid_body();
const Exercise& driven_pendulum();

bool shows_order(const Distance<double>& observed, const ProvenOrder& claimed, bool velocity_dependent);

/// Expects the claimed orders of q and v, and of the multipliers if the method claims one, on all models to which the
/// method applies. `n` is the smaller number of steps; the parameters are the defaults, overridden by `overrides`.
void expect_claimed_orders(const Method& method, int n, const std::map<std::string, std::string>& overrides = {});

}  // namespace plumb::testing
