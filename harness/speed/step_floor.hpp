#pragma once
// One step of a method is timed against its lower bound: the residuals, linearisations with their matrices,
// factorisations and solves that the iterations of the same step need, measured separately in the same binary. The
// ratio should stay below 1.3.
//
// Both sides run in alternating slices, and each row shows the least time of either.

#include <benchmark/benchmark.h>

#include <algorithm>

#include "contract/method.hpp"
#include "harness/run/clock.hpp"
#include "methods/implicit/coupled_matrix.hpp"
#include "methods/implicit/one_stage_matrix.hpp"

namespace plumb {

/// The work that a Newton iteration of s coupled stages cannot avoid.
template <class System, int s>
class StepFloor {
 public:
  StepFloor(System& system, const Mat<double, s>& weights, double step, const typename System::State& at)
      : sys(system),
        x(at),
        blocks(system.sizes().v, system.sizes().lambda),
        single(system),
        matrix(shape_of(system), s),
        alpha(weights),
        beta(weights * weights),
        h(step),
        z(shape_of(system), s) {}

  /// Computes the residual of one stage.
  void residual() {
    move();
    sys.force(0, x.q, x.v, f);
    sys.momentum(x.q, x.a, p);
    sys.reaction(0, x.q, x.lambda, r);
    switch (sys.form()) {
      case Form::index1: sys.constraint_acceleration(0, x.q, x.v, x.a, e); break;
      case Form::index2: sys.constraint_rate(0, x.q, x.v, e); break;
      default: sys.constraint(0, x.q, e);
    }
    benchmark::DoNotOptimize(f);
    benchmark::DoNotOptimize(p);
    benchmark::DoNotOptimize(r);
    benchmark::DoNotOptimize(e);
  }

  /// Solves the linear system of all stages, at the angles of the last residual.
  void increment() {
    z.forces.setOnes();
    z.constraints.setOnes();
    if constexpr (s == 1) {
      single.factor({0., x}, h, alpha(0, 0));
      single.solve(z);
    } else {
      for (int i = 0; i < s; ++i) {
        sys.blocks(0, x, blocks);
        benchmark::DoNotOptimize(blocks);
      }
      matrix.factor(h, alpha, beta, [&](int) -> const BlocksOf<System>& { return blocks; });
      matrix.solve(z);
    }
    benchmark::DoNotOptimize(z);
  }

 private:
  // Changes all angles slightly for every stage and iteration, as in a step, so that no cached sine can be reused.
  void move() { x.q.array() += 1e-9; }

  System& sys;
  typename System::State x;
  BlocksOf<System> blocks;
  OneStageMatrix<System> single;
  CoupledMatrix<System, s> matrix;
  Mat<double, s> alpha, beta;
  double h;
  StageIncrement<System, s> z;
  typename System::V f, p, r;
  typename System::L e;
};

inline double seconds(auto&& work) {
  const double begin = thread_seconds();
  work();
  return thread_seconds() - begin;
}

/// Times `steps` steps of size h from `start`, by the stepper that `make` creates, and the lower bound of this work.
/// Prints the times per step [ns]. If `comparable` is false, the lower bound is not printed.
template <int s, class System>
void compare_step_with_floor(benchmark::State& state, auto&& make, const typename System::State& start,
                             StepFloor<System, s>& floor, double h, long steps, bool comparable = true) {
  double ours = 1e300, least = 1e300, per_step = 0;
  for (auto _ : state) {
    auto stepper = make();
    auto x = start;
    auto last = stepper.start(0, h, x);
    const double own_seconds = seconds([&] {
      for (long n = 0; n < steps && last.status == Status::ok; ++n)
        last = stepper.step(static_cast<double>(n) * h, h, x);
    });
    if (last.status != Status::ok) return state.SkipWithError("the run fails");
    const long iterations = *stepper.counters.newton_iterations, residuals = *stepper.counters.residual_evaluations;
    const double theirs = seconds([&] {
      for (long k = 0; k < residuals; ++k) {
        floor.residual();
        if (k < iterations) floor.increment();
      }
    });
    benchmark::DoNotOptimize(x);
    ours = std::min(ours, own_seconds);
    least = std::min(least, theirs);
    per_step = static_cast<double>(iterations) / static_cast<double>(steps);
    state.SetIterationTime(own_seconds);
  }
  state.counters["step_ns"] = 1e9 * ours / static_cast<double>(steps);
  if (comparable) {
    state.counters["floor_ns"] = 1e9 * least / static_cast<double>(steps);
    state.counters["ratio"] = ours / least;
  }
  state.counters["iterations"] = per_step;
}

}  // namespace plumb
