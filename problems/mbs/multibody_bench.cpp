// Measures times per call and per body for a chain: factorisation with every solver, the residual, and accelerations at
// index 1. The two-link problem is measured with the general multibody equations and with hand-written planar
// equations.

#include <benchmark/benchmark.h>

#include "problems/catalogue.hpp"
#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/testing/mechanisms.hpp"

namespace plumb::mbs {
namespace {

struct Chain {
  MultibodySystem<double> system;
  MultibodySystem<double>::State x;

  Chain(int n, Algebra algebra) : system(assemble<double>(testing::chain(n)), Form::index3, {}, algebra) {
    x = zero_state(system);
    x.q = system.assembly().q;
    x.v = system.assembly().v;
    system.acceleration(0, x.q, x.v, x.a, x.lambda);
  }
};

void factor_and_solve(benchmark::State& state, Algebra algebra) {
  const int n = static_cast<int>(state.range(0));
  Chain chain(n, algebra);
  auto factors = chain.system.factors<double>();
  const Blend<double> b{.mass = 1, .damping = 1e-3, .stiffness = 1e-6, .jacobian = 0, .position = 1};
  Vec<double> w = chain.x.v, e = chain.x.lambda;
  for (auto _ : state) {
    benchmark::DoNotOptimize(chain.system.factor(factors, {0, chain.x}, b));
    w = chain.x.v;
    e = chain.x.lambda;
    chain.system.solve(factors, w, e);
    benchmark::DoNotOptimize(w.data());
  }
  state.counters["per_body"] =
      benchmark::Counter(n, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.SetComplexityN(n);
}

// Computes forces, reactions and constraints.
void residual(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  Chain chain(n, Algebra::tree);
  Vec<double> f = chain.x.v, r = f, p = f, phi = chain.x.lambda;
  for (auto _ : state) {
    chain.system.force(0, chain.x.q, chain.x.v, f);
    chain.system.momentum(chain.x.q, chain.x.a, p);
    chain.system.reaction(0, chain.x.q, chain.x.lambda, r);
    chain.system.constraint(0, chain.x.q, phi);
    benchmark::DoNotOptimize(phi.data());
  }
  state.SetComplexityN(n);
}

void acceleration(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  Chain chain(n, Algebra::automatic);
  for (auto _ : state) {
    benchmark::DoNotOptimize(chain.system.acceleration(0, chain.x.q, chain.x.v, chain.x.a, chain.x.lambda));
    benchmark::DoNotOptimize(chain.x.a.data());
  }
  state.counters["per_body"] =
      benchmark::Counter(n, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.SetComplexityN(n);
}

// Two links with the general equations: revolute joints in space, ten constraint rows; the planar equations have four.
void two_link_of_the_kernel(benchmark::State& state) {
  MultibodySystem<double> system(assemble<double>(testing::double_pendulum()), Form::index1);
  auto x = zero_state(system);
  for (auto _ : state) {
    benchmark::DoNotOptimize(system.acceleration(0, system.assembly().q, system.assembly().v, x.a, x.lambda));
    benchmark::DoNotOptimize(x.a.data());
  }
}
void two_link_as_coded(benchmark::State& state) {
  const auto& problem = catalogued_problem("two-link");
  const Parameters data(problem.parameters, {});
  auto system = problem.in_double.system(data, *problem.formulation("index1"));
  const auto start = problem.in_double.initial(data, *problem.formulation("index1"));
  auto x = zero_state(system);
  for (auto _ : state) {
    benchmark::DoNotOptimize(system.acceleration(0, start.q, start.v, x.a, x.lambda));
    benchmark::DoNotOptimize(x.a.data());
  }
}

BENCHMARK_CAPTURE(factor_and_solve, tree, Algebra::tree)->RangeMultiplier(2)->Range(1, 1024)->Complexity();
BENCHMARK_CAPTURE(factor_and_solve, klu, Algebra::klu)->RangeMultiplier(2)->Range(1, 1024)->Complexity();
BENCHMARK_CAPTURE(factor_and_solve, dense, Algebra::dense)->RangeMultiplier(2)->Range(1, 64)->Complexity();
BENCHMARK(acceleration)->RangeMultiplier(4)->Range(1, 1024)->Complexity();
BENCHMARK(two_link_of_the_kernel);
BENCHMARK(two_link_as_coded);
BENCHMARK(residual)->RangeMultiplier(2)->Range(1, 1024)->Complexity();

}  // namespace
}  // namespace plumb::mbs
