// A motion passed in by a caller must get the same errors as the run of Plumb that computed it.

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "harness/api/api.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/run/run_cell.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

ResolvedCell cell_of(const std::string& problem, const std::string& formulation, const std::string& method) {
  CellRequest request;
  request.problem = {problem, {}};
  request.formulation = {formulation, {}};
  request.method = {method, {}};
  request.step = "0.01";
  request.settings["t_end"] = "1";
  request.settings["samples"] = "20";
  return resolve(request);
}

std::vector<double> narrowed(const Vec<quad>& x) {
  std::vector<double> out;
  for (const auto& one : x) out.push_back(static_cast<double>(one));
  return out;
}

// Fails if the errors of a caller's motion are measured differently from the errors of a run: with another norm, time,
// chart or reference.
TEST(ComputedMotion, HasTheErrorsOfTheRunThatMadeIt) {
  for (const auto& [problem, formulation, method] :
       {std::tuple{"two-link", "ode", "erk4"}, std::tuple{"spinning-top", "rotation-index3", "generalized-alpha"},
        std::tuple{"pendulum", "index1", "erk4"}}) {
    const auto cell = cell_of(problem, formulation, method);
    Trajectory states;
    const StopRequest none = Status::ok;
    const auto result = run_cell(cell, none, {.sample = states.sink()});
    ComputedMotion motion;
    for (const auto& sample : states.samples) {
      motion.t.push_back(0.05 * static_cast<double>(motion.t.size() + 1));
      motion.q.push_back(narrowed(sample.q));
      motion.v.push_back(narrowed(sample.v));
    }
    const auto judged = motion_errors(formulated_problem(problem, formulation), motion, {});
    EXPECT_TRUE(judged.note.empty()) << judged.note;
    int compared = 0;
    std::set<std::string> reported;
    for (const auto& error : judged.errors) {
      reported.insert(error.name);
      const auto known = result.metrics.find(error.name);
      if (known == result.metrics.end() || !known->second || !error.value) continue;
      // The times are rounded to double, which changes the errors by a few rounding errors.
      EXPECT_NEAR(*error.value, *known->second, 1e-6 * std::abs(*known->second) + 1e-14)
          << problem << " " << error.name;
      ++compared;
    }
    EXPECT_GT(compared, 5) << problem;
    for (const char* name : {"re.v", "rms.q", "end.q", "scd", "mescd"})
      EXPECT_EQ(reported.contains(name), result.metrics.contains(name)) << problem << " " << name;
  }
}

TEST(ComputedMotion, IsRefusedWhereItIsNone) {
  const auto requested = formulated_problem("pendulum", "ode");
  const auto refused = [&](const ComputedMotion& motion) {
    EXPECT_THROW(motion_errors(requested, motion, {}), UsageError);
  };
  refused({.t = {}, .q = {}, .v = {}});
  refused({.t = {1}, .q = {{0, 0}}, .v = {{0}}});
  refused({.t = {1}, .q = {{0}}, .v = {}});
  refused({.t = {2, 1}, .q = {{0}, {0}}, .v = {{0}, {0}}});
  refused({.t = {-1}, .q = {{0}}, .v = {{0}}});
  refused({.t = {std::nan("")}, .q = {{0}}, .v = {{0}}});
  const auto judged = motion_errors(requested, {.t = {1}, .q = {{std::nan("")}}, .v = {{0}}}, {});
  for (const auto& error : judged.errors) EXPECT_FALSE(error.name == "rms.q" && error.value);
}

TEST(ReferenceAt, HasTheDigitsThatAreCertified) {
  const auto values = reference_at(formulated_problem("pendulum", "ode"), {2, 1, 0}, {});
  ASSERT_EQ(values.size(), 3U);
  EXPECT_EQ(values[0].front().name, "q1");
  EXPECT_GE(values[0].front().digits, 20);
  EXPECT_NE(values[0].front().value, values[1].front().value);
  EXPECT_THROW(reference_at(formulated_problem("pendulum", "ode"), {-1}, {}), UsageError);
}

TEST(ReferenceAt, StopsWhenItIsAskedTo) {
  EXPECT_THROW(reference_at(formulated_problem("pleiades", "ode"), {3}, {.interrupted = [] { return true; }}), Stopped);
}

}  // namespace
}  // namespace plumb
