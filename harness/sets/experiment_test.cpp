#include "harness/sets/experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>

#include "contract/stop.hpp"
#include "harness/cell/cells.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/sets/all_that_fit.hpp"
#include "harness/sets/stars.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;

Experiment read(const std::string& text) { return experiment_from_text(text, "e.toml"); }

std::string block(const std::string& more, const std::string& step = "step = '1e-2'") {
  return "schema = 1\n[[cells]]\nproblem = 'pendulum'\nformulation = 'index3'\nmethod = 'lms3'\n" + step + "\n" + more;
}

std::string error_of(const std::string& text) {
  try {
    read(text);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(Experiment, EachBlockIsACrossProduct) {
  const auto e = read(R"toml(
schema = 1
title = "Convergence"
description = "Two blocks"

[[cells]]
problem = "pendulum(length=1,2)"
formulation = ["index3", "ggl"]
method = ["lms3(rho=0.0,0.6)", "cd"]
step = ["1e-2", 1e-3, "pi/600"]
newton_tol = ["1e-10", 1e-12]

[[cells]]
problem = "two-link"
formulation = "ode"
method = "rk4"
step = 0.5
t_end = 10
newton_test = "residual"
newton_norm = "rms"
newton_max = 20
precision = ["double", "quad"]
samples = 100
)toml");
  EXPECT_EQ(e.title, "Convergence");
  EXPECT_EQ(e.description, "Two blocks");
  ASSERT_EQ(e.cells.size(), 2u * 2 * 3 * 3 * 2 + 2);
  const CellRequest first = e.cells[0];
  EXPECT_EQ(first.problem.text(), "pendulum(length=1)");
  EXPECT_EQ(first.method.text(), "lms3(rho=0.0)");
  EXPECT_EQ(first.step, "1e-2");
  EXPECT_EQ(first.settings.at("newton_tol"), "1e-10");
  EXPECT_FALSE(first.settings.contains("t_end"));
  EXPECT_EQ(first.where, "e.toml:6:1");
  EXPECT_EQ(e.cells[2].step, "1e-3");
  const CellRequest last = e.cells[e.cells.size() - 1];
  EXPECT_EQ(last, (CellRequest{.problem = {"two-link", {}},
                               .formulation = {"ode", {}},
                               .method = {"rk4", {}},
                               .step = "0.5",
                               .settings = {{"t_end", "10"},
                                            {"newton_test", "residual"},
                                            {"newton_norm", "rms"},
                                            {"newton_max", "20"},
                                            {"precision", "quad"},
                                            {"samples", "100"}},
                               .where = "e.toml:13:1"}));
}

std::vector<std::string> steps_of(const std::string& more) {
  std::vector<std::string> out;
  const auto cells = read(block(more, "step = ['1e-2', '5e-3']")).cells;
  for (std::size_t i = 0; i < cells.size(); ++i) out.push_back(cells[i].step);
  return out;
}

TEST(Experiment, FiltersChooseAmongTheValuesOfAnAxis) {
  EXPECT_EQ(steps_of("without = {step = '5e-3'}"), std::vector<std::string>{"1e-2"});
  EXPECT_EQ(steps_of("only = {step = 0.005}"), std::vector<std::string>{"5e-3"});
  EXPECT_EQ(steps_of("samples = [1, 2]\nwithout = {step = '5e-3', samples = 2}"),
            (std::vector<std::string>{"1e-2", "1e-2", "5e-3"}));
  EXPECT_THAT(error_of(block("without = {step = 1}")), HasSubstr("e.toml:7:19: without: no step is 1; known: 0.01"));
}

TEST(Experiment, EveryAxisMultiplies) {
  const Axes one = {.problem = {"p"}, .formulation = {"f"}, .method = {"m"}, .step = {"1"}};
  EXPECT_EQ(cross_product(one).size(), 1u);
  for (const char* axis : {"t_end", "newton_tol", "step", "newton_max", "samples"}) {
    Axes wider = one;
    *wider.values(axis) = {"1", "2", "3"};
    EXPECT_EQ(cross_product(wider).size(), 3u);
  }
  for (auto axis : {&Axes::problem, &Axes::formulation, &Axes::method}) {
    Axes wider = one, empty = one;
    wider.*axis = {"a(x=1,2)", "b,c"};
    empty.*axis = {};
    EXPECT_EQ(cross_product(wider).size(), 4u);
    EXPECT_THROW(cross_product(empty), UsageError);
  }
}

// What the loops of its definition give, one inside the other.
TEST(Experiment, MakesEveryRequest) {
  const Axes axes = {.problem = {"pendulum(length=1,2),two-link"},
                     .formulation = {"*"},
                     .method = {"erk4,*"},
                     .step = {"1e-2,5e-3"},
                     .settings = {{"t_end", {"1,2,3"}}, {"precision", {"*"}}, {"samples", {"1", "2"}}}};
  std::vector<CellRequest> all;
  for (const auto& problem : expand_problems(axes.problem))
    for (const auto& formulation : formulations_meant({problem, {}, {}, {}}, {{"*", {}}}))
      for (const auto& method : methods_meant({problem, formulation, {}, {}}, expand_methods(axes.method)))
        for (const char* step : {"1e-2", "5e-3"})
          for (const char* t_end : {"1", "2", "3"})
            for (const auto& precision : precisions_meant({problem, formulation, method, {}}, {"*"}))
              for (const char* samples : {"1", "2"})
                all.push_back({problem,
                               formulation,
                               method,
                               step,
                               {{"t_end", t_end}, {"precision", precision}, {"samples", samples}}});
  const auto requests = cross_product(axes);
  ASSERT_EQ(requests.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(requests[i], all[i]) << i;
}

// Fails if Ctrl-C has to wait until a study is read.
TEST(Experiment, ReadingCanBeStopped) {
  const StopRequest stop = Status::interrupted;
  const Stoppable stoppable(stop);
  const Axes one = {.problem = {"p"}, .formulation = {"f"}, .method = {"m"}, .step = {"1"}};
  EXPECT_THROW(cross_product(one), Stopped);
  std::vector<Draft> drafts(1);
  const std::vector<std::string> known;
  Completion completion(known);
  EXPECT_THROW(spell_out("problem", drafts, completion, [](std::size_t) {}), Stopped);
}

// Fails if every request or every product has places of its own, which are many times its numbers.
TEST(Experiment, TheValuesOfABlockHaveTheirPlacesOnce) {
  const auto cells =
      read(block("each = [{t_end = 1}, {t_end = 2}]\nsamples = [1, 2, 3]\nwithout = {samples = 2}")).cells;
  ASSERT_EQ(cells.size(), 4U);
  std::set<const ValuePlaces*> known;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto request = cells[i];
    known.insert(request.places.get());
    EXPECT_EQ(request.place_of("samples"), "e.toml:8:11");
    EXPECT_EQ(request.place_of("t_end"), request.settings.at("t_end") == "1" ? "e.toml:7:18" : "e.toml:7:31");
    EXPECT_EQ(request.place_of("newton_tol"), "e.toml:2:1");
  }
  EXPECT_EQ(known.size(), 2U);
}

TEST(Experiment, HasNoMoreCellsThanCanBeCounted) {
  Axes axes = {.problem = {"p"}, .formulation = {"f"}, .method = {"m"}, .step = {"0.001:0.001:1"}};
  axes.settings["t_end"] = {"1:1:100"};
  EXPECT_EQ(cross_product(axes).size(), 100'000U);
  axes.settings["newton_tol"] = {"1e-9,1e-8"};
  EXPECT_THAT([&] { cross_product(axes); },
              testing::ThrowsMessage<UsageError>(testing::HasSubstr("more than 100000 cells")));
  const auto half = [](const char* method) {
    return "[[cells]]\nproblem = 'pendulum'\nmethod = '" + std::string(method) +
           "'\nformulation = 'ode'\nt_end = '1:1:60'\nstep = '0.001:0.001:1'\n";
  };
  EXPECT_THAT(error_of("schema = 1\n" + half("erk4") + half("cd")), HasSubstr("e.toml:8:1: more than 100000 cells"));
}

TEST(Experiment, ErrorsNameFileLineAndColumn) {
  EXPECT_EQ(error_of(block("")), "accepted");
  EXPECT_EQ(
      error_of(block("setp = 1")),
      "e.toml:7:1: unknown key 'setp'; did you mean 'step'? known: problem, formulation, method, step, t_end, "
      "errors_from, last_step, breaks, "
      "newton_tol, newton_test, newton_norm, newton_max, precision, samples, reference, set, each, only, without");
  EXPECT_EQ(error_of("schema = 1\ntilte = 'x'\n"),
            "e.toml:2:1: unknown key 'tilte'; did you mean 'title'? known: schema, title, description, sets, cells");
  EXPECT_THAT(error_of("schema = 1\ntitle = "), HasSubstr("e.toml:2:"));
  EXPECT_THAT(error_of(block("newton_tol = 'tight'")),
              HasSubstr("e.toml:7:14: newton_tol: 'tight', position 1: 'tight' is not a number"));
  EXPECT_THAT(error_of(block("", "step = ['1e-2', 'x']")), HasSubstr("e.toml:6:17: step: 'x', position 1"));
  EXPECT_EQ(error_of(block("precision = 'single'")),
            "e.toml:7:13: precision: 'single' is not allowed; known: double, long, quad");
  EXPECT_EQ(error_of(block("newton_test = 'both'")),
            "e.toml:7:15: newton_test: 'both' is not allowed; known: increment, residual");
  EXPECT_EQ(error_of(block("newton_norm = 'L2'")),
            "e.toml:7:15: newton_norm: 'L2' is not allowed; known: max, euclidean, rms");
  EXPECT_EQ(error_of(block("newton_max = 1.5")),
            "e.toml:7:14: newton_max: '1.5' is not allowed: a whole number, 0 (the method's own) or more");
  EXPECT_EQ(error_of(block("samples = -1")),
            "e.toml:7:11: samples: '-1' is not allowed: a whole number, 0 (every step) or more");
  EXPECT_EQ(error_of(block("t_end = true")), "e.toml:7:9: t_end: a string, a number, or a list of these is allowed");
  EXPECT_EQ(error_of(block("t_end = []")), "e.toml:7:9: t_end: the list is empty; give at least one value");
  EXPECT_THAT(error_of(block("t_end = nan")), HasSubstr("e.toml:7:9: t_end: 'nan'"));
  EXPECT_EQ(error_of(block("", "")), "e.toml:2:1: step: at least one is needed");
  EXPECT_THAT(error_of("title = 'x'"), HasSubstr("'schema = 1' is missing"));
  EXPECT_EQ(error_of("schema = 2"), "e.toml:1:10: schema: this build reads schema = 1");
  EXPECT_THAT(error_of("schema = 1"), HasSubstr("no [[cells]]"));
  EXPECT_EQ(error_of("schema = 1\ncells = 3"), "e.toml:2:9: cells: blocks that begin with [[cells]] are allowed");
  for (const auto& text : {error_of("a = \"\n"), error_of("schema = 1\n[[cells]\n")})
    EXPECT_EQ(text.find('\n'), std::string::npos);
}

TEST(Experiment, FilesThatCannotBeRead) {
  EXPECT_THROW(experiment_from_file("/nowhere/e.toml"), UsageError);
  EXPECT_THROW(experiment_from_file("/"), UsageError);
}

/// "FORMULATION METHOD PRECISION" of each cell.
std::vector<std::string> pairs(const std::string& block) {
  std::vector<std::string> out;
  const auto cells = read("schema = 1\n[[cells]]\nstep = '1e-2'\n" + block).cells;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto r = cells[i];
    const auto precision = r.settings.find("precision");
    out.push_back(r.formulation.text() + " " + r.method.text() +
                  (precision == r.settings.end() ? "" : " " + precision->second));
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Fails if a filter compares "*" itself, which no value is.
TEST(Experiment, FiltersSeeWhatAStarStandsFor) {
  const std::string all = "problem = 'pendulum,two-link'\nformulation = ['ode', 'index3']\nmethod = 'bdf2,*'\n";
  auto expected = pairs(all);
  std::erase_if(expected, [](const auto& pair) { return pair.ends_with(" cvode") || pair == "index3 bdf3"; });
  EXPECT_LT(expected.size(), pairs(all).size());
  EXPECT_EQ(pairs(all + "without = [{method = 'cvode'}, {formulation = 'index3', method = 'bdf3'}]"), expected);
  EXPECT_EQ(pairs(all + "only = {method = ['bdf3', 'erk4']}"),
            (std::vector<std::string>{"index3 bdf3", "index3 bdf3", "ode bdf3", "ode bdf3", "ode erk4", "ode erk4"}));
  EXPECT_EQ(pairs("problem = '*'\nformulation = '*'\nmethod = '*'\nonly = {problem = 'pendulum', formulation = 'ode', "
                  "method = 'erk4'}"),
            std::vector<std::string>{"ode erk4"});
  EXPECT_EQ(pairs("problem = 'pendulum'\nformulation = 'ode'\nmethod = 'erk4'\nprecision = '*'\nwithout = {precision = "
                  "'quad'}"),
            (std::vector<std::string>{"ode erk4 double", "ode erk4 long"}));
  EXPECT_EQ(pairs("problem = 'pendulum'\nformulation = 'index3'\nmethod = '*(choices=each)'\nonly = {method = "
                  "'bdf3(newton=simplified)'}"),
            std::vector<std::string>{"index3 bdf3(newton=simplified)"});
}

// Fails if they are counted when they are all there, or where nothing tells why they are so many.
TEST(Experiment, AFilterOfAStarIsRefusedWhereItMakesTooManyResults) {
  const std::string all =
      "schema = 1\n[[cells]]\nproblem = '*'\nformulation = '*'\nmethod = '*'\nstep = 1\nn = '1..101'\nt_end = '{n}'\n";
  EXPECT_THAT(error_of(all + "without = {method = 'erk4'}"),
              HasSubstr("e.toml:9:1: more than 10000 results: beside this filter all that \"*\" stands for counts"));
}

TEST(Experiment, AFilterOfAStarNamesWhatIsThere) {
  const std::string all =
      "schema = 1\n[[cells]]\nproblem = 'pendulum'\nformulation = 'index3'\nstep = 1\nmethod = '*'\n";
  EXPECT_THAT(error_of(all + "without = {method = 'erk4'}"),
              HasSubstr("e.toml:7:21: without: no method is erk4; known: "));
  EXPECT_THAT(error_of("schema = 1\n[[cells]]\nproblem = 'pendulum'\nformulation = 'ode'\nstep = 1\n"
                       "each = [{method = '*', without = {method = 'cvode'}}]"),
              HasSubstr("e.toml:6:35: without: what \"*\" of method stands for"));
}

// Fails if a mistake is told at the block, which may be far away, or of another file.
TEST(Experiment, MistakesAreToldAtTheirKey) {
  const auto place = [](const std::string& block) {
    try {
      const Cells cells(read("schema = 1\n[sets.s]\nstep = '1e-2'\nt_end = 1\n[[cells]]\nset = 's'\n" + block).cells);
    } catch (const UsageError& e) {
      return std::string(e.what()).substr(0, std::string_view("e.toml:7:11").size());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(place("problem = 'pendulum'\nmethod = 'erk4'\nformulation = 'ode'"), "accepted");
  EXPECT_EQ(place("problem = 'pendulm'\nmethod = 'erk4'\nformulation = 'ode'"), "e.toml:7:11");
  EXPECT_EQ(place("problem = 'pendulum(length=-1)'\nmethod = 'erk4'\nformulation = 'ode'"), "e.toml:7:11");
  EXPECT_EQ(place("method = 'erk'\nproblem = 'pendulum'\nformulation = 'ode'").substr(0, 11), "e.toml:7:10");
  EXPECT_EQ(place("precision = '*'\nmethod = 'erk'\nproblem = 'pendulum'\nformulation = 'ode'").substr(0, 11),
            "e.toml:8:10");
  EXPECT_EQ(place("formulation = 'odd'\nproblem = 'pendulum'\nmethod = 'erk4'"), "e.toml:7:15");
  EXPECT_EQ(place("problem = 'pendulum'\nmethod = 'erk4'\nformulation = 'ode'\nt_end = '0.999'").substr(0, 10),
            "e.toml:3:8");
}

TEST(Experiment, ASetAloneIsAStudy) {
  const std::string file =
      "schema = 1\n[sets.s]\nproblem = 'pendulum'\nformulation = 'ode'\nmethod = 'erk4,cd'\nstep = 1\n";
  EXPECT_EQ(experiment_from_text(file, "e.toml", "s").cells.size(), 2U);
  EXPECT_THAT([&] { experiment_from_text(file, "e.toml", "t"); },
              testing::ThrowsMessage<UsageError>(HasSubstr("unknown set 't'")));
}

}  // namespace
}  // namespace plumb
