// Tests of the selector "*", and of the golden study, which uses it.

#include "harness/sets/all_that_fit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "harness/cell/resolve.hpp"
#include "harness/sets/experiment.hpp"
#include "problems/catalogue.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

std::vector<CellRequest> cells(const std::string& block) {
  return experiment_from_text("schema = 1\n[[cells]]\nstep = '1e-2'\n" + block, "e.toml").cells;
}

std::vector<CellRequest> golden_study() { return experiment_from_file("results/golden/study.toml").cells; }

std::string error_of_cells(const std::string& block) {
  try {
    cells(block);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(AllThatFit, IsEveryPairOfTheCatalogueOnce) {
  std::set<std::string> found, expected;
  const auto all = cells("problem = '*'\nformulation = '*'\nmethod = '*'\nprecision = '*'");
  const auto key = [](auto problem, auto formulation, auto method, std::string_view precision) {
    std::string out(problem);
    return out.append("/").append(formulation).append("/").append(method).append("/").append(precision);
  };
  for (const auto& r : all)
    found.insert(key(r.problem.name, r.formulation.name, r.method.name, r.settings.at("precision")));
  for (const auto& problem : problems())
    for (const auto& formulation : problem.formulations)
      for (const auto& method : methods()) {
        if (!method.fits(formulation.family())) continue;
        expected.insert(key(problem.name, formulation.name, method.info.name, "double"));
        if (method.in_long) expected.insert(key(problem.name, formulation.name, method.info.name, "long"));
        if (method.in_quad) expected.insert(key(problem.name, formulation.name, method.info.name, "quad"));
      }
  EXPECT_EQ(found, expected);
  EXPECT_EQ(all.size(), expected.size());
}

TEST(AllThatFit, StandsBesideNames) {
  EXPECT_EQ(cells("problem = 'two-link(mass1=2)'\nformulation = ['index3', '*']\nmethod = 'bdf2'").size(), 7u);
  EXPECT_EQ(
      cells("problem = 'oscillator'\nformulation = 'ode'\nmethod = ['cvode', 'erk4']\nprecision = ['*', 'double']")
          .size(),
      4u);
  const auto of_projected = cells("problem = 'pendulum'\nformulation = 'projected'\nmethod = '*'");
  for (const auto& r : of_projected) EXPECT_TRUE(method_named(r.method.name).fits("projected")) << r.method.name;
  EXPECT_GT(of_projected.size(), 5u);
}

TEST(AllThatFit, TriesEachChoiceOnItsOwn) {
  std::multiset<std::string> texts;
  for (const auto& r : cells("problem = 'two-link'\nformulation = 'index3'\nmethod = '*(choices=each)'")) {
    EXPECT_LE(r.method.parameters.size(), 1u) << r.method.text();
    EXPECT_NO_THROW(resolve(r)) << r.method.text();
    texts.insert(r.method.text());
  }
  for (const char* text : {"bdf3", "bdf3(newton=simplified)", "bdf3(start=members)", "radau-iia(stages=2)",
                           "block(nodes=legendre)", "block(pade=a-stable)"})
    EXPECT_EQ(texts.count(text), 1u) << text;
  EXPECT_EQ(texts.count("bdf3(newton=full)"), 0u);
}

TEST(AllThatFit, SaysWhatIsAllowed) {
  EXPECT_THAT(error_of_cells("problem = '*(mass=1)'\nformulation = '*'\nmethod = '*'"),
              testing::HasSubstr("'*(mass=1)': * must be written without parameters here"));
  EXPECT_THAT(error_of_cells("problem = '*'\nformulation = '*'\nmethod = '*(rho=1)'"),
              testing::HasSubstr("'*(rho=1)' is not allowed; known: *, *(choices=each)"));
}

std::string precision_of(const CellRequest& r) {
  const auto setting = r.settings.find("precision");
  return setting == r.settings.end() ? "double" : setting->second;
}

/// Returns whether the golden study uses these data of the problem: the defaults, or, for beams, few elements.
bool has_data_of_the_record(const Spec& problem) {
  const auto& known = problem_named(problem.name);
  return problem.parameters.empty() ||
         (known.formulation("momenta-index3") && problem.parameters == known.general_data);
}

// Fails if the golden study lacks a compatible method, problem, formulation or precision, or if it has fewer than two
// step sizes for it.
TEST(GoldenStudy, HasEveryMethodOnEveryProblemAndFormulationThatItFitsInEveryPrecision) {
  std::map<std::string, std::set<std::string>> steps;
  const auto study = golden_study();
  for (const auto& r : study)
    if (has_data_of_the_record(r.problem) && r.method.parameters.empty() && !r.settings.contains("newton_tol"))
      steps[r.problem.name + "/" + r.formulation.name + "/" + r.method.name + "/" + precision_of(r)].insert(r.step);
  for (const auto& r : cells("problem = '*'\nformulation = '*'\nmethod = '*'\nprecision = '*'")) {
    const auto key = r.problem.name + "/" + r.formulation.name + "/" + r.method.name + "/" + r.settings.at("precision");
    EXPECT_GE(steps[key].size(), 2u) << key;
  }
}

TEST(GoldenStudy, IsAcceptedAndHasEveryChoiceOfEveryMethod) {
  std::set<std::string> tried;
  for (const auto& r : golden_study()) {
    EXPECT_NO_THROW(resolve(r));
    tried.insert(r.method.text());
  }
  for (const char* formulation : {"ode", "index1", "index2", "index3", "ggl", "projected"})
    for (const auto& r :
         cells(std::string("problem = 'pendulum'\nmethod = '*(choices=each)'\nformulation = '") + formulation + "'"))
      EXPECT_TRUE(tried.contains(r.method.text())) << r.method.text();
}

// Fails if a problem with a drawing is missing in the study whose runs are animated on the pages of problems.
TEST(MotionsStudy, HasEveryProblemOnce) {
  std::multiset<std::string> there;
  for (const auto& r : experiment_from_file("results/motions/study.toml").cells) {
    EXPECT_NO_THROW(resolve(r)) << r.problem.name;
    EXPECT_TRUE(r.problem.parameters.empty()) << r.problem.name;
    there.insert(r.problem.name);
  }
  for (const auto& problem : problems()) {
    const bool is_drawn = problem.drawing.strokes != nullptr;
    EXPECT_EQ(there.count(problem.name), is_drawn ? 1U : 0U) << problem.name;
  }
}

}  // namespace
}  // namespace plumb
