#pragma once
// Converts the equations of a system to one system of first order, F(t, y, y') = 0, with y = (q, v, λ), or (q, v, λ, μ)
// for GGL:
//
//   q' − E(q) u = 0              u = v, with GGL v − Gᵀ μ; E = 1 on vector spaces
//   M v' − f + Gᵀ λ = 0
//   Φ = 0, Φ' = 0 or Φ'' = 0     depending on the form; nonholonomic rows constrain v, or v' in index 1
//   Φ' = 0                       only with GGL; replaced by μ = 0 for a nonholonomic row
//
// Rotations are unit quaternions in q and body angular velocities in v: E(q) ω = q (0, ω)/2, a product of quaternions.
// If there are no constraints, or if they are imposed on accelerations, there is also an explicit form y' = F(t, y)
// with y = (q, v).

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "contract/erasure.hpp"
#include "harness/cell/formulated_problem.hpp"
#include "numerics/so3.hpp"
#include "problems/parts.hpp"

namespace plumb {

/// The sizes of the consecutive parts of y.
struct FirstOrderLayout {
  int q = 0, v = 0, lambda = 0, mu = 0;

  int size() const { return q + v + lambda + mu; }
};

inline FirstOrderLayout first_order_layout(const Sizes& sizes, Form form) {
  return {sizes.q, sizes.v, sizes.lambda, form == Form::ggl ? sizes.lambda : 0};
}

/// Evaluates the equations with the scalar T. Not thread-safe, because its system is not.
template <class T>
class FirstOrder {
 public:
  using Numbers = std::span<T>;
  using Given = std::span<const T>;

  /// `rotations` are the parts of the configuration that are quaternions.
  FirstOrder(AnySystem<T> of, std::vector<Part> rotations)
      : s(std::move(of)),
        rotations_(std::move(rotations)),
        x(zero_state(s)),
        yp(zero_state(s)),
        u(x.v),
        r(x.v),
        e(x.lambda) {}

  AnySystem<T>& system() { return s; }
  FirstOrderLayout layout() const { return first_order_layout(s.sizes(), s.form()); }

  /// dy ← y' for y = (q, v). Returns false if the matrix [M Gᵀ; G 0] of the index-1 equations is singular at y.
  bool rhs(const T& t, Given y, Numbers dy) {
    take(y.data(), x.q);
    take(y.data() + x.q.size(), x.v);
    if (!s.acceleration(t, x.q, x.v, r, e)) return false;
    put(r, dy.data() + x.q.size());
    move(x.v, dy.data());
    return true;
  }

  /// out ← F(t, y, y').
  void residual(const T& t, Given y, Given dy, Numbers out) {
    const auto [nq, nv, nl, nmu] = layout();
    take(y.data(), x.q);
    take(y.data() + nq, x.v);
    take(y.data() + nq + nv, x.lambda);
    take(dy.data() + nq, yp.v);
    u = x.v;
    if (nmu > 0) {
      take(y.data() + nq + nv + nl, e);
      s.reaction(t, x.q, e, r);
      u -= r;
    }
    move(u, out.data());
    for (int i = 0; i < nq; ++i) out[i] = dy[i] - out[i];
    balance(t, out.data() + nq);
    constraints(t, out.data() + nq + nv, y.data() + nq + nv + nl);
  }

  /// out ← E(q) u, the rate of the coordinates for the velocity u, at the q of the last state.
  void move(const Vec<T>& velocity, T* out) {
    const Vec<T> none = Vec<T>::Zero(velocity.size());
    s.chart_rate(x.q, none, velocity, of_chart);
    if (rotations_.empty()) return put(of_chart, out);
    int at = 0;  // index in v
    for (int i = 0; i < x.q.size();) {
      const auto* part = rotation_at(i);
      if (!part) {
        out[i++] = of_chart[at++];
        continue;
      }
      const so3::Quaternion<T> attitude = x.q.template segment<4>(i);
      so3::Quaternion<T> turning;
      turning << T(0), of_chart[at] / 2, of_chart[at + 1] / 2, of_chart[at + 2] / 2;
      const so3::Quaternion<T> rate = so3::product<T>(attitude, turning);
      for (int k = 0; k < 4; ++k) out[i + k] = rate[k];
      i += 4;
      at += 3;
    }
  }

 private:
  const Part* rotation_at(int place) const {
    for (const auto& part : rotations_)
      if (part.q.first == place) return &part;
    return nullptr;
  }
  static void take(const T* from, Vec<T>& to) {
    for (Eigen::Index i = 0; i < to.size(); ++i) to[i] = from[i];
  }
  static void put(const Vec<T>& from, T* to) {
    for (Eigen::Index i = 0; i < from.size(); ++i) to[i] = from[i];
  }

  void balance(const T& t, T* out) {
    s.momentum(x.q, yp.v, r);
    put(r, out);
    s.force(t, x.q, x.v, r);
    for (Eigen::Index i = 0; i < r.size(); ++i) out[i] -= r[i];
    if (x.lambda.size() == 0) return;
    s.reaction(t, x.q, x.lambda, r);
    for (Eigen::Index i = 0; i < r.size(); ++i) out[i] += r[i];
  }

  void constraints(const T& t, T* out, const T* mu) {
    const auto nl = x.lambda.size();
    if (nl == 0) return;
    const auto first_of_velocities = nl - s.sizes().nonholonomic;
    const auto put_from = [&](Eigen::Index first, T* to) {
      for (auto i = first; i < nl; ++i) to[i] = e[i];
    };
    if (s.form() == Form::index1) {
      s.constraint_acceleration(t, x.q, x.v, yp.v, e);
      return put_from(0, out);
    }
    if (imposes_positions(s.form())) {
      s.constraint(t, x.q, e);
      put_from(0, out);
    }
    s.constraint_rate(t, x.q, x.v, e);
    put_from(s.form() == Form::index2 ? 0 : first_of_velocities, out);
    if (s.form() != Form::ggl) return;
    put_from(0, out + nl);
    for (auto i = first_of_velocities; i < nl; ++i) out[nl + i] = mu[i];
  }

  AnySystem<T> s;
  std::vector<Part> rotations_;
  typename AnySystem<T>::State x, yp;  // workspace; only v' of `yp` is used
  Vec<T> u, r;
  Vec<T> e;
  Vec<T> of_chart = r;
};

// The equations of a problem in one formulation, as functions for integrators outside of Plumb. All vectors are in SI
// units.
//
// Vectors have the sizes of `sizes()`; for the equations of first order they have the sizes of `layout()`
// (FirstOrderLayout). An object is not thread-safe; any number of objects may exist at once. Every function throws
// UsageError for a vector of the wrong size.

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
