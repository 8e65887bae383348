#pragma once
// Runs in double on the models of tests, and a model whose solution ends at t = 1.

#include <cmath>

#include "methods/testing/convergence.hpp"

namespace plumb::testing {

/// A run on a model from 0 to `end` in this number of intervals: its result, its final state and its cost.
template <class Model>
struct DoubleRun {
  using System = AnySystem<double>;
  StepResult result;
  System::State x;
  Counters method, system;

  DoubleRun(const Method& m, const MethodOptions& options, Form form, double end, int intervals)
      : DoubleRun(m, options, form, end, intervals, [](int, const auto&, auto&) {}) {}

  /// Calls `look(k, x, system)` after every interval.
  template <class Look>
  DoubleRun(const Method& m, const MethodOptions& options, Form form, double end, int intervals, Look look) {
    const auto begin = Model::initial();
    System s{SmallSystem(Model{}, Model::nl > 0 ? form : Form::ode)};
    x = {begin.q, begin.v, begin.a, begin.lambda};
    const auto stepper = m.in_double(s, options);
    result = integrate(*stepper, x, end, intervals, [&](int k, const auto& at) { look(k, at, s); });
    method = stepper->counters();
    system = s.counters;
  }
};

// The solution of x'' = √(1 − t) − x is not a number beyond t = 1.
struct Ending {
  using Scalar = double;
  static constexpr int nq = 1, nv = 1, nl = 0;
  using V = Vec<double, 1>;
  static State<V, V, Vec<double, 0>> initial() { return {V(1.), V(0.), V(0.), {}}; }
  bool velocity_dependent() const { return false; }
  void mass(const V&, Mat<double, 1>& m) const { m(0, 0) = 1; }
  void force(const double& t, const V& q, const V&, V& f) const { f[0] = std::sqrt(1 - t) - q[0]; }
  void tangents(const double&, const V&, const V&, const V&, const Vec<double, 0>&, Mat<double, 1>& k,
                Mat<double, 1>& d) const {
    k(0, 0) = -1;
    d(0, 0) = 0;
  }
};

}  // namespace plumb::testing
