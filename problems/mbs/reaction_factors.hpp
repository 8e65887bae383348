#pragma once
// Accelerations and multipliers of the index-1 equations by the reactions first,
//
//   M w + Gᵀ λ = f,   G w = e:      S λ = G M⁻¹ f − e,   S = G M⁻¹ Gᵀ,   M w = f − Gᵀ λ
//
// M has a block for every body, and rows of G meet in S where they share one: S = L Lᵀ inside of its envelope. Cost:
// proportional to the number of bodies where joints are listed along chains or loops. A light body between heavy ones
// makes S worse than the whole matrix is; one step of iterative refinement brings back what that costs.

#include "problems/mbs/tie_blocks.hpp"

namespace plumb::mbs {

template <class T>
class ReactionFactors {
 public:
  explicit ReactionFactors(const Assembly<T>& parts);

  /// At the states. False: the constraints are dependent there.
  bool factor(const Assembly<T>& parts, const std::vector<BodyState<T>>& states, const T& t);
  /// (w, λ) in place of (f, e). Precondition: the last factor() succeeded.
  void solve(Vec<T>& f, Vec<T>& e);

 private:
  using Six = Vec<T, 6>;
  // A row of G at the two bodies of its constraint, and the same times M⁻¹.
  struct Row {
    int bodies[2];
    Six g[2], by_mass[2];
    Eigen::Index first;  // column of its first entry in L
  };
  struct Mass {
    T mass;
    Matrix<T> inertia, inverse;
  };

  Six times_mass(std::size_t body, const Six& w) const;
  Six over_mass(std::size_t body, const Six& f) const;
  bool decompose();
  void solve_once(const Vec<T>& f, const Vec<T>& e);
  void residual(const Vec<T>& f, const Vec<T>& e);
  void add_reactions(const Vec<T>& lambda, const T& factor, Vec<T>& to) const;
  T product(const Row& row, const Vec<T>& w) const;

  std::vector<Mass> masses;
  std::vector<Row> rows;
  Mat<T> lower;  // L, of which the part below the envelope is not read
  Vec<T> w, lambda, w_sum, lambda_sum, f_left, e_left;
};

extern template class ReactionFactors<double>;
extern template class ReactionFactors<long double>;
extern template class ReactionFactors<quad>;

}  // namespace plumb::mbs
