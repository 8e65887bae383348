// Tests of `plumb reference audit` with files of published values.

#include "harness/judge/audit.hpp"
#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string header = "problem,t,component,published,factor\n";

class Audit : public Cli {
 protected:
  Ended audit(const std::string& lines, const std::string& options = "") const {
    write("published.csv", lines);
    return plumb("reference audit '" + in("published.csv") + "' " + options);
  }
  std::string value(const std::string& problem, const char* t, const char* name, std::size_t characters) const {
    const auto shown = Json::parse(plumb("reference show '" + problem + "' -f index1 --json --at " + t).out);
    return shown["values"][name]["value"].get<std::string>().substr(0, characters);
  }
};

// Fails if the output does not state the formulation whose coordinates q, v, a and lambda are used.
TEST_F(Audit, SaysWhichCoordinatesItReads) {
  const auto line = header + "pendulum,2,q1,0.5,\n";
  EXPECT_THAT(audit(line).out, HasSubstr("pendulum: q, v, a, lambda are in the coordinates of formulation index1, "));
  EXPECT_THAT(audit(line, "-f ode").out,
              HasSubstr("pendulum: q, v, a, lambda are in the coordinates of formulation ode, "));
  EXPECT_THAT(audit(header + "pendulum,2,x,0.5,\n").out, testing::Not(HasSubstr("are those of")));
}

TEST_F(Audit, TellsHowManyDigitsHold) {
  const auto x = std::stod(value("pendulum(rate=2)", "1", "q1", 17));
  std::ostringstream good, bad;
  good.precision(10);
  bad.precision(10);
  good << x, bad << x * (1 + 1e-6);
  const auto line = [](const std::string& number) { return "\"pendulum(rate=2,length=1)\",1,q1," + number + ",\n"; };
  EXPECT_EQ(audit("# where from\n" + header + line(good.str())).code, 0);
  const auto ended = audit(header + line(good.str()) + line(bad.str()), "--json");
  EXPECT_EQ(ended.code, 1);
  const auto object = Json::parse(ended.out);
  ASSERT_EQ(object["values"].size(), 2);
  EXPECT_EQ(object["values"][0]["verdict"], "holds");
  EXPECT_EQ(object["values"][1]["verdict"], "differs");
  EXPECT_THAT(object["values"][1]["holding"].get<int>(), testing::AnyOf(5, 6));
  EXPECT_NEAR(object["summary"][0]["scd"].get<double>(), 6, 1e-3);
  EXPECT_NEAR(object["summary"][0]["scd.q"].get<double>(), 6, 1e-3);
  EXPECT_TRUE(object["summary"][0]["scd.v"].is_null());
}

// The reference of π/6 = 0.523598775598298873077107230546583814... has 33 certified digits. Exit code 6: the published
// value has more digits than the reference.
TEST_F(Audit, SaysWhenTheReferenceIsTooShort) {
  const auto line = [](const std::string& number) { return "two-link,0,q2," + number + ",\n"; };
  EXPECT_EQ(audit(header + line("-0.5235987755982988730771072"), "-f ode").code, 0);
  EXPECT_EQ(audit(header + line("-0.5235987755982988730771073"), "-f ode").code, 1);
  EXPECT_EQ(audit(header + line("-0.5235987755982988730771072305465838141"), "-f ode").code, 6);
}

TEST_F(Audit, SaysNothingOfALostMotion) {
  const PublishedValue published{.problem = "two-link", .t = "100", .component = "a2", .text = "-3"};
  const CertifiedValue lost{.value = std::numeric_limits<quad>::quiet_NaN(), .digits = 0, .scale = 1};
  const auto out = audited(published, lost);
  EXPECT_EQ(out.verdict, "reference-limited");
  EXPECT_EQ(out.holding, 0);
  EXPECT_EQ(as_json(audit_table({out}))[0]["reference"], "–");
}

TEST_F(Audit, CountsDigitsOfZeroFromItsScale) {
  const auto ended = audit(header + "two-link,0,v2,0.0,\n", "-f ode --json");
  EXPECT_EQ(ended.code, 0);
  const auto object = Json::parse(ended.out);
  EXPECT_GT(object["values"][0]["holding"].get<int>(), 25);
  EXPECT_TRUE(object["summary"][0]["scd"].is_null());
}

TEST_F(Audit, TakesRedundantCoordinatesByDefault) {
  const auto length = header + "pendulum,0,q2,0.000000,\n";  // q2 is y of the mass: redundant
  EXPECT_EQ(audit(length).code, 0);
  EXPECT_THAT(audit(length, "-f ode"), Refuses(2, "published.csv:2: unknown quantity 'q2'"));
}

TEST_F(Audit, AppliesTheFactorOfAColumn) {
  const auto lambda = value("pendulum", "1", "lambda2", 12);
  const auto other_sign = lambda.starts_with('-') ? lambda.substr(1) : "-" + lambda;
  const auto line = [&](const std::string& factor) { return "pendulum,1,lambda2," + other_sign + "," + factor + "\n"; };
  const auto holding = [&](const std::string& factor) {
    return Json::parse(audit(header + line(factor), "--json").out)["values"][0]["holding"].get<int>();
  };
  EXPECT_GE(holding("-1"), 8);
  EXPECT_EQ(holding(""), 0);
  EXPECT_EQ(holding("-2"), 0);
}

TEST_F(Audit, GroupsByProblemAndTime) {
  const auto ended =
      audit(header + "pendulum,1,q1,1,\npendulum,2,q1,1,\noscillator,1,x,1,\npendulum,1,v1,1,\n", "--json");
  const auto summary = Json::parse(ended.out)["summary"];
  ASSERT_EQ(summary.size(), 3);
  EXPECT_EQ(summary[0]["values"], 2);
  EXPECT_EQ(summary[2]["problem"], "oscillator");
}

TEST_F(Audit, ReadsTheNumbersOfFortranAndFilesWithAByteOrderMark) {
  const std::string text = "problem,t,component,published\npendulum,0,x,1.0d+0\npendulum,0,y,0.0D0\n";
  const auto plain = audit(text), marked = audit("\xEF\xBB\xBF" + text);
  EXPECT_EQ(plain.code, 0) << plain.err;
  EXPECT_THAT(plain.out, HasSubstr("1.0e+0"));
  EXPECT_EQ(marked.out, plain.out) << marked.err;
}

TEST_F(Audit, RefusesWhatItCannotRead) {
  EXPECT_THAT(audit(""), Refuses(2, "published.csv: expected the header problem,t,component,published"));
  EXPECT_THAT(plumb("reference audit /"), Refuses(2, "/: cannot be read"));
  EXPECT_THAT(audit("problem,t,component,published\npendulum,1,q1,1,23\n"),
              Refuses(2, "published.csv:2:17: 5 fields, but the header has 4"));
  EXPECT_EQ(audit(header).code, 4);
  EXPECT_THAT(audit("q1,1\n"), Refuses(2, "published.csv:1:1: expected the header problem,t,component,published"));
  EXPECT_THAT(audit(header + "pendulum,1,q1\n"), Refuses(2, "published.csv:2:14: 'published' is missing"));
  EXPECT_THAT(audit(header + "pendulum,1,q1,4/3,\n"), Refuses(2, "published.csv:2:15: expected a decimal"));
  EXPECT_THAT(audit(header + "pendulum,1,q1,1,0\n"), Refuses(2, "published.csv:2:17: the factor must not be 0"));
  EXPECT_THAT(audit(header + "pendulum,1,q1,1,x\n"), Refuses(2, "published.csv:2:17: 'x' is not a number"));
  EXPECT_THAT(audit(header + ",1,q1,1,\n"), Refuses(2, "published.csv:2:1: a problem is expected"));
  EXPECT_THAT(audit(header + "pendulm,1,q1,1,\n"), Refuses(2, "published.csv:2: unknown problem 'pendulm'"));
  EXPECT_THAT(audit(header + "pendulum,1,q9,1,\n"), Refuses(2, "published.csv:2: unknown quantity 'q9'"));
  EXPECT_THAT(audit(header + "pendulum,soon,q1,1,\n"), Refuses(2, "published.csv:2:10: 'soon' is not a number"));
  EXPECT_THAT(plumb("reference audit a b c"), Refuses(2, ""));
  EXPECT_THAT(audit(header + "pendulum,1,q1,1e400,\n"), Refuses(2, "published.csv:2:15: '1e400' is too large"));
  EXPECT_THAT(audit(header + "pendulum,1,q1,1e-307,\npendulum,1,q1,1.000000000000000000e-307,\n"),
              Refuses(2, "published.csv:3:15: '1.000000000000000000e-307' is too large, or its last digit too small"));
  EXPECT_THAT(audit(header + "pendulum,1,q1,1,1e400\n"), Refuses(2, "published.csv:2:17: '1e400' is not a number"));
  EXPECT_THAT(audit(header + "pendulum,1,q1,0e9223372036854775808,\n"),
              Refuses(2, "published.csv:2:15: expected a decimal"));
}

TEST_F(Audit, RefusesWhatItCannotReadOfOneProblem) {
  const auto one = [&](const std::string& lines) {
    write("values.csv", lines);
    return plumb("reference audit pendulum '" + in("values.csv") + "'");
  };
  EXPECT_THAT(one("name,value\nq1,1e400\n"), Refuses(2, "values.csv:2:4: '1e400' is too large"));
  EXPECT_THAT(one("q1,1,2,3\n"), Refuses(2, "values.csv:1:8: expected NAME,VALUE or NAME,VALUE,T"));
  EXPECT_THAT(one("q1,1,soon\n"), Refuses(2, "values.csv:1:6: 'soon' is not a number"));
  EXPECT_THAT(one("q1\n"), Refuses(2, "values.csv:1:3: expected NAME,VALUE or NAME,VALUE,T"));
}

// In a file with a column for factors, the decimals after a decimal comma are read as a factor. The output must state
// this factor.
TEST_F(Audit, SaysThatAFactorIsNoSign) {
  EXPECT_THAT(audit(header + "pendulum,1,q1,0,23\npendulum,1,q2,-1,-1\n").out,
              HasSubstr("line 2: the published value is multiplied by its factor 23"));
}

}  // namespace
}  // namespace plumb
