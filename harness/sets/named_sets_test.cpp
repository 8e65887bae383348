// Tests of the results to which views of sets expand.

#include "harness/sets/named_sets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/sets/experiment.hpp"
#include "text/testing/refusal.hpp"

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Texts = std::vector<std::string>;

const Texts known = {"problem", "method", "minus", "step", "kind", "is", "value", "omega_dt", "over"};

std::string shown(const Keys& keys) {
  std::string out;
  for (const auto& [key, texts] : keys.values)
    out += fmt::format("{}{}={}", out.empty() ? "" : " ", key, fmt::join(texts, "|"));
  for (const auto& [key, tables] : keys.blocks)
    for (const auto& table : tables) out += fmt::format(" {}({})", key, shown(table));
  return out;
}

/// Returns the results of "view = {...}", after the other lines of a file.
Texts results(const std::string& view, const std::string& sets = "") {
  const auto file = toml_from_text("schema = 1\nview = {" + view + "}\n" + sets, "s.toml");
  NamedSets named;
  named.add(file, known);
  Texts out;
  const SetView cells = {known,
                         [](std::string_view key, std::string_view kind) {
                           return key == "omega_dt" || (key == "step" && kind == "order");
                         },
                         {"over"}};
  for (const auto& keys : named.expanded(*file.find("view"), cells, file.find("common"))) out.push_back(shown(keys));
  return out;
}

std::string refusal(const std::string& view, const std::string& sets = "") {
  return refusal_of([&] { results(view, sets); });
}

TEST(NamedSets, SelectorsAndListsExpandInTheOrderOfWriting) {
  EXPECT_THAT(results(R"~(method = "lms3(rho=0,1),bdf2", step = ["1", "2"])~"),
              ElementsAre("method=lms3(rho=0) step=1", "method=lms3(rho=0) step=2", "method=lms3(rho=1) step=1",
                          "method=lms3(rho=1) step=2", "method=bdf2 step=1", "method=bdf2 step=2"));
  EXPECT_THAT(results(R"~(step = "1,2", method = "a,b")~"),
              ElementsAre("method=a step=1", "method=b step=1", "method=a step=2", "method=b step=2"));
}

TEST(NamedSets, ListsThatAViewTakesStay) {
  EXPECT_THAT(results(R"~(omega_dt = ["1", "2,3"], value = ["x", "y"])~"),
              ElementsAre("omega_dt=1|2|3 value=x", "omega_dt=1|2|3 value=y"));
  EXPECT_THAT(results(R"~(kind = "order", step = [1, 2])~"), ElementsAre("kind=order step=1|2"));
}

TEST(NamedSets, VariablesStandInBraces) {
  EXPECT_THAT(results(R"~(r = [2, 3], rho = [0, 1], method = "ss{r}(rho={rho})", minus = "lms{r}(rho={rho})")~"),
              ElementsAre("method=ss2(rho=0) minus=lms2(rho=0)", "method=ss2(rho=1) minus=lms2(rho=1)",
                          "method=ss3(rho=0) minus=lms3(rho=0)", "method=ss3(rho=1) minus=lms3(rho=1)"));
  EXPECT_THAT(results(R"~(r = 2, m = "ss{r}", method = "{m}(rho=0,1)")~"),
              ElementsAre("method=ss2(rho=0)", "method=ss2(rho=1)"));
}

// Fails if a range or list of numbers in a variable is not expanded, unlike in a key of a run.
TEST(NamedSets, VariablesTakeRangesAndListsOfNumbers) {
  EXPECT_THAT(results(R"~(rho = "0:0.5:1", method = "m(rho={rho})")~"),
              ElementsAre("method=m(rho=0)", "method=m(rho=0.5)", "method=m(rho=1)"));
  EXPECT_THAT(results(R"~(h = "1e-2..1e-4,5e-5", step = "{h}")~"),
              ElementsAre("step=0.01", "step=1e-3", "step=1e-4", "step=5e-5"));
  EXPECT_THAT(results(R"~(m = "lms2..4", value = "{m}")~"), ElementsAre("value=lms2", "value=lms3", "value=lms4"));
  EXPECT_THAT(results(R"~(each = [{r = "2..3"}, {r = 5}], value = "{r}")~"),
              ElementsAre("value=2", "value=3", "value=5"));
  EXPECT_THAT(results(R"~(r = "1..4", value = "{r}", only = {r = "2..3"})~"), ElementsAre("value=2", "value=3"));
  EXPECT_THAT(results(R"~(kind = "order", h = "1..2", step = ["{h}", 8])~"),
              ElementsAre("kind=order step=1|8", "kind=order step=2|8"));
  for (const std::string text : {"Kutta, classical", "h=1..2", "see 1e-2", "a..b", "", "2:1"})
    EXPECT_THAT(results("t = \"" + text + "\", value = \"{t}\""), ElementsAre("value=" + text));
  EXPECT_EQ(refusal(R"~(r = "0:0.3:1", value = "{r}")~"), "malformed s.toml:2:13 r");
  EXPECT_EQ(refusal(R"~(r = "1e-2..5", value = "{r}")~"), "malformed s.toml:2:13 r");
}

TEST(NamedSets, EachKeepsTogetherWhatBelongsTogether) {
  EXPECT_THAT(results(R"~(method = "a,b", each = [{is = "<", value = 1}, {is = ">", value = ["2", "3"]}])~"),
              ElementsAre("is=< method=a value=1", "is=> method=a value=2", "is=> method=a value=3",
                          "is=< method=b value=1", "is=> method=b value=2", "is=> method=b value=3"));
}

constexpr const char* sets = R"~(
[sets.low]
problem = "pendulum"
rho = [0, 1]
method = "{m}(rho={rho})"
[sets.high]
base = "low"
m = ["lms2", "lms3"]
[sets.other]
problem = "two-link"
)~";

TEST(NamedSets, LayersOverride) {
  EXPECT_THAT(results(R"~(set = "high")~", sets),
              ElementsAre("method=lms2(rho=0) problem=pendulum", "method=lms3(rho=0) problem=pendulum",
                          "method=lms2(rho=1) problem=pendulum", "method=lms3(rho=1) problem=pendulum"));
  EXPECT_THAT(results(R"~(set = ["high", "other"], rho = 0.5)~", sets),
              ElementsAre("method=lms2(rho=0.5) problem=two-link", "method=lms3(rho=0.5) problem=two-link"));
  EXPECT_THAT(results(R"~(m = ["x", "y"], set = "high")~", sets),
              ElementsAre("method=x(rho=0) problem=pendulum", "method=x(rho=1) problem=pendulum",
                          "method=y(rho=0) problem=pendulum", "method=y(rho=1) problem=pendulum"));
}

TEST(NamedSets, OnlyAndWithoutChoose) {
  EXPECT_THAT(results(R"~(set = "high", without = {m = "lms2", rho = 1})~", sets),
              ElementsAre(HasSubstr("lms2(rho=0)"), HasSubstr("lms3(rho=0)"), HasSubstr("lms3(rho=1)")));
  EXPECT_THAT(results(R"~(set = "high", only = [{m = "lms2", rho = [0, 1]}, {m = "lms3", rho = 0}])~", sets),
              ElementsAre(HasSubstr("lms2(rho=0)"), HasSubstr("lms3(rho=0)"), HasSubstr("lms2(rho=1)")));
  EXPECT_EQ(refusal(R"~(set = "high", only = {mm = "lms2"})~", sets), "unknown-name s.toml:2:31 mm");
}

TEST(NamedSets, FiltersCompareNumbersAsNumbers) {
  EXPECT_THAT(results(R"~(step = "1e-2,5e-3", without = {step = 0.01})~"), ElementsAre("step=5e-3"));
  EXPECT_THAT(results(R"~(r = [2, 3], method = "m{r}", without = {r = 2.0})~"), ElementsAre("method=m3"));
  EXPECT_THAT(results(R"~(method = "lms3(rho=0,1)", only = {method = "lms3(rho=0.0)"})~"),
              ElementsAre("method=lms3(rho=0)"));
  EXPECT_THAT(results(R"~(step = "1,2,3,4", only = {step = "2..3"})~"), ElementsAre("step=2", "step=3"));
}

TEST(NamedSets, FiltersTakeValuesOutOfListsThatStayTogether) {
  EXPECT_THAT(results(R"~(kind = "order", step = [1, 2, 3], without = {step = "2"})~"),
              ElementsAre("kind=order step=1|3"));
  EXPECT_THAT(results(R"~(kind = "order", step = [1, 2, 3], only = [{step = 1}, {step = 3}])~"),
              ElementsAre("kind=order step=1|3"));
  EXPECT_THAT(results(R"~(kind = "order", method = "a,b", step = [1, 2], without = {method = "a", step = 1})~"),
              ElementsAre("kind=order method=a step=2", "kind=order method=b step=1|2"));
  EXPECT_EQ(refusal(R"~(kind = "order", step = [1, 2], omega_dt = [3, 4], without = {step = 1, omega_dt = 3})~"),
            "not-allowed s.toml:2:80 omega_dt");
}

TEST(NamedSets, AFilterNamesValuesThatAreThere) {
  EXPECT_EQ(refusal(R"~(r = [2, 3], method = "m{r}", without = {r = 7})~"), "unknown-name s.toml:2:53 r");
  EXPECT_EQ(refusal(R"~(step = [1, 2], only = {step = [1, 5]})~"), "unknown-name s.toml:2:39 step");
  // The filter belongs to a set whose keys are overridden.
  EXPECT_THAT(results(R"~(set = "s", r = 3)~", "[sets.s]\nr = [2, 3]\nmethod = \"m{r}\"\nwithout = {r = 2}\n"),
              ElementsAre("method=m3"));
}

TEST(NamedSets, TheKindOfEachResultTellsHowListsExpand) {
  EXPECT_THAT(results(R"~(each = [{kind = "order"}, {kind = "status"}], step = [1, 2], method = "a,b")~"),
              ElementsAre("kind=order method=a step=1|2", "kind=order method=b step=1|2", "kind=status method=a step=1",
                          "kind=status method=b step=1", "kind=status method=a step=2", "kind=status method=b step=2"));
  EXPECT_THAT(results(R"~(step = [1, 2], k = ["order", "status"], kind = "{k}")~"),
              ElementsAre("kind=order step=1|2", "kind=status step=1", "kind=status step=2"));
  EXPECT_THAT(results("step = [1, 2]", "common = {each = [{kind = \"order\"}]}\n"), ElementsAre("kind=order step=1|2"));
  EXPECT_THAT(results(R"~(kind = "status", step = 1, over = {kind = "order", step = [1, 2]})~"),
              ElementsAre("kind=status step=1 over(kind=order step=1|2)"));
  EXPECT_THAT(results(R"~(kind = "order", step = 1, over = {step = [1, 2]})~"),
              ElementsAre("kind=order step=1 over(step=1|2)"));
}

TEST(NamedSets, EachMayHaveWhatATableHas) {
  EXPECT_THAT(results(R"~(each = [{is = "<", each = [{value = 1}, {value = 2}]},
                                  {is = ">", value = [3, 4], without = {value = 3}}])~"),
              ElementsAre("is=< value=1", "is=< value=2", "is=> value=4"));
  EXPECT_THAT(results(R"~(step = 2, set = "s")~", "[sets.s]\neach = [{each = [{step = 1}]}]\n"), ElementsAre("step=2"));
  EXPECT_EQ(refusal(R"~(each = [{each = [{metod = "a"}]}])~"), "unknown-name s.toml:2:27 metod");
  EXPECT_EQ(refusal(R"~(each = [{set = "low"}])~", sets), "not-allowed s.toml:2:18 set");
  EXPECT_EQ(refusal("", "[sets.a]\neach = [{base = \"b\"}]\n"), "unknown-name s.toml:4:10 base");
}

TEST(NamedSets, TablesInsideExpandAndSeeWhatIsAroundThem) {
  EXPECT_THAT(results(R"~(r = [2, 3], method = "ss{r}", over = {method = "lms{r}"})~"),
              ElementsAre("method=ss2 over(method=lms2)", "method=ss3 over(method=lms3)"));
  EXPECT_THAT(results(R"~(method = "a", over = {set = "high", rho = 0})~", sets),
              ElementsAre("method=a over(method=lms2(rho=0) problem=pendulum)",
                          "method=a over(method=lms3(rho=0) problem=pendulum)"));
}

TEST(NamedSets, WhatIsCommonLiesBelow) {
  EXPECT_THAT(results(R"~(method = "a,b")~", "common = {step = [1, 2], method = \"c\"}\n"),
              ElementsAre("method=a step=1", "method=b step=1", "method=a step=2", "method=b step=2"));
}

TEST(NamedSets, EachResultOccursOnce) {
  EXPECT_THAT(results(R"~(method = ["a", "a,b"])~"), ElementsAre("method=a", "method=b"));
}

TEST(NamedSets, MistakesNameTheirPlace) {
  EXPECT_EQ(refusal(R"~(set = "hihg")~", sets), "unknown-name s.toml:2:15 set");
  EXPECT_EQ(refusal(R"~(metod = "a")~"), "unknown-name s.toml:2:9 metod");
  EXPECT_EQ(refusal(R"~(method = "{rh}", rho = 1)~"), "unknown-name s.toml:2:18 method");
  EXPECT_EQ(refusal(R"~(method = "{rho")~"), "malformed s.toml:2:18 method");
  EXPECT_EQ(refusal(R"~(method = "{minus}", minus = "{method}")~"), "contradiction s.toml:2:18 method");
  EXPECT_EQ(refusal(R"~(method = "a(b")~"), "malformed s.toml:2:18 method");
  EXPECT_EQ(refusal("step = [1, \"x\"]"), "malformed s.toml:2:20 step");
  EXPECT_EQ(refusal("step = []"), "missing s.toml:2:16 step");
  EXPECT_EQ(refusal("step = {a = 1}"), "wrong-kind s.toml:2:16 step");
  EXPECT_EQ(refusal("step = 1, without = {step = 1}"), "not-allowed s.toml:2:8 view");
  EXPECT_EQ(refusal("each = 1"), "wrong-kind s.toml:2:16 each");
  EXPECT_EQ(refusal("", "[sets.a]\nbase = \"b\"\n"), "unknown-name s.toml:4:8 base");
  EXPECT_EQ(refusal("", "[sets.a]\nbase = [\"b\", \"b\"]\n[sets.b]\nbase = \"a\"\n"), "contradiction s.toml:4:8 base");
  EXPECT_EQ(refusal("set = \"a\"", "[sets.a]\nbase = \"b\"\n[sets.b]\nbase = \"a\"\n"),
            "contradiction s.toml:4:8 base");
  EXPECT_EQ(refusal("", "[sets.a]\nmetod = \"b\"\n"), "unknown-name s.toml:4:1 metod");
  EXPECT_EQ(refusal("", "[[sets]]\n"), "wrong-kind s.toml:3:1 sets");
}

TEST(NamedSets, NamesAreGivenOnce) {
  NamedSets named;
  const auto file = toml_from_text("schema = 1\n[sets.a]\nstep = 1\n", "s.toml");
  named.add(file, known);
  EXPECT_EQ(refusal_of([&] { named.add(file, known); }), "contradiction s.toml:2:7 a");
}

// Fails if a product fills the memory before it is refused.
TEST(NamedSets, ProductsAreBounded) {
  std::string view, digits = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]", braces;
  for (const char c : std::string("abcdefgh")) {
    view += std::string(1, c) + " = " + digits + ", ";
    braces += std::string("{") + c + "}";
  }
  EXPECT_EQ(refusal(view + "value = \"" + braces + "\""), "out-of-range s.toml:2:153 e");
  std::string bases = "[sets.s0]\nvalue = 1\n", long_one, texts = "a0 = \"0123456789\"";
  for (int i = 1; i < 15; ++i) bases += fmt::format("[sets.s{}]\nbase = [\"s{}\", \"s{}\"]\n", i, i - 1, i - 1);
  EXPECT_EQ(refusal("set = \"s14\"", bases), "out-of-range s.toml:8:8 base");
  for (int i = 0; i < 2000; ++i) long_one += "{a0}";
  EXPECT_EQ(refusal(texts + ", value = \"" + long_one + "\""), "out-of-range s.toml:2:36 value");
  std::string nothing = "a0 = \"\"";
  for (int i = 1; i < 5; ++i) {
    nothing += fmt::format(", a{} = \"", i);
    for (int k = 0; k < 100; ++k) nothing += fmt::format("{{a{}}}", i - 1);
    nothing += "\"";
  }
  EXPECT_EQ(refusal(nothing + ", value = \"{a4}\""), "out-of-range s.toml:2:1662 value");
}

TEST(Experiment, CellsAreViewsOfSets) {
  const auto cells = experiment_from_text(R"~(schema = 1
[sets.base]
problem = "pendulum"
formulation = "index3"
step = ["1e-2", "5e-3"]
[sets.lms]
base = "base"
rho = [0, "0.6"]
method = "lms{r}(rho={rho})"
[[cells]]
set = "lms"
r = [2, 3]
[[cells]]
set = "base"
method = "bdf2,*"
each = [{step = "1e-3", t_end = 1}, {step = "1e-4", t_end = "0.1"}]
)~",
                                          "e.toml")
                         .cells;
  ASSERT_GT(cells.size(), 10U);
  EXPECT_EQ(cells[0].method.text(), "lms2(rho=0)");
  EXPECT_EQ(cells[1].method.text(), "lms2(rho=0)");
  EXPECT_EQ(cells[1].step, "5e-3");
  EXPECT_EQ(cells[2].method.text(), "lms3(rho=0)");
  EXPECT_EQ(cells[8].method.text(), "bdf2");
  EXPECT_EQ(cells[8].settings.at("t_end"), "1");
  EXPECT_EQ(cells[cells.size() - 1].step, "1e-4");
  EXPECT_EQ(cells[cells.size() - 1].where.text(), "e.toml:13:1");
}

}  // namespace
}  // namespace plumb
