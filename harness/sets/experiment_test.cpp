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
#include "text/testing/refusal.hpp"

namespace plumb {
namespace {

Experiment read(const std::string& text) { return experiment_from_text(text, "e.toml"); }

std::string block(const std::string& more, const std::string& step = "step = '1e-2'") {
  return "schema = 1\n[[cells]]\nproblem = 'pendulum'\nformulation = 'index3'\nmethod = 'lms3'\n" + step + "\n" + more;
}

std::string error_of(const std::string& text) {
  return refusal_of([&] { read(text); });
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
  EXPECT_EQ(first.where.text(), "e.toml:6:1");
  EXPECT_EQ(e.cells[2].step, "1e-3");
  const CellRequest last = e.cells[e.cells.size() - 1];
  EXPECT_EQ(last.where.text(), "e.toml:13:1");
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
                               .where = last.where}));
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
  EXPECT_EQ(error_of(block("without = {step = 1}")), "unknown-name e.toml:7:19 step");
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

// Compares the requests with the requests that nested loops over the axes create.
TEST(Experiment, MakesEveryRequest) {
  const Axes axes = {.problem = {"pendulum(length=1,2),two-link"},
                     .formulation = {"*"},
                     .method = {"erk4,*"},
                     .step = {"1e-2,5e-3"},
                     .settings = {{"t_end", {"1,2,3"}}, {"precision", {"*"}}, {"samples", {"1", "2"}}}};
  std::vector<CellRequest> all;
  for (const auto& problem : expand_problems(axes.problem))
    for (const auto& formulation : selected_formulations({problem, {}, {}, {}}, {{"*", {}}}))
      for (const auto& method : selected_methods({problem, formulation, {}, {}}, expand_methods(axes.method)))
        for (const char* step : {"1e-2", "5e-3"})
          for (const char* t_end : {"1", "2", "3"})
            for (const auto& precision : selected_precisions({problem, formulation, method, {}}, {"*"}))
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

// Fails if every request stores the file locations of its values separately, which needs many times the memory of the
// values.
TEST(Experiment, TheValuesOfABlockHaveTheirPlacesOnce) {
  const auto cells =
      read(block("each = [{t_end = 1}, {t_end = 2}]\nsamples = [1, 2, 3]\nwithout = {samples = 2}")).cells;
  ASSERT_EQ(cells.size(), 4U);
  std::set<const ValuePlaces*> known;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto request = cells[i];
    known.insert(request.places.get());
    EXPECT_EQ(request.place_of("samples").text(), "e.toml:8:11");
    EXPECT_EQ(request.place_of("t_end").text(), request.settings.at("t_end") == "1" ? "e.toml:7:18" : "e.toml:7:31");
    EXPECT_EQ(request.place_of("newton_tol").text(), "e.toml:2:1");
  }
  EXPECT_EQ(known.size(), 2U);
}

TEST(Experiment, HasNoMoreCellsThanCanBeCounted) {
  Axes axes = {.problem = {"p"}, .formulation = {"f"}, .method = {"m"}, .step = {"0.001:0.001:1"}};
  axes.settings["t_end"] = {"1:1:100"};
  EXPECT_EQ(cross_product(axes).size(), 100'000U);
  axes.settings["newton_tol"] = {"1e-9,1e-8"};
  EXPECT_EQ(refusal_of([&] { cross_product(axes); }), "out-of-range");
  const auto half = [](const char* method) {
    return "[[cells]]\nproblem = 'pendulum'\nmethod = '" + std::string(method) +
           "'\nformulation = 'ode'\nt_end = '1:1:60'\nstep = '0.001:0.001:1'\n";
  };
  EXPECT_EQ(error_of("schema = 1\n" + half("erk4") + half("cd")), "out-of-range e.toml:8:1");
}

TEST(Experiment, ErrorsNameFileLineAndColumn) {
  EXPECT_EQ(error_of(block("")), "accepted");
  EXPECT_EQ(error_of(block("setp = 1")), "unknown-name e.toml:7:1 setp");
  EXPECT_EQ(error_of("schema = 1\ntilte = 'x'\n"), "unknown-name e.toml:2:1 tilte");
  EXPECT_THAT(error_of("schema = 1\ntitle = "), testing::StartsWith("malformed e.toml:2:"));
  EXPECT_EQ(error_of(block("newton_tol = 'tight'")), "malformed e.toml:7:14 newton_tol");
  EXPECT_EQ(error_of(block("", "step = ['1e-2', 'x']")), "malformed e.toml:6:17 step");
  EXPECT_EQ(error_of(block("precision = 'single'")), "unknown-name e.toml:7:13 precision");
  EXPECT_EQ(error_of(block("newton_test = 'both'")), "unknown-name e.toml:7:15 newton_test");
  EXPECT_EQ(error_of(block("newton_norm = 'L2'")), "unknown-name e.toml:7:15 newton_norm");
  EXPECT_EQ(error_of(block("newton_max = 1.5")), "out-of-range e.toml:7:14 newton_max");
  EXPECT_EQ(error_of(block("samples = -1")), "out-of-range e.toml:7:11 samples");
  EXPECT_EQ(error_of(block("t_end = true")), "wrong-kind e.toml:7:9 t_end");
  EXPECT_EQ(error_of(block("t_end = []")), "missing e.toml:7:9 t_end");
  EXPECT_EQ(error_of(block("t_end = nan")), "malformed e.toml:7:9 t_end");
  EXPECT_EQ(error_of(block("", "")), "missing e.toml:2:1 step");
  EXPECT_EQ(error_of("title = 'x'"), "missing e.toml:1:1 schema");
  EXPECT_EQ(error_of("schema = 2"), "not-allowed e.toml:1:10 schema");
  EXPECT_EQ(error_of("schema = 1"), "missing e.toml:1:1 cells");
  EXPECT_EQ(error_of("schema = 1\ncells = 3"), "wrong-kind e.toml:2:9 cells");
}

TEST(Experiment, FilesThatCannotBeRead) {
  EXPECT_THROW(experiment_from_file("/nowhere/e.toml"), UsageError);
  EXPECT_THROW(experiment_from_file("/"), UsageError);
}

/// Returns "FORMULATION METHOD PRECISION" of each cell.
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

// Fails if a filter compares "*" itself, which is not a value.
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

// Fails if results are counted only when all exist, or if no message contains the reason for their number.
TEST(Experiment, AFilterOfAStarIsRefusedWhereItMakesTooManyResults) {
  const std::string all =
      "schema = 1\n[[cells]]\nproblem = '*'\nformulation = '*'\nmethod = '*'\nstep = 1\nn = '1..101'\nt_end = '{n}'\n";
  EXPECT_EQ(error_of(all + "without = {method = 'erk4'}"), "out-of-range e.toml:9:1 without");
}

TEST(Experiment, AFilterOfAStarNamesWhatIsThere) {
  const std::string all =
      "schema = 1\n[[cells]]\nproblem = 'pendulum'\nformulation = 'index3'\nstep = 1\nmethod = '*'\n";
  EXPECT_EQ(error_of(all + "without = {method = 'erk4'}"), "unknown-name e.toml:7:21 method");
  EXPECT_EQ(error_of("schema = 1\n[[cells]]\nproblem = 'pendulum'\nformulation = 'ode'\nstep = 1\n"
                     "each = [{method = '*', without = {method = 'cvode'}}]"),
            "not-allowed e.toml:6:35 method");
}

// Fails if a mistake is reported at the block, which may be far away, or at another file.
TEST(Experiment, MistakesAreReportedAtTheirKey) {
  const auto of = [](const std::string& block) {
    const auto text = "schema = 1\n[sets.s]\nstep = '1e-2'\nt_end = 1\n[[cells]]\nset = 's'\n" + block;
    return refusal_of([&] { const Cells cells(read(text).cells); });
  };
  EXPECT_EQ(of("problem = 'pendulum'\nmethod = 'erk4'\nformulation = 'ode'"), "accepted");
  EXPECT_EQ(of("problem = 'pendulm'\nmethod = 'erk4'\nformulation = 'ode'"), "unknown-name e.toml:7:11 problem");
  EXPECT_EQ(of("problem = 'pendulum(length=-1)'\nmethod = 'erk4'\nformulation = 'ode'"),
            "not-allowed e.toml:7:11 problem");
  EXPECT_EQ(of("method = 'erk'\nproblem = 'pendulum'\nformulation = 'ode'"), "unknown-name e.toml:7:10 method");
  EXPECT_EQ(of("precision = '*'\nmethod = 'erk'\nproblem = 'pendulum'\nformulation = 'ode'"),
            "unknown-name e.toml:8:10 method");
  EXPECT_EQ(of("formulation = 'odd'\nproblem = 'pendulum'\nmethod = 'erk4'"), "unknown-name e.toml:7:15 formulation");
  EXPECT_EQ(of("problem = 'pendulum'\nmethod = 'erk4'\nformulation = 'ode'\nt_end = '0.999'"),
            "not-allowed e.toml:3:8 step");
}

TEST(Experiment, ASetAloneIsAStudy) {
  const std::string file =
      "schema = 1\n[sets.s]\nproblem = 'pendulum'\nformulation = 'ode'\nmethod = 'erk4,cd'\nstep = 1\n";
  EXPECT_EQ(experiment_from_text(file, "e.toml", "s").cells.size(), 2U);
  EXPECT_EQ(refusal_of([&] { experiment_from_text(file, "e.toml", "t"); }), "unknown-name e.toml:1:1");
}

}  // namespace
}  // namespace plumb
