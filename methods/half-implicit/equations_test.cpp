// Compares the half-implicit methods and the fully implicit method with a second implementation of their equations, for
// a system in which masses, forces, directions of reactions and constraints depend on time or configuration. With large
// tolerances the iterations end early, so the iterates and the Newton matrices are compared too.

#include <gtest/gtest.h>

#include <optional>

#include "methods/catalogue.hpp"
#include "methods/testing/convergence.hpp"
#include "methods/testing/dense_solver.hpp"

namespace plumb {
namespace {

using namespace testing;

/// A driven particle whose mass changes: Φ = (x² + y² − L²)/2 + z sin(t)/5, L = 1 + sin(t)/10.
struct DrivenParticle {
  using Scalar = quad;
  static constexpr int nq = 3, nv = 3, nl = 1;
  using V = Vec<quad, 3>;
  using L = Vec<quad, 1>;
  using Matrix = Mat<quad, 3>;
  using Row = Mat<quad, 1, 3>;

  static bool velocity_dependent() { return true; }
  static void mass(const V& q, Matrix& m) {
    m << 2 + cos(q[1]), q[0] / 5, 0, q[0] / 5, 1 + q[0] * q[0] / 4, 0, 0, 0, 1 + q[2] * q[2];
  }
  static void force(const quad& t, const V& q, const V& v, V& f) {
    f << -sin(q[0]) + 4 * cos(3 * t) - v[0] * v[1] / 5, -9 + sin(2 * t) * q[1], -q[2] + cos(t) - v[2] / 3 + q[0];
  }
  static void tangents(const quad& t, const V& q, const V& v, const V& a, const L& lambda, Matrix& k, Matrix& d) {
    k << -cos(q[0]) - a[1] / 5, sin(q[1]) * a[0], 0, -a[0] / 5 - q[0] / 2 * a[1], sin(2 * t), 0, 1, 0,
        -1 - 2 * q[2] * a[2];
    k.diagonal().head<2>().array() -= lambda[0];
    d << -v[1] / 5, -v[0] / 5, 0, 0, 0, 0, 0, 0, -quad(1) / 3;
  }
  static quad length(const quad& t) { return 1 + sin(t) / 10; }
  static quad rate(const quad& t) { return cos(t) / 10; }
  static void constraint(const quad& t, const V& q, L& g) {
    g[0] = (q[0] * q[0] + q[1] * q[1] - length(t) * length(t)) / 2 + q[2] * sin(t) / 5;
  }
  static void jacobian(const quad& t, const V& q, Row& g) { g << q[0], q[1], sin(t) / 5; }
  static void constraint_time(const quad& t, const V& q, L& g) { g[0] = q[2] * cos(t) / 5 - length(t) * rate(t); }
  static void jacobian_tangent(const quad&, const V&, const V& w, Row& k) { k << w[0], w[1], 0; }
  static void bias(const quad& t, const V& q, const V& v, L& g) {
    g[0] = v[0] * v[0] + v[1] * v[1] + 2 * v[2] * cos(t) / 5 - q[2] * sin(t) / 5 - rate(t) * rate(t) +
           length(t) * (length(t) - 1);
  }
  static void bias_tangents(const quad& t, const V&, const V& v, Row& by_q, Row& by_v) {
    by_q << 0, 0, -sin(t) / 5;
    by_v << 2 * v[0], 2 * v[1], 2 * cos(t) / 5;
  }
};

using V = DrivenParticle::V;
using Unknowns = Vec<quad, 4>;

// The functions of the model, with the results as return values.
DrivenParticle::Matrix M(const V& q) {
  DrivenParticle::Matrix out;
  DrivenParticle::mass(q, out);
  return out;
}
V f(const quad& t, const V& q, const V& v) {
  V out;
  DrivenParticle::force(t, q, v, out);
  return out;
}
V G(const quad& t, const V& q) {
  DrivenParticle::Row out;
  DrivenParticle::jacobian(t, q, out);
  return out.transpose();
}
template <auto value, class... Arguments>
quad one(const Arguments&... arguments) {
  DrivenParticle::L out;
  value(arguments..., out);
  return out[0];
}
quad Phi(const quad& t, const V& q) { return one<DrivenParticle::constraint>(t, q); }
quad Phi_rate(const quad& t, const V& q, const V& v) {
  return G(t, q).dot(v) + one<DrivenParticle::constraint_time>(t, q);
}

Unknowns joined(const V& a, const quad& b) {
  Unknowns out;
  out << a, b;
  return out;
}

/// Solves with [B Gᵀ; G 0].
class Bordered {
 public:
  Bordered(const DrivenParticle::Matrix& b, const V& g) {
    Mat<quad, 4> all = Mat<quad, 4>::Zero();
    all.topLeftCorner<3, 3>() = b;
    all.topRightCorner<3, 1>() = g;
    all.bottomLeftCorner<1, 3>() = g.transpose();
    solver.emplace(all);
  }
  Unknowns solve(const V& a, const quad& b) const { return solver->solve(joined(a, b)); }

 private:
  std::optional<DenseSolver<quad>> solver;
};

struct Motion {
  V q, v, a;
  quad lambda;
  int iterations = 0;
};

Motion begin() {
  Motion x{V(1, 0, quad(1) / 2), V(0, -1, quad(2) / 5), V::Zero(), 0};
  const auto a = Bordered(M(x.q), G(0, x.q)).solve(f(0, x.q, x.v), -one<DrivenParticle::bias>(quad(0), x.q, x.v));
  x.a = a.head<3>();
  x.lambda = a[3];
  return x;
}

/// Termination of an iteration: its increment, or its residual, is at most `tolerance` in the 2-norm.
struct End {
  quad tolerance;
  NewtonTest test = NewtonTest::increment;
};

// Adds −N⁻¹ e to y until the increment, or e, is small.
template <class Residual>
void iterate(const Bordered& n, Unknowns& y, const End& end, int& iterations, const Residual& e) {
  for (quad change = 1; change > end.tolerance; ++iterations) {
    const Unknowns r = e(y);
    if (end.test == NewtonTest::residual && r.norm() <= end.tolerance) return;
    const Unknowns delta = -n.solve(r.head<3>(), r[3]);
    y += delta;
    if (end.test == NewtonTest::increment) change = delta.norm();
  }
}

void half_implicit_step(Motion& x, const quad& t, const quad& h, const End& end) {
  const V g = G(t, x.q), force = f(t, x.q, x.v), q = x.q, v = x.v;
  Unknowns y = joined(h * v + h * h * x.a, h * h * x.lambda);
  iterate(Bordered(M(q), g), y, end, x.iterations, [&](const Unknowns& at) {
    const V theta = at.head<3>();
    return joined(M(q) * (theta - h * v) + g * at[3] - h * h * force, Phi(t + h, q + theta));
  });
  x.v = y.head<3>() / h;
  x.q = q + y.head<3>();
  x.a = (x.v - v) / h;
  x.lambda = y[3] / (h * h);
}

void half_implicit2_step(Motion& x, const quad& t, const quad& h, const End& end) {
  const V g = G(t, x.q), force = f(t, x.q, x.v), q = x.q, v = x.v;
  Unknowns y = joined(h * v + h * h / 2 * x.a, h * h / 2 * x.lambda);
  iterate(Bordered(M(q), g), y, end, x.iterations, [&](const Unknowns& at) {
    const V theta = at.head<3>();
    return joined(M(q) * (theta - h * v) + g * at[3] - h * h / 2 * force, Phi(t + h, q + theta));
  });
  const V w = y.head<3>() / h;
  x.q = q + y.head<3>();
  const V predicted = 2 * w - v, end_force = f(t + h, x.q, predicted), rest = V::Zero();
  const Bordered at_end(M(x.q), G(t + h, x.q));
  x.v = at_end.solve(M(x.q) * w + h / 2 * end_force, -Phi_rate(t + h, x.q, rest)).head<3>();
  const Unknowns a = at_end.solve(end_force, -one<DrivenParticle::bias>(quad(t + h), x.q, x.v));
  x.a = a.head<3>();
  x.lambda = a[3];
}

void fully_implicit_step(Motion& x, const quad& t, const quad& h, const End& end) {
  const V q = x.q, v = x.v;
  DrivenParticle::Matrix k, d;
  DrivenParticle::tangents(t, q, v, V::Zero(), DrivenParticle::L::Zero(), k, d);
  Unknowns y = joined(x.a, x.lambda);
  const auto move = [&] {
    x.a = y.head<3>();
    x.lambda = y[3];
    x.v = v + h * x.a;
    x.q = q + h * x.v;
  };
  iterate(Bordered(M(q) - h * d - h * h * k, G(t, q)), y, end, x.iterations, [&](const Unknowns&) {
    move();
    return joined(M(x.q) * x.a + G(t + h, x.q) * x.lambda - f(t + h, x.q, x.v), Phi(t + h, x.q) / (h * h));
  });
  move();
}

struct Tried {
  const char* method;
  void (*step)(Motion&, const quad& t, const quad& h, const End& end);
  int divisions;       // power of 1/h in the unit of the increments: 0 for positions, 2 for accelerations
  int factorisations;  // in a step
};
constexpr Tried tried[] = {{"half-implicit", half_implicit_step, 0, 1},
                           {"half-implicit2", half_implicit2_step, 0, 2},
                           {"fully-implicit", fully_implicit_step, 2, 1}};

// Compares 20 steps of 1/20 s, starting at t = 2/5.
void expect_agreement(const Tried& one, const quad& tolerance, NewtonTest test) {
  const quad h = quad(1) / 20, t0 = quad(2) / 5;
  AnySystem<quad> system{SmallSystem(DrivenParticle{}, Form::index3)};
  const auto& method = catalogued_method(one.method);
  auto options = options_of(method);
  const quad of_unit = one.divisions == 0 ? tolerance : quad(tolerance / (h * h));
  options.newton = {.tolerance = static_cast<double>(of_unit), .test = test, .norm = NewtonNorm::euclidean};
  const auto stepper = method.in_quad(system, options);
  Motion y = begin();
  for (int n = 0; n < 8; ++n) fully_implicit_step(y, n * h, h, {quad(1e-28)});  // to t0: at t = 0 some forces vanish
  auto x = zero_state(system);
  x.q = y.q;
  x.v = y.v;
  ASSERT_EQ(stepper->start(t0, h, x).status, Status::ok);
  y.a = x.a;
  y.lambda = x.lambda[0];
  y.iterations = 0;
  for (int n = 0; n < 20; ++n) {
    ASSERT_EQ(stepper->step(t0 + n * h, h, x).status, Status::ok) << "step " << n;
    one.step(y, t0 + n * h, h, {quad(*options.newton.tolerance), test});
    EXPECT_LT(static_cast<double>((x.q - y.q).norm() + (x.v - y.v).norm()), 1e-28) << "step " << n;
    EXPECT_LT(static_cast<double>((x.a - y.a).norm() + abs(x.lambda[0] - y.lambda)), 1e-26) << "step " << n;
    ASSERT_EQ(*stepper->counters().newton_iterations, y.iterations) << "step " << n;
  }
  if (test == NewtonTest::increment) {  // with the residual test a step may need no iteration
    EXPECT_EQ(*system.counters.factorizations, 20 * one.factorisations + 1) << "that of the start";
  }
}

// This fails if a mass, force, direction or matrix is evaluated at another time or state.
TEST(HalfImplicitEquations, AreThoseThatAreSolved) {
  for (const auto& one : tried)
    for (const double tolerance : {1e-3, 1e-6, 1e-10})
      for (const auto test : {NewtonTest::increment, NewtonTest::residual}) {
        SCOPED_TRACE(std::string(one.method) + " to " + std::to_string(tolerance));
        expect_agreement(one, quad(tolerance), test);
      }
}

// This fails if a linearly convergent iteration is treated as quadratically convergent, and ends above the rounding
// error.
TEST(HalfImplicitEquations, SlowIterationsComeToRounding) {
  for (const auto& [name, h] : {std::pair("half-implicit", quad(13) / 40), std::pair("half-implicit2", quad(2) / 5),
                                std::pair("fully-implicit", quad(1) / 5)}) {
    const auto& method = catalogued_method(name);
    AnySystem<quad> system{SmallSystem(DrivenParticle{}, Form::index3)};
    auto options = options_of(method);
    options.newton.max_iterations = 500;
    const auto stepper = method.in_quad(system, options);
    auto x = zero_state(system);
    x.q = begin().q;
    x.v = begin().v;
    ASSERT_EQ(stepper->start(0, h, x).status, Status::ok) << name;
    ASSERT_EQ(stepper->step(0, h, x).status, Status::ok) << name;
    EXPECT_GT(*stepper->counters().newton_iterations, 80) << name;
    EXPECT_LT(static_cast<double>(abs(Phi(h, x.q))), 1e-32) << name;
  }
}

/// Takes steps of 1/20 s from the start with the option `key` = `value`. Returns the last state and the number of
/// iterations.
std::pair<AnySystem<quad>::State, std::int64_t> run_with(const char* name, const char* key, const char* value) {
  const auto& method = catalogued_method(name);
  AnySystem<quad> system{SmallSystem(DrivenParticle{}, Form::index3)};
  const auto stepper = method.in_quad(system, options_of(method, {{key, value}}));
  auto x = zero_state(system);
  x.q = begin().q;
  x.v = begin().v;
  EXPECT_EQ(integrate(*stepper, x, quad(1), 20, [](int, const auto&) {}).status, Status::ok);
  return {x, *stepper->counters().newton_iterations};
}

// This fails if the complete matrix is evaluated at another time, state or step: its convergence is then not quadratic.
TEST(HalfImplicitEquations, TheExactMatrixIsTheirDerivative) {
  const auto [x, paper] = run_with("fully-implicit", "jacobian", "paper");
  const auto [y, exact] = run_with("fully-implicit", "jacobian", "exact");
  EXPECT_LT(static_cast<double>((x.q - y.q).norm() + (x.v - y.v).norm()), 1e-26);
  EXPECT_LE(exact, 20 * 6);
  EXPECT_GT(paper, 20 * 10);
}

// This fails if a or λ at the end of a step corresponds to another time.
TEST(HalfImplicitEquations, EndsWithThoseOfIndex1) {
  const auto x = run_with("half-implicit", "end", "equations").first;
  const auto expected =
      Bordered(M(x.q), G(1, x.q)).solve(f(1, x.q, x.v), -one<DrivenParticle::bias>(quad(1), V(x.q), V(x.v)));
  EXPECT_LT(static_cast<double>((joined(x.a, x.lambda[0]) - expected).norm()), 1e-28);
}

}  // namespace
}  // namespace plumb
