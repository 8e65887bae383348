// A key that a kind does not use is rejected with its location, and a mistake is reported with the location of its key.

#include "harness/paper/used_keys.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "harness/paper/claims.hpp"
#include "harness/paper/figure.hpp"
#include "harness/paper/table.hpp"
#include "text/testing/refusal.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

/// Returns the code, the location and the key of the error with which a file of a paper is rejected, or "accepted".
template <class Read>
std::string refusal(const std::string& text, const Read& read) {
  Paper paper;
  paper.folder = scratch_folder();
  paper.published = {{"table-1", "r", "c", "1.0"}, {"table-1", "r", "d", "2.0"}};
  const auto file = paper.folder / "x.toml";
  std::ofstream(file) << "schema = 1\n" << text;
  return refusal_of([&] { read(file, paper); }, paper.folder);
}

/// Returns this error for a claim whose checks begin in line 5.
std::string claim(const std::string& checks, const std::string& more = "") {
  return refusal("[claims.a]\nwhere = \"b\"\nsays = \"c\"\n" + checks + "\n" + more, claims_from_file);
}

std::string read_check(const std::string& keys) { return claim("checks = {is = \"<\", value = 1, " + keys + "}"); }

std::string table(const std::string& text) {
  return refusal("title = \"t\"\n" + text,
                 [](const auto& file, const auto& paper) { table_spec("table-1", file, paper); });
}

/// Returns this error for a figure whose text begins in line 3.
std::string figure(const std::string& text) {
  return refusal("title = \"t\"\n" + text,
                 [](const auto& file, const auto& paper) { figure_spec("figure-1", file, paper); });
}

constexpr const char* pendulum_run = R"(problem = "pendulum", method = "erk4", step = "1e-2", t_end = 1, )";

// Fails if a key without effect is accepted.
TEST(UsedKeys, AreThoseOfTheKindOfACheck) {
  EXPECT_EQ(read_check(R"(kind = "stability-limit", method = "erk4", damping = 0.1)"), "accepted");
  EXPECT_EQ(read_check(R"(kind = "stability-limit", method = "erk4", step = 1)"), "not-allowed x.toml:5:82 step");
  EXPECT_EQ(read_check(R"(kind = "property", property = "order", method = "erk4", damping = 0.1)"),
            "not-allowed x.toml:5:98 damping");
  EXPECT_EQ(read_check(std::string(pendulum_run) + R"(metric = "end.q", output = "x")"),
            "not-allowed x.toml:5:124 output");
  EXPECT_EQ(read_check(std::string(pendulum_run) + R"(kind = "largest", output = "x", threshold = 1)"),
            "not-allowed x.toml:5:141 threshold");
  EXPECT_EQ(read_check(std::string(pendulum_run) + R"(metric = "end.q", over = {method = "kutta3", omega_dt = 1})"),
            "not-allowed x.toml:5:153 omega_dt");
}

// Fails if a check of a quantity without rounding may set `about_rounding`.
TEST(UsedKeys, AboutRoundingIsForWhatIsRounded) {
  const std::string flag = ", about_rounding = true", of_run = pendulum_run;
  EXPECT_EQ(read_check(of_run + R"(metric = "end.q")" + flag), "accepted");
  EXPECT_EQ(read_check(of_run + R"(kind = "at-end", output = "x")" + flag), "accepted");
  EXPECT_EQ(read_check(of_run + R"(metric = "seconds")" + flag), "not-allowed x.toml:5:134 about_rounding");
  EXPECT_EQ(read_check(of_run + R"(kind = "counter", counter = "rhs_evaluations")" + flag),
            "not-allowed x.toml:5:161 about_rounding");
  EXPECT_EQ(read_check(R"(kind = "property", property = "order", method = "erk4")" + flag),
            "not-allowed x.toml:5:105 about_rounding");
  EXPECT_EQ(claim("checks = {kind = \"status\", problem = \"pendulum\", method = \"erk4\", step = 1, t_end = 1, "
                  "is = \"=\", value = \"ok\"" +
                  flag + "}"),
            "not-allowed x.toml:5:129 about_rounding");
}

// Fails if a set must not contain a key that its views allow.
TEST(UsedKeys, AboutRoundingMayStandInASet) {
  EXPECT_EQ(claim("checks = {set = \"s\", metric = \"end.q\", is = \"<\", value = 1}",
                  "[sets.s]\nproblem = \"pendulum\"\nmethod = \"erk4\"\nstep = \"1e-2\"\nt_end = 1\nabout_rounding = "
                  "true\n"),
            "accepted");
}

TEST(UsedKeys, OfSetsMayServeOthersAndWhatIsCommonServesOne) {
  const std::string limit = R"({kind = "stability-limit", method = "erk4", is = "<", value = 3})";
  const std::string error =
      R"({metric = "end.q", problem = "pendulum", step = "1e-2", method = "erk4", is = "<", value = 1})";
  EXPECT_EQ(claim("common = {t_end = 1}\nchecks = [" + limit + ", " + error + "]"), "accepted");
  EXPECT_EQ(claim("common = {t_end = 1}\nchecks = [" + limit + "]"), "not-allowed x.toml:5:19 t_end");
  EXPECT_EQ(claim(R"(checks = {set = "s", kind = "stability-limit", is = "<", value = 3})",
                  "[sets.s]\nmethod = \"erk4\"\nstep = 1\nproblem = \"pendulum\"\n"),
            "accepted");
}

TEST(UsedKeys, OfARowServeOneOfItsColumns) {
  const std::string columns =
      "columns = [{column = \"c\", kind = \"stability-limit\"}, {column = \"d\", metric = \"end.q\", t_end = 1}]\n";
  const std::string row = R"(rows = {row = "r", method = "erk4", problem = "pendulum", step = "1e-2")";
  EXPECT_EQ(table(row + ", damping = 0.1}\n" + columns), "accepted");
  EXPECT_EQ(table(row + ", omega_dt = 1}\n" + columns), "not-allowed x.toml:3:85 omega_dt");
}

TEST(UsedKeys, AreThoseOfTheKindOfAFigure) {
  const std::string curves =
      "curves = {name = \"a\", problem = \"pendulum\", method = \"erk4\", step = \"1e-2\", t_end = 1";
  EXPECT_EQ(figure("kind = \"trajectory\"\noutputs = \"x\"\n" + curves + "}"), "accepted");
  EXPECT_EQ(figure("kind = \"iterations\"\noutputs = \"x\"\n" + curves + "}"), "not-allowed x.toml:4:1 outputs");
  EXPECT_EQ(figure("kind = \"iterations\"\n" + curves + ", damping = 1}"), "not-allowed x.toml:4:98 damping");
  EXPECT_EQ(figure("kind = \"convergence\"\n" + curves + ", samples = 5}"), "not-allowed x.toml:4:98 samples");
  EXPECT_EQ(figure("kind = \"trajectory\"\noutputs = \"x\"\n" + curves + "}\nreference = {name = \"b\"}"),
            "not-allowed x.toml:6:1 reference");
  EXPECT_EQ(
      figure("kind = \"spectral-radius\"\nomega_dt = [1, 2]\ncurves = {name = \"a\", method = \"erk4\", step = 1}"),
      "not-allowed x.toml:5:47 step");
}

// Fails if a mistake has the location of the table instead of the key.
TEST(Mistakes, AreReportedAtTheirKey) {
  EXPECT_EQ(read_check(R"(kind = "property", property = "order", method = "erk")"), "unknown-name x.toml:5:80 method");
  EXPECT_EQ(read_check(R"(method = "erk", metric = "end.q", problem = "pendulum", step = 1)"),
            "unknown-name x.toml:5:41 method");
  EXPECT_EQ(read_check(R"(problem = "pendlum", method = "erk4", metric = "end.q", step = 1)"),
            "unknown-name x.toml:5:42 problem");
  EXPECT_EQ(read_check(R"(t_end = "0.999", problem = "pendulum", method = "erk4", metric = "end.q", step = 0.5)"),
            "not-allowed x.toml:5:113 step");
  EXPECT_EQ(read_check(R"(precision = "half", problem = "pendulum", method = "erk4", metric = "end.q", step = 0.5)"),
            "unknown-name x.toml:5:44 precision");
  EXPECT_EQ(read_check(R"(kind = "published", table = "table-1", row = "r", column = "e")"),
            "unknown-name x.toml:5:91 column");
  EXPECT_EQ(read_check(R"(kind = "published", table = "table-1", row = "s", column = "c")"),
            "unknown-name x.toml:5:77 row");
  EXPECT_EQ(read_check(R"(kind = "propety")"), "unknown-name x.toml:5:39 kind");
  EXPECT_EQ(claim("checks = []\n"), "wrong-kind x.toml:5:10 checks");
}

TEST(Mistakes, OfFiguresAreReportedAtTheirKey) {
  const std::string run_of = "problem = \"pendulum\", t_end = 1, method = \"erk4\"";
  const std::string curves = "curves = {name = \"a\", step = \"1e-2\", " + run_of + "}";
  EXPECT_EQ(figure("kind = \"trajectry\"\n" + curves), "unknown-name x.toml:3:1 kind");
  EXPECT_EQ(figure("outputs = [\"w\"]\nkind = \"trajectory\"\n" + curves), "unknown-name x.toml:3:1 outputs");
  EXPECT_EQ(
      figure("outputs = \"ad_percent\"\ndt_nt = [1]\nkind = \"linear\"\ncurves = {name = \"a\", method = \"erk4\"}"),
      "wrong-kind x.toml:4:1 dt_nt");
  EXPECT_EQ(figure("kind = \"convergence\"\ncurves = [{name = \"a\", step = [\"0.1\"], " + run_of +
                   "},\n{name = \"b\", step = [\"0.2\"], " + run_of + "}]"),
            "contradiction x.toml:5:21 step");
  EXPECT_EQ(figure("kind = \"convergence\"\ncurves = [{name = \"a\", step = [\"0.1\"], " + run_of +
                   "},\n{name = \"a\", step = [\"0.1\"], " + run_of + ", precision = \"long\"}]"),
            "contradiction x.toml:5:9 name");
}

}  // namespace
}  // namespace plumb
