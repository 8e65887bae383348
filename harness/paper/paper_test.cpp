// Reads every specification of every paper like the program does.

#include "harness/paper/paper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "harness/cell/resolve.hpp"
#include "harness/paper/claims.hpp"
#include "harness/paper/figure.hpp"
#include "harness/paper/table.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

TEST(Papers, EveryPrintedNumberHasAnEntry) {
  for (const auto& key : paper_keys()) {
    const auto paper = paper_named(key);
    std::size_t entries = 0;
    for (const auto& [item, file] : paper.items("tables"))
      for (const auto& entry : table_spec(item, file, paper).entries) entries += entry.printed.text.empty() ? 0 : 1;
    EXPECT_EQ(entries, paper.published.size()) << key;
  }
}

TEST(Papers, EveryFigureAndClaimIsReadAndNamedOnce) {
  for (const auto& key : paper_keys()) {
    const auto paper = paper_named(key);
    for (const auto& [item, file] : paper.items("figures")) EXPECT_FALSE(figure_spec(item, file, paper).curves.empty());
    std::set<std::string> ids;
    if (!std::filesystem::exists(paper.folder / "claims.toml")) continue;
    for (const auto& claim : claims_from_file(paper.folder / "claims.toml", paper)) {
      EXPECT_TRUE(ids.insert(claim.id).second) << claim.id;
    }
  }
}

// Fails if a sentence about the findings names a claim that does not exist; `name=value` is a setting.
TEST(Papers, WhatWasFoundNamesClaimsThatThereAre) {
  std::size_t sentences = 0;
  for (const auto& key : paper_keys()) {
    const auto paper = paper_named(key);
    if (paper.found.empty()) continue;
    std::set<std::string> known;
    for (const auto& claim : claims_from_file(paper.folder / "claims.toml", paper)) known.insert(claim.id);
    for (const auto& sentence : paper.found) {
      ++sentences;
      for (std::size_t position = sentence.find('`'); position != sentence.npos;
           position = sentence.find('`', position + 1)) {
        const auto end = sentence.find('`', position + 1);
        ASSERT_NE(end, sentence.npos) << sentence;
        const auto word = sentence.substr(position + 1, end - position - 1);
        EXPECT_TRUE(word.find('=') != word.npos || known.contains(word)) << key << ": " << word;
        position = end;
      }
    }
  }
  EXPECT_GE(sentences, 20U);
}

/// Returns the problem names after `problem = "` in the files of a folder, without parameters.
std::set<std::string> problems_in(const std::filesystem::path& folder) {
  static const std::regex named(R"re((?:^|[ {,])problem *= *"([a-z0-9-]+))re");
  std::set<std::string> out;
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
    if (file.path().extension() != ".toml") continue;
    std::ifstream in(file.path());
    for (std::string line; std::getline(in, line);)
      for (std::sregex_iterator at(line.begin(), line.end(), named), end; at != end; ++at) out.insert((*at)[1]);
  }
  return out;
}

// Fails if scripts/reproduce builds fewer or more problems than a paper needs.
TEST(Papers, NameTheProblemsThatTheirFilesUse) {
  for (const auto& key : paper_keys()) {
    const auto paper = paper_named(key);
    EXPECT_THAT(paper.problems, ::testing::UnorderedElementsAreArray(problems_in(paper.folder))) << key;
  }
}

// Fails if two files become one item: one would be inaccessible, or both would be judged.
TEST(Papers, ItemsAreNamedByAllOfTheirNumber) {
  Paper paper;
  paper.folder = scratch_folder() / "items";
  std::filesystem::create_directories(paper.folder / "figures");
  for (const char* name : {"figure-10", "figure-02", "figure-2b", "work-precision"})
    std::ofstream(paper.folder / "figures" / (std::string(name) + ".toml")) << "schema = 1\n";
  std::vector<std::string> names;
  for (const auto& [name, file] : paper.items("figures")) names.push_back(name);
  EXPECT_THAT(names, ::testing::ElementsAre("figure-2", "figure-10", "figure-2b", "work-precision"));
}

Paper small_paper() {
  Paper paper;
  paper.key = "small";
  paper.published = {{"table-1", "h=1e-2", "error", "1.00"}};
  return paper;
}

Quantity energy(const std::string& step) {
  return quantity(
      keys_from_text(
          "schema = 1\nproblem = \"pendulum\"\nmethod = \"cd\"\nt_end = 1\nmetric = \"energy.max\"\nstep = \"" + step +
              "\"",
          "q"),
      small_paper());
}

// Fails if the title of an order names steps that do not exist.
TEST(Quantities, AnOrderNamesEachOfItsSteps) {
  const auto title = [](const std::string& steps) {
    return quantity(keys_from_text("schema = 1\nkind = \"order\"\nproblem = \"pendulum\"\nmethod = \"erk4\"\nt_end = "
                                   "1\nmetric = \"end.q\"\nstep = " +
                                       steps,
                                   "q"),
                    small_paper())
        .title();
  };
  EXPECT_THAT(title("0.5"), ::testing::Not(::testing::HasSubstr("h = ")));
  EXPECT_THAT(title("[0.5, 0.25, 0.125]"), ::testing::EndsWith(" and h = 0.25, 0.125"));
}

TEST(Quantities, RepeatRunsAreInLongDoubleAndTimingsHaveNone) {
  const auto q = energy("1e-2");
  const auto repeats = repeat_quantities(q);
  ASSERT_TRUE(repeats.longer);
  EXPECT_EQ(repeats.longer->cells.front().text().precision, Precision::long_);
  EXPECT_FALSE(repeats.converged) << "no tolerance is given";
  auto timing = q;
  timing.name = "seconds";
  EXPECT_TRUE(repeat_quantities(timing).all().empty());
  EXPECT_FALSE(repeat_quantities(*repeats.longer).longer);
}

TEST(Quantities, RepeatRunsOfATolerantIterationAreConvergedToo) {
  auto cell = energy("1e-2").cells.front().text();
  cell.newton_tol = "1e-3";
  cell.newton_max = 3;
  auto q = energy("1e-2");
  q.cells.front() = resolve(cell);
  const auto repeats = repeat_quantities(q);
  EXPECT_EQ(repeats.longer->cells.front().text().newton_tol, "1e-3");
  ASSERT_TRUE(repeats.converged);
  const auto& converged = repeats.converged->cells.front().text();
  EXPECT_EQ(converged.precision, Precision::long_);
  EXPECT_FALSE(converged.newton_tol);
  EXPECT_EQ(converged.newton_max, 0);
  EXPECT_EQ(repeats.all().size(), 2U);
}

}  // namespace
}  // namespace plumb
