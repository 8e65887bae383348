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
  const auto near = [](double x, int p) { return std::abs(x - p) <= order_tolerance; };  // false for not-a-number
  if (velocity_dependent)
    return near(observed.q, claimed.velocity_dependent) && near(observed.v, claimed.velocity_dependent);
  return near(observed.q, claimed.position) && near(observed.v, claimed.velocity);
}

/// Orders of q and v with its default parameters, or those given, where the method applies.
inline void expect_claimed_orders(const Method& method, int n, const std::map<std::string, std::string>& given = {}) {
  SCOPED_TRACE(std::string(method.info.name) + " with n = " + std::to_string(n));
  const auto claimed = method.proven_order(options_of(method, given).parameters);
  const auto check = [&](const auto& exercise, bool velocity_dependent, Form form) {
    const auto observed = exercise.order(method, n, form, given);
    EXPECT_TRUE(shows_order(observed, claimed, velocity_dependent))
        << "q " << observed.q << ", v " << observed.v << ", lambda " << observed.lambda;
  };
  check(coupled_pair_at_rest(), false, Form::ode);
  if (!method.info.needs_velocity_independence) check(coupled_pair(), true, Form::ode);
  if (!method.info.vector_space_only) check(rigid_body(), true, Form::ode);
  for (const auto& [name, form] : {std::pair{"index1", Form::index1}, std::pair{"index3", Form::index3}})
    if (method.info.forms.find(name) != std::string_view::npos) check(driven_pendulum(), true, form);
}

}  // namespace plumb::testing
