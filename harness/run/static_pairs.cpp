#include "harness/run/static_pairs.hpp"

#include "contract/counted.hpp"
#include "methods/conditionally-explicit/classical.hpp"
#include "methods/conditionally-explicit/conditionally_explicit.hpp"
#include "methods/conditionally-explicit/constrained_family.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/pendulum/pendulum.hpp"
#include "problems/spinning-top/spinning_top.hpp"

namespace plumb {
namespace {

template <class T>
auto angle(const Job<T>& job) {
  return Counted(Minimal(PendulumAngle<T>{pendulum_data<T>(*job.problem_parameters)}));
}
template <class T>
auto top(const Job<T>& job) {
  return Counted(Minimal(spinning_top<T>(*job.problem_parameters)));
}
template <class T, Form form>
auto cartesian(const Job<T>& job) {
  return Counted(Constrained(PendulumCartesian<T>{pendulum_data<T>(*job.problem_parameters)}, form));
}

template <class S, const auto& tableau>
struct FixedRk : ExplicitRk<S, FixedTableau<typename S::Scalar, tableau>> {
  FixedRk(S& system, const MethodOptions& options)
      : ExplicitRk<S, FixedTableau<typename S::Scalar, tableau>>(system, options, {}) {}
};
template <class S>
using Kutta3 = FixedRk<S, kutta3>;
template <class S>
using Erk4 = FixedRk<S, erk4>;

template <class T>
using Pair = Run<T> (*)(Job<T>&, const StopRequest&);

template <class T>
struct Entry {
  std::string_view problem, formulation, method;
  Pair<T> run;
};

// Steps of nanoseconds, where a call would show.
template <class T, auto make, template <class> class M>
Run<T> pair(Job<T>& job, const StopRequest& stop) {
  using S = decltype(make(job));
  return drive_on<InOneLoop<M<S>>>(make(job), job, stop);
}

template <class S>
using Cd = ConditionallyExplicit<2, S>;
template <class S>
using Degree4 = ConditionallyExplicit<3, S>;
template <class S>
using Degree5 = ConditionallyExplicit<4, S>;
template <class S>
using Degree5Dae = ConstrainedFamily<4, S>;

template <class T>
constexpr Entry<T> entries[] = {
    {"pendulum", "ode", "cd-classic", pair<T, angle<T>, ClassicalCentralDifferences>},
    {"pendulum", "ode", "cd", pair<T, angle<T>, Cd>},
    {"pendulum", "ode", "degree3", pair<T, angle<T>, Cd>},
    {"pendulum", "ode", "degree4", pair<T, angle<T>, Degree4>},
    {"pendulum", "ode", "degree5", pair<T, angle<T>, Degree5>},
    {"pendulum", "ode", "erk4", pair<T, angle<T>, Erk4>},
    {"pendulum", "index1", "kutta3", pair<T, cartesian<T, Form::index1>, Kutta3>},
    {"pendulum", "projected", "kutta3", pair<T, cartesian<T, Form::index1>, Kutta3>},
    {"pendulum", "index3", "degree5", pair<T, cartesian<T, Form::index3>, Degree5Dae>},
    {"spinning-top", "ode", "degree5", pair<T, top<T>, Degree5>},
    {"spinning-top", "ode", "kutta3", pair<T, top<T>, Kutta3>},
};

}  // namespace

template <class T>
std::optional<Run<T>> drive_statically(Job<T>& job, const StopRequest& stop) {
  for (const auto& entry : entries<T>)
    if (entry.problem == job.problem && entry.formulation == job.formulation && entry.method == job.method)
      return entry.run(job, stop);
  if constexpr (std::is_same_v<T, double>) {
    if (auto run = drive_coupled_stages(job, stop)) return run;
    return drive_one_stage(job, stop);
  }
  return {};
}

std::vector<std::string> static_pairs() {
  std::vector<std::string> names = coupled_pairs();
  for (auto& name : one_stage_pairs()) names.push_back(std::move(name));
  for (const auto& entry : entries<double>) {
    auto& name = names.emplace_back(entry.problem);
    name.append("/").append(entry.formulation).append("/").append(entry.method);
  }
  return names;
}

template std::optional<Run<double>> drive_statically(Job<double>&, const StopRequest&);
template std::optional<Run<long double>> drive_statically(Job<long double>&, const StopRequest&);

Counters total(const Counters& system, const Counters& method, std::int64_t steps) {
  const auto sum = [](const Counters::Count& a, const Counters::Count& b) -> Counters::Count {
    if (!a || !b) return {};
    return *a + *b;
  };
  return {.steps = steps,
          .stages = method.stages,
          .newton_iterations = method.newton_iterations,
          .residual_evaluations = method.residual_evaluations,
          .rhs_evaluations = sum(system.rhs_evaluations, method.rhs_evaluations),
          .jacobian_evaluations = sum(system.jacobian_evaluations, method.jacobian_evaluations),
          .factorizations = sum(system.factorizations, method.factorizations),
          .linear_solves = sum(system.linear_solves, method.linear_solves),
          .newton_failures = method.newton_failures,
          .rejected_steps = method.rejected_steps};
}

}  // namespace plumb
