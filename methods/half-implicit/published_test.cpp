// The two methods of fang2023 are compared with an implementation of its section 2, with the letters, unknowns and
// signs of the paper. The system is one body with the attitude A that is fixed at its point s̄. The iterates and the
// numbers of iterations agree, and therefore the steps.

#include <gtest/gtest.h>

#include "methods/catalogue.hpp"
#include "methods/testing/convergence.hpp"
#include "methods/testing/dense_solver.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/spinning-top/top_in_space.hpp"

namespace plumb {
namespace {

using namespace testing;
using Vector = Vec<quad, 3>;
using Matrix = Mat<quad, 3>;

const quad m = quad("1.5"), g = quad("9.81");                 // kg, m/s²
const Vector J(quad("0.1"), quad("0.2"), quad("0.25"));       // kg m²
const Vector s(quad("-0.1"), quad("-0.4"), quad("-0.2"));     // m, in the body
const Vector initial_spin(quad("2"), quad("-1"), quad("3"));  // rad/s, in the body
const Vector weight(0, 0, -m* g);                             // f
const Matrix M = m * Matrix::Identity(), inertia = J.asDiagonal();

Matrix exponential(const Vector& theta) {
  const quad angle = theta.norm();
  const Matrix tilde = so3::skew(theta);
  return Matrix::Identity() + sin(angle) / angle * tilde + (1 - cos(angle)) / (angle * angle) * (tilde * tilde);
}
Matrix of_attitude(const Matrix& A) { return -A * so3::skew(s); }  // Π̄ of Φ = r + A s̄, Φ_r = 1

struct Motion {
  Vector r, rate, w;  // r, ṙ, ω̄
  Matrix A;
  Vector acceleration, w_rate, lambda;  // r̈, ω̄̇, λ
  int iterations = 0;
};

using Unknowns = Vec<quad, 9>;
using System = Mat<quad, 9>;

System matrix(const Matrix& of_w, const Matrix& pi) {  // eq. (12)
  System N = System::Zero();
  N.topLeftCorner<3, 3>() = M;
  N.block<3, 3>(3, 3) = of_w;
  N.block<3, 3>(0, 6) = N.block<3, 3>(6, 0) = Matrix::Identity();
  N.block<3, 3>(3, 6) = pi.transpose();
  N.block<3, 3>(6, 3) = pi;
  return N;
}

Unknowns joined(const Vector& a, const Vector& b, const Vector& c) {
  Unknowns out;
  out << a, b, c;
  return out;
}

void half_implicit_step(Motion& x, const quad& h, const quad& tolerance) {
  const Matrix pi = of_attitude(x.A);
  const Vector b = -(M * x.r + h * M * x.rate + h * h * weight);          // eq. (7a)
  const Vector c = h * h * x.w.cross(inertia * x.w) - h * inertia * x.w;  // eq. (7b), n̄ = 0
  const DenseSolver<quad> N(matrix(inertia, pi));
  Vector r = x.r + h * x.rate + h * h * x.acceleration, theta = h * (x.w + h * x.w_rate), lambda = h * h * x.lambda;
  Matrix A;
  for (quad change = 1; change >= tolerance;) {
    A = x.A * exponential(theta);
    const Unknowns e =
        joined(M * r + lambda + b, inertia * theta + pi.transpose() * lambda + c, r + A * s);  // eq. (11)
    const Unknowns delta = -N.solve(e);
    r += delta.head<3>();
    theta += delta.segment<3>(3);
    lambda += delta.tail<3>();
    change = delta.norm();
    ++x.iterations;
  }
  x.acceleration = (r - x.r - h * x.rate) / (h * h);
  x.w_rate = (theta / h - x.w) / h;
  x.lambda = lambda / (h * h);
  x.rate = (r - x.r) / h;
  x.w = theta / h;
  x.r = r;
  x.A = x.A * exponential(theta);
}

void fully_implicit_step(Motion& x, const quad& h, const quad& tolerance) {
  const Matrix of_w = inertia - h * (so3::skew<quad>(inertia * x.w) - so3::skew(x.w) * inertia);
  const DenseSolver<quad> N(matrix(of_w, of_attitude(x.A)));
  const Motion from = x;
  const auto move = [&] {  // eq. (14)
    x.rate = from.rate + h * x.acceleration;
    x.w = from.w + h * x.w_rate;
    x.r = from.r + h * x.rate;
    x.A = from.A * exponential(h * x.w);
  };
  for (quad change = 1; change >= tolerance;) {
    move();
    const Unknowns e = joined(M * x.acceleration + x.lambda - weight,
                              inertia * x.w_rate + of_attitude(x.A).transpose() * x.lambda + x.w.cross(inertia * x.w),
                              (x.r + x.A * s) / (h * h));  // eq. (13)
    const Unknowns delta = -N.solve(e);
    x.acceleration += delta.head<3>();
    x.w_rate += delta.segment<3>(3);
    x.lambda += delta.tail<3>();
    change = delta.norm();
    ++x.iterations;
  }
  move();
}

AnySystem<quad> held_body() {
  TopInSpace<quad> body;
  body.body_mass = m;
  body.gravity = g;
  body.moments = J;
  body.lever = -s;
  return AnySystem<quad>(Constrained(body, Form::index3));
}

AnySystem<quad>::State begin() {
  auto x = zero_state(held_body());
  x.q << Vector(-s), 1, 0, 0, 0;
  x.v << Vector(initial_spin.cross(-s)), initial_spin;
  return x;
}

// Takes 20 steps of 1/50 s by the catalogued method `name` and by `step`, the implementation from the paper. Fails if
// states or numbers of Newton iterations differ. As in the paper, the iteration stops when the Euclidean norm of the
// increments is below `tolerance`.
void expect_agreement(std::string_view name, void (*step)(Motion&, const quad&, const quad&), double tolerance) {
  SCOPED_TRACE(std::string(name) + " to " + std::to_string(tolerance));
  const quad h = quad(1) / 50;
  const auto& method = catalogued_method(name);
  auto system = held_body();
  auto options = options_of(method);
  options.newton = {.tolerance = tolerance, .norm = NewtonNorm::euclidean};
  const auto stepper = method.in_quad(system, options);
  auto x = begin();
  ASSERT_EQ(stepper->start(0, h, x).status, Status::ok);
  Motion y{x.q.head<3>(), x.v.head<3>(), x.v.tail<3>(), Matrix::Identity(), x.a.head<3>(), x.a.tail<3>(), x.lambda};
  for (int n = 0; n < 20; ++n) {
    ASSERT_EQ(stepper->step(n * h, h, x).status, Status::ok);
    step(y, h, quad(tolerance));
    const Matrix attitude = so3::matrix<quad>(x.q.tail<4>());
    const Unknowns v = joined(x.v.head<3>() - y.rate, x.v.tail<3>() - y.w, x.lambda - y.lambda);
    EXPECT_LT(static_cast<double>((x.q.head<3>() - y.r).norm() + (attitude - y.A).norm()), 1e-28);
    EXPECT_LT(static_cast<double>(v.norm()), 1e-25);
    ASSERT_EQ(*stepper->counters().newton_iterations, y.iterations) << "step " << n;
  }
  EXPECT_GE(y.iterations, 2 * 20);
}

TEST(Fang2023, HalfImplicitIsThatOfThePaper) {
  for (const double tolerance : {1e-4, 1e-7, 1e-10, 1e-13})
    expect_agreement("half-implicit", half_implicit_step, tolerance);
}

TEST(Fang2023, FullyImplicitIsThatOfThePaper) {
  for (const double tolerance : {1e-1, 1e-4, 1e-7, 1e-10})
    expect_agreement("fully-implicit", fully_implicit_step, tolerance);
}

// This fails if the exact matrix lacks the tangent of the chart: then the convergence is not quadratic.
TEST(Fang2023, TheExactMatrixOfRotationsIsTheirDerivative) {
  const auto& method = catalogued_method("fully-implicit");
  auto system = held_body();
  const auto stepper = method.in_quad(system, options_of(method, {{"jacobian", "exact"}}));
  auto x = begin();
  ASSERT_EQ(integrate(*stepper, x, quad(2) / 5, 20, [](int, const auto&) {}).status, Status::ok);
  EXPECT_LE(*stepper->counters().newton_iterations, 20 * 7);
}

}  // namespace
}  // namespace plumb
