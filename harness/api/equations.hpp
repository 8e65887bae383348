#pragma once
// The equations of a problem in one formulation, as functions for integrators outside of Plumb. All vectors are in SI
// units.
//
// Vectors have the sizes of `sizes()`; for the equations of first order they have the sizes of `layout()`
// (first_order.hpp). An object is not thread-safe; any number of objects may exist at once. Every function throws
// UsageError for a vector of the wrong size.

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/api/first_order.hpp"
#include "harness/cell/formulated_problem.hpp"

namespace plumb {

/// The matrix [M Gᵀ; G 0] of the index-1 equations is singular at this state, so the accelerations are not determined.
struct SingularEquations : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A component of y, or an output: its name ("v3"), its unit, and its meaning.
struct Quantified {
  std::string name, unit, meaning;
};

/// A sparsity pattern in compressed columns: rows[starts[j]] to rows[starts[j + 1] - 1] are the row indices of column
/// j, ascending.
struct JacobianPattern {
  std::vector<int> starts, rows;
};

class Equations {
 public:
  using Given = std::span<const double>;
  using Numbers = std::span<double>;
  using State = AnySystem<double>::State;

  /// Creates the equations of a problem, which is named as on the command line: "two-link", "planar-chain(n=64)",
  /// "@mine.toml", "@robot.urdf". The default formulation is the first of the problem. Throws UsageError.
  explicit Equations(const std::string& problem, const std::string& formulation = {});

  const FormulatedProblem& formulated() const { return formulated_; }
  Sizes sizes() const { return sizes_; }
  FirstOrderLayout layout() const { return first_order_layout(sizes_, form()); }
  Form form() const { return formulated_.formulation.form; }
  /// Returns the differentiation index of F(t, y, y') = 0: 0 for ordinary equations, else 1, 2 or 3; with GGL 2.
  int index() const;
  /// Returns whether y' = F(t, y) with y = (q, v) exists: without constraints, or with constraints imposed on
  /// accelerations (index 1).
  bool has_rhs() const { return form() == Form::ode || form() == Form::index1; }
  bool vector_space() { return in_double_.system().vector_space(); }
  double t_begin() const { return formulated_.problem.begin<double>(); }
  /// Returns the problem's usual horizon [s].
  double t_end() const { return number_from_text<double>(formulated_.problem.t_end); }
  /// Returns the components of y, in their order.
  std::vector<Quantified> components() const;
  std::vector<Quantified> outputs() const;
  /// Returns names and units of the energy and then of the invariants of the formulation. All are constant along exact
  /// motions of a conservative system.
  std::vector<Quantified> invariants() const;
  bool conservative() { return in_double_.system().conservative(); }
  /// Returns for each component of y: 1 if its derivative occurs in F (differential), 0 if not (algebraic).
  std::vector<int> differential() const;

  /// Returns the initial state, with accelerations and multipliers. Throws UsageError if there is none for the data of
  /// the problem.
  State start() const;
  /// Converts a state to y and y', the arguments of F; μ is 0.
  void first_order(double t, const State& x, Numbers y, Numbers dy);

  /// dy ← F(t, y) with y = (q, v). Throws SingularEquations, or UsageError unless has_rhs().
  void rhs(double t, Given y, Numbers dy);
  /// out ← ∂F/∂y of y' = F(t, y), column by column, by central differences in quad. They are accurate to the rounding
  /// of double, but their evaluations are a hundred times slower than in double.
  void rhs_jacobian(double t, Given y, Numbers out);
  /// out ← F(t, y, y').
  void residual(double t, Given y, Given dy, Numbers out);
  /// out ← ∂F/∂y + shift ∂F/∂y' of the residual, column by column. The derivatives come from the system if it provides
  /// them, else from central differences in quad.
  void residual_jacobian(double t, Given y, Given dy, double shift, Numbers out);
  /// Returns the sparsity pattern of ∂F/∂y + shift ∂F/∂y' (residual_jacobian), for any y, y' and shift ≠ 0. It is
  /// computed once, from states near the initial state.
  const JacobianPattern& pattern();
  /// Writes the entries of ∂F/∂y + shift ∂F/∂y' (residual_jacobian) that belong to the pattern, in its order.
  void sparse_jacobian(double t, Given y, Given dy, double shift, Numbers entries);

  // Functions of the contract (contract/system.hpp). `out` must have the size of the result.
  void mass_matrix(Given q, Numbers out);                                    // M, nv by nv, column by column
  void force(double t, Given q, Given v, Numbers out);                       // f
  void constraint(double t, Given q, Numbers out);                           // Φ
  void constraint_rate(double t, Given q, Given v, Numbers out);             // G v + ∂Φ/∂t
  void constraint_bias(double t, Given q, Given v, Numbers out);             // Φ'' − G v'
  void constraint_jacobian(double t, Given q, Numbers out);                  // G, nl by nv, column by column
  void reaction(double t, Given q, Given lambda, Numbers out);               // Gᵀ λ
  void acceleration(double t, Given q, Given v, Numbers a, Numbers lambda);  // index 1; throws SingularEquations
  void outputs(double t, const State& x, Numbers out);
  /// Writes the energy [J], then the invariants of the formulation.
  void invariants(double t, Given q, Given v, Numbers out);

  void retract(Given q, Given theta, Numbers out);  // q ⊞ θ
  void local(Given q, Given q1, Numbers theta);     // θ with q ⊞ θ = q1

  /// Return right-hand side and residual computed in quad. Arguments and results are decimal texts; results have 36
  /// digits.
  std::vector<std::string> rhs(const std::string& t, const std::vector<std::string>& y);
  std::vector<std::string> residual(const std::string& t, const std::vector<std::string>& y,
                                    const std::vector<std::string>& dy);
  /// Returns (q, v) of the initial state in quad, as decimal texts.
  std::vector<std::string> exact_start() const;

 private:
  FirstOrder<quad>& in_quad();
  template <class Evaluate>
  void difference(Given y, double weight, std::size_t rows, Numbers out, const Evaluate& evaluate);
  void jacobian_by_blocks(double t, Given y, Given dy, double shift, Numbers out);
  bool has_blocks();
  void find_pattern();

  FormulatedProblem formulated_;
  Sizes sizes_;
  FirstOrder<double> in_double_;
  std::optional<FirstOrder<quad>> in_quad_;  // created at the first use
  State x_;                                  // workspace for a state
  Vec<double> w_, e_;
  std::optional<Blocks<double, Eigen::Dynamic, Eigen::Dynamic>> blocks_, other_blocks_;
  std::optional<JacobianPattern> pattern_;
  std::vector<double> dense_;
};

}  // namespace plumb
