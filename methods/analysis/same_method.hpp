#pragma once
// Which methods are the same on linear problems: those whose steps have the same characteristic polynomial.

#include "methods/method.hpp"

namespace plumb {

/// Coefficients of the characteristic polynomials of a step at a few sampling frequencies and damping ratios, the
/// leading one first; empty where it cannot be linearised.
struct LinearFingerprint {
  std::vector<std::vector<quad>> polynomials = {};
  quad within = 0;  // what its coefficients are known to

  bool empty() const { return polynomials.empty(); }
};

LinearFingerprint linear_fingerprint(const Method& method, const Parameters& parameters);

/// Equal but for roots that are 0, to 18 digits, or 9 where the steps of one are known in double only. False if either
/// is empty.
bool is_same(const LinearFingerprint& one, const LinearFingerprint& other);

/// The same of a method whose own fingerprint is looked at as far as it agrees.
bool has_fingerprint(const Method& method, const Parameters& parameters, const LinearFingerprint& known);

}  // namespace plumb
