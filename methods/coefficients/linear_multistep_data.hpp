#pragma once
// The coefficients of a linear multistep formula as exact text, the newest first, and their order.
//
//   Σ_{j=0}^k α_j y_{n+1−j} = h Σ_{j=0}^k β_j f_{n+1−j}
//   order p:  Σ_j α_j (−j)^m = m Σ_j β_j (−j)^{m−1}  for m = 0, ..., p
//
// Source: Hairer, Nørsett & Wanner, Solving ODEs I, eq. (III.2.1) and theorem III.2.4.

#include <string>
#include <vector>

namespace plumb {

struct MultistepData {
  std::vector<std::string> alpha, beta;  // k + 1 coefficients α_j and k + 1 coefficients β_j, with α_0 ≠ 0

  int steps() const { return static_cast<int>(alpha.size()) - 1; }
};

/// The highest order whose conditions hold within the accuracy of the given coefficients; −1 if not even Σ α_j = 0
/// holds.
int order_of(const MultistepData& data);

/// The formulas with which a method of k steps begins while its history grows; index i has the formula for i + 1 steps,
/// and the last is the formula of the method. They are `members`, or if `trapezoidal` is set, the trapezoidal rule for
/// all but the last.
std::vector<MultistepData> first_formulas(const std::vector<MultistepData>& members, bool trapezoidal);

}  // namespace plumb
