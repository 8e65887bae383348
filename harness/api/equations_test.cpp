#include "harness/api/equations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>

#include "problems/catalogue.hpp"
#include "problems/mechanisms/testing/suslovs_body.hpp"
#include "text/exit_codes.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;

double largest(const std::vector<double>& x) {
  double out = 0;
  for (const double one : x) out = std::max(out, std::abs(one));
  return out;
}

struct FirstOrderStart {
  std::vector<double> y, dy;

  explicit FirstOrderStart(Equations& e) : y(static_cast<std::size_t>(e.layout().size())), dy(y.size()) {
    e.first_order(e.t_begin(), e.start(), y, dy);
  }
  /// Perturbs y and y', so that no entry of the Jacobian is 0 by chance.
  void move() {
    for (std::size_t i = 0; i < y.size(); ++i) {
      y[i] += 0.01 * std::sin(1. + 3. * static_cast<double>(i));
      dy[i] += 0.02 * std::cos(2. + 5. * static_cast<double>(i));
    }
  }
};

/// Returns every problem of the catalogue except the three that are slow to create, in every formulation.
std::vector<std::pair<std::string, std::string>> all_equations() {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& problem : problems())
    if (problem.name != "buckling" && problem.name != "shaft" && problem.name != "four-bar")
      for (const auto& formulation : problem.formulations) out.emplace_back(problem.name, formulation.name);
  return out;
}

// The residual must vanish at consistent initial values. Fails if a term has a wrong sign, if a constraint is imposed
// on the wrong level, or if the rate of a quaternion is wrong.
TEST(Equations, VanishAtTheStartOfEveryProblem) {
  for (const auto& [problem, formulation] : all_equations()) {
    Equations e(problem, formulation);
    const FirstOrderStart at(e);
    std::vector<double> f(at.y.size());
    e.residual(e.t_begin(), at.y, at.dy, f);
    EXPECT_LT(largest(f), 1e-10 * (1 + largest(at.dy) + largest(at.y))) << problem << " " << formulation;
  }
}

// Fails if q' differs from the derivative of the retraction along v.
TEST(Equations, MoveAsTheRetractionDoes) {
  for (const auto& [problem, formulation] : all_equations()) {
    Equations e(problem, formulation);
    const auto [q, v, lambda, mu] = e.layout();
    const FirstOrderStart at(e);
    if (!e.formulated().formulation.momenta_of.empty()) continue;
    const std::vector<double> place(at.y.begin(), at.y.begin() + q);
    std::vector<double> velocity(at.y.begin() + q, at.y.begin() + q + v), forth(place), back(place);
    const double step = 1e-6;
    for (double& x : velocity) x *= step;
    e.retract(place, velocity, forth);
    for (double& x : velocity) x = -x;
    e.retract(place, velocity, back);
    for (std::size_t i = 0; i < place.size(); ++i)
      EXPECT_NEAR((forth[i] - back[i]) / (2 * step), at.dy[i], 1e-8 * (1 + largest(at.dy)))
          << problem << " " << formulation;
  }
}

// Compares the Jacobian from the blocks of the system with differences in quad, which share no code. Fails if a block
// has a wrong position or sign.
TEST(Equations, HaveTheJacobianThatDifferencesShow) {
  for (const auto& [problem, formulation] : all_equations()) {
    Equations e(problem, formulation);
    FirstOrderStart at(e);
    at.move();
    const auto size = at.y.size();
    if (size > 60) continue;
    const double shift = 0.7, step = 1e-6;
    std::vector<double> jacobian(size * size), up(size), down(size);
    e.residual_jacobian(0.1, at.y, at.dy, shift, jacobian);
    for (std::size_t j = 0; j < size; ++j) {
      auto y = at.y, dy = at.dy;
      y[j] += step, dy[j] += shift * step;
      e.residual(0.1, y, dy, up);
      y[j] -= 2 * step, dy[j] -= 2 * shift * step;
      e.residual(0.1, y, dy, down);
      for (std::size_t i = 0; i < size; ++i)
        EXPECT_NEAR(jacobian[j * size + i], (up[i] - down[i]) / (2 * step), 1e-5 * (1 + largest(jacobian)))
            << problem << " " << formulation << " row " << i << " column " << j;
    }
  }
}

// Fails if a nonholonomic row is imposed on positions, or if its multiplier μ of GGL acts on positions.
TEST(Equations, ImposeNonholonomicRowsOnVelocities) {
  const auto path = scratch_folder() / "suslov.toml";
  std::ofstream(path) << suslovs_body;
  for (const std::string formulation : {"index2", "index3", "ggl"}) {
    Equations e("@" + path.string(), formulation);
    const auto [q, v, lambda, mu] = e.layout();
    ASSERT_EQ(e.sizes().nonholonomic, 1);
    FirstOrderStart at(e);
    at.move();
    std::vector<double> f(at.y.size()), rates(static_cast<std::size_t>(lambda));
    e.residual(0.1, at.y, at.dy, f);
    const std::span<const double> y(at.y);
    const auto of_q = y.subspan(0, static_cast<std::size_t>(q));
    e.constraint_rate(0.1, of_q, y.subspan(of_q.size(), static_cast<std::size_t>(v)), rates);
    const auto last = static_cast<std::size_t>(q + v + lambda - 1);
    EXPECT_GT(std::abs(rates.back()), 1e-4);
    EXPECT_EQ(f[last], rates.back()) << formulation;
    if (mu > 0) {
      EXPECT_EQ(f.back(), at.y.back());
    }
  }
}

TEST(Equations, HaveASparseJacobianWithAllOfItsEntries) {
  Equations e("planar-chain(n=8)", "index2");
  FirstOrderStart at(e);
  at.move();
  const auto size = at.y.size();
  std::vector<double> dense(size * size);
  e.residual_jacobian(0.1, at.y, at.dy, 3, dense);
  const auto& [starts, rows] = e.pattern();
  EXPECT_LT(rows.size(), size * size / 4);
  std::vector<double> entries(rows.size()), back(size * size, 0);
  e.sparse_jacobian(0.1, at.y, at.dy, 3, entries);
  for (std::size_t j = 0; j < size; ++j)
    for (int k = starts[j]; k < starts[j + 1]; ++k)
      back[j * size + static_cast<std::size_t>(rows[static_cast<std::size_t>(k)])] =
          entries[static_cast<std::size_t>(k)];
  EXPECT_EQ(back, dense);
}

TEST(Equations, HaveARightHandSideWithItsJacobian) {
  for (const std::string formulation : {"ode", "index1"}) {
    Equations e("double-pendulum", formulation);
    FirstOrderStart at(e);
    const auto size = static_cast<std::size_t>(e.sizes().q + e.sizes().v);
    std::vector<double> y(at.y.begin(), at.y.begin() + static_cast<std::ptrdiff_t>(size)), dy(size), up(size),
        down(size);
    e.rhs(0, y, dy);
    for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(dy[i], at.dy[i], 1e-12 * (1 + largest(at.dy)));
    std::vector<double> jacobian(size * size);
    e.rhs_jacobian(0, y, jacobian);
    const double step = 1e-6;
    for (std::size_t j = 0; j < size; ++j) {
      y[j] += step;
      e.rhs(0, y, up);
      y[j] -= 2 * step;
      e.rhs(0, y, down);
      y[j] += step;
      for (std::size_t i = 0; i < size; ++i)
        EXPECT_NEAR(jacobian[j * size + i], (up[i] - down[i]) / (2 * step), 1e-6 * (1 + largest(jacobian)));
    }
  }
}

TEST(Equations, AreTheSameInDecimals) {
  Equations e("pendulum", "index2");
  const FirstOrderStart at(e);
  std::vector<std::string> y, dy;
  for (const double x : at.y) y.push_back(quad(x).str(36));
  for (const double x : at.dy) dy.push_back(quad(x).str(36));
  const auto f = e.residual("0", y, dy);
  std::vector<double> in_double(at.y.size());
  e.residual(0, at.y, at.dy, in_double);
  for (std::size_t i = 0; i < f.size(); ++i)
    EXPECT_NEAR(static_cast<double>(number_from_text<quad>(f[i])), in_double[i], 1e-14);
  EXPECT_EQ(e.exact_start().size(), static_cast<std::size_t>(e.sizes().q + e.sizes().v));
}

TEST(Equations, TellTheirIndexAndWhichDerivativesTheyContain) {
  EXPECT_EQ(Equations("pendulum", "index3").index(), 3);
  EXPECT_EQ(Equations("pendulum", "ggl").index(), 2);
  const Equations ggl("pendulum", "ggl");
  EXPECT_EQ(ggl.layout().mu, ggl.sizes().lambda);
  EXPECT_EQ(ggl.differential().back(), 0);
  EXPECT_EQ(ggl.differential().front(), 1);
  EXPECT_EQ(ggl.components().size(), static_cast<std::size_t>(ggl.layout().size()));
}

TEST(Equations, RefuseWhatIsNone) {
  Equations e("pendulum", "index3");
  std::vector<double> y(3), dy(3);
  EXPECT_THROW(e.residual(0, y, dy, y), UsageError);
  EXPECT_THROW(e.rhs(0, y, dy), UsageError);
  EXPECT_THROW(Equations("pendulm"), UsageError);
  EXPECT_THROW(Equations("pendulum", "index4"), UsageError);
  EXPECT_THROW(Equations("pendulum(length=-1)"), UsageError);
  EXPECT_THROW(e.rhs("0", {"1"}), UsageError);
}

}  // namespace
}  // namespace plumb
