// Measures the time of one Newton iteration and of its parts: residual, assembly of the matrix, factorisation and
// solution, for a cantilever of n elements and for the shipped mechanisms with beams. "floor" is an iteration without
// the residual, a lower bound on the time of an iteration.

#include <benchmark/benchmark.h>

#include <map>
#include <stdexcept>

#include "problems/embedded_files.hpp"
#include "problems/mbs/momentum_system.hpp"
#include "problems/mbs/testing/beams.hpp"
#include "problems/mechanisms/mechanism_text.hpp"

namespace plumb::mbs {
namespace {

Mechanism cantilever(int elements, BeamBalance balance = BeamBalance::finite_volume) {
  Mechanism m;
  NodesByName nodes;
  add_beam({.name = "beam",
            .section = testing::soft_section(),
            .from = triple("0", "0", "0"),
            .to = triple("1", "0", "0"),
            .orientation = triple("0", "1", "0"),
            .elements = elements,
            .balance = balance,
            .first = "ground"},
           m, nodes);
  return m;
}

/// Returns a mechanism of the catalogue with its default parameters.
Mechanism shipped(const std::string& name) {
  for (const auto& file : embedded_files())
    if (file.path == name + "/mechanism.toml") {
      const auto text = mechanism_from_text(file.text, std::string(file.path));
      return text.mechanism(Parameters(text.parameters, {}));
    }
  throw std::invalid_argument("no mechanism " + name);
}

/// A mechanism in a bent state, and the working memory of an iteration.
template <class T>
struct Iteration {
  MultibodySystem<T> system;
  typename MultibodySystem<T>::State x;
  Vec<T> f, p, r, phi;
  MultibodyFactors<T, T> factors;

  explicit Iteration(const Mechanism& of) : Iteration(MultibodySystem<T>(assemble<T>(of), Form::index3)) {}
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

/// The matrix of an iteration, assembled in the same way as in a factorisation.
template <class T>
struct IterationMatrix {
  const Iteration<T>& of;
  Unknowns unknowns;
  std::vector<BodyState<T>> states;
  Blend<T> blend{.mass = T(1), .damping = T(1e-3), .stiffness = T(1e-6), .jacobian = T(0), .position = T(1)};

  explicit IterationMatrix(const Iteration<T>& from)
      : of(from), unknowns(unknowns_of(of.system.assembly(), 6, 1)), states(of.system.assembly().bodies.size()) {
    for (std::size_t k = 0; k < states.size(); ++k) {
      states[k].r = of.x.q.template segment<3>(7 * static_cast<Eigen::Index>(k));
      states[k].A = so3::matrix(quaternion(of.x.q, static_cast<int>(k)));
    }
  }
  template <class Sink>
  void add_to(Sink& sink) const {
    const Instant<T> now{T(0), T(0), states, states, &of.x.a, &of.x.lambda};
    BlendAssembly<T, T, Sink>(of.system.assembly(), unknowns.numbers, now, blend, sink).add_all();
  }
  EliminationPlan plan() const {
    EntryList entries;
    add_to(entries);
    return {unknowns.blocks, entries};
  }
};

template <class T>
void iterate(benchmark::State& state, const Mechanism& of) {
  Iteration<T> mechanism(of);
  for (auto _ : state) {
    mechanism.residual();
    mechanism.factor();
    mechanism.solve();
  }
}
template <class T>
void floor_of(benchmark::State& state, const Mechanism& of) {
  Iteration<T> mechanism(of);
  for (auto _ : state) {
    mechanism.factor();
    mechanism.solve();
  }
}
// The lower bound for the formulation in momenta, the usual formulation of the shipped mechanisms.
void floor_in_momenta(benchmark::State& state, const Mechanism& of) {
  MomentumSystem<double> system(MultibodySystem<double>(assemble<double>(of), Form::index3), {});
  auto x = zero_state(system);
  x.q = assemble<double>(of).q;
  auto factors = system.factors<double>();
  Vec<double> w = x.v, e = x.lambda;
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        system.factor(factors, {0, x}, {.mass = 1, .damping = 1e-3, .stiffness = 1e-6, .jacobian = 0, .position = 1}));
    system.solve(factors, w, e);
    benchmark::DoNotOptimize(w.data());
  }
}
template <class T>
void evaluate_residual(benchmark::State& state, const Mechanism& of) {
  Iteration<T> mechanism(of);
  for (auto _ : state) mechanism.residual();
}
template <class T>
void assemble_matrix(benchmark::State& state, const Mechanism& of) {
  const Iteration<T> mechanism(of);
  const IterationMatrix<T> matrix(mechanism);
  const auto plan = matrix.plan();
  std::vector<T> values(static_cast<std::size_t>(plan.size));
  for (auto _ : state) {
    EntrySums<T> sums(values.data(), values.size(), plan.places.data());
    matrix.add_to(sums);
    benchmark::DoNotOptimize(values.data());
  }
}
// The factorisation is in place, so the values are copied in every repetition.
template <class T>
void eliminate(benchmark::State& state, const Mechanism& of) {
  const Iteration<T> mechanism(of);
  const IterationMatrix<T> matrix(mechanism);
  const auto plan = matrix.plan();
  BlockElimination<T, 6> elimination(plan);
  std::vector<T> values(static_cast<std::size_t>(plan.size));
  EntrySums<T> sums(values.data(), values.size(), plan.places.data());
  matrix.add_to(sums);
  Vec<T> z = zeros<Vec<T>>(plan.unknowns);
  for (auto _ : state) {
    std::ranges::copy(values, elimination.values().begin());
    benchmark::DoNotOptimize(elimination.factor());
    elimination.solve(z.data());
    benchmark::DoNotOptimize(z.data());
  }
}

template <class Work>
void by_element(benchmark::State& state, Work work) {
  work(state, cantilever(static_cast<int>(state.range(0))));
  state.counters["per_element"] = benchmark::Counter(
      static_cast<double>(state.range(0)), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.SetComplexityN(state.range(0));
}

template <class T>
void iteration(benchmark::State& state) {
  by_element(state, iterate<T>);
}
template <class T>
void iteration_floor(benchmark::State& state) {
  by_element(state, floor_of<T>);
}
template <class T>
void residual_alone(benchmark::State& state) {
  by_element(state, evaluate_residual<T>);
}
template <class T>
void assembly_alone(benchmark::State& state) {
  by_element(state, assemble_matrix<T>);
}
template <class T>
void elimination_alone(benchmark::State& state) {
  by_element(state, eliminate<T>);
}

// An iteration with BeamBalance::energy, whose exact tangents are computed by automatic differentiation.
void gradient_iteration(benchmark::State& state) {
  iterate<double>(state, cantilever(static_cast<int>(state.range(0)), BeamBalance::energy));
}

BENCHMARK(iteration<double>)->RangeMultiplier(4)->Range(1, 256)->Complexity();
BENCHMARK(iteration_floor<double>)->RangeMultiplier(4)->Range(1, 256)->Complexity();
BENCHMARK(residual_alone<double>)->RangeMultiplier(4)->Range(1, 256)->Complexity();
BENCHMARK(assembly_alone<double>)->RangeMultiplier(4)->Range(1, 256)->Complexity();
BENCHMARK(elimination_alone<double>)->RangeMultiplier(4)->Range(1, 256)->Complexity();
BENCHMARK(iteration<quad>)->RangeMultiplier(4)->Range(1, 16);
BENCHMARK(gradient_iteration)->Arg(16);

// Registers the benchmarks of the shipped mechanisms: buckling has 7 elements, four-bar 15, and shaft 16.
[[maybe_unused]] const bool has_shipped = [] {
  using Work = void (*)(benchmark::State&, const Mechanism&);
  const std::map<std::string, Work> works = {
      {"iteration", iterate<double>},         {"floor", floor_of<double>},
      {"floor in momenta", floor_in_momenta}, {"residual", evaluate_residual<double>},
      {"assembly", assemble_matrix<double>},  {"elimination", eliminate<double>},
      {"iteration<quad>", iterate<quad>}};
  for (const std::string name : {"buckling", "four-bar", "shaft"})
    for (const auto& [what, work] : works)
      benchmark::RegisterBenchmark((name + "/" + what).c_str(),
                                   [=](benchmark::State& state) { work(state, shipped(name)); });
  return true;
}();

}  // namespace
}  // namespace plumb::mbs
