#pragma once
// A flawed system returns modified results of the correct system.
//
// Only the type-erased binding in double precision uses it. So the static binding, which is timed, is unchanged, and
// the reference, which is computed in quad, is correct.

#include <functional>
#include <memory>
#include <optional>

#include "contract/erasure.hpp"
#include "harness/run/run_cell.hpp"

namespace plumb {

using SystemInDouble = AnySystem<double>;

/// Each function modifies a result of the correct system, with the arguments of the contract (system.hpp). Unset: the
/// result is unchanged.
struct Flaws {
  using Q = SystemInDouble::Q;
  using V = SystemInDouble::V;
  using L = SystemInDouble::L;
  using State = SystemInDouble::State;
  using Out = Vec<double>;

  std::function<void(double t, const Q& q, const V& v, V& a, L& lambda)> acceleration = {};
  std::function<void(double t, const Q& q, const V& v, V& f)> force = {};
  std::function<void(const Q& q, const V& v, V& p)> momentum = {};
  std::function<void(double t, const Q& q, const L& lambda, V& r)> reaction = {};
  std::function<void(double t, const Q& q, L& g)> constraint = {};
  std::function<void(const Q& q, const V& w, Q& out)> retract = {};
  std::function<void(const Q& q, const V& theta, const V& v, V& out)> chart_rate = {};
  std::function<void(double t, const State& x, Out& out)> outputs = {};
  std::function<double(const V& v, double energy)> energy = {};
  std::function<double(double power)> power = {};

  bool no_curvature = false;            // Φ'' is replaced by G v'
  bool no_constraint_velocity = false;  // the rate of constraints is replaced by G v
  bool frozen_linearisation = false;    // all matrices are evaluated at the state of the first matrix
  bool no_tangent = false;              // the tangent of the chart is replaced by 1 in all matrices
  bool no_stiffness = false;            // K and all other terms with curvature are omitted in all matrices
};

/// The correct system with its flaws.
class FlawedSystem : public SystemInDouble {
 public:
  FlawedSystem(const SystemInDouble& right, std::shared_ptr<const Flaws> flaws)
      : SystemInDouble(right), flaws_(std::move(flaws)) {}

  bool acceleration(double t, const Q& q, const V& v, V& a, L& lambda) {
    const bool regular = flaws_->no_curvature ? acceleration_without_curvature(t, q, v, a, lambda)
                                              : SystemInDouble::acceleration(t, q, v, a, lambda);
    if (flaws_->acceleration) flaws_->acceleration(t, q, v, a, lambda);
    return regular;
  }
  void force(double t, const Q& q, const V& v, V& f) {
    SystemInDouble::force(t, q, v, f);
    if (flaws_->force) flaws_->force(t, q, v, f);
  }
  void momentum(const Q& q, const V& v, V& p) {
    SystemInDouble::momentum(q, v, p);
    if (flaws_->momentum) flaws_->momentum(q, v, p);
  }
  void reaction(double t, const Q& q, const L& lambda, V& r) {
    SystemInDouble::reaction(t, q, lambda, r);
    if (flaws_->reaction) flaws_->reaction(t, q, lambda, r);
  }
  void constraint(double t, const Q& q, L& g) {
    SystemInDouble::constraint(t, q, g);
    if (flaws_->constraint) flaws_->constraint(t, q, g);
  }
  void constraint_rate(double t, const Q& q, const V& v, L& g) {
    SystemInDouble::constraint_rate(t, q, v, g);
    if (flaws_->no_constraint_velocity) g -= velocity_of_constraints(t, q, v);
  }
  void constraint_bias(double t, const Q& q, const V& v, L& g) {
    SystemInDouble::constraint_bias(t, q, v, g);
    if (flaws_->no_curvature) g.setZero();
  }
  void constraint_acceleration(double t, const Q& q, const V& v, const V& a, L& g) {
    SystemInDouble::constraint_acceleration(t, q, v, a, g);
    if (flaws_->no_curvature) g -= bias(t, q, v);
  }
  void retract(const Q& q, const V& w, Q& out) {
    SystemInDouble::retract(q, w, out);
    if (flaws_->retract) flaws_->retract(q, w, out);
  }
  void chart_rate(const Q& q, const V& theta, const V& v, V& out) {
    SystemInDouble::chart_rate(q, theta, v, out);
    if (flaws_->chart_rate) flaws_->chart_rate(q, theta, v, out);
  }
  void chart_tangent(const Q& q, const V& theta, const V& u, V& out) {
    SystemInDouble::chart_tangent(q, theta, u, out);
    if (flaws_->no_tangent) out = u;
  }
  void outputs(double t, const State& x, Vec<double>& out) const {
    SystemInDouble::outputs(t, x, out);
    if (flaws_->outputs) flaws_->outputs(t, x, out);
  }
  double energy(double t, const Q& q, const V& v) const {
    const double right = SystemInDouble::energy(t, q, v);
    return flaws_->energy ? flaws_->energy(v, right) : right;
  }
  double power(double t, const Q& q, const V& v, const L& lambda) const {
    const double right = SystemInDouble::power(t, q, v, lambda);
    return flaws_->power ? flaws_->power(right) : right;
  }

  void blocks(double t, const State& x, BlocksOf<SystemInDouble>& out) {
    if (!first_) first_ = x;
    SystemInDouble::blocks(t, flaws_->frozen_linearisation ? *first_ : x, out);
    if (!flaws_->no_stiffness) return;
    out.stiffness.setZero();
    out.rate_by_q.setZero();
    out.acceleration_by_q.setZero();
  }
  void chart_blocks(const Q& q, const V& theta, const V& v, ChartBlocksOf<SystemInDouble>& out) const {
    SystemInDouble::chart_blocks(q, theta, v, out);
    if (flaws_->no_tangent) out.tangent.setIdentity();
  }

  template <class Entry>
  bool factor(Factors<Entry>& f, const Point& point, const Blend<Entry>& b) {
    if (!first_) first_ = point.x;
    auto blend = b;
    if (flaws_->no_stiffness) blend.stiffness = blend.rate = blend.by_q = Entry(0);
    if (!flaws_->frozen_linearisation) return SystemInDouble::factor(f, point, blend);
    return SystemInDouble::factor(f, Point{.t = point.t, .x = *first_}, blend);
  }

 private:
  L bias(double t, const Q& q, const V& v) {
    L out = zeros<L>(sizes().lambda);
    SystemInDouble::constraint_bias(t, q, v, out);
    return out;
  }
  /// Returns ∂Φ/∂t, the rate of the constraints at v = 0.
  L velocity_of_constraints(double t, const Q& q, const V& v) {
    L out = zeros<L>(sizes().lambda);
    SystemInDouble::constraint_rate(t, q, V::Zero(v.size()), out);
    return out;
  }
  /// Solves M v' + Gᵀλ = f, G v' = 0.
  bool acceleration_without_curvature(double t, const Q& q, const V& v, V& a, L& lambda) {
    auto at = zero_state(*this);
    at.q = q;
    at.v = v;
    SystemInDouble::force(t, q, v, a);
    lambda.setZero();
    auto f = factors<double>();
    if (!SystemInDouble::factor(f, Point{.t = t, .x = at}, Blend<double>{.mass = 1})) return false;
    solve(f, a, lambda);
    return true;
  }

  std::shared_ptr<const Flaws> flaws_;
  std::optional<State> first_ = {};
};

/// Returns the problem with flaws in its equations, in double. Without flaws it is the correct problem with the same
/// wrapper.
Problem with(const Problem& right, const Flaws& flaws);

/// Runs the cell with the type-erased binding, which contains the flaws.
RunResult erased_run(const ResolvedCell& cell);

/// Runs the cell with flaws in its equations.
RunResult run_with(const ResolvedCell& cell, const Flaws& flaws);

/// Return a cell with the same id that uses another problem or method, which must live as long as the cell.
ResolvedCell of_problem(const ResolvedCell& cell, const Problem& problem);
ResolvedCell of_method(const ResolvedCell& cell, const Method& method);

}  // namespace plumb
