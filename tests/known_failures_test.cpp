// Every failure on the list of known failures still occurs, and does not occur with other parameters of the method. So
// the list contains no obsolete entries, and none with a wrong reason.

#include "methods/known-failures/known_failures.hpp"

#include <gtest/gtest.h>

#include "harness/api/catalogue_tables.hpp"
#include "harness/run/run_cell.hpp"

namespace plumb {
namespace {

// Runs the method on a problem that shows the failure. Failures of all problems occur with the two-link manipulator,
// most of them within a second; failures specific to fekete occur within 100 s.
RunResult run_of(const KnownFailure& known, std::string_view method, std::string_view form,
                 const std::map<std::string, std::string>& p) {
  const bool rests = known.problem == "fekete";
  CellRequest request;
  request.problem = {"two-link", {}};
  if (rests) request.problem = {"fekete", {{"n", "4"}}};
  request.formulation = {std::string(form), {}};
  request.method = {std::string(method), p};
  request.step = rests ? "0.2" : "0.01";
  request.settings["t_end"] = rests ? "100" : "5";
  return run_cell(resolve(request), StopRequest{Status::ok});
}

/// Returns whether the run failed or its result has no correct digit. Rounding decides which of the two a growing error
/// causes.
bool diverges(const RunResult& result) {
  if (result.status == Status::unsupported) return false;
  const auto error = result.metrics.find("re.q");
  return result.status != Status::ok || (error != result.metrics.end() && error->second > 1);
}

bool happens(Failure what, const RunResult& result) {
  const auto drift = result.metrics.find("drift.position");
  switch (what) {
    case Failure::diverges: return diverges(result);
    case Failure::leaves_constraints: return drift != result.metrics.end() && drift->second > 1e-6;
    case Failure::refused: return result.status == Status::unsupported;
    case Failure::multipliers_oscillate: break;  // methods/known-failures/known_failures_test.cpp
  }
  return false;
}

/// Calls visit(entry, method, form) for every entry whose failure a single run can show.
template <class Visit>
void for_each_visible(Visit visit) {
  for (const auto& known : known_failures()) {
    if (known.happens == Failure::multipliers_oscillate) continue;
    for (const auto method : names_in(known.methods))
      for (const auto form : names_in(known.forms)) visit(known, method, form);
  }
}

TEST(KnownFailures, StillHappen) {
  for_each_visible([](const KnownFailure& known, std::string_view method, std::string_view form) {
    const auto result = run_of(known, method, form, known.example);
    EXPECT_TRUE(happens(known.happens, result))
        << method << " " << known.parameters() << " on " << form << ": " << name(result.status) << " " << result.reason;
  });
}

TEST(KnownFailures, DoNotHappenWithTheDefaults) {
  int seen = 0;
  for_each_visible([&](const KnownFailure& known, std::string_view method, std::string_view form) {
    const auto& entry = catalogued_method(method);
    if (known.holds_for(Parameters(entry.parameters, {}))) return;
    const auto result = run_of(known, method, form, {});
    EXPECT_FALSE(happens(known.happens, result)) << method << " on " << form << ": " << result.reason;
    ++seen;
  });
  EXPECT_GE(seen, 15);
}

TEST(KnownFailures, AreShownWithTheMethodsThatTheyConcern) {
  EXPECT_NE(known_failures_of("gauss").find("leaves the constraints"), std::string::npos);
  EXPECT_EQ(known_failures_of("gauss").find("oscillate"), std::string::npos);
  EXPECT_EQ(known_failures_of("erk4"), "");
  EXPECT_EQ(known_failure_table().rows.size(), known_failures().size());
}

TEST(KnownFailures, NameProblemsThatExist) {
  for (const auto& known : known_failures()) {
    if (known.problem == "*") continue;
    EXPECT_NO_THROW(catalogued_problem(known.problem)) << known.problem;
  }
}

}  // namespace
}  // namespace plumb
