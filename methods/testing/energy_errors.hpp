#pragma once
// The energy errors of methods on conservative models.

#include <gtest/gtest.h>

#include <string_view>

#include "methods/catalogue.hpp"
#include "methods/testing/convergence.hpp"

namespace plumb::testing {

/// A mass on a rigid rod: Φ = (x² + y² − 1)/2, gravity 9.
struct RigidPendulum : DrivenPendulum<double> {
  static plumb::State<V, V, L> initial() { return {V(1, 0), V(0, -1), V::Zero(), L::Zero()}; }
  void force(const double&, const V&, const V&, V& f) const { f << 0, -9; }
  void tangents(const double&, const V&, const V&, const V&, const L& lambda, Mat<double, 2>& k,
                Mat<double, 2>& d) const {
    k = -lambda[0] * Mat<double, 2>::Identity();
    d.setZero();
  }
  void constraint(const double&, const V& q, L& g) const { g[0] = (q.squaredNorm() - 1) / 2; }
  void constraint_time(const double&, const V&, L& g) const { g[0] = 0; }
  void bias(const double&, const V&, const V& v, L& g) const { g[0] = v.squaredNorm(); }
};

/// The largest deviations of the energy from the initial energy, in the first and the last quarter of the steps.
struct EnergyErrors {
  double first = 0, last = 0;
};

template <class Model, class Energy>
EnergyErrors energy_errors(const Method& method, const std::map<std::string, std::string>& overrides,
                           const Model& model, Form form, double end, int steps, const Energy& energy) {
  AnySystem<double> s{SmallSystem(model, form)};
  const auto begin = Model::initial();
  AnySystem<double>::State x{begin.q, begin.v, begin.a, begin.lambda};
  const double initial = energy(x);
  EnergyErrors out;
  const auto stepper = method.in_double(s, options_of(method, overrides));
  const auto result = integrate(*stepper, x, end, steps, [&](int n, const auto& at) {
    const double error = std::abs(energy(at) - initial);
    if (4 * n <= steps) out.first = larger(out.first, error);
    if (4 * n > 3 * steps) out.last = larger(out.last, error);
  });
  EXPECT_EQ(result.status, Status::ok) << method.info.name;
  return out;
}
template <class Model, class Energy>
EnergyErrors energy_errors(std::string_view name, const Model& model, Form form, double end, int steps,
                           const Energy& energy) {
  return energy_errors(catalogued_method(name), {}, model, form, end, steps, energy);
}

/// Returns the energy errors of the pendulum, which swings some 120 times in 20000 steps.
inline EnergyErrors energy_errors_of_pendulum(std::string_view name, int steps = 20000) {
  return energy_errors(name, RigidPendulum{}, Form::index3, 200, steps,
                       [](const auto& x) { return x.v.squaredNorm() / 2 + 9 * x.q[1]; });
}

}  // namespace plumb::testing
