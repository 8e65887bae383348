// An iteration of Newton's method for a cantilever of n elements and for a four-bar mechanism of 15, and what it
// consists of: residual, assembly of the matrix, its factorisation and solution. The floor of an iteration is one that
// has its residual for nothing.

#include <benchmark/benchmark.h>

#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/testing/beams.hpp"

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

Section square_steel(const char* side) {
  const std::string a = side, young = "2.07e11*", second = "(" + a + ")^4/12";
  const auto of = [](const std::string& formula) { return number(formula); };
  return {.name = "square " + a,
          .mass = of("7800*(" + a + ")^2"),
          .inertia = {of("2*7800*" + second), of("7800*" + second), of("7800*" + second)},
          .stiffness = {of(young + "(" + a + ")^2"), of(young + "(" + a + ")^2/3.12"), of(young + "(" + a + ")^2/3.12"),
                        of(young + "1.6872/2.6*" + second), of(young + second), of(young + second)}};
}

/// Three bars of five elements between four hinges, one of which is 5 degrees out of line (zhang2022, its second
/// example): 33 nodes, a loop and a driver.
Mechanism four_bar() {
  Mechanism m;
  m.gravity = triple("0", "0", "0");
  NodesByName nodes;
  const auto a = triple("0", "0", "0"), b = triple("0", "0", "0.12"), c = triple("0.24", "0", "0.12"),
             d = triple("0.24", "0", "0");
  const auto bar = [&](const char* name, const char* side, const Triple& from, const Triple& to) {
    add_beam({.name = name,
              .section = square_steel(side),
              .from = from,
              .to = to,
              .orientation = triple("0", "1", "0"),
              .elements = 5},
             m, nodes);
  };
  bar("crank", "0.016", a, b);
  bar("coupler", "0.016", b, c);
  bar("rocker", "0.008", c, d);
  const auto hinge = [&](const char* name, const char* first, const char* second, const Triple& at,
                         const Triple& axis) {
    m.joints.push_back(testing::joint(name, JointKind::revolute, first, second, testing::in_space(at, axis)));
  };
  const auto across = triple("0", "-1", "0");
  hinge("A", "ground", "crank_first", a, across);
  hinge("B", "crank_last", "coupler_first", b, across);
  hinge("C", "coupler_last", "rocker_first", c, triple("0.08715574274765817", "-0.99619469809174553", "0"));
  hinge("D", "rocker_last", "ground", d, across);
  m.drivers = {{"motor", "A", Coordinate::rotation, {{number("0"), number("-0.6")}}}};
  attach_to_nodes(nodes, m);
  return m;
}

/// A bent mechanism and the work of an iteration.
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

/// The matrix of an iteration, assembled as in a factorisation.
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
// Factorised in place: the values are copied each time.
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

// By the gradient of the energy, whose exact tangents are automatic derivatives.
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

template <class T>
void four_bar_iteration(benchmark::State& state) {
  iterate<T>(state, four_bar());
}
template <class T>
void four_bar_floor(benchmark::State& state) {
  floor_of<T>(state, four_bar());
}
template <class T>
void four_bar_residual(benchmark::State& state) {
  evaluate_residual<T>(state, four_bar());
}
template <class T>
void four_bar_assembly(benchmark::State& state) {
  assemble_matrix<T>(state, four_bar());
}
template <class T>
void four_bar_elimination(benchmark::State& state) {
  eliminate<T>(state, four_bar());
}

BENCHMARK(four_bar_iteration<double>);
BENCHMARK(four_bar_floor<double>);
BENCHMARK(four_bar_residual<double>);
BENCHMARK(four_bar_assembly<double>);
BENCHMARK(four_bar_elimination<double>);
BENCHMARK(four_bar_iteration<quad>);

}  // namespace
}  // namespace plumb::mbs
