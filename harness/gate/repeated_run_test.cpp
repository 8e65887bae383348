// Compares results of a small run with recorded results, in which the tests change one value each.

#include "harness/gate/repeated_run.hpp"

#include <gmock/gmock.h>

#include "harness/cell/resolve.hpp"
#include "harness/run/run_cell.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class RepeatedRun : public testing::Test {
 protected:
  ComparedRepeat compared() const {
    return compared_with_repeat(cell, recorded, to_json(result), doubt_of_whole_results());
  }
  double metric(const char* name) const { return recorded.at("metrics").at(name).get<double>(); }
  /// Changes the environment of the record to that of another processor.
  void record_elsewhere() { recorded["environment"]["cpu"] = "another processor"; }

  const ResolvedCell cell = resolve(CellRequest{.problem = {"pendulum", {}},
                                                .formulation = {"index3", {}},
                                                .method = {"bdf2", {}},
                                                .step = "1e-2",
                                                .settings = {{"t_end", "0.2"}, {"samples", "4"}}});
  const RunResult result = run_cell(cell, StopRequest(Status::ok));
  Json recorded = to_json(result);
};

TEST_F(RepeatedRun, HasTheSameBits) {
  recorded["timing"]["seconds"] = 1234;
  record_elsewhere();
  const auto found = compared();
  EXPECT_EQ(found.verdict, RepeatVerdict::same_bits);
  EXPECT_EQ(found.message, "");
  EXPECT_EQ(name(found.verdict), "same bits");
}

// Fails if a rounding error counts as a difference, or if a change beyond rounding does not.
TEST_F(RepeatedRun, AgreesWithinRoundingAndNotBeyond) {
  auto& q = recorded.at("final").at("q").at(0);
  const auto before = q.get<double>();
  q = before * (1 + 1e-15);
  EXPECT_EQ(compared().verdict, RepeatVerdict::same_digits);
  q = before * (1 + 1e-7);
  const auto found = compared();
  EXPECT_EQ(found.verdict, RepeatVerdict::different);
  EXPECT_THAT(found.message, StartsWith("q[1] "));
  EXPECT_THAT(found.message, HasSubstr(" digits agree; rounding explains up to "));
}

// Fails if an error may change as much as in the nightly check, by a factor of two.
TEST_F(RepeatedRun, DiffersByASmallChangeOfAnError) {
  for (const char* name : {"end.q.translation", "energy.max", "rms.lambda"}) {
    const auto before = metric(name);
    recorded["metrics"][name] = before * 1.01;
    const auto found = compared();
    EXPECT_EQ(found.verdict, RepeatVerdict::different) << name << ": " << found.message;
    EXPECT_THAT(found.message, StartsWith(name));
    recorded["metrics"][name] = before;
  }
}

TEST_F(RepeatedRun, DiffersByACountAndByALostNumber) {
  auto& count = recorded.at("counters").at("rhs_evaluations");
  count = count.is_number() ? count.get<int>() + 1000 : 1000;
  EXPECT_EQ(compared().verdict, RepeatVerdict::different);
  recorded = to_json(result);
  recorded["metrics"]["end.q.translation"] = nullptr;
  EXPECT_EQ(compared().verdict, RepeatVerdict::different);
  record_elsewhere();  // a program without this metric
  EXPECT_EQ(compared().verdict, RepeatVerdict::same_digits);
}

TEST_F(RepeatedRun, ComparesTextsOfTheSameEnvironmentOnly) {
  recorded["note"] = "edited";
  EXPECT_EQ(compared().verdict, RepeatVerdict::different);
  EXPECT_THAT(compared().message, StartsWith("note edited -> none"));
  record_elsewhere();
  EXPECT_EQ(compared().verdict, RepeatVerdict::same_digits);
}

TEST_F(RepeatedRun, HasFailedOtherwise) {
  recorded["status"] = "newton-diverged";
  recorded["metrics"]["end.q.translation"] = 1;
  const auto found = compared();
  EXPECT_EQ(found.verdict, RepeatVerdict::failed_otherwise);
  EXPECT_EQ(found.message, "status newton-diverged -> ok");
}

}  // namespace
}  // namespace plumb
