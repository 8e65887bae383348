#pragma once
// Internal units of mass m and length ℓ for a mechanism. In these units, pivots and thresholds of its matrices do not
// depend on the units of the description. They are powers of 1024 (numerics/binary_scale.hpp), so scaling is exact, and
// mechanisms of usual sizes are not scaled.
//
//   [ B  Gᵀ ] → [ D B D   D Gᵀ S ]    D = 1/√m of translations, 1/(ℓ√m) of rotations,  S = √m/(size of a row of G)
//   [ G  0  ]   [ S G D   0      ]
//
// For momenta, with M = 1 and rows G M⁻¹, the columns of B have the scales 1/D.

#include "problems/mbs/assembly.hpp"
#include "problems/mbs/blend_assembly.hpp"

namespace plumb::mbs {

class NaturalScales {
 public:
  template <class T>
  explicit NaturalScales(const Assembly<T>& parts);

  /// Returns whether all scales are 1.
  bool is_plain() const { return plain; }
  /// The scales of the row and of the column of velocity component i (with `momenta`: of momentum component i).
  double row(int i) const { return is_turn(i) ? turn : move; }
  double column(int i, bool momenta) const { return momenta ? 1 / row(i) : row(i); }
  /// The scale of a row of Φ and of its multiplier.
  double of_constraint(int k) const { return constraints[static_cast<std::size_t>(k)]; }
  /// The unit of length [m], and the unit of row k of Φ: the length unit times the size of the row's entries in the
  /// columns of translations.
  double length() const { return unit_length; }
  double unit_of_constraint(int k) const { return unit_length / (move * of_constraint(k)); }
  /// The unit of entry i of a displacement (like v) and of entry i of q: the unit of length for translations, else 1.
  double unit_of_displacement(int i) const { return i < 6 * bodies && i % 6 < 3 ? unit_length : 1; }
  double unit_of_coordinate(int i) const { return i < 7 * bodies && i % 7 < 3 ? unit_length : 1; }

  /// Computes the scales of all rows and columns of a sparse matrix, with 6 unknowns for each body, or 12 if
  /// stabilised.
  void fill(const Numbering& numbering, bool momenta, bool is_stabilised, std::vector<double>& rows,
            std::vector<double>& columns) const;

 private:
  bool is_turn(int i) const { return i < 6 * bodies && i % 6 >= 3; }

  int bodies;
  bool plain = true;
  double unit_length = 1, move = 1, turn = 1;
  std::vector<double> constraints;
};

}  // namespace plumb::mbs
