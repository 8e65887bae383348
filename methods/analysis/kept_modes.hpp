#pragma once
// The modes that steps keep unchanged, whatever the frequency: eigenvectors of the amplification matrix to 1 or −1 that
// are the same at every Ω and ξ.
//
// The single-step forms of multistep formulas have such modes at ρ = 1, one for each common root of the formula's
// polynomials. They keep the spectral radius at 1 or more everywhere, which hides how far the other roots are from the
// unit circle. Because they are multiple, they also take most of the time of the iteration for eigenvalues and of the
// test whether powers grow.
//
//   A V = λ V with V = (I, W) in a suitable order of coordinates (F, R):  the other roots are those of A_RR − W A_FR

#include <vector>

#include "methods/analysis/amplification.hpp"

namespace plumb {

class KeptModes {
 public:
  /// Finds the modes from the matrices at some unrelated points.
  KeptModes(const Method& method, const Parameters& parameters);

  bool none() const { return all.empty(); }
  /// Their eigenvalues, each once.
  std::vector<Root> distinct_roots() const;

  /// A matrix that has the other roots of `a`; none where `a` does not keep all modes, to rounding.
  std::optional<Mat<quad>> others(const Mat<quad>& a) const;

 private:
  struct Modes {
    quad root;
    Eigen::Index size;                     // of the matrix
    Mat<quad> vectors;                     // V
    std::vector<Eigen::Index> free, rest;  // F and R
    Mat<quad> below;                       // W
  };
  static std::optional<Modes> kept(const quad& root, const std::vector<Mat<quad>>& samples);
  static std::optional<Mat<quad>> without(const Modes& modes, const Mat<quad>& a);

  std::vector<Modes> all;  // each belongs to the matrix that remains without those before
};

}  // namespace plumb
