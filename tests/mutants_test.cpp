// Mutants, copies of methods with one error, must fail the order test: a wrong coefficient, sign, stage time or
// derivative.

#include <gtest/gtest.h>

#include "methods/dirk/dirk_method.hpp"
#include "methods/esdirk/tableaus.hpp"
#include "methods/explicit-rk/dop853.hpp"
#include "methods/explicit-rk/explicit_rk.hpp"
#include "methods/explicit-rk/tableaus.hpp"
#include "methods/family.hpp"
#include "tests/convergence.hpp"

namespace plumb::testing {
namespace {

const Site forced_oscillator = {"oscillator",
                                "ode",
                                {{"omega", "3"},
                                 {"damping", "0.2"},
                                 {"amplitude", "2"},
                                 {"frequency", "5"},
                                 {"start", "given"},
                                 {"position", "1"},
                                 {"velocity", "0.5"}}};

/// Returns whether the observed orders of positions and velocities are `expected` within 0.1, as the order test
/// requires.
bool passes(const Method& method, const Parameters& options, const Site& site, int expected) {
  const auto result = convergence(method, options, site);
  if (result.status != Status::ok) return false;
  for (const std::size_t k : {0, 1})
    if (observed_order(result.points[k], {.expected = expected}).verdict != OrderVerdict::pass) return false;
  return true;
}

Method with_factory(std::string_view name, Factory<quad> make) {
  Method method;
  method.info.name = name;
  method.in_quad = std::move(make);
  return method;
}

Method runge_kutta(const Coefficients<quad>& values) {
  return with_factory("mutant", [values](AnySystem<quad>& system, const MethodOptions& options) {
    using Stepper = ExplicitRk<AnySystem<quad>, RuntimeTableau<quad>>;
    return AnyStepper<quad>::make<Stepper>(system, options, RuntimeTableau<quad>{values});
  });
}

template <int n>
void mutate_tableau(const Tableau<n>& tableau) {
  SCOPED_TRACE(tableau.info.name);
  const Coefficients<quad> sound(tableau);
  const int order = tableau.info.order;
  ASSERT_TRUE(passes(runge_kutta(sound), {}, forced_oscillator, order));
  auto coefficient = sound, sign = sound, time = sound;
  coefficient.a[static_cast<std::size_t>((n - 1) * n)] += quad("0.01");  // first entry of the last row
  sign.b[0] = -sign.b[0];
  time.c[static_cast<std::size_t>(n / 2)] += quad("0.01");
  EXPECT_FALSE(passes(runge_kutta(coefficient), {}, forced_oscillator, order)) << "coefficient";
  EXPECT_FALSE(passes(runge_kutta(sign), {}, forced_oscillator, order)) << "sign";
  EXPECT_FALSE(passes(runge_kutta(time), {}, forced_oscillator, order)) << "stage time";
}

TEST(Mutants, TableausAreCaught) {
  mutate_tableau(kutta3);
  mutate_tableau(heun3);
  mutate_tableau(erk4);
  mutate_tableau(dopri5);
  mutate_tableau(dop853);
}

bool esdirk_passes(const TableauData& tableau, int order) {
  MethodInfo info;
  info.name = "mutant";
  const auto method = esdirk_method(info, {}, "constant", [tableau](const Parameters&) { return tableau; });
  return passes(method, Parameters(method.parameters, {}), forced_oscillator, order);
}

// Rows and columns of the coefficients are numbered from 0. The last row equals b, so an error in it is also an error
// in b.
TEST(Mutants, CoefficientsOfEsdirkMethodsAreCaught) {
  const auto sound = mssth_tableau(4, "0.6", FreeAbscissae::published);
  ASSERT_TRUE(esdirk_passes(sound, 4));
  const auto n = static_cast<std::size_t>(sound.stages);
  for (const auto& [row, column] : {std::pair{1u, 0u}, {2u, 1u}, {3u, 3u}, {4u, 2u}}) {
    auto broken = sound;
    broken.a[row * n + column] += "+1/1000";
    if (row + 1 == n) broken.b[column] = broken.a[row * n + column];
    EXPECT_FALSE(esdirk_passes(broken, 4)) << row << " " << column;
  }
}

TEST(Mutants, WeightsOfTheConditionallyExplicitFamilyAreCaught) {
  struct Fault {
    std::string method, parameter, value;
  };
  const Fault faults[] = {{"degree3", "beta", "0.51"},  {"degree4", "beta", "0.34"}, {"degree4", "gamma", "0.51"},
                          {"degree5", "gamma", "0.99"}, {"degree5", "zeta", "0.99"}, {"degree5", "beta", "0.9"}};
  for (const auto& fault : faults)
    for (const auto& method : methods()) {
      if (method.info.name != fault.method) continue;
      const auto sound = accurately_started(method),
                 broken = accurately_started(method, {{fault.parameter, fault.value}});
      const int order = method.proven_order(sound).velocity_dependent;
      EXPECT_TRUE(passes(method, sound, forced_oscillator, order)) << fault.method;
      EXPECT_FALSE(passes(method, broken, forced_oscillator, order)) << fault.method << " " << fault.parameter;
    }
}

/// A stepper whose time is wrong by a millisecond, for any step size, so that it does not converge.
class LateClock final : public AnyStepper<quad> {
 public:
  explicit LateClock(std::unique_ptr<AnyStepper<quad>> sound) : stepper(std::move(sound)) {}
  StepResult start(const quad& t, const quad& h, State& x) override { return stepper->start(t, h, x); }
  StepResult step(const quad& t, const quad& h, State& x) override { return stepper->step(t + quad("0.001"), h, x); }
  std::span<quad> memory() override { return stepper->memory(); }
  Counters& counters() override { return stepper->counters(); }

 private:
  std::unique_ptr<AnyStepper<quad>> stepper;
};

/// A stepper that changes the sign of its memory before each step.
class WrongSign final : public AnyStepper<quad> {
 public:
  explicit WrongSign(std::unique_ptr<AnyStepper<quad>> sound) : stepper(std::move(sound)) {}
  StepResult start(const quad& t, const quad& h, State& x) override { return stepper->start(t, h, x); }
  StepResult step(const quad& t, const quad& h, State& x) override {
    for (auto& entry : stepper->memory()) entry = -entry;
    return stepper->step(t, h, x);
  }
  std::span<quad> memory() override { return stepper->memory(); }
  Counters& counters() override { return stepper->counters(); }

 private:
  std::unique_ptr<AnyStepper<quad>> stepper;
};

template <class Wrapper>
Method wrapped(const Method& sound) {
  return with_factory(sound.info.name, [make = sound.in_quad](AnySystem<quad>& system, const MethodOptions& options) {
    return std::make_unique<Wrapper>(make(system, options));
  });
}

// Returns whether the memory of a method affects only the initial iterate of Newton's iteration, as in one-step methods
// without an explicit first stage. The accelerations in the memory of Rosenbrock methods do not change velocities if M
// is constant and there are no constraints.
bool carries_only_a_guess(const Method& method, const Parameters& options) {
  const auto& name = method.info.name;
  if (name == "fully-implicit" || name == "lobatto-iiia-iiib" || plumb::family_of(name) == "rosenbrock") return true;
  if (method.multistep) return method.multistep(options).steps() == 1;
  return method.tableau && !options.has("rates") && !options.has("initial");
}

TEST(Mutants, ClocksAndMemoriesAreCaughtForEveryMethod) {
  for (const auto& method : methods()) {
    const auto& info = method.info;
    if (!info.fixed_step || info.double_only || !method.in_quad || info.needs_velocity_independence) continue;
    SCOPED_TRACE(info.name);
    const auto options = accurately_started(method);
    const int order = method.proven_order(options).velocity_dependent;
    EXPECT_FALSE(passes(wrapped<LateClock>(method), options, forced_oscillator, order)) << "clock";
    auto system = catalogued_problem("oscillator")
                      .in_quad.system(Parameters(catalogued_problem("oscillator").parameters, {}),
                                      catalogued_problem("oscillator").formulations.front());
    // If the memory affects only the initial iterate of Newton's iteration, its sign has no effect on the result.
    const bool only_a_guess = carries_only_a_guess(method, options);
    if (!only_a_guess && !method.in_quad(system, {options, {}})->memory().empty()) {
      EXPECT_FALSE(passes(wrapped<WrongSign>(method), options, forced_oscillator, order)) << "memory";
    }
  }
}

}  // namespace
}  // namespace plumb::testing
