// Properties of every problem, whatever its equations: derivatives are correct, dE/dt is the power (0 if conservative),
// all formulations describe the same motion, and the linear algebra solves the equations.

#include <gtest/gtest.h>

#include <algorithm>

#include "problems/catalogue.hpp"

namespace plumb {
namespace {

using System = AnySystem<quad>;
using State = System::State;

struct Sample {
  const Problem* problem;
  const Formulation* formulation;
  Parameters data;
  System system;
  quad t;
  State x;  // a state on the constraints at time t, away from every symmetry, with consistent a and λ
  std::string title;
};

const quad instant = quad("0.3");  // time [s] at which time-dependent quantities and their rates are nonzero

// Moves x to a nearby state that satisfies the time-dependent constraints at t, by steps from t = 0. The velocities are
// the initial velocities projected onto the constraints.
void follow_constraints(System& system, const quad& t, State& x) {
  constexpr int steps = 30, iterations = 8;
  auto factors = system.factors<quad>();
  auto w = x.v;
  auto e = x.lambda;
  auto q = x.q;
  const auto correction = [&](const quad& time) {
    e = -e;
    w.setZero();
    EXPECT_TRUE(system.factor(factors, {time, x}, Blend<quad>{.identity = 1}));
    system.solve(factors, w, e);
  };
  for (int k = 1; k <= steps * iterations; ++k) {
    const quad time = t * ((k + iterations - 1) / iterations) / steps;
    system.constraint(time, x.q, e);
    correction(time);
    q = x.q;
    system.retract(q, w, x.q);
  }
  system.constraint_rate(t, x.q, x.v, e);
  correction(t);
  x.v += w;
}

// Returns a state at time t that has the initial values of the minimal coordinates. It satisfies the constraints at t,
// but the motion does not pass through it.
State state_at(const quad& t, const Problem& problem, const Parameters& data, const Formulation& formulation,
               System& system) {
  const auto& model = problem.in_quad;
  const auto start = model.embed ? model.embed(data, formulation, t, model.initial(data, *problem.minimal()))
                                 : model.initial(data, formulation);
  auto x = zero_state(system);
  x.q = start.q;
  x.v = start.v;
  if (!model.embed && x.lambda.size() != 0) follow_constraints(system, t, x);
  EXPECT_TRUE(system.acceleration(t, x.q, x.v, x.a, x.lambda)) << problem.name;
  return x;
}

/// Formulations in momenta are skipped here: problems/mbs/momentum_system_test.cpp makes the same checks for them.
bool has_momenta(const Formulation& formulation) { return !formulation.momenta_of.empty(); }

std::vector<Sample> samples() {
  std::vector<Sample> list;
  for (const auto& problem : problems())
    for (const auto& formulation : problem.formulations) {
      if (has_momenta(formulation)) continue;
      const Parameters data(problem.parameters, problem.general_data);
      auto system = problem.in_quad.system(data, formulation);
      auto x = state_at(instant, problem, data, formulation, system);
      list.push_back({&problem, &formulation, data, system, instant, x,
                      std::string(problem.name) + "/" + std::string(formulation.name)});
    }
  return list;
}

// Returns d/dε of a vector function at 0, by central differences of sixth order: 20 digits in quad, also for mechanisms
// of a few centimetres.
template <class F>
Vec<quad> derivative(F f) {
  const quad e = quad(1) / (1 << 18);
  return (45 * (f(e) - f(-e)) - 9 * (f(2 * e) - f(-2 * e)) + (f(3 * e) - f(-3 * e))) / (60 * e);
}

constexpr double agreement = 1e-20;

double magnitude(const Vec<quad>& x) { return x.size() == 0 ? 0 : static_cast<double>(x.cwiseAbs().maxCoeff()); }

// Returns G w.
Vec<quad> jacobian_times(System& s, const quad& t, const State& x, const Vec<quad>& w) {
  auto rate = x.lambda, offset = x.lambda;
  const Vec<quad> rest = Vec<quad>::Zero(w.size());
  s.constraint_rate(t, x.q, w, rate);
  s.constraint_rate(t, x.q, rest, offset);
  return rate - offset;
}

TEST(Problems, KeepTheirConstraintsWithBalancedForces) {
  for (auto& [problem, formulation, data, s, t, x, title] : samples()) {
    auto w = x.v, r = x.v;
    auto e = x.lambda, bias = x.lambda;
    s.constraint(t, x.q, e);
    EXPECT_LT(magnitude(e), 1e-30) << title;
    s.constraint_rate(t, x.q, x.v, e);
    EXPECT_LT(magnitude(e), 1e-30) << title;
    s.constraint_bias(t, x.q, x.v, bias);
    const double rounding = 1e-30 * std::max(1.0, magnitude(x.a));  // relative to the size of x.a
    EXPECT_LT(magnitude(jacobian_times(s, t, x, x.a) + bias), rounding) << title;
    s.constraint_acceleration(t, x.q, x.v, x.a, e);
    EXPECT_LT(magnitude(e), rounding) << title;
    s.force(t, x.q, x.v, w);
    s.momentum(x.q, x.a, r);
    w -= r;
    s.reaction(t, x.q, x.lambda, r);
    EXPECT_LT(magnitude(w - r), 1e-30 * std::max(1.0, magnitude(r))) << title;  // relative to the size of the forces
  }
}

// In double the structural zeros of mass_pattern and jacobian_pattern are skipped, in quad they are not. Fails if a
// pattern lacks an entry.
TEST(Problems, AccelerationsInDoubleAreThoseInQuad) {
  for (auto& [problem, formulation, data, s, t, x, title] : samples()) {
    auto in_double = problem->in_double.system(data, *formulation);
    auto y = zero_state(in_double);
    y.q = x.q.cast<double>();
    y.v = x.v.cast<double>();
    ASSERT_TRUE(in_double.acceleration(static_cast<double>(t), y.q, y.v, y.a, y.lambda)) << title;
    constexpr double rounding = 1e-9;  // pivots may lose six of sixteen digits
    EXPECT_LT(magnitude(y.a.cast<quad>() - x.a), rounding * std::max(1.0, magnitude(x.a))) << title;
    EXPECT_LT(magnitude(y.lambda.cast<quad>() - x.lambda), rounding * std::max(1.0, magnitude(x.lambda))) << title;
  }
}

TEST(Problems, ConstraintLevelsAreDerivativesOfEachOther) {
  for (auto& [problem, formulation, data, s, t, x, title] : samples()) {
    if (x.lambda.size() == 0) continue;
    auto q = x.q;
    const auto level = [&](auto evaluate) {
      return derivative([&](const quad& e) -> Vec<quad> {
        auto out = x.lambda;
        s.retract(x.q, e * x.v, q);
        evaluate(t + e, q, out);
        return out;
      });
    };
    auto rate = x.lambda, bias = x.lambda;
    s.constraint_rate(t, x.q, x.v, rate);
    s.constraint_bias(t, x.q, x.v, bias);
    const auto position = [&](const quad& time, const auto& at, auto& out) { s.constraint(time, at, out); };
    const auto velocity = [&](const quad& time, const auto& at, auto& out) { s.constraint_rate(time, at, x.v, out); };
    EXPECT_LT(magnitude(level(position) - rate), agreement) << title;
    EXPECT_LT(magnitude(level(velocity) - bias), agreement) << title;
    // For an arbitrary w, G w is compared with the transposed Jacobian: wᵀ (Gᵀ λ) = λᵀ (G w).
    auto reaction = x.v, w = x.v;
    w.setLinSpaced(1, 2);
    s.reaction(t, x.q, x.lambda, reaction);
    const double size = std::max(1.0, magnitude(reaction));
    EXPECT_LT(static_cast<double>(abs(w.dot(reaction) - x.lambda.dot(jacobian_times(s, t, x, w)))), 1e-30 * size)
        << title;
  }
}

// Solves [B Gᵀ; G 0] z = (w, e), and compares w and e with B z_v + Gᵀ z_λ and G z_v, computed from their definitions.
TEST(Problems, BorderedSolvesUseTheTrueTangents) {
  const Blend<quad> blends[] = {{.mass = 1},
                                {.mass = 2, .damping = quad("0.3")},
                                {.mass = quad("1.5"), .damping = quad("0.2"), .stiffness = quad("0.7")},
                                {.identity = 1}};
  for (auto& [problem, formulation, data, s, t, x, title] : samples())
    for (const auto& b : blends) {
      auto zv = x.v;
      zv.setLinSpaced(quad("0.4"), quad("1.1"));
      auto zl = x.lambda;
      if (zl.size() != 0) zl.setLinSpaced(quad("0.5"), quad("0.9"));
      auto w = x.v, part = x.v;
      s.momentum(x.q, zv, w);
      w = b.mass * w + b.identity * zv;
      auto q = x.q;
      w -= b.damping * derivative([&](const quad& e) -> Vec<quad> {
             s.force(t, x.q, x.v + e * zv, part);
             return part;
           });
      w -= b.stiffness * derivative([&](const quad& e) -> Vec<quad> {
             auto r = x.v, inertia = x.v;
             s.retract(x.q, e * zv, q);
             s.force(t, q, x.v, part);
             s.reaction(t, q, x.lambda, r);
             s.momentum(q, x.a, inertia);
             return part - r - inertia;
           });
      s.reaction(t, x.q, zl, part);
      w += part;
      Vec<quad> e = jacobian_times(s, t, x, zv);
      auto factors = s.factors<quad>();
      ASSERT_TRUE(s.factor(factors, {t, x}, b)) << title;
      s.solve(factors, w, e);
      EXPECT_LT(magnitude(w - zv), agreement) << title << " mass " << b.mass << " stiffness " << b.stiffness;
      EXPECT_LT(magnitude(e - zl), agreement * 1e3) << title;
    }
}

// Returns d/dt of value(t, q, v) along the motion.
template <class Value>
Vec<quad> rate_along_motion(System& s, const quad& t, const State& x, Value value) {
  auto q = x.q;
  return derivative([&](const quad& e) -> Vec<quad> {
    s.retract(x.q, e * x.v, q);
    return value(t + e, q, x.v + e * x.a);
  });
}

quad energy_rate(System& s, const quad& t, const State& x) {
  return rate_along_motion(s, t, x, [&](const quad& time, const auto& q, const auto& v) -> Vec<quad> {
    return Vec<quad>::Constant(1, s.energy(time, q, v));
  })[0];
}

TEST(Problems, EnergyChangesByThePowerThatTheyTell) {
  int driven = 0;
  for (auto& [problem, formulation, data, s, t, x, title] : samples()) {
    ASSERT_TRUE(s.has_power()) << title;
    const quad rate = energy_rate(s, t, x), power = s.power(t, x.q, x.v, x.lambda);
    EXPECT_LT(abs(rate - power), agreement) << title;
    if (s.conservative()) {
      EXPECT_EQ(power, 0) << title;
      continue;
    }
    ++driven;
    EXPECT_GT(abs(rate), 1e-3) << title << ": these data would not show a power that is missing";
  }
  EXPECT_GE(driven, 6);  // oscillator and car axis
}

// Detects a wrong sign or the absence of the term λᵀ ∂Φ/∂t, which the test above would not detect.
TEST(Problems, ConstraintsThatMoveDoWorkThroughTheirMultipliers) {
  for (auto& [problem, formulation, data, s, t, x, title] : samples()) {
    if (problem->name != "car-axis" || formulation->form == Form::ode) continue;
    auto offset = x.lambda;
    s.constraint_rate(t, x.q, Vec<quad>::Zero(x.v.size()), offset);
    const quad work = x.lambda.dot(offset), rate = energy_rate(s, t, x);
    const quad without = s.power(t, x.q, x.v, Vec<quad>::Zero(x.lambda.size()));
    EXPECT_GT(abs(work), 1e-3) << title;
    EXPECT_LT(abs(without + work - rate), agreement) << title;
    EXPECT_EQ(s.power(t, x.q, x.v, -x.lambda), without - work) << title;
  }
}

TEST(Problems, InvariantsAreKeptByTheirOwnDynamics) {
  for (auto& [problem, formulation, data, s, t, x, title] : samples()) {
    EXPECT_EQ(static_cast<std::size_t>(s.invariant_count()), formulation->invariants.size()) << title;
    if (!s.conservative()) continue;
    const auto rates = rate_along_motion(s, t, x, [&](const quad& time, const auto& q, const auto& v) -> Vec<quad> {
      Vec<quad> out(s.invariant_count());
      s.invariants(time, q, v, out);
      return out;
    });
    EXPECT_LT(magnitude(rates), agreement) << title;
  }
}

// Outputs at an instant, and their rates along the motion, which depend on a. `second`: second derivatives along
// q ⊞ (ε v + ε²/2 a), for outputs that do not depend on v; 0 for all others.
struct OutputMotion {
  Vec<quad> value, rate, second;
};

OutputMotion output_motion(const Problem& problem, System& s, const quad& t, const State& x) {
  const auto at = [&](const quad& later, const Vec<quad>& w, const Vec<quad>& v) {
    Vec<quad> out(static_cast<Eigen::Index>(problem.outputs.size()));
    auto moved = x;
    s.retract(x.q, w, moved.q);
    moved.v = v;
    s.outputs(t + later, moved, out);
    return out;
  };
  OutputMotion m;
  m.value = at(0, 0 * x.v, x.v);
  m.rate = derivative([&](const quad& e) { return at(e, e * x.v, x.v + e * x.a); });
  const auto along = [&](const quad& e) { return at(e, e * x.v + e * e / 2 * x.a, x.v); };
  const quad e = number_from_text<quad>(problem.t_end) / (10 << 20);  // a step in the problem's own time scale
  m.second = (along(e) - 2 * along(0) + along(-e)) / (e * e);
  const Vec<quad> faster = at(0, 0 * x.v, 2 * x.v + Vec<quad>::Ones(x.v.size()));
  for (Eigen::Index i = 0; i < m.value.size(); ++i)
    if (faster[i] != m.value[i]) m.second[i] = 0;  // undefined, because v is constant in `along`
  return m;
}

TEST(Problems, FormulationsShareOutputsAndTheirAccelerations) {
  for (const auto& problem : problems()) {
    const Parameters data(problem.parameters, problem.general_data);
    std::vector<OutputMotion> motions;
    for (const auto& formulation : problem.formulations) {
      if (has_momenta(formulation)) continue;
      auto s = problem.in_quad.system(data, formulation);
      motions.push_back(output_motion(problem, s, instant, state_at(instant, problem, data, formulation, s)));
      const auto &first = motions.front(), &last = motions.back();
      const auto title = std::string(problem.name) + "/" + std::string(formulation.name);
      EXPECT_LT(magnitude(last.value - first.value), 1e-30) << title;
      EXPECT_LT(magnitude(last.rate - first.rate), agreement) << title;
      const double size = std::max(1.0, magnitude(last.second));
      EXPECT_LT(magnitude(last.second - first.second), 1e-9 * size) << title;  // second differences with step `e`
      EXPECT_GT(magnitude(last.second), 1e-3) << title;
    }
  }
}

TEST(Problems, RetractionAndItsInverseBelongTogether) {
  for (auto& [problem, formulation, data, s, t, x, title] : samples()) {
    auto w = x.v, back = x.v;
    auto q = x.q;
    w.setLinSpaced(quad("0.1"), quad("0.3"));
    s.retract(x.q, w, q);
    s.local(x.q, q, back);
    EXPECT_LT(magnitude(back - w), 1e-30) << title;
    back.setZero();
    s.retract(x.q, back, q);
    EXPECT_EQ(magnitude(q - x.q), 0) << title;
  }
}

}  // namespace
}  // namespace plumb
