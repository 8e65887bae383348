#pragma once
// Structural properties of a method that follow from its coefficients.
//
//   symplectic   b_i a_ij + b_j a_ji − b_i b_j = 0 for all i, j
//   symmetric    a_ij + a_σ(i)σ(j) = b_j and b_σ(j) = b_j, where σ reverses the stages, as they are numbered or by
//                their nodes; of a multistep formula α_j = −α_{k−j} and β_j = β_{k−j}
//   B(p)         Σ_i b_i c_i^{k−1} = 1/k for k <= p
//   C(η)         Σ_j a_ij c_j^{k−1} = c_i^k/k for k <= η and all i
//   D(ζ)         Σ_i b_i c_i^{k−1} a_ij = b_j (1 − c_j^k)/k for k <= ζ and all j
//
// A symmetric step is undone by a step back. Sources: Hairer, Lubich & Wanner, Geometric Numerical Integration, theorems
// V.2.3, VI.4.3, XV.4.4; Butcher 1964; Hairer & Wanner, Solving ODEs II, section IV.5.

#include <optional>

#include "methods/coefficients/digits.hpp"
#include "methods/coefficients/linear_multistep_data.hpp"
#include "methods/coefficients/tableau_data.hpp"

namespace plumb {

struct Structure {
  std::optional<bool> symplectic = {};  // null for multistep formulas, or if the digits do not decide
  std::optional<bool> symmetric = {};   // null if the conditions do not hold although |R(z) R(−z)| = 1
  int b = 0, c = 0, d = 0;              // the largest p, η and ζ, up to 20; 0 for multistep formulas
};

/// Conditions hold if their defect is within the uncertainty of the coefficients.
Structure structure(const TableauData& tableau, const Digits& digits = {});
Structure structure(const MultistepData& data, const Digits& digits = {});

}  // namespace plumb
