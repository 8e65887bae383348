// Tests run plumb check, baseline and history like a user, on a small matrix with a method from a file.

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

class NightlyCheck : public Cli {
 protected:
  void SetUp() override {
    fs::create_directories(folder / "baselines");
    write_method("2/3");
    write("baselines/cells.toml", R"(schema = 1
[sets.quick]
problem = "pendulum"
formulation = "ode"
method = "erk4"
step = "1e-2"
t_end = "0.2"
[[cells]]
problem = "pendulum"
formulation = ["ode", "index3"]
method = ["bdf3", "@)" + in("mine.toml") +
                                      R"("]
step = "1e-2"
t_end = "0.2"
samples = 4
[[cells]]
set = "quick"
)");
    write("baselines/analysis.toml",
          "schema = 1\nmethods = [\"erk4\", \"@" + in("mine.toml") + "\"]\nquick = [\"erk4\"]\n");
    const auto ended = accept("--reason 'the first'");
    ASSERT_EQ(ended.code, 0) << ended.err << ended.out;
    ASSERT_THAT(ended.out, StartsWith("9 added, 0 changed, 0 removed, 0 as before, 0 refused in "));
  }

  /// Writes a method file of Ralston's second-order method, whose exact node is 2/3.
  void write_method(const std::string& node) const {
    write("mine.toml", "schema = 1\nname = \"mine\"\na = [[0, 0], [\"" + node +
                           "\", 0]]\nb = [\"1/4\", \"3/4\"]\nc = [0, \"" + node + "\"]\n");
  }
  Ended accept(const std::string& options) const {
    return plumb("baseline accept --baselines '" + in("baselines") + "' -j 1 " + options);
  }
  Ended check(const std::string& options = "") const {
    return plumb("check --baselines '" + in("baselines") + "' -j 1 --history '" + in("history.db") + "' " + options);
  }
};

TEST_F(NightlyCheck, IsGreenOnTheSameBuild) {
  const auto ended = check("--bits");
  EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
  EXPECT_EQ(ended.out, "9 measured, 9 as before\n");
  EXPECT_EQ(check("--quick").out, "3 measured, 3 as before\n");
}

// Fails if the check misses a coefficient that is wrong in its tenth digit, or does not name its method.
TEST_F(NightlyCheck, NamesTheMethodOfWhichOneCoefficientIsWrongInItsTenthDigit) {
  write_method("0.6666666667666666666666666667");
  const auto ended = check();
  EXPECT_EQ(ended.code, 1);
  const auto first = ended.out.substr(0, ended.out.find('\n'));
  EXPECT_THAT(first,
              AllOf(StartsWith("worse: pendulum "), HasSubstr("@" + in("mine.toml")), HasSubstr(" changed by ")));
  EXPECT_THAT(ended.out, HasSubstr("plumb run -p pendulum -f "));
}

TEST_F(NightlyCheck, WritesReportsForOthers) {
  write_method("0.667");
  const auto ended = check("--json --junit '" + in("check.xml") + "' --markdown '" + in("check.md") + "'");
  EXPECT_EQ(ended.code, 1);
  const auto json = Json::parse(ended.out);
  EXPECT_EQ(json.at("exit"), 1);
  EXPECT_EQ(json.at("findings").at(0).at("grade"), "worse");
  EXPECT_THAT(contents(in("check.xml")), AllOf(StartsWith("<?xml"), HasSubstr("<failure message=")));
  EXPECT_THAT(contents(in("check.md")), StartsWith("# plumb check\n\n9 measured"));
}

TEST_F(NightlyCheck, AcceptsWithAReasonAndShowsWhatAndWhy) {
  write_method("0.667");
  EXPECT_THAT(accept(""), Refuses(2, "--reason"));
  const auto ended = accept("--reason 'a rounder node'");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr(" changed, 0 removed"));
  EXPECT_EQ(check().code, 0);
  const auto log = plumb("baseline log --baselines '" + in("baselines") + "'").out;
  EXPECT_THAT(log, AllOf(HasSubstr("a rounder node"), HasSubstr(" -> "), HasSubstr("cells: 5 added")));
  EXPECT_THAT(plumb("baseline show -m bdf3 --baselines '" + in("baselines") + "'").out, HasSubstr("metrics/end.q"));
}

TEST_F(NightlyCheck, SaysThatABaselineWasEdited) {
  auto text = contents(in("baselines/cells.jsonl"));
  const std::string was = "\"steps\":20";
  ASSERT_NE(text.find(was), std::string::npos);
  write("baselines/cells.jsonl", text.replace(text.find(was), was.size(), "\"steps\":21"));
  const auto ended = check();
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.out, AllOf(StartsWith("worse: "), HasSubstr("cells.jsonl: was edited by hand")));
  EXPECT_THAT(accept("--reason x"), Refuses(2, "edited by hand"));
}

TEST_F(NightlyCheck, KeepsItsHistory) {
  check();
  write_method("0.7");
  check();
  const auto history = [&](const std::string& options) {
    return plumb("history --history '" + in("history.db") + "' " + options);
  };
  const auto shown = history("end.q -f ode -m '@" + in("mine.toml") + "'");
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr("end.q of pendulum ode @"), HasSubstr("|*"), HasSubstr(" *\n")));
  EXPECT_EQ(Json::parse(history("end.q -f ode -m bdf3 --json").out).at(0).at("spans").at(0).at("checks"), 2);
  EXPECT_THAT(history("end.v --format csv").out,
              StartsWith("area,request,name,from,to,checks,value,commit,who,machine"));
  EXPECT_THAT(history("end.x"), Refuses(2, "unknown value 'end.x'"));
  EXPECT_THAT(history("end.q -m cd"),
              Refuses(4, "the history contains none of the selected items; it has end.q of pendulum ode "));
  EXPECT_THAT(history("stability_limit -m bdf3"), Refuses(4, "the selected items have no stability_limit; they have "));
}

// Fails if findings are not printed because a file cannot be written after the measurement.
TEST_F(NightlyCheck, SaysWhatItFoundWhateverCannotBeWritten) {
  write("history.txt", "no history of checks, for sure, and longer than the header of a database; and so it stays so");
  const auto refused = plumb("check --baselines '" + in("baselines") + "' -j 1 --history '" + in("history.txt") + "'");
  EXPECT_EQ(refused.code, 3);
  EXPECT_EQ(refused.out, "") << "nothing was measured for it";
  const auto full = check("--markdown /dev/full");
  EXPECT_EQ(full.code, 2) << full.err;
}

TEST_F(NightlyCheck, IsNotGreenWithoutItsBaseline) {
  fs::remove(folder / "baselines" / "cells.jsonl");
  const auto ended = check();
  EXPECT_EQ(ended.code, 4);
  EXPECT_THAT(ended.out, HasSubstr("cells.jsonl: there is no such file"));
}

TEST_F(NightlyCheck, RefusesWhatThereIsNot) {
  EXPECT_THAT(check("--area cell"), Refuses(2, "unknown area 'cell'"));
  EXPECT_THAT(check("-m cd"), Refuses(2, "unknown method of the nightly matrix 'cd'"));
  EXPECT_THAT(plumb("check --baselines '" + in("none") + "'"), Refuses(2, "is not a folder"));
}

}  // namespace
}  // namespace plumb
