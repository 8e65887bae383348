// One step of methods with coupled stages beside its floor: the residuals, linearisations, factorisations and solves
// that the iterations of the same step need, measured alone in the same binary. The ratio is asked to stay below 1.3.
//
// Both sides run in alternating slices; each row shows the least time of either.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>

#include "methods/catalogue.hpp"
#include "methods/irk/coupled_rk.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/catalogue.hpp"
#include "problems/two-link/two_link.hpp"

namespace plumb {
namespace {

using System = Constrained<TwoLinkCartesian<double>>;
constexpr double h = 0.01;   // s
constexpr long slice = 200;  // steps

const Problem& two_link() {
  return *std::find_if(problems().begin(), problems().end(), [](const Problem& p) { return p.name == "two-link"; });
}

System system_of(Form form) {
  return {TwoLinkCartesian<double>(two_link_data<double>(Parameters(two_link().parameters, {}))), form};
}

System::State start_of(System& system) {
  const Parameters data(two_link().parameters, {});
  const auto x0 = two_link().in_double.embed(data, two_link().formulations[1], 0, two_link().in_double.initial(data));
  System::State x{x0.q, x0.v, x0.v, System::L::Zero()};
  system.acceleration(0, x.q, x.v, x.a, x.lambda);
  return x;
}

double seconds(auto&& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// What one iteration of s stages cannot do without.
template <int s>
class Floor {
 public:
  Floor(System& system, const CoupledTable<double, s>& coefficients, Form form)
      : sys(system), table(coefficients), level(form), x(start_of(system)), blocks(6, 4), lu(10 * s) {
    CoupledMatrix<System, s> matrix({6, 4, form}, s);
    sys.blocks(0, x, blocks);
    filled = matrix.assemble(h, table.a, table.a * table.a, [&](int) -> const BlocksOf<System>& { return blocks; });
    z.setOnes();
  }

  void iteration() {
    for (int i = 0; i < s; ++i) {
      stage(i);
      sys.force(0, x.q, x.v, f), sys.momentum(x.q, x.a, p), sys.reaction(0, x.q, x.lambda, r);
      if (level == Form::index1) sys.constraint_acceleration(0, x.q, x.v, x.a, e);
      if (level == Form::index2) sys.constraint_rate(0, x.q, x.v, e);
      if (level == Form::index3) sys.constraint(0, x.q, e);
      sys.blocks(0, x, blocks);
      benchmark::DoNotOptimize(f), benchmark::DoNotOptimize(p), benchmark::DoNotOptimize(r);
      benchmark::DoNotOptimize(e), benchmark::DoNotOptimize(blocks);
    }
    lu.matrix = filled;
    lu.factor();
    lu.solve(z);
    benchmark::DoNotOptimize(z);
  }

 private:
  // A new angle at every stage and iteration, as in a step, so that no sine is remembered from the last one.
  void stage(int i) { x.q[2] += 1e-9 * (i + 1), x.q[5] -= 1e-9 * (i + 1); }

  System& sys;
  const CoupledTable<double, s>& table;
  Form level;
  System::State x;
  BlocksOf<System> blocks;
  Lu<double, 10 * s> lu;
  Mat<double, 10 * s> filled;
  Vec<double, 10 * s> z;
  System::V f, p, r;
  System::L e;
};

template <int s>
void step(benchmark::State& state, const char* method, const std::map<std::string, std::string>& given, Form form) {
  const auto& entry =
      *std::find_if(methods().begin(), methods().end(), [&](const Method& m) { return m.info.name == method; });
  MethodOptions options{Parameters(entry.parameters, given), {}};
  options.newton.tolerance = 1e-3;
  auto system = system_of(form), other = system_of(form);
  const CoupledTable<double, s> table(entry.tableau(options.parameters));
  Floor<s> floor(other, table, form);
  double ours = 1e300, least = 1e300, per_step = 0;
  for (auto _ : state) {
    CoupledRk<System, s> stepper(system, options, table);
    auto x = start_of(system);
    auto last = stepper.start(0, h, x);
    const double mine = seconds([&] {
      for (long n = 0; n < slice && last.status == Status::ok; ++n)
        last = stepper.step(static_cast<double>(n) * h, h, x);
    });
    if (last.status != Status::ok) return state.SkipWithError("the run fails");
    const long iterations = *stepper.counters.newton_iterations;
    const double theirs = seconds([&] {
      for (long k = 0; k < iterations; ++k) floor.iteration();
    });
    benchmark::DoNotOptimize(x);
    ours = std::min(ours, mine), least = std::min(least, theirs);
    per_step = static_cast<double>(iterations) / slice;
    state.SetIterationTime(mine);
  }
  state.counters["step_ns"] = 1e9 * ours / slice;
  if (!options.parameters.is("newton", "transformed")) {  // the floor has the matrix of all stages
    state.counters["floor_ns"] = 1e9 * least / slice;
    state.counters["ratio"] = ours / least;
  }
  state.counters["iterations"] = per_step;
}

void block4(benchmark::State& s) { step<4>(s, "block", {}, static_cast<Form>(s.range(0))); }
void radau_iia3(benchmark::State& s) { step<3>(s, "radau-iia", {}, static_cast<Form>(s.range(0))); }
void lobatto_iiic3(benchmark::State& s) { step<3>(s, "lobatto-iiic", {}, static_cast<Form>(s.range(0))); }
void block4_transformed(benchmark::State& s) {
  step<4>(s, "block", {{"newton", "transformed"}}, static_cast<Form>(s.range(0)));
}
void radau_iia3_transformed(benchmark::State& s) {
  step<3>(s, "radau-iia", {{"newton", "transformed"}}, static_cast<Form>(s.range(0)));
}

BENCHMARK(block4)->DenseRange(1, 3)->ArgName("index")->UseManualTime();
BENCHMARK(radau_iia3)->DenseRange(1, 3)->ArgName("index")->UseManualTime();
BENCHMARK(lobatto_iiic3)->DenseRange(1, 3)->ArgName("index")->UseManualTime();
BENCHMARK(block4_transformed)->DenseRange(1, 3)->ArgName("index")->UseManualTime();
BENCHMARK(radau_iia3_transformed)->DenseRange(1, 3)->ArgName("index")->UseManualTime();

}  // namespace
}  // namespace plumb
