// An iteration of Newton's method for a cantilever of n elements, and what it consists of: residual, assembly of the
// matrix, its factorisation and solution.

#include <benchmark/benchmark.h>

#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/testing/beams.hpp"

namespace plumb::mbs {
namespace {

Mechanism cantilever(int elements) {
  Mechanism m;
  NodesByName nodes;
  add_beam({.name = "beam",
            .section = testing::soft_section(),
            .from = triple("0", "0", "0"),
            .to = triple("1", "0", "0"),
            .orientation = triple("0", "1", "0"),
            .elements = elements,
            .first = "ground"},
           m, nodes);
  return m;
}

/// The bent beam and the work of an iteration.
template <class T>
struct Iteration {
  MultibodySystem<T> system;
  typename MultibodySystem<T>::State x;
  Vec<T> f, p, r, phi;
  MultibodyFactors<T, T> factors;

  explicit Iteration(int n) : Iteration(MultibodySystem<T>(assemble<T>(cantilever(n)), Form::index3)) {}
  explicit Iteration(MultibodySystem<T> of)
      : system(std::move(of)),
        x(zero_state(system)),
        f(x.v),
        p(x.v),
        r(x.v),
        phi(x.lambda),
        factors(system.template factors<T>()) {
    auto turn = x.v;
    for (Eigen::Index i = 0; i < turn.size(); ++i) turn[i] = T(i % 7 - 3) / 512;
    system.retract(system.assembly().q, turn, x.q);
  }
  void residual() {
    system.force(T(0), x.q, x.v, f);
    system.momentum(x.q, x.a, p);
    system.reaction(T(0), x.q, x.lambda, r);
    system.constraint(T(0), x.q, phi);
    f -= p + r;
  }
  void factor() {
    benchmark::DoNotOptimize(
        system.factor(factors, {T(0), x},
                      {.mass = T(1), .damping = T(1e-3), .stiffness = T(1e-6), .jacobian = T(0), .position = T(1)}));
  }
  void solve() {
    system.solve(factors, f, phi);
    benchmark::DoNotOptimize(f.data());
  }
};

void by_element(benchmark::State& state) {
  state.counters["per_element"] = benchmark::Counter(
      static_cast<double>(state.range(0)), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.SetComplexityN(state.range(0));
}

template <class T>
void iteration(benchmark::State& state) {
  Iteration<T> beam(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    beam.residual();
    beam.factor();
    beam.solve();
  }
  by_element(state);
}
template <class T>
void residual_alone(benchmark::State& state) {
  Iteration<T> beam(static_cast<int>(state.range(0)));
  for (auto _ : state) beam.residual();
  by_element(state);
}

// Entries are summed up as in a factorisation, which does not follow.
template <class T>
void assembly_alone(benchmark::State& state) {
  const Iteration<T> beam(static_cast<int>(state.range(0)));
  const auto& parts = beam.system.assembly();
  const auto unknowns = unknowns_of(parts, 6, 1);
  std::vector<BodyState<T>> states(parts.bodies.size());
  for (std::size_t k = 0; k < states.size(); ++k) {
    states[k].r = beam.x.q.template segment<3>(7 * static_cast<Eigen::Index>(k));
    states[k].A = so3::matrix(quaternion(beam.x.q, static_cast<int>(k)));
  }
  const Instant<T> now{T(0), T(0), states, states, &beam.x.a, &beam.x.lambda};
  const Blend<T> b{.mass = T(1), .damping = T(1e-3), .stiffness = T(1e-6), .jacobian = T(0), .position = T(1)};
  EntryList entries;
  BlendAssembly<T, T, EntryList>(parts, unknowns.numbers, now, b, entries).add_all();
  const EliminationPlan plan(unknowns.blocks, entries);
  std::vector<T> values(static_cast<std::size_t>(plan.size));
  for (auto _ : state) {
    EntrySums<T> sums(values.data(), values.size(), plan.places.data());
    BlendAssembly<T, T, EntrySums<T>>(parts, unknowns.numbers, now, b, sums).add_all();
    benchmark::DoNotOptimize(values.data());
  }
  by_element(state);
}

BENCHMARK(iteration<double>)->RangeMultiplier(4)->Range(1, 256)->Complexity();
BENCHMARK(residual_alone<double>)->RangeMultiplier(4)->Range(1, 256)->Complexity();
BENCHMARK(assembly_alone<double>)->RangeMultiplier(4)->Range(1, 256)->Complexity();
BENCHMARK(iteration<quad>)->RangeMultiplier(4)->Range(1, 16);

}  // namespace
}  // namespace plumb::mbs
