#pragma once
// Which methods are the same on linear problems: those whose steps have the same characteristic polynomial.

#include "methods/method.hpp"

namespace plumb {

/// Coefficients of the characteristic polynomials of a step at a few sampling frequencies and damping ratios, without
/// the roots that are 0; empty where it cannot be linearised.
using LinearFingerprint = std::vector<std::vector<quad>>;

LinearFingerprint linear_fingerprint(const Method& method, const Parameters& parameters);

/// Equal to 18 digits. False if either is empty.
bool is_same(const LinearFingerprint& one, const LinearFingerprint& other);

}  // namespace plumb
