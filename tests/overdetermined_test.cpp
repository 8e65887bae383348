// Results of methods in the formulation `overdetermined` equal the solutions of the overdetermined equations of their
// stages by a generalised inverse: the constraints of all levels hold, and the differential equations hold in the null
// space of G. The constraints are nonlinear.

#include <gtest/gtest.h>

#include "harness/cell/resolve.hpp"
#include "methods/testing/convergence.hpp"
#include "problems/catalogue.hpp"
#include "tests/moved_problem.hpp"

namespace plumb::testing {
namespace {

using Vector = Vec<quad>;
using Matrix = Mat<quad>;

/// The stages of a Runge-Kutta method with a regular matrix, one after the other (q_1, v_1, q_2, v_2, ...), that solve
/// the overdetermined equations. `index1` has the accelerations a(t, q, v).
struct OverdeterminedStages {
  AnySystem<quad> index1;
  Matrix inverse;  // of the coefficient matrix
  Vector c;
  quad t = 0, h = 0;
  Vector q = {}, v = {};  // at the beginning of the step

  Eigen::Index stages() const { return c.size(); }

  Matrix rows(const quad& at, const Vector& position) {
    const auto n = index1.sizes();
    Matrix out(n.lambda, n.v);
    Vector column(n.v);
    for (int k = 0; k < n.lambda; ++k) {
      index1.reaction(at, position, Vector(Vector::Unit(n.lambda, k)), column);
      out.row(k) = column.transpose();
    }
    return out;
  }

  /// Returns N r + Gᵀφ with the projection N onto the null space of G: 0 exactly if N r = 0 and φ = 0.
  static Vector joined(const Matrix& g, const Vector& residual, const Vector& phi) {
    const Vector outside = g.transpose() * ((g * g.transpose()).inverse() * (g * residual));
    return residual - outside + g.transpose() * phi;
  }

  Vector equations(const Vector& x) {
    const auto n = q.size();
    Vector out(x.size()), a(n), lambda(index1.sizes().lambda), phi = lambda;
    for (Eigen::Index i = 0; i < stages(); ++i) {
      const Vector at = x.segment(2 * n * i, n), velocity = x.segment(2 * n * i + n, n);
      const quad now = t + c[i] * h;
      Vector q_rate = zeros<Vector>(n), v_rate = q_rate;
      for (Eigen::Index j = 0; j < stages(); ++j) {
        q_rate += inverse(i, j) / h * (x.segment(2 * n * j, n) - q);
        v_rate += inverse(i, j) / h * (x.segment(2 * n * j + n, n) - v);
      }
      EXPECT_TRUE(index1.acceleration(now, at, velocity, a, lambda));
      const Matrix g = rows(now, at);
      index1.constraint(now, at, phi);
      out.segment(2 * n * i, n) = joined(g, q_rate - velocity, phi);
      index1.constraint_rate(now, at, velocity, phi);
      out.segment(2 * n * i + n, n) = joined(g, v_rate - a, phi);
    }
    return out;
  }

  /// Takes a step of a stiffly accurate method, by Newton's iteration with difference quotients.
  void step() {
    const auto n = q.size();
    Vector x(2 * n * stages());
    for (Eigen::Index i = 0; i < stages(); ++i) {
      x.segment(2 * n * i, n) = q + c[i] * h * v;
      x.segment(2 * n * i + n, n) = v;
    }
    const quad e = quad(1) / (quad(1) * 0x1p40);
    Matrix jacobian(x.size(), x.size());
    for (int k = 0; k < 12; ++k) {
      for (Eigen::Index j = 0; j < x.size(); ++j) {
        const Vector unit = Vector::Unit(x.size(), j) * e;
        jacobian.col(j) = (equations(x + unit) - equations(x - unit)) / (2 * e);
      }
      x -= jacobian.inverse() * equations(x);
    }
    EXPECT_LT(max_norm(equations(x)), quad(1e-26) * (1 + max_norm(x)));
    q = x.segment(2 * n * (stages() - 1), n);
    v = x.tail(n);
    t += h;
  }
};

OverdeterminedStages stages_of(AnySystem<quad> index1, const TableauData& table) {
  Matrix a(table.stages, table.stages);
  Vector c(table.stages);
  for (int i = 0; i < table.stages; ++i) {
    for (int j = 0; j < table.stages; ++j)
      a(i, j) = number_from_text<quad>(table.a[static_cast<std::size_t>(i * table.stages + j)]);
    c[i] = number_from_text<quad>(table.c[static_cast<std::size_t>(i)]);
  }
  return {.index1 = std::move(index1), .inverse = a.inverse(), .c = c};
}

/// Compares results after three steps on `formulation` with the overdetermined equations. Returns the largest difference
/// in q and v.
quad difference(const std::string& name, const std::string& formulation, const std::string& method,
                const std::map<std::string, std::string>& given) {
  auto problem = catalogued_problem(name);
  const Parameters data(problem.parameters, {});
  problem.formulations.push_back(formulation_named(catalogued_problem(name), formulation));
  MovedProblem<quad> motion(problem, data, problem.formulations.back().name);
  auto level = *problem.formulation("ggl");
  level.form = Form::index1;
  const auto& of = catalogued_method(method);
  const auto options = options_of(of, given);
  auto wanted = stages_of(problem.in_quad.system(data, level), of.tableau(options.parameters));
  const int steps = 3;
  wanted.h = quad(1) / 64;
  wanted.q = motion.start.q;
  wanted.v = motion.start.v;
  for (int n = 0; n < steps; ++n) wanted.step();
  EXPECT_EQ(motion.by(of, options, wanted.h * steps, steps).status, Status::ok) << method;
  return larger<quad>(max_norm(motion.x.q - wanted.q), max_norm(motion.x.v - wanted.v));
}

struct Compared {
  std::string method;
  std::map<std::string, std::string> given;
};
const std::vector<Compared> compared = {
    {"radau-iia", {{"stages", "2"}}}, {"radau-iia", {{"stages", "3"}}}, {"lobatto-iiic", {{"stages", "3"}}}};

TEST(Overdetermined, ResultsAreThoseOfTheGeneralisedInverse) {
  for (const char* problem : {"pendulum", "two-link"})
    for (const auto& [method, given] : compared)
      EXPECT_LT(difference(problem, "overdetermined", method, given), quad(1e-22)) << problem << " " << method;
}

// With the constraints of two levels only, the results differ.
TEST(Overdetermined, ResultsOfGglAreOthers) {
  for (const auto& [method, given] : compared)
    EXPECT_GT(difference("two-link", "ggl", method, given), quad(1e-12)) << method;
}

TEST(Overdetermined, IsAnotherNameOfTheStabilisedEquationsOfIndex1) {
  CellRequest request;
  request.problem.name = "squeezer";
  request.method.name = "bdf2";
  request.step = "1e-5";
  for (const std::string prefix : {"", "absolute-"}) {
    request.formulation.name = prefix + "overdetermined";
    const auto found = resolve(request);
    request.formulation.name = prefix + "stabilised-index1";
    EXPECT_EQ(&found.formulation(), &resolve(request).formulation());
    EXPECT_EQ(found.text().formulation, prefix + "stabilised-index1");
  }
}

}  // namespace
}  // namespace plumb::testing
