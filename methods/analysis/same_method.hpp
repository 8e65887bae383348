#pragma once
// Finds methods that are the same on linear problems: their steps have the same characteristic polynomial.

#include "methods/method.hpp"

namespace plumb {

/// Coefficients of the characteristic polynomials of a step at a few sampling frequencies and damping ratios, the
/// leading coefficient first; empty if the step cannot be linearised.
struct LinearFingerprint {
  std::vector<std::vector<quad>> polynomials = {};
  quad within = 0;  // uncertainty of the coefficients

  bool empty() const { return polynomials.empty(); }
};

LinearFingerprint linear_fingerprint(const Method& method, const Parameters& parameters);

/// Returns whether the polynomials of both agree in 18 digits, or in 9 digits if one was computed in double. Roots that
/// are 0 are ignored. Returns false if either is empty.
bool is_same(const LinearFingerprint& one, const LinearFingerprint& other);

/// Returns whether the method has the fingerprint `known`. Its own fingerprint is computed only up to the first
/// difference.
bool has_fingerprint(const Method& method, const Parameters& parameters, const LinearFingerprint& known);

}  // namespace plumb
