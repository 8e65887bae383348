#pragma once
// What steps carry along unchanged, whatever the frequency: eigenvectors of the amplification matrix to 1 or −1 that
// are the same at every Ω and ξ.
//
// The single-step forms of multistep formulas have them at ρ = 1, one for each root that the formula's polynomials have
// in common. They bound the spectral radius from below by 1 wherever one looks, which hides how far the other roots are
// from the unit circle, and multiple as they are they cost the iteration for eigenvalues, and the question whether
// powers grow, most of the time.
//
//   A V = λ V with V = (I, W) in a suitable order of coordinates (F, R):  the other roots are those of A_RR − W A_FR

#include <vector>

#include "methods/analysis/amplification.hpp"

namespace plumb {

class KeptModes {
 public:
  /// From the matrices at some points that have nothing in common.
  KeptModes(const Method& method, const Parameters& parameters);

  bool none() const { return all.empty(); }
  /// Their eigenvalues, each once.
  std::vector<Root> distinct_roots() const;

  /// A matrix that has the other roots of `a`; none where `a` does not keep all of these, to rounding.
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

  std::vector<Modes> all;  // each of the matrix that those before leave
};

}  // namespace plumb
