#pragma once
// Equations of motion that are formulas, as a Mechanical system of dynamic size with dense linear algebra.

#include <memory>

#include "contract/vector_space.hpp"
#include "problems/adapters/dense_factors.hpp"
#include "problems/equations/compiled_expressions.hpp"
#include "problems/equations/equations_of_motion.hpp"

namespace plumb {

template <class T>
class EquationSystem : public VectorSpace<Vec<T>> {
  using DenseBlocks = plumb::Blocks<T, Eigen::Dynamic, Eigen::Dynamic>;

 public:
  using Scalar = T;
  using Q = Vec<T>;
  using V = Vec<T>;
  using L = Vec<T>;
  using State = plumb::State<Q, V, L>;
  using Point = LinearisationPoint<T, Q, V, L>;
  template <class Entry>
  using Factors = DenseFactors<Entry, Eigen::Dynamic, Eigen::Dynamic>;

  EquationSystem(std::shared_ptr<const EquationsOfMotion> equations, const Parameters& parameters, Form form);

  Sizes sizes() const { return {of->inputs.coordinates, of->inputs.coordinates, of->inputs.constraints}; }
  Form form() const { return level; }
  bool velocity_dependent() const { return of->velocity_dependent; }
  static constexpr bool solves_for_acceleration() { return true; }
  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda);
  void force(const T& t, const Q& q, const V& v, V& f) const { evaluate(forces, f, t, q, v); }
  void momentum(const Q& q, const V& v, V& p) const { evaluate(momenta, p, T(0), q, v); }
  void reaction(const T& t, const Q& q, const L& lambda, V& r) const;
  void constraint(const T& t, const Q& q, L& g) const { evaluate(constraints, g, t, q); }
  void constraint_rate(const T& t, const Q& q, const V& v, L& g) const { evaluate(rates, g, t, q, v); }
  void constraint_bias(const T& t, const Q& q, const V& v, L& g) const { evaluate(biases, g, t, q, v); }
  void constraint_acceleration(const T& t, const Q& q, const V& v, const V& a, L& g) const {
    evaluate(accelerations, g, t, q, v, a);
  }

  /// Computes the blocks that the form of the equations requires.
  void blocks(const T& t, const State& x, DenseBlocks& out) const;
  template <class Entry>
  Factors<Entry> factors() const {
    return Factors<Entry>(of->inputs.coordinates, of->inputs.constraints, is_stabilised(level));
  }
  template <class Entry>
  bool factor(Factors<Entry>& f, const Point& point, const Blend<Entry>& b);
  template <class Entry, class W, class E>
  void solve(Factors<Entry>& f, W& w, E& e) const {
    f.solve(w, e);
  }
  template <class Entry, class W, class E>
  void solve(Factors<Entry>& f, W& w, E& e, E& mu) const {
    f.solve(w, e, mu);
  }

  bool conservative() const { return conserves_energy; }
  T energy(const T& t, const Q& q, const V& v) const;
  T power(const T& t, const Q& q, const V& v, const L& lambda) const;
  void outputs(const T& t, const State& x, Vec<T>& out) const;
  int invariant_count() const { return static_cast<int>(of->invariant_values.size()); }
  void invariants(const T& t, const Q& q, const V& v, Vec<T>& out) const { evaluate(kept, out, t, q, v); }

 private:
  using Code = CompiledExpressions<T>;

  Code compiled(const std::vector<Expression>& results) const {
    return {*of->graph, results, of->inputs.parameters(), data};
  }
  /// Copies the results, which are in row-major order, to a matrix or vector.
  template <class Out>
  static void take(const Code& from, Out& out) {
    std::size_t position = 0;
    for (Eigen::Index i = 0; i < out.rows(); ++i)
      for (Eigen::Index j = 0; j < out.cols(); ++j) out(i, j) = from[position++];
  }
  template <class Out>
  void evaluate(Code& code, Out& out, const T& t, const Q& q) const {
    code.put_number(FormulaInputs::time, t);
    code.put(of->inputs.q(), q);
    code.evaluate();
    take(code, out);
  }
  template <class Out>
  void evaluate(Code& code, Out& out, const T& t, const Q& q, const V& v) const {
    code.put(of->inputs.v(), v);
    evaluate(code, out, t, q);
  }
  template <class Out>
  void evaluate(Code& code, Out& out, const T& t, const Q& q, const V& v, const V& a) const {
    code.put(of->inputs.a(), a);
    evaluate(code, out, t, q, v);
  }

  std::shared_ptr<const EquationsOfMotion> of;
  std::vector<T> data;  // values of the parameters
  Form level;
  bool conserves_energy;
  // Compiled expressions with their inputs and intermediate values. Const functions write these, so a system must be
  // used by one thread only.
  mutable Code masses, momenta, forces, constraints, jacobians, reactions, rates, biases, accelerations, dampings,
      stiffnesses, rates_by_q, accelerations_by_q, accelerations_by_v, energies, powers, measured, kept;
  DenseBlocks now;  // workspace: matrices of the last evaluation
  Mat<T> rows;
  Factors<T> bordered;
};

extern template class EquationSystem<double>;
extern template class EquationSystem<long double>;
extern template class EquationSystem<quad>;

}  // namespace plumb
