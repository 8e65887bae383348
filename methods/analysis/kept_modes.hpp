#pragma once
// Invariant modes: eigenvectors of the amplification matrix with eigenvalue 1 or −1 that are the same at every Ω and ξ.
//
// The single-step forms of multistep formulas have invariant modes at ρ = 1, one for each common root of the formula's
// polynomials. Invariant modes keep the spectral radius at 1 or more everywhere, which hides the distance of the other
// roots from the unit circle. Because their eigenvalues are multiple, they also dominate the time of the eigenvalue
// iteration and of the test whether powers grow. They are therefore deflated:
//
//   A V = λ V with V = (I, W) in a suitable order of coordinates (F, R):  A_RR − W A_FR has the other roots

#include <vector>

#include "methods/analysis/amplification.hpp"

namespace plumb {

class InvariantModes {
 public:
  /// Computes the modes from the matrices at some unrelated points (Ω, ξ).
  InvariantModes(const Method& method, const Parameters& parameters);

  bool none() const { return all.empty(); }
  /// Returns the eigenvalues of the modes, without repetition.
  std::vector<Root> distinct_roots() const;

  /// Returns a matrix with the remaining roots of `a`; null if the modes are not invariant under `a` up to rounding.
  std::optional<Mat<quad>> others(const Mat<quad>& a) const;

 private:
  struct Modes {
    quad root;
    Eigen::Index size;                     // number of rows of the matrix
    Mat<quad> vectors;                     // V
    std::vector<Eigen::Index> free, rest;  // F and R
    Mat<quad> below;                       // W
  };
  static std::optional<Modes> kept(const quad& root, const std::vector<Mat<quad>>& samples);
  static std::optional<Mat<quad>> without(const Modes& modes, const Mat<quad>& a);

  std::vector<Modes> all;  // in the order of deflation; each refers to the matrix left by the previous deflations
};

}  // namespace plumb
