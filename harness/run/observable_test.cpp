// Compares the tables of observables and reducers with the results of runs.

#include "harness/run/observable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/run/metric_column.hpp"
#include "harness/run/run_cell.hpp"
#include "problems/catalogue.hpp"

namespace plumb {
namespace {

ResolvedCell cell(const std::string& problem, const std::string& formulation, const std::string& method) {
  return resolve({.problem = {problem, {}},
                  .formulation = {formulation, {}},
                  .method = {method, {}},
                  .step = "1e-3",
                  .settings = {{"t_end", "1e-2"}}});
}

/// Returns cells whose runs have all observables.
std::vector<ResolvedCell> runs_of_all_kinds() {
  return {cell("pendulum", "index3", "hht"), cell("spinning-top", "rotation-index3", "rattle"),
          cell("free-body", "ode", "erk4"), cell("oscillator", "ode", "erk4"), cell("spinning-top", "ode", "erk4")};
}

bool is_stored(const MetricColumn& column) { return column.observable->kind != ObservableKind::time; }

TEST(Observables, EveryMetricOfARunHasARowAndAUnit) {
  for (const auto& c : runs_of_all_kinds()) {
    const Subject subject(c);
    for (const auto& [name, value] : run_cell(c, StopRequest{Status::ok}).metrics) {
      const auto column = metric_column(subject, name);
      ASSERT_TRUE(column) << name;
      EXPECT_FALSE(column->unit.empty()) << name;
      EXPECT_EQ(metric_unit(subject, name), column->unit);
      EXPECT_TRUE(is_stored(*column)) << name;
    }
  }
}

TEST(Observables, EveryPairOfRowsIsAMetricOfSomeRun) {
  std::set<std::pair<const ObservableRow*, const Reducer*>> reported;
  for (const auto& c : runs_of_all_kinds()) {
    const auto result = run_cell(c, StopRequest{Status::ok});
    for (const auto& column : metric_columns(Subject(c)))
      if (is_stored(column) ? result.metrics.contains(column.name) : metric_of(result, column.name).has_value())
        reported.insert({column.observable, column.reducer});
  }
  for (const auto& [observable, reducer] : metric_pairs())
    EXPECT_TRUE(reported.contains({observable, reducer})) << observable->name << " " << reducer->name;
}

// Fails if iterations are not divided by the number of Newton solves: the result is then below one, or in the hundreds.
TEST(Observables, IterationsAreThoseOfASolveWhereSolvesAreCounted) {
  const auto iterations = [](const char* method) {
    const auto run = run_cell(cell("pendulum", "index1", method), StopRequest{Status::ok});
    EXPECT_EQ(run.status, Status::ok) << method << ": " << run.reason;
    EXPECT_GT(run.counters.newton_iterations, 0) << method;
    return metric_of(run, "iterations.mean");
  };
  for (const char* method : {"radau-iia", "esdirk325l2sa", "esdirk325l2sa-adaptive"}) {
    ASSERT_TRUE(iterations(method)) << method;
    EXPECT_GE(*iterations(method), 1) << method;
    EXPECT_LE(*iterations(method), 6) << method;
  }
  for (const char* method : {"radau-iia-adaptive", "cvode", "ida", "arkode-dirk"})
    EXPECT_EQ(iterations(method), std::nullopt) << method;
}

TEST(Observables, NamesOfARunAreItsOwn) {
  for (const auto& problem : problems())
    for (const auto& formulation : problem.formulations) {
      std::set<std::string> names;
      for (const auto& column : metric_columns(Subject(problem, formulation, Parameters(problem.parameters, {}))))
        EXPECT_TRUE(names.insert(column.name).second) << problem.name << " " << column.name;
    }
}

// A run has multipliers and drift if and only if its formulation has constraints.
TEST(Observables, ConstraintsFollowTheForm) {
  for (const auto& problem : problems())
    for (const auto& formulation : problem.formulations) {
      const auto system = problem.in_double.system(Parameters(problem.parameters, {}), formulation);
      EXPECT_EQ(formulation.form != Form::ode, system.sizes().lambda != 0) << problem.name << " " << formulation.name;
    }
}

TEST(Observables, EveryRowHasWhatReadsIt) {
  for (const auto& row : observables()) {
    EXPECT_EQ(row.kind == ObservableKind::error, row.computed && row.exact) << row.name;
    EXPECT_EQ(row.kind == ObservableKind::deviation, !row.readings.empty() && row.size) << row.name;
    EXPECT_EQ(row.kind == ObservableKind::count, row.counted != nullptr) << row.name;
    EXPECT_EQ(row.kind == ObservableKind::time, row.timed != nullptr) << row.name;
    EXPECT_FALSE(row.unit.empty() || row.meaning.empty()) << row.name;
  }
  for (const auto& row : reducers()) {
    EXPECT_EQ(row.applies_to == ObservableKind::error, row.error != nullptr) << row.name;
    EXPECT_EQ(row.applies_to == ObservableKind::end_state, row.digits != nullptr) << row.name;
    EXPECT_FALSE(row.meaning.empty()) << row.name;
  }
}

TEST(Observables, UnitsFollowTheCoordinates) {
  const Subject top(cell("spinning-top", "rotation-index3", "rattle"));
  const auto unit = [&](const char* metric) { return metric_unit(top, metric); };
  EXPECT_EQ(unit("end.q"), "m and rad");
  EXPECT_EQ(unit("end.q.rotation"), "rad");
  EXPECT_EQ(unit("rms.v.translation"), "m/s");
  EXPECT_EQ(unit("end.a.rotation"), "rad/s^2");
  EXPECT_EQ(unit("re.v"), "-");
  EXPECT_EQ(unit("energy.max"), "J");
  EXPECT_EQ(unit("drift.position"), "SI");
  EXPECT_EQ(unit("end.nothing"), "SI");
}

}  // namespace
}  // namespace plumb
