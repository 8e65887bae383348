#include "methods/testing/exercise.hpp"

#include <utility>

#include "methods/explicit-rk/dop853.hpp"
#include "methods/explicit-rk/explicit_rk.hpp"

namespace plumb::testing {

Exercise::Exercise(Equations of, State start, quad horizon, int reference_steps)
    : equations(std::move(of)), initial(std::move(start)), end(horizon) {
  auto s = system(Form::index1);
  State x = begin();
  ExplicitRk<System, FixedTableau<quad, dop853>> rk(s, {}, {});
  integrate(rk, x, end, reference_steps, [&](int n, State& state) {
    if (n % (reference_steps / checks) != 0) return;
    s.acceleration(end * n / reference_steps, state.q, state.v, state.a, state.lambda);
    exact.push_back(state);
  });
}

Distance<quad> Exercise::error(const Make& make, int n, Form form) const {
  auto s = system(form);
  const auto stepper = make(s);
  State x = begin();
  Distance<quad> worst;
  const auto result = integrate(*stepper, x, end, n, [&](int k, const State& state) {
    if (k % (n / checks) != 0) return;
    worst.raise_to(distance(s, exact[static_cast<std::size_t>(k / (n / checks) - 1)], state));
  });
  return result.status == Status::ok ? worst : no_distance();
}

Distance<double> Exercise::order(const Make& make, int n, Form form) const {
  return slopes(error(make, n, form), error(make, 2 * n, form));
}

Distance<double> Exercise::order(const Method& method, int n, Form form,
                                 const std::map<std::string, std::string>& overrides) const {
  return order([&](System& s) { return method.in_quad(s, options_of(method, overrides)); }, n, form);
}

}  // namespace plumb::testing
