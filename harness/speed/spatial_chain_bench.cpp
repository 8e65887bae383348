// Benchmarks of the chain of fang2023 with 1 to 1024 links at index 3, in absolute coordinates. They time whole steps
// of three methods with every linear solver, as in `plumb run`, and compare them with the work that they cannot avoid.
//
//   step_us, body_us   least CPU time of a step, and of a step and body
//   slope              slope of ln(step_us) over ln(n), for all n >= 16 so far
//   iterations         number of Newton iterations per step
//   floor              share of residuals and of the assembly of Jacobians in the time of a step
//   linear             share of factorisations and solves in the time of a step
//
// The remaining share is the work of the method itself: vectors, norms and copies. The label is the linear solver in
// use.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "harness/speed/exponent.hpp"
#include "harness/speed/side_by_side.hpp"
#include "methods/catalogue.hpp"
#include "problems/catalogue.hpp"
#include "problems/mbs/multibody_system.hpp"
#include "problems/mechanisms/chain.hpp"

namespace plumb {
namespace {

using System = mbs::MultibodySystem<double>;
using Assembly = mbs::Assembly<double>;
constexpr double h = 1e-3;  // step size [s]

// The matrices that a method needs: mass matrices only (half-implicit methods), all derivatives at the start of a step
// (fully implicit methods), or all derivatives at every iterate.
enum class Matrices { masses, start, iterate };

struct Subject {
  const char* method;
  Matrices matrices;
  int most_dense;  // number of links of the longest chain that is benchmarked with dense matrices
};
constexpr Subject subjects[] = {{"half-implicit", Matrices::masses, 64},
                                {"fully-implicit", Matrices::start, 64},
                                {"esdirk436l2sa2", Matrices::iterate, 32}};

Assembly assembly_of(std::int64_t n) {
  const auto& entry = *std::ranges::find(problems(), "chain", &Problem::name);
  return mbs::assemble<double>(chain_mechanism(Parameters(entry.parameters, {{"n", std::to_string(n)}})));
}

System::State start_of(System& system) {
  auto x = zero_state(system);
  x.q = system.assembly().q;
  x.v = system.assembly().v;
  system.acceleration(0, x.q, x.v, x.a, x.lambda);
  return x;
}

/// Stores the matrix entries that a factorisation would receive.
struct Values {
  std::vector<double> entries;
  std::size_t next = 0;

  void add(int, int, double x) { entries[next++] = x; }
  void add_six(int, int, double scale, const double* block, int stride) {
    for (int j = 0; j < 6; ++j)
      for (int i = 0; i < 6; ++i) entries[next++] = scale * block[i + j * stride];
  }
};

/// The parts of a step, for separate timing. The state changes at every residual, so no sine is reused.
class Floor {
 public:
  Floor(Assembly assembly, mbs::Algebra algebra, Matrices matrices)
      : system(std::move(assembly), Form::index3, {}, algebra),
        x(start_of(system)),
        y(x),
        theta(h * x.v),
        factors(system.factors<double>()),
        states(static_cast<std::size_t>(system.assembly().count())),
        charts(states.size(), identity<mbs::Matrix<double>>()),
        has_charts(matrices == Matrices::iterate) {
    if (matrices != Matrices::masses) blend = {.mass = 1, .damping = h, .stiffness = h * h};
    blend.jacobian = has_charts ? 0 : 1;
    blend.position = has_charts ? 1 : 0;
    number_unknowns();
  }

  void force() {
    system.force(0, y.q, x.v, y.v);
    benchmark::DoNotOptimize(y.v.data());
  }
  void residual() {
    theta[0] += 1e-9;
    system.retract(x.q, theta, y.q);
    if (has_charts) system.chart_rate(x.q, theta, x.v, y.v);
    system.momentum(y.q, x.a, y.v);
    system.reaction(0, y.q, x.lambda, y.a);
    system.constraint(0, y.q, y.lambda);
    benchmark::DoNotOptimize(y.lambda.data());
  }
  void assemble() {
    const auto& parts = system.assembly();
    for (int k = 0; k < parts.count(); ++k) {
      auto& body = states[static_cast<std::size_t>(k)];
      body.r = x.q.segment<3>(7 * k);
      body.A = so3::matrix<double>(mbs::quaternion(x.q, k));
      body.w = mbs::rotation(x.v, k);
      if (has_charts) charts[static_cast<std::size_t>(k)] = so3::Chart<double>().tangent(mbs::rotation(theta, k));
    }
    const mbs::Instant<double> now{0, 0, states, states, &x.a, &x.lambda, has_charts ? &charts : nullptr};
    values.next = 0;
    mbs::BlendAssembly<double, double, Values>(parts, numbers, now, blend, values).add_all();
    benchmark::DoNotOptimize(values.entries.data());
  }
  void factor() {
    System::Point at{0, x};
    at.centre = has_charts ? &x.q : nullptr;
    at.theta = has_charts ? &theta : nullptr;
    benchmark::DoNotOptimize(system.factor(factors, at, blend));
  }
  void solve() {
    y.v = x.v;
    y.lambda = x.lambda;
    system.solve(factors, y.v, y.lambda);
    benchmark::DoNotOptimize(y.v.data());
  }

 private:
  // Numbers the unknowns. Any numbering suffices, because nothing is factorised.
  void number_unknowns() {
    const auto& parts = system.assembly();
    for (int k = 0; k < parts.count(); ++k) numbers.body.push_back(6 * k);
    for (int i = 0; i < parts.rows; ++i) numbers.row.push_back(6 * parts.count() + i);
    EntryList list;
    const mbs::Instant<double> now{0, 0, states, states, &x.a, &x.lambda};
    mbs::BlendAssembly<double, double, EntryList>(parts, numbers, now, blend, list).add_all();
    values.entries.resize(list.places.size());
  }

  System system;
  System::State x, y;
  Vec<double> theta;
  System::Factors<double> factors;
  Blend<double> blend{.mass = 1};
  std::vector<mbs::BodyState<double>> states;
  std::vector<mbs::Matrix<double>> charts;
  mbs::Numbering numbers;
  Values values;
  bool has_charts;
};

/// Numbers of calls during several steps.
struct Work {
  std::int64_t forces, residuals, factorizations, solves, iterations;

  Work(const Counters& system, const Counters& method)
      : forces(*system.rhs_evaluations),
        residuals(*method.residual_evaluations),
        factorizations(*system.factorizations),
        solves(*system.linear_solves),
        iterations(*method.newton_iterations) {}
  void subtract(const Work& before) {
    forces -= before.forces;
    residuals -= before.residuals;
    factorizations -= before.factorizations;
    solves -= before.solves;
    iterations -= before.iterations;
  }
};

void repeat(std::int64_t count, auto&& work) {
  for (std::int64_t k = 0; k < count; ++k) work();
}

/// The least times of slices of whole steps, of `floor` and of `linear`, which run in alternation.
struct Least {
  double step = 1e300, floor = 1e300, linear = 1e300;

  void add(double own_seconds, Floor& parts, const Work& work) {
    const double whole = cpu_seconds([&] {
      repeat(work.factorizations, [&] { parts.factor(); });
      repeat(work.solves, [&] { parts.solve(); });
    });
    const double assembly = cpu_seconds([&] { repeat(work.factorizations, [&] { parts.assemble(); }); });
    const double residuals = cpu_seconds([&] {
      repeat(work.forces, [&] { parts.force(); });
      repeat(work.residuals, [&] { parts.residual(); });
    });
    step = std::min(step, own_seconds);
    floor = std::min(floor, assembly + residuals);
    linear = std::min(linear, whole - assembly);
  }
};

void step(benchmark::State& state, const Subject& subject, mbs::Algebra algebra, Exponent& exponent) {
  const auto n = state.range(0);
  const long steps = std::clamp<long>(4096 / n, 8, 256);
  const auto chain = assembly_of(n);
  AnySystem<double> system(System(chain, Form::index3, {}, algebra));
  Floor parts(chain, algebra, subject.matrices);
  const auto& entry = *std::ranges::find(methods(), subject.method, [](const Method& m) { return m.info.name; });
  const auto method = entry.in_double(system, {Parameters(entry.parameters, {}), {}});
  System origin(chain, Form::index3);
  const auto start = start_of(origin);
  Least least;
  double iterations = 0;
  for (auto _ : state) {
    auto x = start;
    auto last = method->start(0, h, x);
    const Work before(system.counters, method->counters());
    const double own_seconds = cpu_seconds([&] {
      for (long k = 0; k < steps && last.status == Status::ok; ++k)
        last = method->step(static_cast<double>(k) * h, h, x);
    });
    if (last.status != Status::ok) return state.SkipWithError("the run fails");
    Work work(system.counters, method->counters());
    work.subtract(before);
    iterations = static_cast<double>(work.iterations) / static_cast<double>(steps);
    least.add(own_seconds, parts, work);
    state.SetIterationTime(own_seconds);
  }
  const double of_step = 1e6 * least.step / static_cast<double>(steps);
  state.counters["step_us"] = of_step;
  state.counters["body_us"] = of_step / static_cast<double>(n);
  state.counters["slope"] = exponent.with(n, of_step);
  state.counters["iterations"] = iterations;
  state.counters["floor"] = least.floor / least.step;
  state.counters["linear"] = least.linear / least.step;
  state.SetLabel(std::string(system.linear_algebra()));
}

const bool registered = [] {
  constexpr std::pair<const char*, mbs::Algebra> algebras[] = {{"automatic", mbs::Algebra::automatic},
                                                               {"klu", mbs::Algebra::klu},
                                                               {"tree", mbs::Algebra::tree},
                                                               {"dense", mbs::Algebra::dense}};
  for (const auto& subject : subjects)
    for (const auto& [name, algebra] : algebras) {
      const auto row = "spatial_chain/" + std::string(subject.method) + "/" + name;
      auto exponent = std::make_shared<Exponent>();
      benchmark::RegisterBenchmark(
          row.c_str(), [=, algebra = algebra](benchmark::State& s) { step(s, subject, algebra, *exponent); })
          ->RangeMultiplier(2)
          ->Range(1, algebra == mbs::Algebra::dense ? subject.most_dense : 1024)
          ->ArgName("n")
          ->UseManualTime();
    }
  return true;
}();

}  // namespace
}  // namespace plumb
