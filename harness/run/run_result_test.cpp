#include "harness/run/run_result.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "harness/run/build_info.hpp"
#include "harness/run/environment.hpp"

namespace plumb {
namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Cell a_cell() {
  return {.problem = "pendulum",
          .problem_parameters = "length=1",
          .formulation = "index3",
          .formulation_parameters = "",
          .method = "lms3",
          .method_parameters = "rho=0.60",
          .step = "0.001",
          .t_end = "10",
          .newton_tol = {}};
}

RunResult a_result() {
  RunResult r;
  r.status = Status::newton_diverged;
  r.reason = "iteration 12 at t = 0.1";
  r.t_reached = 0.1;
  r.metrics = {{"re.q", 1e-9}, {"re.lambda", std::nullopt}, {"energy.max", nan_value}, {"drift.position", infinity}};
  r.counters.steps = 100;
  r.counters.jacobian_evaluations.reset();
  r.timing.seconds = 0.25;
  r.timing.repeats = 9;
  r.final_state = {
      .t = 0.1, .q = {1, nan_value}, .v = {-infinity}, .a = {}, .lambda = {}, .outputs = {{"x", 0.1 + 0.2}}};
  r.environment = environment();
  return r;
}

std::vector<std::string> keys(const Json& json) {
  std::vector<std::string> out;
  for (const auto& [key, value] : json.items()) out.push_back(key);
  return out;
}

TEST(RunJson, HasTheKeysOfTheContractInItsOrder) {
  const Json json = run_json(a_cell(), a_result());
  EXPECT_THAT(keys(json),
              testing::ElementsAre("id", "problem", "formulation", "method", "step", "t_end", "settings", "status",
                                   "reason", "t_reached", "metrics", "counters", "timing", "final", "environment"));
  EXPECT_THAT(keys(json["settings"]),
              testing::ElementsAre("errors_from", "last_step", "breaks", "newton_tol", "newton_test", "newton_norm",
                                   "newton_max", "precision", "samples", "reference"));
  EXPECT_EQ(json["settings"]["precision"], "double");
  EXPECT_THAT(keys(json["final"]), testing::ElementsAre("t", "q", "v", "lambda", "outputs"));
  EXPECT_EQ(json["id"], id(a_cell()));
  EXPECT_EQ(json["method"], "lms3(rho=0.6)");
  EXPECT_EQ(json["step"], 1e-3);
  EXPECT_EQ(json["status"], "newton-diverged");
}

TEST(RunJson, MissingAndNonFiniteNumbersAreNull) {
  const Json json = run_json(a_cell(), a_result());
  for (const char* name : {"re.lambda", "energy.max", "drift.position"})
    EXPECT_TRUE(json["metrics"][name].is_null()) << name;
  EXPECT_TRUE(json["final"]["q"][1].is_null());
  EXPECT_TRUE(json["final"]["v"][0].is_null());
  EXPECT_TRUE(json["counters"]["jacobian_evaluations"].is_null());
  EXPECT_EQ(json["counters"]["newton_failures"], 0);
  EXPECT_TRUE(json["timing"]["nanoseconds_per_step"].is_null());
  const std::string text = json.dump();
  for (const char* word : {":nan", ",nan", "[nan", ":inf", ",inf", "[inf", ":-inf"})
    EXPECT_EQ(text.find(word), std::string::npos) << word;
}

TEST(RunJson, ReadsBack) {
  const RunResult written = a_result();
  for (const Json& json : {to_json(written), run_json(a_cell(), written)}) {
    const RunResult read = run_result_from_json(Json::parse(json.dump()));
    EXPECT_EQ(to_json(read), to_json(written));
    EXPECT_EQ(read.status, written.status);
    EXPECT_EQ(read.counters.steps, 100);
    EXPECT_FALSE(read.counters.jacobian_evaluations);
    EXPECT_EQ(read.timing, written.timing);
    EXPECT_TRUE(std::isnan(read.final_state.q[1]));
    EXPECT_EQ(read.final_state.outputs.at("x"), 0.1 + 0.2);
    EXPECT_EQ(read.environment, environment());
  }
}

TEST(RunJson, TellsTheWorkOfDrivenRunsOnly) {
  EXPECT_FALSE(to_json(a_result()).contains("energy"));
  RunResult written = a_result();
  written.work = {0.1 + 0.2, 1e-15};
  const Json json = Json::parse(run_json(a_cell(), written).dump());
  EXPECT_THAT(keys(json["energy"]), testing::ElementsAre("work", "work_uncertainty", "below_uncertainty"));
  EXPECT_EQ(run_result_from_json(json).work, written.work);
}

TEST(RunJson, KeepsEveryBitOfAState) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> mantissa(-1, 1);
  RunResult r = a_result();
  r.final_state.q.clear();
  for (int i = 0; i < 2000; ++i)
    r.final_state.q.push_back(std::ldexp(mantissa(random), static_cast<int>(random() % 2000) - 1000));
  r.final_state.a = {-0.0, 5e-324};
  const RunResult read = run_result_from_json(Json::parse(to_json(r).dump()));
  EXPECT_EQ(read.final_state.q, r.final_state.q);
  EXPECT_EQ(read.final_state.a, r.final_state.a);
}

TEST(RunJson, KeepsTheTimesOfASession) {
  auto written = a_result();
  written.timing = {.seconds = 2,
                    .nanoseconds_per_step = 20,
                    .repeats = 3,
                    .unwatched_steps = 50,
                    .least = 1,
                    .low = 1.5,
                    .high = 3,
                    .noise = 0.01,
                    .samples = {0.1 + 0.2, 1, 2}};
  const Json json = Json::parse(to_json(written).dump());
  EXPECT_EQ(json["timing"]["seconds_low"], 1.5);
  EXPECT_EQ(run_result_from_json(json).timing, written.timing);
  Json earlier = json;
  for (const char* key : {"seconds_least", "seconds_low", "seconds_high", "noise", "unwatched_steps", "samples"})
    earlier["timing"].erase(key);
  EXPECT_EQ(run_result_from_json(earlier).timing, (Timing{.seconds = 2, .nanoseconds_per_step = 20, .repeats = 3}))
      << "of an earlier build";
}

TEST(RunJson, ReadsCountersOfAnEarlierBuild) {
  auto written = a_result();
  written.counters.rejected_steps = 7;
  Json json = Json::parse(to_json(written).dump());
  EXPECT_EQ(run_result_from_json(json).counters.rejected_steps, 7);
  json["counters"].erase("rejected_steps");
  const auto read = run_result_from_json(json).counters;
  EXPECT_FALSE(read.rejected_steps) << "not known, which is not 0";
  EXPECT_EQ(read.steps, written.counters.steps);
}

TEST(RunJson, EveryStatusReadsBack) {
  for (const auto& row : statuses) EXPECT_EQ(status_from_name(row.name), row.status);
  EXPECT_THROW(status_from_name("fine"), FormatError);
}

TEST(RunJson, DamagedDataAreRefused) {
  const Json right = to_json(a_result());
  EXPECT_THROW(run_result_from_json(Json::array()), FormatError);
  for (const auto& [key, value] : right.items()) {
    Json missing = right, wrong = right;
    missing.erase(key);
    EXPECT_THROW(run_result_from_json(missing), FormatError) << key;
    if (key == "environment") continue;
    wrong[key] = true;
    EXPECT_THROW(run_result_from_json(wrong), FormatError) << key;
  }
}

TEST(RunJson, AReasonOutsideUtf8IsStillPrinted) {
  RunResult r = a_result();
  r.reason = "solver said \xff";
  EXPECT_NO_THROW(run_json(a_cell(), r).dump());
}

TEST(Environment, StatesTheBuild) {
  const Json& e = environment();
  EXPECT_THAT(keys(e), testing::ElementsAre("compiler", "flags", "build_type", "commit", "fingerprint", "cpu", "system",
                                            "libm", "libraries"));
  EXPECT_EQ(e["fingerprint"], build_info().fingerprint);
  EXPECT_THAT(e["libm"].get<std::string>(), testing::MatchesRegex(".+, [0-9a-f]+"));
  EXPECT_TRUE(e["libraries"].contains("SQLite"));
}

TEST(Environment, OfAResultHasItsDateAndTheLoad) {
  auto e = current_environment();
  EXPECT_THAT(e["date"].get<std::string>(), testing::MatchesRegex("20[0-9-]{8}T[0-9:]{8}Z"));
  EXPECT_GE(e["load"].get<double>(), 0);
  for (const char* key : {"date", "load"}) e.erase(key);
  EXPECT_EQ(e, environment());
}

}  // namespace
}  // namespace plumb
