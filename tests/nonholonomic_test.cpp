// Tests nonholonomic rows together with holonomic rows. One mechanism is a body on a ball joint whose angular velocity
// about its z axis is 0 (Suslov's problem); others have hinges with a prescribed rate.
//
// Sources: Suslov 1902; Bloch, Nonholonomic Mechanics and Control, section 8.6. With J_12 = J_23 = 0 and ω_y = 0 at t =
// 0:
//
//   ω = (a sech κt, b tanh κt, 0),   b = a √(J_11/J_22),   κ = J_13 b/J_11

#include <gtest/gtest.h>

#include <cmath>

#include "methods/implicit/stage_shape.hpp"
#include "methods/testing/convergence.hpp"
#include "problems/mbs/multibody_system.hpp"
#include "problems/mechanisms/mechanism_problem.hpp"
#include "problems/mechanisms/testing/suslovs_body.hpp"
#include "problems/mechanisms/testing/written_mechanisms.hpp"
#include "tests/convergence.hpp"
#include "tests/moved_problem.hpp"

namespace plumb::testing {
namespace {

Vec<quad, 3> exact_rate(const quad& t) {
  const quad a = quad("1.5"), b = a * sqrt(2 / quad("1.5")), k = quad("0.4") * b / 2;
  return {a / cosh(k * t), b * tanh(k * t), 0};
}

struct Suslov {
  explicit Suslov(const std::string& written = suslovs_body) : text(mechanism_from_text(written, "suslov.toml")) {}

  MechanismText text;
  Problem problem = mechanism_problem(text);
  Parameters data{problem.parameters, {}};

  const Formulation& formulation(const std::string& name) const { return *problem.formulation(name); }
  /// Integrates in the scalar T and returns the last state, which may contain NaN after a failure.
  template <class T>
  std::pair<StepResult, typename AnySystem<T>::State> run(const std::string& form, const Method& method,
                                                          const std::map<std::string, std::string>& options, int steps,
                                                          Counters* counters = nullptr) const {
    MovedProblem<T> moved(problem, data, form);
    const auto result = moved.by(method, options_of(method, options), T(2), steps);
    if (counters) *counters = moved.counters;
    return {result, moved.x};
  }
  quad error(const std::string& form, const Method& method, const std::map<std::string, std::string>& options,
             int steps) const {
    const auto [result, x] = run<quad>(form, method, options, steps);
    EXPECT_EQ(result.status, Status::ok) << form << " " << method.info.name << " " << result.detail;
    const bool drifts = form == "index1";
    EXPECT_LT(abs(x.v[5]), quad(drifts ? "1e-2" : "1e-24")) << form << " " << method.info.name;
    return (x.v.template tail<3>() - exact_rate(2)).norm();
  }
};

struct OrderCase {
  const char* method;
  std::map<std::string, std::string> options;
  double order;
};

// Fails if the nonholonomic row is treated as holonomic, if it has the weights of holonomic rows in the Newton matrix,
// or if any sign in Spin is wrong.
TEST(Nonholonomic, SuslovsBodyIsFollowedWithTheOrderOfTheMethod) {
  const Suslov of;
  const std::vector<OrderCase> all = {{"bdf2", {}, 2},
                                      {"lms3", {}, 2},
                                      {"ss3", {}, 2},
                                      {"msstc3", {}, 2},
                                      {"gauss", {{"stages", "2"}}, 4},
                                      {"radau-iia", {}, 5},
                                      {"radau-iia", {{"newton", "transformed"}}, 5}};
  for (const auto* form : {"index1", "index2", "index3", "ggl"})
    for (const auto& [name, options, order] : all) {
      const auto& method = catalogued_method(name);
      if (!method.fits(of.formulation(form).family())) continue;
      const quad coarse = of.error(form, method, options, 40), fine = of.error(form, method, options, 80);
      const auto slope = static_cast<double>(log2(coarse / fine));
      EXPECT_GT(slope, order - 0.25) << form << " " << name;
      EXPECT_LT(slope, order + 1.25) << form << " " << name;
      EXPECT_GT(coarse, quad("1e-13")) << form << " " << name;
    }
}

// The body rotates with a variable prescribed rate about an axis fixed in space. So predicted states violate all rows,
// and the derivative of the nonholonomic row with respect to the attitude is needed. With a wrong weight of this
// derivative, convergence is linear and takes dozens of iterations for 30 digits.
TEST(Nonholonomic, NewtonsIterationIsQuadratic) {
  const auto driven = replaced(suslovs_body, "polynomial = [0]", "polynomial = [0, 0.5, 0.3]");
  const Suslov of(replaced(driven, "[\"body\", \"ground\"]", "[\"ground\", \"body\"]"));
  for (const auto* form : {"index1", "index2", "index3", "ggl"}) {
    Counters counters;
    const auto [result, x] = of.run<quad>(form, catalogued_method("bdf2"), {}, 40, &counters);
    ASSERT_EQ(result.status, Status::ok) << form << " " << result.detail;
    EXPECT_LE(*counters.newton_iterations, 40 * 7) << form;
  }
}

TEST(Nonholonomic, IdaSolvesEveryForm) {
  const Suslov of;
  const auto& ida = catalogued_method("ida");
  for (const auto* form : {"index1", "index2", "index3", "ggl"}) {
    const auto [result, x] = of.run<double>(form, ida, {}, 20);
    ASSERT_EQ(result.status, Status::ok) << form << " " << result.detail;
    EXPECT_LT((x.v.tail<3>() - exact_rate(2).cast<double>()).norm(), 1e-4) << form;
    EXPECT_LT(std::abs(x.v[5]), 1e-6) << form;
  }
}

TEST(Nonholonomic, MethodsThatKnowPositionsAloneRefuse) {
  const Suslov of;
  for (const auto* name :
       {"generalized-alpha", "ali3", "rattle", "half-implicit", "half-implicit2", "lobatto-iiia-iiib"}) {
    const auto& method = catalogued_method(name);
    const auto [result, x] = of.run<double>("index3", method, {}, 20);
    EXPECT_EQ(result.status, Status::unsupported) << name;
    EXPECT_EQ(result.detail, "supports constraints at position level only") << name;
  }
}

// A prescribed rate and the corresponding prescribed angle cause the same motion, except for the constraint on the
// angle.
TEST(Nonholonomic, ASpeedMovesAsItsAngleDoes) {
  const auto text = [](const std::string& imposed) {
    return R"(schema = 1
name = "crank"
t_end = 1
[[body]]
name = "crank"
mass = 2
inertia = [0.3, 0.4, 0.5]
position = [0.4, 0.1, 0.2]
angular_velocity = [0, 0, 0.7]
velocity = [-0.07, 0.28, 0]
[[body]]
name = "bob"
mass = 1
inertia = [0.03, 0.04, 0.02]
position = [0.9, 0.3, 0.1]
angular_velocity = [0, 0, 0.7]
velocity = [-0.21, 0.63, 0]
[[joint]]
name = "hinge"
kind = "revolute"
bodies = ["ground", "crank"]
point = [0, 0, 0]
axis = [0, 0, 1]
[[joint]]
name = "ball"
kind = "spherical"
bodies = ["crank", "bob"]
point = [0.7, 0.2, 0.3]
[[driver]]
name = "motor"
joint = "hinge"
coordinate = "rotation"
)" + imposed;
  };
  const auto of_angle = mechanism_problem(mechanism_from_text(text("polynomial = [0, 0.7, 0, 0.2]\n"), "angle.toml"));
  const auto of_speed =
      mechanism_problem(mechanism_from_text(text("imposes = \"rate\"\npolynomial = [0.7, 0, 0.6]\n"), "speed.toml"));
  const auto end = [](const Problem& problem, const char* form) {
    MovedProblem<quad> moved(problem, Parameters(problem.parameters, {}), form);
    EXPECT_EQ(moved.by("radau-iia", quad(1), 100).status, Status::ok);
    return std::pair(moved.x, moved.system);
  };
  for (const auto* form : {"index1", "index2", "index3", "ggl"}) {
    auto [angle, system] = end(of_angle, form);
    auto [speed, other] = end(of_speed, form);
    EXPECT_EQ(other.sizes().nonholonomic, 1);
    EXPECT_EQ(other.sizes().lambda, system.sizes().lambda);
    EXPECT_LT(distance(system, angle, speed).q, quad("1e-9")) << form;
    EXPECT_LT(distance(system, angle, speed).v, quad("1e-8")) << form;
    ASSERT_TRUE(system.acceleration(1, angle.q, angle.v, angle.a, angle.lambda));
    ASSERT_TRUE(other.acceleration(1, angle.q, angle.v, speed.a, speed.lambda));
    EXPECT_LT(max_norm(angle.a - speed.a), quad("1e-8")) << form;
    EXPECT_LT(max_norm(angle.lambda - speed.lambda), quad("1e-7")) << form;
  }
}

// Block elimination and dense elimination have the same solutions, for every form, with real and with complex entries.
TEST(Nonholonomic, MatricesAreTheSameInEveryAlgebra) {
  const Suslov of;
  const auto mechanism = of.text.mechanism(of.data);
  for (const auto form : constrained_forms) {
    using System = mbs::MultibodySystem<quad>;
    System tree(mbs::assemble<quad>(mechanism), form, {}, mbs::Algebra::tree);
    System dense(mbs::assemble<quad>(mechanism), form, {}, mbs::Algebra::dense);
    auto x = zero_state(tree);
    x.q << 0.1, 0.2, -0.1, 0.8, 0.36, 0, 0.48;
    x.v << 0.3, -0.2, 0.4, 0.5, 0.7, -0.3;
    x.a << 0.1, 0.6, -0.5, 0.2, 0.3, 0.9;
    x.lambda << 0.4, -0.7, 0.2, 1.3;
    const auto compare = [&]<class Entry>(const Entry& alpha) {
      const auto blend = stage_blend<Entry>(form, quad("0.1"), alpha);
      Vec<Entry> w = x.v.cast<Entry>(), e = x.lambda.cast<Entry>(), mu = Vec<Entry>::Constant(4, Entry(quad("0.3")));
      auto w2 = w;
      auto e2 = e, mu2 = mu;
      auto of_tree = tree.factors<Entry>();
      auto of_dense = dense.factors<Entry>();
      ASSERT_TRUE(tree.factor(of_tree, {quad(1), x}, blend)) << name(form);
      ASSERT_TRUE(dense.factor(of_dense, {quad(1), x}, blend)) << name(form);
      if (blend.stabilised) {
        tree.solve(of_tree, w, e, mu);
        dense.solve(of_dense, w2, e2, mu2);
        EXPECT_LT(abs(mu[3] - Entry(quad("0.3"))), quad("1e-30")) << name(form);
        for (int i = 0; i < 4; ++i) EXPECT_LT(abs(mu[i] - mu2[i]), quad("1e-26")) << name(form) << i;
      } else {
        tree.solve(of_tree, w, e);
        dense.solve(of_dense, w2, e2);
      }
      for (int i = 0; i < 6; ++i) EXPECT_LT(abs(w[i] - w2[i]), quad("1e-26")) << name(form) << i;
      for (int i = 0; i < 4; ++i) EXPECT_LT(abs(e[i] - e2[i]), quad("1e-26")) << name(form) << i;
    };
    compare(quad("0.6"));
    compare(std::complex<quad>(quad("0.5"), quad("0.3")));
  }
}

// If the spherical joint has no axis, the error has the location of the driver.
TEST(Nonholonomic, ASpinNeedsAnAxis) {
  std::string without = suslovs_body;
  const std::string axis = "axis = [0, 0, 1]\n";
  without.erase(without.find(axis), axis.size());
  try {
    mechanism_from_text(without, "suslov.toml");
    FAIL() << "accepted";
  } catch (const std::exception& e) {
    EXPECT_NE(std::string(e.what()).find("suslov.toml:16"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("has no axis on 'body'"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace plumb::testing
