#include "harness/run/static_pairs.hpp"

#include <algorithm>
#include <stdexcept>

#include "contract/counted.hpp"
#include "harness/run/static_runner.hpp"
#include "methods/catalogue.hpp"
#include "methods/conditionally-explicit/classical.hpp"
#include "methods/conditionally-explicit/conditionally_explicit.hpp"
#include "methods/conditionally-explicit/constrained_family.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/catalogue.hpp"
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

// These steps take nanoseconds, so that a function call would show.
template <auto system, template <class> class M>
TypedRunner<double> steps(const ResolvedCell& cell, const RunSetup<double>& setup) {
  using S = decltype(system(cell));
  return static_runner<InOneLoop<M<S>>>(system(cell), cell, setup);
}

std::vector<StaticPair> cheap_pairs() {
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

std::vector<StaticPair> all_pairs() {
  auto out = cheap_pairs();
  for (const auto& pairs : {coupled_pairs(), one_stage_pairs()}) out.insert(out.end(), pairs.begin(), pairs.end());
  return out;
}

}  // namespace

StaticPair static_pair(std::string_view problem, std::string_view formulation, std::string_view method,
                       StaticPair::Make make, bool (*fits)(const ResolvedCell&)) {
  const auto& of = catalogued_problem(problem);
  const auto* in = of.formulation(formulation);
  if (!in) throw std::out_of_range(std::string(formulation));
  return {&of, in, &catalogued_method(method), make, fits};
}

const std::vector<StaticPair>& static_pairs() {
  static const auto all = all_pairs();
  return all;
}

const StaticPair* static_pair_of(const ResolvedCell& cell) {
  if (cell.text().precision != Precision::double_) return nullptr;
  const auto& all = static_pairs();
  const auto found = std::ranges::find_if(all, [&](const StaticPair& pair) {
    return pair.problem == &cell.problem() && pair.formulation == &cell.formulation() && pair.method == &cell.method();
  });
  return found == all.end() || (found->fits && !found->fits(cell)) ? nullptr : &*found;
}

}  // namespace plumb
