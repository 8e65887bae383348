// Static bindings of explicit methods to the pendulum and the spinning top. Their steps take nanoseconds.

#include "contract/counted.hpp"
#include "harness/run/static_pairs.hpp"
#include "harness/run/static_runner.hpp"
#include "methods/conditionally-explicit/classical.hpp"
#include "methods/conditionally-explicit/conditionally_explicit.hpp"
#include "methods/conditionally-explicit/constrained_family.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/pendulum/pendulum.hpp"
#include "problems/spinning-top/spinning_top.hpp"

namespace plumb {
namespace {

auto angle(const ResolvedCell& cell) {
  return Counted(Minimal(PendulumAngle<double>{pendulum_data<double>(cell.data())}));
}
auto cartesian(const ResolvedCell& cell) {
  return Counted(Constrained(PendulumCartesian<double>{pendulum_data<double>(cell.data())}, cell.formulation().form));
}
auto top(const ResolvedCell& cell) { return Counted(Minimal(spinning_top<double>(cell.data()))); }

template <class S, const auto& tableau>
struct FixedRk : ExplicitRk<S, FixedTableau<double, tableau>> {
  FixedRk(S& system, const MethodOptions& options)
      : ExplicitRk<S, FixedTableau<double, tableau>>(system, options, {}) {}
};
template <class S>
using Kutta3 = FixedRk<S, kutta3>;
template <class S>
using Erk4 = FixedRk<S, erk4>;
template <class S>
using Cd = ConditionallyExplicit<2, S>;
template <class S>
using Degree4 = ConditionallyExplicit<3, S>;
template <class S>
using Degree5 = ConditionallyExplicit<4, S>;
template <class S>
using Degree5Dae = ConstrainedFamily<4, S>;

// InOneLoop, because a function call would be a visible part of a step of nanoseconds.
template <auto system, template <class> class M>
TypedRunner<double> steps(const ResolvedCell& cell, const RunSetup<double>& setup) {
  using S = decltype(system(cell));
  return static_runner<InOneLoop<M<S>>>(system(cell), cell, setup);
}

}  // namespace

std::vector<StaticPair> quick_pairs() {
  return {static_pair("pendulum", "ode", "cd-classic", steps<angle, ClassicalCentralDifferences>),
          static_pair("pendulum", "ode", "cd", steps<angle, Cd>),
          static_pair("pendulum", "ode", "degree3", steps<angle, Cd>),
          static_pair("pendulum", "ode", "degree4", steps<angle, Degree4>),
          static_pair("pendulum", "ode", "degree5", steps<angle, Degree5>),
          static_pair("pendulum", "ode", "erk4", steps<angle, Erk4>),
          static_pair("pendulum", "index1", "kutta3", steps<cartesian, Kutta3>),
          static_pair("pendulum", "projected", "kutta3", steps<cartesian, Kutta3>),
          static_pair("pendulum", "index3", "degree5", steps<cartesian, Degree5Dae>),
          static_pair("spinning-top", "ode", "degree5", steps<top, Degree5>),
          static_pair("spinning-top", "ode", "kutta3", steps<top, Kutta3>)};
}

}  // namespace plumb
