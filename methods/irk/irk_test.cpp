// Methods with coupled stages: the proven orders on every form, the convergence and the failures of Newton's iteration,
// and faulty copies that the tests must detect.

#include <array>
#include <span>

#include "methods/block/block_coefficients.hpp"
#include "methods/catalogue.hpp"
#include "methods/coefficients/order_trees.hpp"
#include "methods/irk/factory.hpp"
#include "methods/irk/gauss.hpp"
#include "methods/irk/tableaus.hpp"
#include "methods/known-failures/known_failures.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;
using Overrides = std::map<std::string, std::string>;

void expect_orders(const Method& method, const Overrides& overrides, int n, std::span<const Form> forms) {
  for (const auto form : forms) {
    const auto parameters = options_of(method, overrides).parameters;
    if (is_known(Failure::leaves_constraints, method.info.name, parameters, "driven-pendulum", form)) continue;
    SCOPED_TRACE(std::string(method.info.name) + " on " + std::string(name(form)));
    const auto claimed = method.proven_order(parameters, form);
    const auto observed = form == Form::ode ? coupled_pair().order(method, 2 * n, form, overrides)
                                            : driven_pendulum().order(method, n, form, overrides);
    EXPECT_TRUE(shows_order(observed, claimed, true))
        << "claimed " << claimed.velocity_dependent << ", " << claimed.multiplier << "; q " << observed.q << ", v "
        << observed.v << ", lambda " << observed.lambda;
  }
}

TEST(ImplicitRungeKutta, StifflyAccurateMethodsShowTheirOrders) {
  for (const auto& [name, stages, n] : {std::tuple{"radau-iia", "2", 96},
                                        {"radau-iia", "3", 96},
                                        {"lobatto-iiic", "2", 192},
                                        {"lobatto-iiic", "3", 192},
                                        {"lobatto-iiic", "4", 96}})
    expect_orders(catalogued_method(name), {{"stages", stages}}, n, every_form);
}

TEST(ImplicitRungeKutta, OtherMethodsShowTheirOrders) {
  for (const auto& [name, stages, n] :
       {std::tuple{"radau-ia", "2", 96}, {"radau-ia", "3", 96}, {"gauss", "2", 96}, {"gauss", "3", 48}})
    expect_orders(catalogued_method(name), {{"stages", stages}}, n, every_form);
}

TEST(Block, ShowsTheOrdersOfItsTableau) {
  for (const auto& [nodes, r, n] : {std::tuple{"equidistant", "2", 96},
                                    {"equidistant", "3", 48},
                                    {"equidistant", "4", 96},
                                    {"chebyshev", "4", 96},
                                    {"legendre", "3", 48},
                                    {"equidistant", "5", 384}})
    expect_orders(catalogued_method("block"), {{"nodes", nodes}, {"r", r}}, n, std::array{Form::ode, Form::index1});
}

TEST(Gauss, OfAnyNumberOfStagesHasItsOrder) {
  for (const int stages : {2, 3, 4, 5, 12}) {
    const auto report = order_report(gauss_tableau(stages));
    EXPECT_EQ(report.order, std::min(2 * stages, largest_tree)) << stages;
    EXPECT_EQ(report.stage_order, stages) << stages;
  }
  const auto known = order_report(tableau_data(gauss3)), constructed = order_report(gauss_tableau(3));
  EXPECT_NEAR(constructed.norm[7], known.norm[7], 1e-40);
}

// The orders come from the conditions of all rooted trees. An order test of the stepper alone is not sufficient: the
// claimed order is computed from the same tableau, so a fault in the tableau would lower both.
TEST(ImplicitRungeKutta, TableausHaveTheirStatedOrders) {
  for (const auto& [name, stages, order] : {std::tuple{"gauss", "2", 4},
                                            {"gauss", "3", 6},
                                            {"radau-ia", "2", 3},
                                            {"radau-ia", "3", 5},
                                            {"radau-iia", "2", 3},
                                            {"radau-iia", "3", 5},
                                            {"lobatto-iiic", "2", 2},
                                            {"lobatto-iiic", "3", 4},
                                            {"lobatto-iiic", "4", 6}}) {
    const auto& method = catalogued_method(name);
    const Parameters p(method.parameters, {{"stages", stages}});
    EXPECT_EQ(method.proven_order(p, Form::ode).position, order) << name << " " << stages;
  }
}

TEST(ImplicitRungeKutta, BrokenTableausAreCaught) {
  const auto sound =
      catalogued_method("radau-iia").tableau(Parameters(catalogued_method("radau-iia").parameters, {{"stages", "2"}}));
  const auto passes = [](TableauData data) {
    const auto method = irk_method({.name = "mutant", .title = "Mutant", .source = "-"}, std::move(data));
    return shows_order(driven_pendulum().order(method, 96, Form::index2, {}), {3, 3, 0, 2}, true);
  };
  ASSERT_TRUE(passes(sound));
  auto coefficient = sound, sign = sound, time = sound;
  coefficient.a[0] = "5/12 + 1/100";
  sign.a[1] = "1/12";
  time.c[0] = "1/3 + 1/100";
  EXPECT_FALSE(passes(coefficient));
  EXPECT_FALSE(passes(sign));
  EXPECT_FALSE(passes(time));
}

struct Solved {
  AnySystem<quad>::State x;
  double iterations = 0;
};

template <class Model>
Solved solve(const Method& method, Form form, const Overrides& overrides, int steps, const quad& h) {
  AnySystem<quad> system{SmallSystem(Model{}, form)};
  const auto begin = Model::initial();
  Solved out{{begin.q, begin.v, begin.a, begin.lambda}};
  const auto stepper = method.in_quad(system, options_of(method, overrides));
  const auto result = integrate(*stepper, out.x, h * steps, steps, [](int, const auto&) {});
  EXPECT_EQ(result.status, Status::ok) << result.detail;
  out.iterations = static_cast<double>(*stepper->counters().newton_iterations) / steps;
  return out;
}

// Quadratic convergence takes six or seven iterations from one digit to 33, on every form. With a wrong term in the
// Jacobian, convergence is linear and takes more than ten iterations at this step.
TEST(StageSolver, NewtonConvergesQuadratically) {
  const auto& radau = catalogued_method("radau-iia");
  for (const auto form : {Form::index1, Form::index2, Form::index3})
    EXPECT_LE(solve<DrivenPendulum<quad>>(radau, form, {}, 10, quad(1) / 20).iterations, 7.5) << name(form);
  EXPECT_LE(solve<CoupledPair<quad>>(radau, Form::ode, {}, 10, quad(1) / 10).iterations, 7.5);
  EXPECT_LE(solve<DrivenPendulum<quad>>(radau, Form::ggl, {}, 10, quad(1) / 20).iterations, 11);  // μ is left out
}

TEST(StageSolver, EveryLinearisationFindsTheSameStages) {
  for (const auto& method : {catalogued_method("radau-iia"), catalogued_method("block"), catalogued_method("gauss")})
    for (const auto form : constrained_forms) {
      const auto full = solve<DrivenPendulum<quad>>(method, form, {}, 5, quad(1) / 100).x;
      for (const auto* newton : {"simplified", "transformed"}) {
        const auto other = solve<DrivenPendulum<quad>>(method, form, {{"newton", newton}}, 5, quad(1) / 100).x;
        EXPECT_LT(static_cast<double>((full.q - other.q).norm() + (full.v - other.v).norm()), 1e-27)
            << method.info.name << " " << name(form) << " " << newton;
      }
    }
}

TEST(StageSolver, SaysWhyItFails) {
  const auto run = [](Form form, std::optional<double> tolerance, int iterations, const DrivenPendulum<double>& model) {
    AnySystem<double> system{SmallSystem(model, form)};
    auto begin = DrivenPendulum<double>::initial();
    AnySystem<double>::State x{begin.q, begin.v, begin.a, begin.lambda};
    const auto& method = catalogued_method("block");
    auto options = options_of(method);
    options.newton.tolerance = tolerance;
    options.newton.max_iterations = iterations;
    const auto stepper = method.in_double(system, options);
    return integrate(*stepper, x, 0.1, 10, [](int, const auto&) {});
  };
  const auto unreachable = run(Form::index3, 1e-14, 100, {});
  EXPECT_EQ(unreachable.status, Status::tolerance_unreachable);
  EXPECT_GT(unreachable.size, 1e-14);
  EXPECT_LT(unreachable.size, 1e-8);  // 1e3 eps/h² = 2e-9
  EXPECT_EQ(run(Form::index3, 1e-9, 1, {}).status, Status::newton_diverged);
  EXPECT_EQ(run(Form::index3, 1e-5, 100, {}).status, Status::ok);
}

}  // namespace
}  // namespace plumb
