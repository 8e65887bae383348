#pragma once
// Finds methods that are the same on linear problems: their steps have the same characteristic polynomial.

#include "methods/method.hpp"

namespace plumb {

/// Coefficients of the characteristic polynomials of a step at a few sampling frequencies and damping ratios, the
/// leading one first; empty where the step cannot be linearised.
struct LinearFingerprint {
  std::vector<std::vector<quad>> polynomials = {};
  quad within = 0;  // uncertainty of the coefficients

  bool empty() const { return polynomials.empty(); }
};

LinearFingerprint linear_fingerprint(const Method& method, const Parameters& parameters);

/// Returns whether both are equal except for roots that are 0, to 18 digits, or to 9 if one was computed in double.
/// Returns false if either is empty.
bool is_same(const LinearFingerprint& one, const LinearFingerprint& other);

/// Does the same for a method. Its fingerprint is computed only until the first difference.
bool has_fingerprint(const Method& method, const Parameters& parameters, const LinearFingerprint& known);

}  // namespace plumb
