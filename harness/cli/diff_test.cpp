// Tests run plumb diff like a user.

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Diff : public Cli {
 protected:
  void SetUp() override {
    ASSERT_EQ(plumb("run -p pendulum -f ode,index1 -m erk4,dopri5 -s 1e-2 --t-end 1 --store '" + in("a.db") + "'").code,
              0);
    std::filesystem::copy_file(in("a.db"), in("b.db"));
  }
  /// Changes the result of the first run in a store.
  void change(const char* file, const std::function<void(RunResult&)>& change) const {
    Store store(in(file));
    auto run = store.runs().front();
    change(run.result);
    store.put(run.cell, run.source_fingerprint, run.result);
  }
  Ended diff(const std::string& options = "") const {
    return plumb("diff '" + in("a.db") + "' '" + in("b.db") + "' " + options);
  }
};

TEST_F(Diff, EndsWellWhereNothingChanged) {
  change("b.db", [](RunResult& r) { r.timing.seconds = 99; });
  const auto ended = diff();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("4 cells in both, 0 only in"), HasSubstr("4 identical, 0 changed\n")));
}

TEST_F(Diff, SaysWhatChangedAndByHowMuch) {
  change("b.db", [](RunResult& r) {
    r.final_state.q[0] *= 1 + 1e-6;
    *r.counters.rhs_evaluations = 7;
  });
  const auto ended = diff("--digits");
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("3 identical, 1 changed"), HasSubstr("changed cells by part: counters 1, q 1"),
                               HasSubstr("pendulum index1 dopri5 h=0.01 t=1"), HasSubstr("counters q"),
                               HasSubstr("q[1] "), HasSubstr("rhs_evaluations 601 -> 7"), HasSubstr(" 6.2 ")));
  EXPECT_THAT(diff().out, Not(HasSubstr(" 6.2 ")));
}

TEST_F(Diff, ListsCellsOfOneStoreOnly) {
  ASSERT_EQ(plumb("run -p pendulum -f ode -m heun3,kutta3 -s 1e-2 --t-end 1 --store '" + in("b.db") + "'").code, 0);
  const auto few = diff("--limit 1"), all = diff("--limit 1 --all");
  EXPECT_EQ(few.code, 1);
  EXPECT_THAT(few.out, AllOf(HasSubstr("b.db: pendulum ode heun3 h=0.01 t=1\n"), HasSubstr("b.db: 1 more (--all)")));
  EXPECT_THAT(all.out, HasSubstr("b.db: pendulum ode kutta3 h=0.01 t=1\n"));
}

TEST_F(Diff, PrintsEverythingAsJson) {
  change("b.db", [](RunResult& r) { r.metrics["end.q"].reset(); });
  const auto ended = diff("--json");
  EXPECT_EQ(ended.code, 1);
  const auto json = Json::parse(ended.out);
  EXPECT_EQ(json["both"], 4);
  EXPECT_EQ(json["identical"], 3);
  ASSERT_EQ(json["changed"].size(), 1u);
  const auto& difference = json["changed"][0]["differences"][0];
  EXPECT_EQ(difference["part"], "metrics");
  EXPECT_EQ(difference["name"], "end.q");
  EXPECT_TRUE(difference["before"].is_number());
  EXPECT_TRUE(difference["after"].is_null());
  EXPECT_EQ(difference["digits"], 0.0);
}

TEST_F(Diff, HasNothingToCompareWithoutACellInBoth) {
  Store(in("empty.db"));
  const auto ended = plumb("diff '" + in("a.db") + "' '" + in("empty.db") + "'");
  EXPECT_EQ(ended.code, 4);
  EXPECT_THAT(ended.out, HasSubstr("0 cells in both, 4 only in"));
}

TEST_F(Diff, RefusesWhatIsNoStore) {
  EXPECT_THAT(plumb("diff '" + in("a.db") + "' '" + in("none.db") + "'"), Refuses(3, "there is no such store"));
  EXPECT_THAT(diff("--build-b zz"), Refuses(2, "no run of build 'zz'"));
  EXPECT_EQ(plumb("diff '" + in("a.db") + "'").code, 2);
}

}  // namespace
}  // namespace plumb
