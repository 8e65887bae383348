#include "harness/cli/axes.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

// Fails if notes are printed during the creation of cells, where they would damage the progress line, instead of
// returned.
TEST(Axes, NotesComeWithTheCells) {
  const auto file = scratch_folder() / "euler.toml";
  std::ofstream(file) << "schema = 1\nname = \"euler\"\ntitle = \"Euler\"\nsource = \"Euler\"\norder = 2\n"
                         "a = [[0]]\nb = [1]\n";
  testing::internal::CaptureStderr();
  const auto noted = cells_of(
      {.problem = {"pendulum"}, .formulation = {"ode"}, .method = {"@" + file.string()}, .step = {"1e-2,1e-3"}});
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(noted.cells.size(), 2U);
  ASSERT_EQ(noted.notes.size(), 1U);
  EXPECT_THAT(noted.notes.front(), testing::HasSubstr("order"));
  std::filesystem::remove(file);
}

// Fails if there is no warning about a formula that is not zero-stable, or if there is one about a formula that is.
TEST(Axes, FormulasThatAreNotZeroStableAreWarnedOf) {
  const auto notes = [](const char* method) {
    return cells_of({.problem = {"pendulum"}, .formulation = {"ode"}, .method = {method}, .step = {"1e-2,1e-3"}}).notes;
  };
  ASSERT_EQ(notes("lms3(rho=1)").size(), 1U);
  EXPECT_THAT(notes("lms3(rho=1)").front(), testing::HasSubstr("lms3(rho=1) is not zero-stable"));
  EXPECT_TRUE(notes("lms3(rho=0.99)").empty());
  EXPECT_TRUE(notes("lms2(rho=1)").empty());
}

// Fails if all formulas of a large study are tested, which takes too long, or if there is no note that only some are.
TEST(Axes, OfManyFormulasTheFirstAreTested) {
  const auto of_many = [](const char* rho) {
    return cells_of({.problem = {"pendulum"},
                     .formulation = {"ode"},
                     .method = {fmt::format("lms3(rho={})", rho)},
                     .step = {"1e-2"}})
        .notes;
  };
  EXPECT_TRUE(of_many("0.001:0.001:0.1").empty());
  EXPECT_THAT(of_many("0.001:0.001:0.101"),
              testing::ElementsAre("only the first 100 of 101 multistep formulas were tested for zero-stability"));
}

// Fails if the default formulation is one that a method does not support although another suits it, if compared methods
// solve different formulations, or if the methods of fang2023 do not solve the formulation of the paper.
TEST(Axes, WithoutAFormulationMethodsShareOneThatFits) {
  const auto formulations = [](const char* problem, std::vector<std::string> methods) {
    std::set<std::string> out;
    const auto noted =
        cells_of({.problem = {problem}, .formulation = {}, .method = std::move(methods), .step = {"1/100"}});
    for (std::size_t i = 0; i < noted.cells.size(); ++i) out.insert(noted.cells[i].text().formulation);
    return out;
  };
  using Names = std::set<std::string>;
  EXPECT_EQ(formulations("chain(n=4)", {"half-implicit"}), Names{"index3"});
  EXPECT_EQ(formulations("chain(n=4)", {"half-implicit", "fully-implicit"}), Names{"index3"});
  EXPECT_EQ(formulations("chain(n=4)", {"erk4"}), Names{"ode"});
  EXPECT_EQ(formulations("chain(n=4)", {"half-implicit", "erk4"}), Names{"ode"});
  EXPECT_EQ(formulations("spinning-top", {"half-implicit"}), Names{"rotation-index3"});
  EXPECT_EQ(formulations("four-link", {"erk4"}), Names{"index1"});
  EXPECT_EQ(formulations("four-link", {"radau-iia", "half-implicit"}), Names{"index3"});
  EXPECT_EQ(formulations("four-link", {"*"}), Names{"index1"});
}

// Fails if there is no note that none of the problem's formulations suits all methods.
TEST(Axes, WithoutAFormulationThatFitsTheFirstIsTaken) {
  const auto noted =
      cells_of({.problem = {"four-link"}, .formulation = {}, .method = {"half-implicit,erk4"}, .step = {"1/100"}});
  for (std::size_t i = 0; i < noted.cells.size(); ++i) EXPECT_EQ(noted.cells[i].text().formulation, "index1");
  ASSERT_EQ(noted.notes.size(), 1U);
  EXPECT_THAT(noted.notes.front(),
              testing::HasSubstr("formulation index1, the first of the problem, because no formulation suits all"));
}

// If the default formulation of a method changes because of the other methods in the call, a note must state the
// reason.
TEST(Axes, AFormulationThatChangesWithTheOtherMethodsIsExplained) {
  const std::vector<std::string> names = {"erk4", "bdf2", "generalized-alpha", "half-implicit", "radau-iia", "ida"};
  const auto requested = [](const char* problem, const std::string& methods) {
    return cells_of({.problem = {problem}, .formulation = {}, .method = {methods}, .step = {"1/100"}});
  };
  int changed = 0;
  for (const char* problem : {"pendulum", "four-link", "spinning-top", "slider-crank", "chain(n=4)", "fekete"}) {
    for (const auto& one : names) {
      const auto alone = requested(problem, one);
      EXPECT_TRUE(alone.notes.empty()) << problem << " " << one;
      for (const auto& other : names) {
        if (one == other) continue;
        const auto both = requested(problem, fmt::format("{},{}", one, other));
        if (both.cells[0].text().formulation == alone.cells[0].text().formulation) continue;
        ++changed;
        ASSERT_EQ(both.notes.size(), 1U) << problem << " " << one << " " << other;
        EXPECT_THAT(both.notes.front(), testing::HasSubstr("formulation " + both.cells[0].text().formulation + ", "));
        EXPECT_THAT(both.notes.front(), testing::HasSubstr("; -f chooses"));
      }
    }
  }
  EXPECT_GT(changed, 5);
}

}  // namespace
}  // namespace plumb
