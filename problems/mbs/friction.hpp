#pragma once
// Coulomb friction with normal forces from the reactions λ, which in turn depend on the friction. With g = (∂s/∂q)ᵀ,
// where s is the displacement along the axis of a joint,
//
//   f = Σ φ_k g_k,  φ_k = −μ_k sign(s_k') |N_k(λ)|,   M a + Gᵀλ = f_0 + f,  G a = −γ
//
// The components of the normal force N are linear in λ, so φ follows from the responses of (a, λ) to unit forces along
// every g_k. The derivatives of φ need no further responses, because the matrix is symmetric. There is no friction
// while |s'| is below the threshold.
//
// Source: fang2023, section 4.4, which uses N of the previous step.

#include "numerics/lu.hpp"
#include "problems/mbs/multibody_factors.hpp"

namespace plumb::mbs {

template <class T>
class FrictionForces {
 public:
  explicit FrictionForces(const Assembly<T>& parts);

  bool empty() const { return sliding.empty(); }
  /// Returns whether any coefficient of friction is not 0.
  bool acts() const { return acting; }
  /// Replaces the solution a, λ without friction by the solution with friction, using the factorised [M Gᵀ; G 0].
  /// Returns false if the equations for φ have no solution, for example if a joint jams.
  bool add(const Assembly<T>& parts, const Instant<T>& instant, InertiaFactors<T>& inertia, Vec<T>& a, Vec<T>& lambda);
  /// Adds Σ φ_k g_k to f, with the φ of the last add().
  void add_forces(const Assembly<T>& parts, Vec<T>& f) const;
  /// Returns Σ φ_k s_k' with the φ of the last add().
  T power() const;
  /// Computes ∂f/∂q and ∂f/∂v. Preconditions: add() succeeded, and `now` has the a and λ of add(). Returns false if the
  /// derivatives do not exist.
  bool tangents(const Assembly<T>& parts, const Instant<T>& instant, InertiaFactors<T>& inertia, Mat<T>& stiffness,
                Mat<T>& damping);

 private:
  struct Sliding {
    T sign, rate;             // sign and rate of s'; sign 0: no friction
    T force;                  // friction force φ
    PairVector<T> direction;  // generalised direction g
    Vec<T> of_a, of_lambda;   // response of a and λ to a unit force
    Mat<T> normals;           // rows c of N_c = c·λ
    Vec<T> reaction;          // normal forces N_c
    Vec<T> weights;           // weights p_c = ∂φ/∂N_c
    Vec<T> pushed;            // vector cᵀ p
    T pressure() const {
      using std::sqrt;
      return sqrt(reaction.dot(reaction));
    }
  };
  DotTwo<T> slide(const Assembly<T>& parts, std::size_t k) const;
  Pair<T> pair(const Assembly<T>& parts, const Instant<T>& instant, std::size_t k) const;
  void take(const Assembly<T>& parts, const Instant<T>& instant, InertiaFactors<T>& inertia, std::size_t k);
  bool balance(const Assembly<T>& parts, const Vec<T>& lambda);
  void normals_by_q(const Assembly<T>& parts, const Instant<T>& instant, std::size_t k, Vec<T>& out) const;

  void add_bending(const Assembly<T>& parts, const Instant<T>& instant, std::size_t k, Mat<T>& stiffness) const;
  void find_force_rates(const Assembly<T>& parts, const Instant<T>& instant, InertiaFactors<T>& inertia, std::size_t k);

  std::vector<Sliding> sliding;
  bool acting;
  Blocks<T, Eigen::Dynamic, Eigen::Dynamic> blocks;
  Mat<T> rows, positions;
  // Working memory of tangents(): ∂φ/∂q and ∂φ/∂v by columns, and the vectors of its equations.
  Mat<T> by_q, by_v;
  Lu<T> coupling;
  Vec<T> u_a, u_lambda, column, of_normals;
};

extern template class FrictionForces<double>;
extern template class FrictionForces<long double>;
extern template class FrictionForces<quad>;

}  // namespace plumb::mbs
