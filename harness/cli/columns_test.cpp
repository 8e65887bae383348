// Tests of selected columns, and of the mark for rows with meaningless numbers.

#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST_F(Cli, PrintsTheColumnsThatAreChosen) {
  const std::string run = "run -p pendulum -m erk4,heun3 -s 1e-2 --t-end 1 --columns 'step,method,end.?' ";
  const auto text = plumb(run);
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out,
              AllOf(testing::ContainsRegex("^step \\[s\\] +method +end.a"), HasSubstr("erk4"), Not(HasSubstr("rms"))));
  EXPECT_THAT(plumb(run + "--format csv").out, StartsWith("step,method,end.a,end.q,end.v,end.x,end.y\r\n0.01,erk4,"));
  EXPECT_THAT(plumb(run + "--format md").out, StartsWith("| step [s] | method | end.a"));
  EXPECT_THAT(plumb(run + "--format latex").out, HasSubstr("\\begin{tabular}"));
  EXPECT_THAT(plumb(run + "--format units").out, StartsWith("column,unit\r\nstep,s\r\nmethod,\r\nend.a,"));
}

TEST_F(Cli, ExportsTheColumnsThatAreChosen) {
  const auto store = in("some.db");
  ASSERT_EQ(plumb("run -p pendulum -m erk4 -s 1e-2 --t-end 1 --store " + store).code, 0);
  const auto exported = "export " + store + " --columns 'method,re.*'";
  EXPECT_THAT(plumb(exported).out, StartsWith("method,re."));
  EXPECT_THAT(plumb(exported + " --format text").out, testing::ContainsRegex("^method +re\\."));
  const auto file = exported + " --out " + in("some.csv");
  EXPECT_EQ(plumb(file).code, 0);
  EXPECT_THAT(contents(in("some.csv")), StartsWith("method,re."));
  EXPECT_EQ(plumb(file).code, 0) << "an export of chosen columns is one, and is replaced";
}

TEST_F(Cli, NamesTheColumnsWhereNoneFits) {
  const std::string run = "run -p pendulum -m erk4 -s 1e-2 --t-end 1 ";
  const auto refused = plumb(run + "--store " + in("none.db") + " --columns 'method,end.p'");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("no column fits 'end.p'"));
  EXPECT_EQ(refused.out, "") << "no cell has run";
  const auto empty = plumb(run + "--columns 'method,reference_until'");
  EXPECT_EQ(empty.code, 0) << "a column that this run leaves empty\n" << empty.err;
  EXPECT_THAT(plumb(run + "--columns 'end.p'").err, AllOf(HasSubstr("did you mean"), HasSubstr("rhs_evaluations")));
  EXPECT_THAT(plumb(run + "--columns method --json"), Refuses(2, "--columns: json has no columns"));
}

// A run whose error is as large as the motion must be marked "ok !" in tables, but have the status "ok" in JSON.
TEST_F(Cli, MarksNumbersThatAreWorthNothing) {
  const auto lost = plumb("run -p 'pendulum(angle=-0.7,rate=1.5)' -f ode -m heun3 -s 1 --t-end 10");
  EXPECT_THAT(lost.out, AllOf(HasSubstr("ok !"), HasSubstr("times the motion itself")));
  const auto json = plumb("run -p 'pendulum(angle=-0.7,rate=1.5)' -f ode -m heun3 -s 1 --t-end 10 --json");
  EXPECT_EQ(Json::parse(json.out)["status"], "ok") << "a word of the contract, without a mark";
  EXPECT_THAT(plumb("run -p pendulum -m erk4 -s 1e-2 --t-end 1").out, Not(HasSubstr("ok !")));
}

}  // namespace
}  // namespace plumb
