// Benchmarks of planar chains with 1 to 1024 links at index 3 in absolute coordinates. They print the cost of several
// methods per step and body, compared with a lower bound (only the residuals, assemblies, factorisations and solves of
// the same step). They also print the exponent of the cost as a function of n, from 16 links on, the memory, and the
// times of the three linear solvers.

#include <benchmark/benchmark.h>
#include <malloc.h>

#include <algorithm>

#include "harness/speed/exponent.hpp"
#include "harness/speed/side_by_side.hpp"
#include "methods/catalogue.hpp"
#include "methods/dirk/dirk.hpp"
#include "methods/irk/coupled_rk.hpp"
#include "methods/multistep/linear_multistep.hpp"
#include "methods/multistep/lms.hpp"
#include "methods/single-step/generalized_alpha.hpp"
#include "methods/single-step/rattle.hpp"
#include "problems/catalogue.hpp"
#include "problems/planar-chain/absolute_chain.hpp"

namespace plumb {
namespace {

using System = AbsoluteChain<double>;
using Complex = std::complex<double>;
constexpr double h = 1e-3;  // step size [s]

const Problem& chain() { return *std::ranges::find(problems(), "planar-chain", &Problem::name); }

Parameters data_of(std::int64_t n, const char* solver = "tree") {
  return {chain().parameters, {{"n", std::to_string(n)}, {"solver", solver}}};
}

System::State start_of(const Parameters& data, System& system) {
  const auto at = chain().in_double.initial(data, *chain().formulation("index3"));
  System::State x{at.q, at.v, at.v, System::L::Zero(system.sizes().lambda)};
  system.acceleration(0, x.q, x.v, x.a, x.lambda);
  return x;
}

/// The work that the iterations of a step cannot avoid. The angles change at every residual, so no sine is reused.
class ChainFloor {
 public:
  ChainFloor(System& of, const System::State& at)
      : system(of),
        x(at),
        real(of.factors<double>()),
        complex(of.factors<Complex>()),
        f(x.v),
        p(x.v),
        r(x.v),
        w(x.v),
        e(x.lambda),
        complex_w(x.v.cast<Complex>()),
        complex_e(x.lambda.cast<Complex>()) {}

  void residual() {
    x.q.array() += 1e-9;
    system.force(0, x.q, x.v, f);
    system.momentum(x.q, x.a, p);
    system.reaction(0, x.q, x.lambda, r);
    system.constraint(0, x.q, e);
    benchmark::DoNotOptimize(f);
    benchmark::DoNotOptimize(p);
    benchmark::DoNotOptimize(r);
    benchmark::DoNotOptimize(e);
  }
  void factor() {
    const Blend<double> b = {.mass = 1, .damping = h, .stiffness = h * h, .jacobian = 0, .position = 1};
    system.factor(real, {0, x}, b);
  }
  void solve() {
    w.setOnes();
    e.setOnes();
    system.solve(real, w, e);
    benchmark::DoNotOptimize(w);
  }
  void factor_complex() {
    const Blend<Complex> b = {.mass = 1, .damping = {h, h}, .stiffness = {h * h, h * h}, .jacobian = 0, .position = 1};
    system.factor(complex, {0, x}, b);
  }
  void solve_complex() {
    complex_w.setOnes();
    complex_e.setOnes();
    system.solve(complex, complex_w, complex_e);
    benchmark::DoNotOptimize(complex_w);
  }

 private:
  System& system;
  System::State x;
  System::Factors<double> real;
  System::Factors<Complex> complex;
  System::V f, p, r, w;
  System::L e;
  Vec<Complex> complex_w, complex_e;
};

/// OneStage and ThreeStages repeat the evaluations, factorisations and solves of steps: for stages that are solved one
/// by one, and for three coupled stages in the basis of eigenvectors (a real and a complex system).
struct OneStage {
  static void repeat(ChainFloor& floor, long residuals, long iterations, long) {
    for (long k = 0; k < residuals; ++k) {
      floor.residual();
      if (k >= iterations) continue;
      floor.factor();
      floor.solve();
    }
  }
};
struct ThreeStages {
  static void repeat(ChainFloor& floor, long residuals, long iterations, long steps) {
    for (long k = 0; k < residuals; ++k) floor.residual();
    for (long k = 0; k < steps; ++k) {
      floor.factor();
      floor.factor_complex();
    }
    for (long k = 0; k < iterations; ++k) {
      floor.solve();
      floor.solve_complex();
    }
  }
};

MethodOptions options_of(std::string_view method, const std::map<std::string, std::string>& overrides = {}) {
  const auto& entry = *std::ranges::find(methods(), method, [](const Method& m) { return m.info.name; });
  return {Parameters(entry.parameters, overrides), {}};
}

StageTable<double> table_of(std::string_view method, const MethodOptions& options) {
  const auto& entry = *std::ranges::find(methods(), method, [](const Method& m) { return m.info.name; });
  return StageTable<double>(entry.tableau(options.parameters));
}

struct Makers {
  static auto generalized_alpha(System& s) {
    const auto options = options_of("generalized-alpha");
    return GeneralizedAlpha<System>(s, options, generalized_alpha_weights(options.parameters, double()));
  }
  static auto rattle(System& s) { return Rattle<System>(s, options_of("rattle")); }
  static auto esdirk436l2sa2(System& s) {
    const auto options = options_of("esdirk436l2sa2");
    return Dirk<System>(s, options, table_of("esdirk436l2sa2", options));
  }
  static auto lms3(System& s) {
    const auto options = options_of("lms3");
    return LinearMultistep<System>(s, options, lms_members(3, options.parameters.text("rho")), {});
  }
  static auto radau_iia3(System& s) {
    const auto options = options_of("radau-iia", {{"stages", "3"}, {"newton", "transformed"}});
    return CoupledRk<System>(s, options, table_of("radau-iia", options));
  }
};

template <class Work, auto make>
void step(benchmark::State& state) {
  const auto n = state.range(0);
  const auto data = data_of(n);
  const long steps = std::clamp<long>(4096 / n, 8, 256);
  const auto used = mallinfo2().uordblks + mallinfo2().hblkhd;
  System system(chain_data<double>(data), Form::index3);
  auto method = make(system);
  const auto taken = mallinfo2().uordblks + mallinfo2().hblkhd - used;
  System other = system;
  const auto start = start_of(data, system);
  ChainFloor floor(other, start);
  double ours = 1e300, least = 1e300;
  for (auto _ : state) {
    auto x = start;
    auto last = method.start(0, h, x);
    const long residuals = *method.counters.residual_evaluations, iterations = *method.counters.newton_iterations;
    const double own_seconds = cpu_seconds([&] {
      for (long k = 0; k < steps && last.status == Status::ok; ++k)
        last = method.step(static_cast<double>(k) * h, h, x);
    });
    if (last.status != Status::ok) return state.SkipWithError("the run fails");
    const double theirs = cpu_seconds([&] {
      Work::repeat(floor, *method.counters.residual_evaluations - residuals,
                   *method.counters.newton_iterations - iterations, steps);
    });
    ours = std::min(ours, own_seconds);
    least = std::min(least, theirs);
    state.SetIterationTime(own_seconds);
  }
  static Exponent exponent;
  const double of_step = 1e9 * ours / static_cast<double>(steps);
  state.counters["step_ns_body"] = of_step / static_cast<double>(n);
  state.counters["floor_ns_body"] = 1e9 * least / static_cast<double>(steps * n);
  state.counters["ratio"] = ours / least;
  state.counters["bytes_body"] = static_cast<double>(taken) / static_cast<double>(n);
  state.counters["exponent"] = exponent.with(n, of_step);
}

void sizes(benchmark::internal::Benchmark* b) { b->RangeMultiplier(4)->Range(1, 1024)->ArgName("n")->UseManualTime(); }
BENCHMARK(step<OneStage, Makers::generalized_alpha>)->Name("chain/generalized-alpha")->Apply(sizes);
BENCHMARK(step<OneStage, Makers::rattle>)->Name("chain/rattle")->Apply(sizes);
BENCHMARK(step<OneStage, Makers::esdirk436l2sa2>)->Name("chain/esdirk436l2sa2")->Apply(sizes);
BENCHMARK(step<OneStage, Makers::lms3>)->Name("chain/lms3")->Apply(sizes);
BENCHMARK(step<ThreeStages, Makers::radau_iia3>)->Name("chain/radau-iia(stages=3)")->Apply(sizes);

/// Times assembly, factorisation and solution of a Newton matrix.
template <class Entry>
void linear(benchmark::State& state, const char* solver, Form form) {
  const auto n = state.range(0);
  const auto data = data_of(n, solver);
  System system(chain_data<double>(data), form);
  const auto x = start_of(data, system);
  auto factors = system.factors<Entry>();
  Vec<Entry> w = Vec<Entry>::Ones(x.v.size()), e = Vec<Entry>::Ones(x.lambda.size()), mu = e;
  Blend<Entry> b = {.mass = 1, .damping = h, .stiffness = h * h, .jacobian = 0, .position = 1};
  if (form == Form::ggl)
    b = {.mass = 1, .damping = h, .stiffness = h * h, .rate = h, .stabilised = true, .mu_force = h * h};
  if (form == Form::ggl) b.position = b.mu_position = b.mu_rate = Entry(1);
  for (auto _ : state) {
    if (!system.factor(factors, {0, x}, b)) return state.SkipWithError("singular");
    if (form == Form::ggl)
      system.solve(factors, w, e, mu);
    else
      system.solve(factors, w, e);
    benchmark::DoNotOptimize(w);
  }
  state.counters["ns_body"] = benchmark::Counter(
      static_cast<double>(n), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

template <class Entry>
void register_linear(const char* name, const char* solver, Form form, int longest) {
  benchmark::RegisterBenchmark(name, [=](benchmark::State& state) { linear<Entry>(state, solver, form); })
      ->RangeMultiplier(4)
      ->Range(1, longest)
      ->ArgName("n");
}

const bool registered = [] {
  register_linear<double>("chain/linear/tree", "tree", Form::index3, 1024);
  register_linear<double>("chain/linear/klu", "klu", Form::index3, 1024);
  register_linear<double>("chain/linear/dense", "dense", Form::index3, 64);
  register_linear<Complex>("chain/linear/tree/complex", "tree", Form::index3, 1024);
  register_linear<Complex>("chain/linear/klu/complex", "klu", Form::index3, 1024);
  register_linear<double>("chain/linear/tree/ggl", "tree", Form::ggl, 1024);
  register_linear<double>("chain/linear/klu/ggl", "klu", Form::ggl, 1024);
  return true;
}();

}  // namespace
}  // namespace plumb
