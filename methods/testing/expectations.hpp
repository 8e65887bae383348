#pragma once
// What every family is asked: the order it claims, two-sided, on problems that are neither linear nor autonomous.

#include <gtest/gtest.h>

#include "methods/testing/convergence.hpp"

namespace plumb::testing {

inline constexpr double order_tolerance = 0.1;

inline const Exercise<CoupledPair<quad>>& coupled_pair() {
  static const Exercise<CoupledPair<quad>> exercise({}, 2, 2400);
  return exercise;
}
inline const Exercise<CoupledPair<quad>>& coupled_pair_at_rest() {  // the acceleration does not depend on the velocity
  static const Exercise<CoupledPair<quad>> exercise({0}, 2, 2400);
  return exercise;
}
inline const Exercise<RigidBody<quad>>& rigid_body() {
  static const Exercise<RigidBody<quad>> exercise({}, 1, 2400);
  return exercise;
}
inline const Exercise<DrivenPendulum<quad>>& driven_pendulum() {
  static const Exercise<DrivenPendulum<quad>> exercise({}, 1, 2400);
  return exercise;
}

inline bool shows_order(const Distance<double>& observed, const ProvenOrder& claimed, bool velocity_dependent) {
  const auto near = [](double x, int p) {
    return p == 0 ? std::isfinite(x) : std::abs(x - p) <= order_tolerance;  // false for not-a-number
  };
  const bool asserted = claimed.multiplier != 0 && observed.has_multipliers;
  if (asserted && !near(observed.lambda, claimed.multiplier)) return false;
  return near(observed.q, claimed.of_position(velocity_dependent)) &&
         near(observed.v, claimed.of_velocity(velocity_dependent));
}

/// Orders of q, v and, where one is claimed, the multipliers, with its default parameters, or those given, where the
/// method applies.
inline void expect_claimed_orders(const Method& method, int n, const std::map<std::string, std::string>& given = {}) {
  SCOPED_TRACE(std::string(method.info.name) + " with n = " + std::to_string(n));
  const auto check = [&](const auto& exercise, bool velocity_dependent, Form form) {
    const auto claimed = method.proven_order(options_of(method, given).parameters, form);
    const auto observed = exercise.order(method, n, form, given);
    EXPECT_TRUE(shows_order(observed, claimed, velocity_dependent))
        << name(form) << ": q " << observed.q << ", v " << observed.v << ", lambda " << observed.lambda;
  };
  check(coupled_pair_at_rest(), false, Form::ode);
  if (!method.info.needs_velocity_independence) check(coupled_pair(), true, Form::ode);
  if (!method.info.vector_space_only) check(rigid_body(), true, Form::ode);
  for (const auto form : {Form::index1, Form::index2, Form::index3, Form::ggl})
    if (method.fits(name(form))) check(driven_pendulum(), true, form);
}

}  // namespace plumb::testing
