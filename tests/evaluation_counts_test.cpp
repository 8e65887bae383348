// The counters of every implicit method of the catalogue equal the cost of its algorithm (counting_laws.hpp), and agree
// with the calls counted by the system.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "methods/known-failures/known_failures.hpp"
#include "methods/testing/models.hpp"
#include "problems/catalogue.hpp"
#include "tests/counting_laws.hpp"
#include "tests/moved_problem.hpp"

namespace plumb::testing {
namespace {

constexpr double h = 0.02;
constexpr int steps = 6;

/// A run of a method. All counts begin after start().
struct Outcome {
  StepResult result;
  Counters method, system;  // counters of the method and of the type-erased system, during the steps
  Calls seen;               // calls counted by the system itself, during the steps
};

Counters difference(const Counters& before, Counters after) {
  for_each_counter(after, [&](std::string_view name, Counters::Count& count) {
    for_each_counter(before, [&](std::string_view other, const Counters::Count& was) {
      if (name == other && count && was) *count -= *was;
    });
  });
  return after;
}

template <class Model>
Outcome run_on(const Model& model, const Method& method, const MethodOptions& options, Form form) {
  Outcome out;
  AnySystem<double> system{CountingSystem<Model>(model, form, out.seen)};
  const auto begin = Model::initial();
  AnySystem<double>::State x{begin.q, begin.v, begin.a, begin.lambda};
  const auto stepper = method.in_double(system, options);
  out.result = stepper->start(0, h, x);
  out.seen = {};
  system.counters = {};
  const auto before = stepper->counters();
  for (int n = 0; n < steps && out.result.status == Status::ok; ++n) out.result = stepper->step(n * h, h, x);
  out.method = difference(before, stepper->counters());
  out.system = system.counters;
  return out;
}

// Runs a coupled pair of oscillators for the form `ode`, otherwise a pendulum with one constraint.
Outcome run(const Method& method, const MethodOptions& options, Form form) {
  if (form == Form::ode)
    return run_on(CoupledPair<double>{method.info.needs_velocity_independence ? 0 : 1}, method, options, form);
  return run_on(DrivenPendulum<double>{}, method, options, form);
}

Work work_of(const Outcome& run, const Method& method, const MethodOptions& options) {
  Work out{.steps = steps,
           .iterations = run.method.newton_iterations.value_or(0),
           .constraint_rates = run.seen.constraint_rates,
           .tests_residual = options.newton.test == NewtonTest::residual,
           .predicts_rates = options.parameters.is("predicted", "rates")};
  if (!method.tableau) {
    out.accelerations = options.parameters.is("end", "equations");
    if (options.parameters.has("stages"))
      out.stages = static_cast<std::int64_t>(options.parameters.number<double>("stages"));
    return out;
  }
  const StageTable<double> table(method.tableau(options.parameters));
  out.stages = table.stages();
  const bool at_end = !table.stiffly_accurate && !options.parameters.is("end", "stages");
  const bool at_beginning = table.has_first_stage && options.parameters.is("rates", "reevaluated");
  out.accelerations = at_end + at_beginning;
  return out;
}

/// Returns a text for each count that differs from the law; empty if all counts agree.
std::vector<std::string> disagreements(const Law& law, const Work& work, const Outcome& run) {
  const auto cost = law.cost(work);
  const auto& calls = cost.calls;
  std::vector<std::string> out;
  const auto compare = [&](std::string_view label, std::int64_t expected, const Counters::Count& found) {
    if (found == expected) return;
    out.push_back(std::string(label) + ": expected " + std::to_string(expected) + ", found " +
                  (found ? std::to_string(*found) : "none"));
  };
  compare("stages", cost.stages, run.method.stages);
  compare("residual_evaluations", cost.residuals, run.method.residual_evaluations);
  compare("newton_failures", 0, run.method.newton_failures);
  compare("factorizations of the method", cost.own_factorizations, run.method.factorizations);
  compare("linear_solves of the method", cost.own_solves, run.method.linear_solves);

  compare("forces seen", calls.forces, run.seen.forces);
  compare("momenta seen", calls.momenta, run.seen.momenta);
  compare("accelerations seen", calls.accelerations, run.seen.accelerations);
  compare("blocks seen", calls.blocks, run.seen.blocks);
  compare("factorizations seen", calls.factorizations, run.seen.factorizations);
  compare("tangents seen", calls.linearised, run.seen.linearised);
  compare("solves seen", calls.solves, run.seen.solves);

  // An acceleration takes one factorisation and one solution inside the system.
  compare("rhs_evaluations", calls.forces + calls.accelerations, run.system.rhs_evaluations);
  compare("jacobian_evaluations", calls.blocks + calls.linearised, run.system.jacobian_evaluations);
  compare("factorizations", calls.factorizations + calls.accelerations, run.system.factorizations);
  compare("linear_solves", calls.solves + calls.accelerations, run.system.linear_solves);
  return out;
}

/// Returns the default parameters, and variants with each choice that changes the cost of an iteration or of a step.
std::vector<Parameters> variants(const Method& method) {
  std::vector<Parameters> out = {Parameters(method.parameters, {})};
  for (const auto& spec : method.parameters)
    for (const std::string choice :
         {"simplified", "transformed", "newton", "stages", "reevaluated", "rates", "exact", "equations"})
      if (spec.offers(choice))
        out.emplace_back(method.parameters, std::map<std::string, std::string>{{spec.name, choice}});
  return out;
}

/// Calls visit(method, options, form) for every built-in method on every form that it supports, in every variant and
/// with both convergence tests, except for combinations that the method refuses.
template <class Visit>
void for_each_case(Visit visit) {
  for (const auto& method : methods())
    for (const auto form : every_form) {
      if (!method.info.fixed_step || !method.fits(name(form))) continue;
      for (const auto& parameters : variants(method))
        for (const auto test : {NewtonTest::increment, NewtonTest::residual}) {
          if (is_known(Failure::refused, method.info.name, parameters, "small", form)) continue;
          visit(method, MethodOptions{parameters, {.tolerance = {}, .test = test}}, form);
        }
    }
}

bool tests_increments_only(Family family) {
  return family == Family::central_differences || family == Family::constrained_central_differences;
}

TEST(EvaluationCounts, AreTheCostOfTheAlgorithm) {
  int seen = 0;
  for_each_case([&](const Method& method, const MethodOptions& options, Form form) {
    const bool residual = options.newton.test == NewtonTest::residual;
    const auto family = family_of(method, options.parameters, form);
    if (!family || (residual && tests_increments_only(*family))) return;
    SCOPED_TRACE(std::string(method.info.name) + "(" + options.parameters.canonical() + ") on " +
                 std::string(name(form)) + (residual ? ", residual" : ", increment"));
    const auto* law = law_of(*family, options.parameters);
    ASSERT_TRUE(law);
    const auto outcome = run(method, options, form);
    ASSERT_EQ(outcome.result.status, Status::ok) << outcome.result.detail;
    const auto work = work_of(outcome, method, options);
    const auto fewest = *family == Family::coupled_stages ? steps : work.stages * steps;
    EXPECT_GT(work.iterations, residual ? 0 : fewest);  // otherwise the two counts cannot be distinguished
    EXPECT_THAT(disagreements(*law, work, outcome), ::testing::IsEmpty());
    ++seen;
  });
  EXPECT_GE(seen, 300);
}

// Detects methods that iterate but have no family in counting_laws.hpp, so that no test above covers them.
TEST(EvaluationCounts, MethodsWithoutALawDoNotIterate) {
  for_each_case([](const Method& method, const MethodOptions& options, Form form) {
    if (family_of(method, options.parameters, form)) return;
    const auto outcome = run(method, options, form);
    ASSERT_EQ(outcome.result.status, Status::ok) << method.info.name;
    EXPECT_EQ(outcome.method.newton_iterations.value_or(0), 0)
        << method.info.name << " on " << name(form) << ": its family belongs into tests/counting_laws.hpp";
  });
}

TEST(EvaluationCounts, ACountThatIsOneOffIsNoticed) {
  for (const auto* method : {"bdf3", "radau-iia", "rattle", "hht", "msstc3"}) {
    const auto& entry = catalogued_method(method);
    const MethodOptions options{Parameters(entry.parameters, {}), {}};
    const auto outcome = run(entry, options, Form::index3);
    const auto& law = *law_of(*family_of(entry, options.parameters, Form::index3), options.parameters);
    const auto notices = [&](const Outcome& wrong) {
      return !disagreements(law, work_of(wrong, entry, options), wrong).empty();
    };
    ASSERT_FALSE(notices(outcome)) << method;
    for (const auto counter : {&Counters::stages, &Counters::newton_iterations, &Counters::residual_evaluations,
                               &Counters::factorizations, &Counters::linear_solves, &Counters::newton_failures}) {
      auto wrong = outcome;
      ++*(wrong.method.*counter);
      EXPECT_TRUE(notices(wrong)) << method;
    }
    for (const auto counter : {&Counters::rhs_evaluations, &Counters::jacobian_evaluations, &Counters::factorizations,
                               &Counters::linear_solves}) {
      auto wrong = outcome;
      ++*(wrong.system.*counter);
      EXPECT_TRUE(notices(wrong)) << method;
    }
  }
}

// The initial history of a multistep formula is computed by steps of Radau IIA with three stages. The counters include
// this work.
TEST(EvaluationCounts, OfAStartBackwardsAreThoseOfRadau) {
  for (const auto& [name, history] : {std::pair{"bdf2", 1}, {"bdf3", 2}, {"bdf5", 4}}) {
    const auto& method = catalogued_method(name);
    Calls seen;
    AnySystem<double> system{CountingSystem(DrivenPendulum<double>{}, Form::index3, seen)};
    const auto begin = DrivenPendulum<double>::initial();
    AnySystem<double>::State x{begin.q, begin.v, begin.a, begin.lambda};
    const auto stepper = method.in_double(system, {Parameters(method.parameters, {}), {}});
    ASSERT_EQ(stepper->start(0, h, x).status, Status::ok);
    const auto& counters = stepper->counters();
    const auto iterations = counters.newton_iterations.value();
    EXPECT_GT(iterations, history) << name;
    EXPECT_EQ(counters.stages, 3 * history) << name;
    EXPECT_EQ(counters.residual_evaluations, 3 * iterations) << name;
    EXPECT_EQ(counters.factorizations, iterations) << name;
    EXPECT_EQ(counters.linear_solves, iterations) << name;
    EXPECT_EQ(seen.momenta, 3 * iterations) << name;
    EXPECT_EQ(seen.blocks, 3 * iterations) << name;
    EXPECT_EQ(seen.accelerations, 2) << name;  // one in the start of the formula, one in the start of Radau IIA
  }
}

// The run begins without accelerations. Fails if Newton's tolerance is therefore too small. The equation is linear: the
// first iteration of each step solves it, and the second confirms convergence.
TEST(EvaluationCounts, OfAStartWithoutAccelerationsAreTwoIterationsAStep) {
  const auto& problem = catalogued_problem("oscillator");
  for (const char* method : {"implicit-euler", "bdf1", "lms2", "ss4", "gauss", "radau-iia", "lobatto-iiic"}) {
    MovedProblem<double> moved(problem, Parameters(problem.parameters, {}), "ode");
    ASSERT_EQ(moved.by(method, 0.32, 16).status, Status::ok) << method;
    EXPECT_EQ(moved.counters.newton_iterations, 32) << method;
  }
}

// The counts of internal work that the libraries report agree with the counts of the system, if it counts them too.
TEST(EvaluationCounts, OfLibrariesAgreeWithWhatTheSystemSaw) {
  const auto& ida = catalogued_method("ida");
  for (const auto form : every_form) {
    const auto outcome = run(ida, {Parameters(ida.parameters, {}), {}}, form);
    ASSERT_EQ(outcome.result.status, Status::ok) << name(form);
    EXPECT_EQ(outcome.method.residual_evaluations, outcome.seen.momenta) << name(form);
    EXPECT_EQ(outcome.system.jacobian_evaluations, outcome.seen.blocks) << name(form);
    EXPECT_GE(*outcome.method.residual_evaluations, *outcome.method.newton_iterations) << name(form);
    EXPECT_GT(*outcome.method.newton_iterations, *outcome.method.factorizations) << name(form);
    EXPECT_EQ(outcome.method.linear_solves, outcome.method.newton_iterations) << name(form);
  }
  const auto& cvode = catalogued_method("cvode");
  for (const char* family : {"adams", "bdf"}) {
    const auto outcome = run(cvode, {Parameters(cvode.parameters, {{"lmm", family}}), {}}, Form::ode);
    ASSERT_EQ(outcome.result.status, Status::ok) << family;
    EXPECT_EQ(outcome.system.rhs_evaluations, outcome.seen.accelerations) << family;
    EXPECT_GE(outcome.seen.accelerations, *outcome.method.newton_iterations) << family;  // also for predictions
  }
}

}  // namespace
}  // namespace plumb::testing
