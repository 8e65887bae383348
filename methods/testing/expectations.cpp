#include "methods/testing/expectations.hpp"

#include <cmath>

namespace plumb::testing {

const Exercise& coupled_pair() {
  static const Exercise out = exercise(CoupledPair<quad>{}, 2, 2400);
  return out;
}
const Exercise& coupled_pair_at_rest() {
  static const Exercise out = exercise(CoupledPair<quad>{0}, 2, 2400);
  return out;
}
const Exercise& rigid_body() {
  static const Exercise out = exercise(RigidBody<quad>{}, 1, 2400);
  return out;
}
const Exercise& driven_pendulum() {
  static const Exercise out = exercise(DrivenPendulum<quad>{}, 1, 2400);
  return out;
}

bool shows_order(const Distance<double>& observed, const ProvenOrder& claimed, bool velocity_dependent) {
  const auto near = [](double x, int p) {
    return p == 0 ? std::isfinite(x) : std::abs(x - p) <= order_tolerance;  // false for not-a-number
  };
  const bool asserted = claimed.multiplier != 0 && observed.has_multipliers;
  if (asserted && !near(observed.lambda, claimed.multiplier)) return false;
  return near(observed.q, claimed.of_position(velocity_dependent)) &&
         near(observed.v, claimed.of_velocity(velocity_dependent));
}

void expect_claimed_orders(const Method& method, int n, const std::map<std::string, std::string>& overrides) {
  SCOPED_TRACE(std::string(method.info.name) + " with n = " + std::to_string(n));
  const auto check = [&](const Exercise& of, bool velocity_dependent, Form form) {
    const auto claimed = method.proven_order(options_of(method, overrides).parameters, form);
    const auto observed = of.order(method, n, form, overrides);
    EXPECT_TRUE(shows_order(observed, claimed, velocity_dependent))
        << name(form) << ": q " << observed.q << ", v " << observed.v << ", lambda " << observed.lambda;
  };
  check(coupled_pair_at_rest(), false, Form::ode);
  if (!method.info.needs_velocity_independence) check(coupled_pair(), true, Form::ode);
  if (!method.info.vector_space_only) check(rigid_body(), true, Form::ode);
  for (const auto form : constrained_forms)
    if (method.fits(name(form))) check(driven_pendulum(), true, form);
}

}  // namespace plumb::testing
